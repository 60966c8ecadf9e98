#include "yomi/jobs/statistics.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include "yomi/cards/random.h"

namespace yomi::jobs {
namespace {

// Student's 97.5 % point.
double student(std::size_t freedom) {
  constexpr std::array<double, 31> table = {0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                                            2.306, 2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
                                            2.120, 2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069,
                                            2.064, 2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  if (freedom < table.size()) return table[freedom];
  return 1.96 + 2.5 / static_cast<double>(freedom);
}

}  // namespace

Mean mean_of(std::span<const double> values) {
  Mean mean{.value = 0, .error = 0, .count = values.size()};
  if (values.empty()) return mean;
  const auto count = static_cast<double>(values.size());
  for (double value : values) mean.value += value / count;
  if (values.size() < 2) return mean;
  mean.error = student(values.size() - 1) * deviation_of(values) / std::sqrt(count);
  return mean;
}

double deviation_of(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (double value : values) mean += value / count;
  double squares = 0;
  for (double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (count - 1));
}

Interval paired_bootstrap(std::span<const double> a, std::span<const double> b, int rounds,
                          std::uint64_t seed) {
  assert(a.size() == b.size());
  Interval interval;
  if (a.empty() || rounds < 1) return interval;
  const auto count = static_cast<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) interval.mean += (a[i] - b[i]) / count;
  Random random(seed);
  std::vector<double> means(static_cast<std::size_t>(rounds));
  for (double& mean : means) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::size_t pick = random.below(static_cast<std::uint32_t>(a.size()));
      mean += (a[pick] - b[pick]) / count;
    }
  }
  std::sort(means.begin(), means.end());
  const auto at = [&](double share) {
    return means[static_cast<std::size_t>(share * (static_cast<double>(means.size()) - 1))];
  };
  interval.low = at(0.025);
  interval.high = at(0.975);
  return interval;
}

double mcnemar_exact(std::size_t first, std::size_t second) {
  const auto n = static_cast<double>(first + second);
  double log_term = -n * std::log(2.0);  // of k successes in n
  double tail = 0;
  for (std::size_t i = 0; i <= std::min(first, second); ++i) {
    const auto k = static_cast<double>(i);
    tail += std::exp(log_term);
    log_term += std::log((n - k) / (k + 1));
  }
  return std::min(1.0, 2 * tail);
}

double normal_quantile(double p) {
  assert(p > 0 && p < 1);
  double low = -40;
  double high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (0.5 * std::erfc(-middle / std::sqrt(2.0)) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::size_t pairs_needed(double effect, double sd, double power) {
  assert(effect > 0 && sd > 0);
  const double units = (normal_quantile(0.975) + normal_quantile(power)) * sd / effect;
  return static_cast<std::size_t>(std::ceil(units * units));
}

}  // namespace yomi::jobs

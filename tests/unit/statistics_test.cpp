// Paired comparisons: McNemar's exact test, the size of an experiment.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "yomi/cards/random.h"
#include "yomi/jobs/statistics.h"

namespace yomi::jobs {
namespace {

// The definition: the share of all outcomes of n fair coins that are at most as likely as this one.
double slow_mcnemar(unsigned first, unsigned second) {
  const unsigned n = first + second;
  const auto extreme = [&](unsigned heads) { return std::max(heads, n - heads) >= std::max(first, second); };
  unsigned count = 0;
  for (unsigned coins = 0; coins < 1U << n; ++coins)
    count += extreme(static_cast<unsigned>(std::popcount(coins))) ? 1 : 0;
  return static_cast<double>(count) / static_cast<double>(1U << n);
}

TEST(Statistics, McNemarCountsCoins) {
  for (unsigned first = 0; first <= 7; ++first) {
    for (unsigned second = 0; second <= 7; ++second)
      EXPECT_NEAR(mcnemar_exact(first, second), slow_mcnemar(first, second), 1e-12) << first << " " << second;
  }
  // R: binom.test(30, 100)$p.value and binom.test(450, 1000)$p.value.
  EXPECT_NEAR(mcnemar_exact(30, 70), 7.85e-5, 1e-7);
  EXPECT_NEAR(mcnemar_exact(450, 550), 0.001731, 1e-6);
}

TEST(Statistics, NormalQuantiles) {
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-12);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-9);
  EXPECT_NEAR(normal_quantile(0.8), 0.8416212335729143, 1e-9);
  EXPECT_NEAR(normal_quantile(0.001), -normal_quantile(0.999), 1e-9);
}

TEST(Statistics, DeviationIsThatOfASample) {
  EXPECT_EQ(deviation_of({}), 0);
  EXPECT_EQ(deviation_of(std::array{3.0}), 0);
  EXPECT_DOUBLE_EQ(deviation_of(std::array{1.0, 2.0, 3.0, 4.0}), std::sqrt(5.0 / 3.0));
}

// An experiment of the size that is said to suffice finds the effect about as often as promised.
TEST(Statistics, TheNumberOfPairsHasThePromisedPower) {
  EXPECT_EQ(pairs_needed(1, 1, 0.8), 8U);  // (1.960 + 0.842)^2 = 7.85
  constexpr double effect = 0.4;
  const double sd = std::sqrt(1.0 / 12) * 4;  // of 4 * unit()
  const std::size_t pairs = pairs_needed(effect, sd, 0.8);
  Random random(5);
  int found = 0;
  constexpr int experiments = 2000;
  for (int i = 0; i < experiments; ++i) {
    std::vector<double> differences(pairs);
    for (double& one : differences) one = effect + 4 * (random.unit() - 0.5);
    const Mean mean = mean_of(differences);
    found += mean.value - mean.error > 0 ? 1 : 0;
  }
  EXPECT_NEAR(found / double{experiments}, 0.8, 0.03);
}

}  // namespace
}  // namespace yomi::jobs

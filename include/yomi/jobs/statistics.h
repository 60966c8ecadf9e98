// Means with intervals, and tests and sample sizes for paired comparisons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace yomi::jobs {

struct Mean {
  double value = 0;
  double error = 0;  // half of the 95 % interval (Student); 0 when it cannot be told
  std::size_t count = 0;
};

// Of independent values. With fewer than two the error is 0.
Mean mean_of(std::span<const double> values);

// 95 % interval of the mean of paired differences a[i] - b[i] by the bootstrap (Efron 1979), `rounds`
// resamplings.
struct Interval {
  double mean = 0;
  double low = 0;
  double high = 0;
};
Interval paired_bootstrap(std::span<const double> a, std::span<const double> b, int rounds,
                          std::uint64_t seed);

// Pairs in which exactly one of two succeeds: the two-sided exact p-value of McNemar's test, that is of a
// fair coin that falls `first` times one way and `second` times the other.
double mcnemar_exact(std::size_t first, std::size_t second);

// The quantile of the standard normal distribution, 0 < p < 1.
double normal_quantile(double p);

// How many pairs show a mean difference of `effect` by a 95 % interval that excludes zero, with chance
// `power`, when single differences have standard deviation `sd` (normal approximation). All positive,
// power < 1.
std::size_t pairs_needed(double effect, double sd, double power);

// The sample standard deviation; 0 with fewer than two values.
double deviation_of(std::span<const double> values);

}  // namespace yomi::jobs

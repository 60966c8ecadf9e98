// Means with intervals.
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

}  // namespace yomi::jobs

// How far one card is ahead of another in the same deals, and how sure that is.
#pragma once

#include <span>

namespace yomi::play {

// Weighted mean of paired differences and its standard error. Two imaginary pairs that differ by `swing`, in
// no direction, keep a run of equal results from looking certain.
struct Difference {
  double mean = 0;
  double error = 0;
};
Difference paired_difference(std::span<const double> differences, std::span<const double> weights,
                             double swing);
inline constexpr double kSwing = 250;  // points, where so much is at stake

}  // namespace yomi::play

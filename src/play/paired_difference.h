// How far one card is ahead of another in the same deals, and how sure that is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace yomi::play {

// Weighted mean of paired differences and its standard error. Two imaginary pairs that differ by `swing`, in
// no direction, keep a run of equal results from looking certain. If all `cycle` possible deals are visited
// in turn, differences between them are no error; only the variation between visits of the same deal is.
struct Difference {
  double mean = 0;
  double error = 0;
};
Difference paired_difference(std::span<const double> differences, std::span<const double> weights,
                             double swing, std::size_t cycle = 0);

// Wald's sequential test: is the mean `gain`, or is there none? It may be asked after every pair; either
// answer is wrong once in 500 times.
enum class Verdict : std::uint8_t { open, gain, none };
Verdict sequential_test(const Difference& difference, double gain);

}  // namespace yomi::play

#include "paired_difference.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace yomi::play {
namespace {

constexpr double kImaginaryPairs = 2;

}  // namespace

Difference paired_difference(std::span<const double> differences, std::span<const double> weights,
                             double swing) {
  assert(weights.size() >= differences.size());
  double all = 0;
  double squares_of_weights = 0;
  Difference made;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    all += weights[i];
    squares_of_weights += weights[i] * weights[i];
    made.mean += weights[i] * differences[i];
  }
  if (all <= 0) return made;
  made.mean /= all;
  double variance = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const double off = differences[i] - made.mean;
    variance += weights[i] / all * off * off;
  }
  const double effective = all * all / squares_of_weights;
  variance = (variance * effective + kImaginaryPairs * swing * swing) / (effective + kImaginaryPairs);
  made.error = std::sqrt(variance / std::max(1.0, effective - 1));
  return made;
}

}  // namespace yomi::play

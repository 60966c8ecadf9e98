#include "paired_difference.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace yomi::play {
namespace {

constexpr double kImaginaryPairs = 2;

const double kOdds = std::log(500);

// By place in a cycle, the mean of what comes there and how often it comes.
struct Place {
  double mean = 0;
  double times = 0;
};
std::vector<Place> places(std::span<const double> differences, std::size_t cycle) {
  std::vector<Place> made(cycle);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    Place& place = made[i % cycle];
    place.times += 1;
    place.mean += (differences[i] - place.mean) / place.times;
  }
  return made;
}

}  // namespace

Difference paired_difference(std::span<const double> differences, std::span<const double> weights,
                             double swing, std::size_t cycle) {
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
  const bool in_cycles = cycle > 0 && differences.size() >= 2 * cycle;
  const std::vector<Place> by_place = in_cycles ? places(differences, cycle) : std::vector<Place>{};
  double variance = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const Place* place = in_cycles ? &by_place[i % cycle] : nullptr;
    const double off = differences[i] - (place != nullptr ? place->mean : made.mean);
    const double unbiased = place != nullptr ? place->times / (place->times - 1) : 1;
    variance += weights[i] / all * off * off * unbiased;
  }
  const double effective = all * all / squares_of_weights;
  variance = (variance * effective + kImaginaryPairs * swing * swing) / (effective + kImaginaryPairs);
  made.error = std::sqrt(variance / std::max(1.0, effective - 1));
  return made;
}

// The logarithm of the likelihood ratio of the two means, for a normal distribution.
Verdict sequential_test(const Difference& difference, double gain) {
  const double ahead = gain * (difference.mean - gain / 2);
  const double bound = kOdds * difference.error * difference.error;
  if (std::abs(ahead) <= bound) return Verdict::open;
  return ahead > 0 ? Verdict::gain : Verdict::none;
}

}  // namespace yomi::play

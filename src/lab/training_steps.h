// What the trainings of networks share.
#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "yomi/bidding/auction_policy.h"
#include "yomi/cards/random.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::lab {

// A batch is cut into so many parts, whatever the number of threads, so that sums come out the same.
inline constexpr std::size_t kTrainingParts = 4;

inline void scatter(std::span<float> weights, double width, Random& random) {
  for (float& weight : weights) weight = static_cast<float>((random.unit() * 2 - 1) * width);
}

inline void add(std::span<float> to, std::span<const float> more) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += more[i];
}

// From the first rate to the last along half a cosine.
inline float falling(double first, double last, double step, double steps) {
  return static_cast<float>(last + (first - last) * 0.5 * (1 + std::cos(std::numbers::pi * step / steps)));
}

// The system of a side: the first is the one most asked for.
inline bidding::PolicySystem draw_system(Random& random) {
  constexpr std::array<double, bidding::kPolicySystems> kShares = {0.6, 0.2, 0.1, 0.1};
  double at = random.unit();
  std::size_t system = 0;
  while (system + 1 < kShares.size() && at >= kShares[system]) at -= kShares[system++];
  return static_cast<bidding::PolicySystem>(system);
}

}  // namespace yomi::lab

// What the trainings of networks share.
#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "yomi/cards/random.h"
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

}  // namespace yomi::lab

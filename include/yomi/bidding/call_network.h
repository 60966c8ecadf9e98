// The network of call values (call_value.h): its weights, the way forward, and the way back for training.
//
// What is known of the decision and of the call feeds a layer of 48 units, those a layer of 16, and those one
// number: the IMPs that the call is worth. Units pass on what is above zero.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace yomi::bidding {

inline constexpr std::size_t kSituationFeatures = 104;
inline constexpr std::size_t kCallFeatures = 52;
inline constexpr std::size_t kFirstUnits = 48;
inline constexpr std::size_t kSecondUnits = 16;

using SituationFeatures = std::array<float, kSituationFeatures>;
using CallFeatures = std::array<float, kCallFeatures>;
using FirstUnits = std::array<float, kFirstUnits>;
using SecondUnits = std::array<float, kSecondUnits>;

struct CallWeights {
  std::array<FirstUnits, kSituationFeatures> situation{};
  std::array<FirstUnits, kCallFeatures> call{};
  FirstUnits first_bias{};
  std::array<SecondUnits, kFirstUnits> second{};
  SecondUnits second_bias{};
  SecondUnits last{};
  float last_bias = 0;

  // All weights as one row, in the order above: for reading, writing, and steps of training.
  [[nodiscard]] std::span<float> all() { return {situation[0].data(), sizeof(CallWeights) / sizeof(float)}; }
  [[nodiscard]] std::span<const float> all() const {
    return {situation[0].data(), sizeof(CallWeights) / sizeof(float)};
  }
};

// What the way forward leaves for the way back.
struct CallActivations {
  FirstUnits first;
  SecondUnits second;
  float value;
};

// The part of the first layer that is the same for all calls of a decision.
FirstUnits situation_part(const CallWeights& weights, const SituationFeatures& situation);
void forward(const CallWeights& weights, const FirstUnits& situation, const CallFeatures& call,
             CallActivations& made);
// Adds to `gradient` that of a loss whose derivative by the value is `slope`.
void backward(const CallWeights& weights, const SituationFeatures& situation, const CallFeatures& call,
              const CallActivations& made, float slope, CallWeights& gradient);

}  // namespace yomi::bidding

#include "yomi/bidding/call_network.h"

#include <algorithm>

namespace yomi::bidding {
namespace {

template <std::size_t N>
void add(std::array<float, N>& to, const std::array<float, N>& row, float times) {
  for (std::size_t i = 0; i < N; ++i) to[i] += times * row[i];
}
template <std::size_t N, std::size_t M>
void add_rows(std::array<float, N>& to, const std::array<std::array<float, N>, M>& rows,
              const std::array<float, M>& times) {
  for (std::size_t i = 0; i < M; ++i) {
    if (times[i] != 0) add(to, rows[i], times[i]);
  }
}
template <std::size_t N>
float product(const std::array<float, N>& a, const std::array<float, N>& b) {
  float sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}
template <std::size_t N>
void threshold(std::array<float, N>& row) {
  for (float& value : row) value = std::max(value, 0.0F);
}

}  // namespace

FirstUnits situation_part(const CallWeights& weights, const SituationFeatures& situation) {
  FirstUnits made = weights.first_bias;
  add_rows(made, weights.situation, situation);
  return made;
}

void forward(const CallWeights& weights, const FirstUnits& situation, const CallFeatures& call,
             CallActivations& made) {
  made.first = situation;
  add_rows(made.first, weights.call, call);
  threshold(made.first);
  made.second = weights.second_bias;
  add_rows(made.second, weights.second, made.first);
  threshold(made.second);
  made.value = weights.last_bias + product(weights.last, made.second);
}

void backward(const CallWeights& weights, const SituationFeatures& situation, const CallFeatures& call,
              const CallActivations& made, float slope, CallWeights& gradient) {
  gradient.last_bias += slope;
  add(gradient.last, made.second, slope);
  SecondUnits second{};
  for (std::size_t i = 0; i < kSecondUnits; ++i) second[i] = made.second[i] > 0 ? slope * weights.last[i] : 0;
  add(gradient.second_bias, second, 1);
  FirstUnits first{};
  for (std::size_t i = 0; i < kFirstUnits; ++i) {
    if (made.first[i] <= 0) continue;
    first[i] = product(weights.second[i], second);
    add(gradient.second[i], second, made.first[i]);
  }
  add(gradient.first_bias, first, 1);
  for (std::size_t i = 0; i < kSituationFeatures; ++i) {
    if (situation[i] != 0) add(gradient.situation[i], first, situation[i]);
  }
  for (std::size_t i = 0; i < kCallFeatures; ++i) {
    if (call[i] != 0) add(gradient.call[i], first, call[i]);
  }
}

}  // namespace yomi::bidding

// What a small network needs: a first layer whose inputs are switches, so that a unit's sum is that of the
// rows which are on; rectified units; one weight a unit for how it is heard.
//
// Sums run over rows in the order in which they were switched on and over units side by side, so that the
// answer does not depend on how wide the machine's registers are.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>

namespace yomi::daihinmin {

// Rows that are on, and rows to take away again.
struct Rows {
  static constexpr std::size_t kMost = 120;
  std::array<std::uint16_t, kMost> plus;
  std::array<std::uint16_t, 24> minus;
  std::size_t added = 0;
  std::size_t taken = 0;

  Rows() = default;  // the arrays are filled as they are used
  void clear() { added = taken = 0; }
  void on(std::uint32_t row) {
    assert(added < plus.size());
    plus[added++] = static_cast<std::uint16_t>(row);
  }
  void off(std::uint32_t row) {
    assert(taken < minus.size());
    minus[taken++] = static_cast<std::uint16_t>(row);
  }
};

using FourFloats [[gnu::vector_size(16)]] = float;

// out = start + the rows of `layer`, `width` floats each, a multiple of 32. Compiled for wide registers too,
// where the machine has them; sums are the same.
void sum_rows(const float* layer, std::size_t width, const Rows& rows, const float* start, float* out);

template <int kWidth>
void sum_rows(const float* layer, const Rows& rows, const float* start, float* out) {
  static_assert(kWidth % 32 == 0);
  sum_rows(layer, kWidth, rows, start, out);
}

// The sum of the units above zero, each times its weight.
template <int kWidth>
float heard(const float* units, const float* weights) {
  FourFloats sum{};
  for (int k = 0; k < kWidth; k += 4) {
    FourFloats unit;
    FourFloats weight;
    std::memcpy(&unit, units + k, sizeof(unit));
    std::memcpy(&weight, weights + k, sizeof(weight));
    sum += (unit > FourFloats{} ? unit : FourFloats{}) * weight;
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// The gradient of push * heard(): added to that of the weights; `back` is that of the units.
template <int kWidth>
void pull_back(const float* units, const float* weights, float push, float* weight_sums, float* back) {
  for (int k = 0; k < kWidth; ++k) {
    const bool on = units[k] > 0;
    weight_sums[k] += on ? push * units[k] : 0.0F;
    back[k] = on ? push * weights[k] : 0.0F;
  }
}

template <int kWidth>
void add_to_rows(const Rows& rows, const float* back, float* layer_sums) {
  for (std::size_t i = 0; i < rows.added; ++i) {
    float* row = layer_sums + std::size_t{rows.plus[i]} * kWidth;
    for (int k = 0; k < kWidth; ++k) row[k] += back[k];
  }
  for (std::size_t i = 0; i < rows.taken; ++i) {
    float* row = layer_sums + std::size_t{rows.minus[i]} * kWidth;
    for (int k = 0; k < kWidth; ++k) row[k] -= back[k];
  }
}

}  // namespace yomi::daihinmin

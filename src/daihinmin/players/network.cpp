#include "yomi/daihinmin/network.h"

#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace yomi::daihinmin::network {
namespace {

using Sums = std::array<std::int16_t, kUnits>;

// Weights are kept within this. Sums of a unit stay below 128 and scores below 32768 by far; beyond, numbers
// would wrap, the same on every machine.
constexpr float kMost = 16'000.0F;

void add_rows_plain(const std::int16_t* weights, const Rows& rows, Sums& sums) {
  const auto add = [&](std::uint16_t number, int sign) {
    const std::int16_t* from = weights + std::size_t{number} * kUnits;
    for (std::size_t k = 0; k < kUnits; ++k) sums[k] = static_cast<std::int16_t>(sums[k] + sign * from[k]);
  };
  for (std::size_t i = 0; i < rows.added; ++i) add(rows.plus[i], 1);
  for (std::size_t i = 0; i < rows.taken; ++i) add(rows.minus[i], -1);
}

std::int32_t heard_plain(const std::int16_t* weights, const Rows& rows, const Sums& before,
                         const std::int16_t* heard) {
  Sums sums = before;
  add_rows_plain(weights, rows, sums);
  std::int32_t sum = sums[0] * Network::kScale;
  for (std::size_t k = 0; k < kUnits; ++k) {
    sum += std::max<std::int16_t>(sums[k], 0) * heard[k];
  }
  return sum;
}

#if defined(__x86_64__)

constexpr std::size_t kWide = 8;  // registers of sixteen units

__attribute__((target("avx2"))) inline void add_wide(const std::int16_t* weights, const Rows& rows,
                                                     __m256i (&sums)[kWide]) {
  for (std::size_t i = 0; i < rows.added; ++i) {
    const auto* from = reinterpret_cast<const __m256i*>(weights + std::size_t{rows.plus[i]} * kUnits);
    for (std::size_t k = 0; k < kWide; ++k) sums[k] = _mm256_add_epi16(sums[k], _mm256_loadu_si256(from + k));
  }
  for (std::size_t i = 0; i < rows.taken; ++i) {
    const auto* from = reinterpret_cast<const __m256i*>(weights + std::size_t{rows.minus[i]} * kUnits);
    for (std::size_t k = 0; k < kWide; ++k) sums[k] = _mm256_sub_epi16(sums[k], _mm256_loadu_si256(from + k));
  }
}

__attribute__((target("avx2"))) void add_rows_wide(const std::int16_t* weights, const Rows& rows,
                                                   Sums& into) {
  __m256i sums[kWide];
  auto* place = reinterpret_cast<__m256i*>(into.data());
  for (std::size_t k = 0; k < kWide; ++k) sums[k] = _mm256_loadu_si256(place + k);
  add_wide(weights, rows, sums);
  for (std::size_t k = 0; k < kWide; ++k) _mm256_storeu_si256(place + k, sums[k]);
}

__attribute__((target("avx2"))) std::int32_t heard_wide(const std::int16_t* weights, const Rows& rows,
                                                        const Sums& before, const std::int16_t* heard) {
  __m256i sums[kWide];
  const auto* place = reinterpret_cast<const __m256i*>(before.data());
  for (std::size_t k = 0; k < kWide; ++k) sums[k] = _mm256_loadu_si256(place + k);
  add_wide(weights, rows, sums);
  const auto first = static_cast<std::int16_t>(_mm256_extract_epi16(sums[0], 0));
  __m256i sum = _mm256_setzero_si256();
  for (std::size_t k = 0; k < kWide; ++k) {
    const __m256i unit = _mm256_max_epi16(sums[k], _mm256_setzero_si256());
    sum = _mm256_add_epi32(
        sum, _mm256_madd_epi16(unit, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(heard) + k)));
  }
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
  return _mm_cvtsi128_si32(half) + first * Network::kScale;
}

bool has_wide() {
  static const bool kHas = __builtin_cpu_supports("avx2") != 0;
  return kHas;
}

#else

void add_rows_wide(const std::int16_t* weights, const Rows& rows, Sums& into) {
  add_rows_plain(weights, rows, into);
}
std::int32_t heard_wide(const std::int16_t* weights, const Rows& rows, const Sums& before,
                        const std::int16_t* heard) {
  return heard_plain(weights, rows, before, heard);
}
bool has_wide() {
  return false;
}

#endif

}  // namespace

Network::Network(std::span<const float> learnt) : weights_(kWeights) {
  for (std::size_t i = 0; i < kWeights; ++i) {
    weights_[i] = static_cast<std::int16_t>(std::lround(std::clamp(learnt[i] * kScale, -kMost, kMost)));
  }
}

void Network::scores(const Public& table, Cards hand, Cards others, const MoveList& list,
                     std::span<float> out) const {
  const bool wide = has_wide();
  const std::int16_t* weights = weights_.data();
  const Situation situation(table, hand, others, true);
  Rows shared;
  position_rows(situation, shared);
  Sums before{};
  wide ? add_rows_wide(weights, shared, before) : add_rows_plain(weights, shared, before);
  for (std::size_t i = 0; i < list.size(); ++i) {
    Rows rows;
    const int act = move_rows(situation, list[i], Look(situation, list[i], true), rows);
    const std::int16_t* heard = weights + kHeard + at(act) * kUnits;
    const std::int32_t sum =
        wide ? heard_wide(weights, rows, before, heard) : heard_plain(weights, rows, before, heard);
    out[i] = static_cast<float>(sum) * (1.0F / (kScale * kScale));
  }
}

}  // namespace yomi::daihinmin::network

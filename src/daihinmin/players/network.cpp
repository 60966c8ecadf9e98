#include "yomi/daihinmin/network.h"

#include <cmath>
#include <cstring>

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

// Sums are of whole numbers that wrap.
std::int32_t product_sum(std::int32_t sum, int a, int b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) + static_cast<std::uint32_t>(a * b));
}

// What a unit of the second layer passes on.
std::int32_t passed_on(std::int32_t sum) {
  return std::clamp(sum / Network::kScale, 0, 32'767);
}

std::int32_t heard_plain(const std::int16_t* weights, const Rows& rows, const Sums& before, int act) {
  Sums sums = before;
  add_rows_plain(weights, rows, sums);
  std::int32_t sum = sums[0] * Network::kScale;
  std::array<std::int32_t, kSecond> second{};
  for (std::size_t o = 0; o < kSecond; ++o)
    second[o] = weights[kPlain + at(act) * kSecond + o] * Network::kScale;
  for (std::size_t k = 0; k < kUnits; ++k) {
    const int unit = std::max<std::int16_t>(sums[k], 0);
    sum = product_sum(sum, unit, weights[kHeard + at(act) * kUnits + k]);
    for (std::size_t o = 0; o < kSecond; ++o)
      second[o] = product_sum(second[o], unit, weights[between(k, o)]);
  }
  for (std::size_t o = 0; o < kSecond; ++o)
    sum = product_sum(sum, passed_on(second[o]), weights[kHeardSecond + at(act) * kSecond + o]);
  return sum;
}

#if defined(__x86_64__)

constexpr std::size_t kWide = kUnits / 16;        // registers of sixteen units
constexpr std::size_t kSecondWide = kSecond / 8;  // of eight sums of the second layer

// Whole numbers of a register, which wrap.
using Shorts = std::uint16_t __attribute__((vector_size(32)));
using Ints = std::uint32_t __attribute__((vector_size(32)));
using SignedShorts = std::int16_t __attribute__((vector_size(32)));
using SignedInts = std::int32_t __attribute__((vector_size(32)));
using FourInts = std::uint32_t __attribute__((vector_size(16)));

template <class Lanes, class Register>
__attribute__((target("avx2"))) inline Register added(Register a, Register b) {
  return reinterpret_cast<Register>(reinterpret_cast<Lanes>(a) + reinterpret_cast<Lanes>(b));
}
__attribute__((target("avx2"))) inline __m256i taken_off(__m256i a, __m256i b) {
  return reinterpret_cast<__m256i>(reinterpret_cast<Shorts>(a) - reinterpret_cast<Shorts>(b));
}
template <class Lanes>
__attribute__((target("avx2"))) inline __m256i above_zero(__m256i a) {
  const auto lanes = reinterpret_cast<Lanes>(a);
  return reinterpret_cast<__m256i>(lanes & (lanes > 0));
}

__attribute__((target("avx2"))) inline void add_wide(const std::int16_t* weights, const Rows& rows,
                                                     __m256i (&sums)[kWide]) {
  for (std::size_t i = 0; i < rows.added; ++i) {
    const auto* from = reinterpret_cast<const __m256i*>(weights + std::size_t{rows.plus[i]} * kUnits);
    for (std::size_t k = 0; k < kWide; ++k) sums[k] = added<Shorts>(sums[k], _mm256_loadu_si256(from + k));
  }
  for (std::size_t i = 0; i < rows.taken; ++i) {
    const auto* from = reinterpret_cast<const __m256i*>(weights + std::size_t{rows.minus[i]} * kUnits);
    for (std::size_t k = 0; k < kWide; ++k) sums[k] = taken_off(sums[k], _mm256_loadu_si256(from + k));
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

__attribute__((target("avx2"))) inline __m256i eight(const std::int16_t* from) {
  return _mm256_cvtepi16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}

// The second layer: what it adds to the score, in eight parts. `units` are rectified; `on` has a bit for each
// two of them that are not both 0.
__attribute__((target("avx2"))) inline __m256i second_wide(const std::int16_t* weights, const Sums& units,
                                                           std::uint64_t on, std::size_t act) {
  __m256i sums[kSecondWide];
  for (std::size_t k = 0; k < kSecondWide; ++k)
    sums[k] = _mm256_slli_epi32(eight(weights + kPlain + act * kSecond + 8 * k), 8);
  for (; on != 0; on &= on - 1) {
    const auto pair = static_cast<std::size_t>(std::countr_zero(on));
    std::int32_t both = 0;
    std::memcpy(&both, units.data() + 2 * pair, sizeof(both));
    const __m256i two = _mm256_set1_epi32(both);
    const auto* from = reinterpret_cast<const __m256i*>(weights + between(2 * pair, 0));
    for (std::size_t k = 0; k < kSecondWide; ++k)
      sums[k] = added<Ints>(sums[k], _mm256_madd_epi16(two, _mm256_loadu_si256(from + k)));
  }
  __m256i sum = _mm256_setzero_si256();
  for (std::size_t k = 0; k < kSecondWide; ++k) {
    const auto unit = reinterpret_cast<SignedInts>(_mm256_srai_epi32(above_zero<SignedInts>(sums[k]), 8));
    const SignedInts too_much = unit > 32'767;
    const auto passed = reinterpret_cast<__m256i>((unit & ~too_much) | (too_much & 32'767));
    sum = added<Ints>(sum, _mm256_mullo_epi32(passed, eight(weights + kHeardSecond + act * kSecond + 8 * k)));
  }
  return sum;
}

__attribute__((target("avx2"))) std::int32_t heard_wide(const std::int16_t* weights, const Rows& rows,
                                                        const Sums& before, int act) {
  __m256i sums[kWide];
  const auto* place = reinterpret_cast<const __m256i*>(before.data());
  for (std::size_t k = 0; k < kWide; ++k) sums[k] = _mm256_loadu_si256(place + k);
  add_wide(weights, rows, sums);
  const auto first = static_cast<std::int16_t>(_mm256_extract_epi16(sums[0], 0));
  const auto* heard = reinterpret_cast<const __m256i*>(weights + kHeard + at(act) * kUnits);
  alignas(32) Sums units;
  __m256i sum = _mm256_setzero_si256();
  std::uint64_t on = 0;
  for (std::size_t k = 0; k < kWide; ++k) {
    const __m256i unit = above_zero<SignedShorts>(sums[k]);
    _mm256_store_si256(reinterpret_cast<__m256i*>(units.data()) + k, unit);
    sum = added<Ints>(sum, _mm256_madd_epi16(unit, _mm256_loadu_si256(heard + k)));
    const __m256i off = _mm256_cmpeq_epi32(unit, _mm256_setzero_si256());
    on |= static_cast<std::uint64_t>(~_mm256_movemask_ps(_mm256_castsi256_ps(off)) & 0xFF) << (8 * k);
  }
  sum = added<Ints>(sum, second_wide(weights, units, on, at(act)));
  __m128i half = added<FourInts>(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  half = added<FourInts>(half, _mm_shuffle_epi32(half, 0x4E));
  half = added<FourInts>(half, _mm_shuffle_epi32(half, 0xB1));
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
std::int32_t heard_wide(const std::int16_t* weights, const Rows& rows, const Sums& before, int act) {
  return heard_plain(weights, rows, before, act);
}
bool has_wide() {
  return false;
}

#endif

}  // namespace

Network::Network(std::span<const float> learnt) : weights_(kWeights) {
  const auto whole = [](float weight) {
    return static_cast<std::int16_t>(std::lround(std::clamp(weight * kScale, -kMost, kMost)));
  };
  for (std::size_t i = 0; i < kBetween; ++i) weights_[i] = whole(learnt[i]);
  for (std::size_t k = 0; k < kUnits; ++k) {
    for (std::size_t o = 0; o < kSecond; ++o)
      weights_[between(k, o)] = whole(learnt[kBetween + k * kSecond + o]);
  }
}

void Network::scores(const Public& table, Cards hand, Cards others, const MoveList& list,
                     std::span<float> out) const {
  const bool wide = has_wide();
  const std::int16_t* weights = weights_.data();
  const DecisionContext context(table, hand, others, true);
  Rows shared;
  position_rows(context, shared);
  Sums before{};
  wide ? add_rows_wide(weights, shared, before) : add_rows_plain(weights, shared, before);
  for (std::size_t i = 0; i < list.size(); ++i) {
    Rows rows;
    const int act = move_rows(context, list[i], Look(context, list[i], true), rows);
    const std::int32_t sum =
        wide ? heard_wide(weights, rows, before, act) : heard_plain(weights, rows, before, act);
    out[i] = static_cast<float>(sum) * (1.0F / (kScale * kScale));
  }
}

}  // namespace yomi::daihinmin::network

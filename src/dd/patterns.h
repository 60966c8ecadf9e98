// What the store is made of: patterns, blocks of them, forks and slots of shapes; and which patterns of a
// block match a position, by the widest instructions at hand. store.h says what they mean.
#pragma once

#include <cstring>

#include "bits.h"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace yomi::dd {
namespace {

struct alignas(16) Pattern {
  u32 lane[4];
};

// What the winners `win` (the lowest card of each suit that matters, in place) say of a position with the
// cards `all`, whose owners are `now`.
YOMI_INLINE Pattern pattern_of(const Pattern& now, u64 all, u64 win) {
  Pattern pattern;
  for (int suit = 0; suit < 4; ++suit) {
    const u64 relevant = suit_cards(win, suit) | bit(13);  // past all cards where nothing matters
    const int top = count_bits(suit_cards(all, suit) >> lowest_bit(relevant));
    const u64 kept = ~u64{0} << (32 - 2 * top);
    pattern.lane[suit] = static_cast<u32>((now.lane[suit] & kept) | static_cast<u64>(32 - 2 * top));
  }
  return pattern;
}

// The other way: the winners of a stored pattern in a position with the cards `all`.
YOMI_INLINE u64 winners_of(const Pattern& pattern, u64 all) {
  const auto top = [&pattern](int suit) { return (32 - static_cast<int>(pattern.lane[suit] & 63)) / 2; };
  return cards_from_top(top(0), top(1), top(2), top(3), all);
}

constexpr int kPatternsPerBlock = 7;

struct alignas(128) Block {
  u32 next = 0;
  u8 count = 0;
  u8 bounds[kPatternsPerBlock] =
      {};  // north-south tricks: lower in the low four bits, upper in the high four
  u32 spare = 0;
  Pattern pattern[kPatternsPerBlock];
};
static_assert(sizeof(Block) == 128);

// A place in the arena, in units of 32 bytes; 0 is nowhere. A chain of blocks, or (with the high bit) a fork.
using Ref = u32;
constexpr Ref kForkBit = 0x80000000U;

// Patterns that are too many to be scanned are told apart by who owns the nth highest card of a suit.
struct alignas(32) Fork {
  Ref child[5] = {};  // by owner; the last: patterns in which that card does not matter
  u8 suit = 0;
  u8 shift = 0;  // of the two bits in the lane
};
static_assert(sizeof(Fork) == 32);

struct alignas(32) ShapeSlot {
  u64 key = 0;
  Ref root[4] = {};  // by leader
  u16 generation = 0;
  u8 last_use[4] = {};  // when, by leader, in ages of the store
};
constexpr u32 kSlotsPerBucket = 2;

// A bit for each pattern of `block` that `position` matches. Patterns past the count may give garbage: mask
// them. (In a shared store another thread may be writing there, which a checker of races cannot know to be
// harmless: under it only what counts is looked at.)
YOMI_INLINE u32 matching(const Block& block, const Pattern& position, [[maybe_unused]] u32 count) {
#if defined(__AVX2__) && !defined(__SANITIZE_THREAD__)
  const __m128i now128 = _mm_load_si128(reinterpret_cast<const __m128i*>(&position));
  const __m256i now = _mm256_broadcastsi128_si256(now128);
  const __m256i low = _mm256_set1_epi32(63);
  const __m256i zero = _mm256_setzero_si256();
  u32 halves = 0;
  const auto* from = reinterpret_cast<const __m256i*>(reinterpret_cast<const char*>(&block));
  // The block as four 32-byte pieces: the first holds the header and pattern 0.
  for (int i = 0; i < 4; ++i) {
    const __m256i x = _mm256_xor_si256(_mm256_load_si256(from + i), now);
    const __m256i y = _mm256_srlv_epi32(x, _mm256_and_si256(x, low));
    halves |= static_cast<u32>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(y, zero))))
              << (4 * i);
  }
  // Two bits a 16-byte piece: both must be set.
  const u32 both = halves & halves >> 1 & 0x5555U;
  return static_cast<u32>(_pext_u32(both, 0x5555U)) >> 1;
#elif defined(__wasm_simd128__)
  // No shift by lanes there. A float of minus two to the power of a lane's shift becomes the mask of the bits
  // that matter; everything is moved down by one bit, so that the power always fits.
  const v128_t now = wasm_v128_load(&position);
  u32 result = 0;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const v128_t x = wasm_v128_xor(wasm_v128_load(&block.pattern[i]), now);
    const v128_t shift = wasm_v128_and(x, wasm_i32x4_const_splat(63));
    const v128_t power = wasm_i32x4_shl(wasm_i32x4_add(shift, wasm_i32x4_const_splat(256 + 126)), 23);
    const v128_t mask = wasm_i32x4_trunc_sat_f32x4(power);
    result |= static_cast<u32>(!wasm_v128_any_true(wasm_v128_and(wasm_u32x4_shr(x, 1), mask))) << i;
  }
  return result;
#else
  u32 result = 0;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    bool same = true;
    for (int lane = 0; lane < 4; ++lane) {
      const u32 x = block.pattern[i].lane[lane] ^ position.lane[lane];
      same = same && (static_cast<u64>(x) >> (x & 63)) == 0;
    }
    result |= static_cast<u32>(same) << i;
  }
  return result;
#endif
}

// A bit for each pattern of `block` that is `pattern` itself; garbage past the count.
YOMI_INLINE u32 equal_to(const Block& block, const Pattern& pattern) {
#if defined(__AVX2__)
  const __m256i wanted =
      _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(&pattern)));
  const auto* from = reinterpret_cast<const __m256i*>(reinterpret_cast<const char*>(&block));
  u32 halves = 0;
  for (int i = 0; i < 4; ++i) {
    const __m256i same = _mm256_cmpeq_epi64(_mm256_load_si256(from + i), wanted);
    halves |= static_cast<u32>(_mm256_movemask_pd(_mm256_castsi256_pd(same))) << (4 * i);
  }
  return static_cast<u32>(_pext_u32(halves & halves >> 1, 0x5555U)) >> 1;
#else
  u32 result = 0;
  for (int i = 0; i < block.count; ++i) {
    result |= static_cast<u32>(std::memcmp(&block.pattern[i], &pattern, sizeof pattern) == 0) << i;
  }
  return result;
#endif
}

}  // namespace
}  // namespace yomi::dd

// Bit work of the engine, in one spelling for machines with BMI2 and without. Everything here is forced
// inline and has internal linkage, because the same header is compiled for different machines in one program.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#define YOMI_INLINE [[gnu::always_inline]] static inline
#define YOMI_INLINE_MEMBER [[gnu::always_inline]]

namespace yomi::dd {
namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// The bits of `value` under `mask`, pushed together at the bottom.
YOMI_INLINE u64 gather_bits(u64 value, u64 mask) {
#if defined(__BMI2__)
  return _pext_u64(value, mask);
#else
  u64 result = 0;
  for (u64 place = 1; mask != 0; mask &= mask - 1, place <<= 1) {
    if ((value & mask & -mask) != 0) result |= place;
  }
  return result;
#endif
}

// The low bits of `value`, laid out under `mask`.
YOMI_INLINE u64 spread_bits(u64 value, u64 mask) {
#if defined(__BMI2__)
  return _pdep_u64(value, mask);
#else
  u64 result = 0;
  for (; mask != 0; mask &= mask - 1, value >>= 1) {
    if ((value & 1) != 0) result |= mask & -mask;
  }
  return result;
#endif
}

YOMI_INLINE int count_bits(u64 value) {
  return __builtin_popcountll(value);
}
YOMI_INLINE int lowest_bit(u64 value) {
  return __builtin_ctzll(value);
}
YOMI_INLINE int highest_bit(u64 value) {
  return 63 - __builtin_clzll(value);
}
YOMI_INLINE u64 bit(int number) {
  return u64{1} << number;
}

YOMI_INLINE int min_of(int a, int b) {
  return a < b ? a : b;
}
YOMI_INLINE int max_of(int a, int b) {
  return a > b ? a : b;
}

// Cards are bits: sixteen a suit, the lowest rank at the bottom (as in CardSet, with suits renumbered).
YOMI_INLINE u64 suit_mask(int suit) {
  return u64{0x1FFF} << (16 * suit);
}
YOMI_INLINE int suit_of(int card) {
  return card >> 4;
}
YOMI_INLINE u64 suit_cards(u64 cards, int suit) {
  return cards >> (16 * suit) & 0x1FFF;
}

// Bits 13 of every suit: between the suits when cards are pushed together.
constexpr u64 kFences = 0x2000200020002000ULL;

// In each suit the nth highest of the cards `all`, as many as the suit's number says; none for 0.
YOMI_INLINE u64 cards_from_top(int nth0, int nth1, int nth2, int nth3, u64 all) {
#if defined(__BMI2__)
  // Among the cards and the fences, pushed together, each counts down from its suit's fence.
  const u64 fenced = all | kFences;
  const u64 places =
      bit(count_bits(fenced & (bit(13) - 1)) - nth0) | bit(count_bits(fenced & (bit(29) - 1)) - nth1) |
      bit(count_bits(fenced & (bit(45) - 1)) - nth2) | bit(count_bits(fenced & (bit(61) - 1)) - nth3);
  return _pdep_u64(places, fenced) & ~kFences;
#else
  const int nth[4] = {nth0, nth1, nth2, nth3};
  u64 result = 0;
  for (int suit = 0; suit < 4; ++suit) {
    if (nth[suit] == 0) continue;
    u64 cards = suit_cards(all, suit);
    for (int above = nth[suit]; above > 1; --above) cards ^= bit(highest_bit(cards));
    result |= bit(highest_bit(cards)) << (16 * suit);
  }
  return result;
#endif
}

// Of every run of cards in `hand` with no other card of `all` between them, the highest.
YOMI_INLINE u64 run_tops(u64 hand, u64 all) {
#if defined(__BMI2__)
  const u64 pushed = _pext_u64(hand, all | kFences);
  return _pdep_u64(pushed & ~(pushed >> 1), all | kFences);
#else
  // From each card of another hand (or a fence) down through the gaps; a card of ours just below is a top.
  u64 gaps = ~(all | kFences);
  u64 closed = (all | kFences) & ~hand;
  for (int step = 1; step < 16; step *= 2) {
    closed |= gaps & closed >> step;
    gaps &= gaps >> step;
  }
  const u64 tops = hand & closed >> 1;
  return tops;
#endif
}

// The same within one suit, of which `all` are the cards.
YOMI_INLINE u64 run_tops_of_suit(u64 hand, u64 all) {
#if defined(__BMI2__)
  const u64 pushed = _pext_u64(hand, all);
  return _pdep_u64(pushed & ~(pushed >> 1), all);
#else
  return run_tops(hand, all);
#endif
}

}  // namespace
}  // namespace yomi::dd

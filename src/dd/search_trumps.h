// What the bounds of search_bounds.h are counted from: a view of the suits from the chair on lead, and the
// tricks that a side is sure of in trumps.
#pragma once

#include <array>
#include <bit>

#include "bits.h"
#include "store.h"

namespace yomi::dd {
namespace {

// The bits of the highest `count` cards in a lane of owners.
YOMI_INLINE u32 top_pairs(int count) {
  return static_cast<u32>(0xFFFFFFFF00000000ULL >> (2 * count));
}

// The top of a suit in a word of four nibbles: the owner of the highest card; how many cards from the top are
// its; how many are its side's; and how many of the latter are its own.
YOMI_INLINE u64 top_word(u32 owners, int cards) {
  constexpr u32 kOdd = 0x55555555;
  const u32 owner = owners >> 30;
  const u32 others = owners ^ owner * kOdd;
  const u32 end = ~top_pairs(cards);  // never nothing: a suit has thirteen cards at most
  const int run = __builtin_clz(others | end) / 2;
  const int high = __builtin_clz((others & kOdd) | end) / 2;
  const int own = high - count_bits(others & top_pairs(high));
  return owner | static_cast<u64>(run << 4 | high << 8 | own << 12);
}

// A number for each suit, worked on together.
using Four = int __attribute__((vector_size(16)));
YOMI_INLINE Four four(int value) {
  return Four{value, value, value, value};
}
YOMI_INLINE Four min_of(Four a, Four b) {
  return a < b ? a : b;
}
YOMI_INLINE Four max_of(Four a, Four b) {
  return a > b ? a : b;
}
YOMI_INLINE int sum_of(Four a) {
  a += __builtin_shufflevector(a, a, 2, 3, 0, 1);
  a += __builtin_shufflevector(a, a, 1, 0, 3, 2);
  return a[0];
}
YOMI_INLINE int least_of(Four a) {
  a = min_of(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
  a = min_of(a, __builtin_shufflevector(a, a, 1, 0, 3, 2));
  return a[0];
}
// The words of a 64-bit number.
YOMI_INLINE Four words_of(u64 value) {
  using Words = u16 __attribute__((vector_size(8)));
  return __builtin_convertvector(std::bit_cast<Words>(value), Four);
}

// The start of a trick as its leader sees it, all suits at once. Opponents are told apart by their seats'
// numbers and not by left and right: owners are 0 own, 2 partner's, 1 and 3 theirs.
struct LeadView {
  Four own, one, mate, three;  // lengths
  Four owner;                  // of the highest card
  Four run;                    // how many from the top are that owner's,
  Four high;                   // how many its side's,
  Four of_owner;               // and how many of the latter its own

  YOMI_INLINE_MEMBER LeadView(u64 shape, u64 tops, int seat) {
    const Four lengths = words_of(shape);
    own = lengths >> (4 * seat) & 15;
    one = lengths >> (4 * (seat ^ 1)) & 15;
    mate = lengths >> (4 * (seat ^ 2)) & 15;
    three = lengths >> (4 * (seat ^ 3)) & 15;
    const Four top = words_of(tops);
    owner = (top & 15) ^ seat;
    run = top >> 4 & 15;
    high = top >> 8 & 15;
    of_owner = top >> 12;
  }
};

// The lowest cards that matter, in place: `depths` says how many from the top of each suit do.
YOMI_INLINE u64 cards_at(Four depths, u64 all) {
  return cards_from_top(depths[0], depths[1], depths[2], depths[3], all);
}

// For each seat (a byte), how many of its trumps no higher trump of theirs can be spent on: each of its
// trumps is in a trick of its own and wins it for its side unless one of theirs beats it, and from the top
// each of theirs beats one card below. So it is the most by which, in the cards above some point, its own
// outnumber theirs. The sums of all seats are kept together, a byte each.
struct LongTrumps {
  static constexpr u32 kStart = 0x40404040;  // so that no byte borrows from the next

  u32 sums = kStart;
  u32 most = kStart;

  // Goes on to cards below, of which the sums and the most are known.
  YOMI_INLINE_MEMBER constexpr void add(u32 their_sums, u32 their_most) {
    const u32 now = sums + their_most - kStart;
    const u32 above =
        (((now | 0x80808080U) - most) >> 7 & 0x01010101U) * 0xFFU;  // the bytes in which now >= most
    most = (now & above) | (most & ~above);
    sums += their_sums - kStart;
  }
  YOMI_INLINE_MEMBER constexpr void add_card(u32 owner) {
    const u32 one = 1U << (8 * owner);
    add(kStart + one - ((owner & 1) != 0 ? 0x00010001U : 0x01000100U), kStart + one);
  }
};

// The same for all owners of up to four cards: below a leading 1, two bits a card.
constexpr std::array<LongTrumps, 512> kLongTrumpsOfFew = [] {
  std::array<LongTrumps, 512> table{};
  for (int cards = 0; cards <= 4; ++cards) {
    const u32 first = 1U << (2 * cards);
    for (u32 owners = 0; owners < first; ++owners) {
      LongTrumps sum;
      for (int card = cards - 1; card >= 0; --card) sum.add_card(owners >> (2 * card) & 3);
      table[first | owners] = sum;
    }
  }
  return table;
}();

YOMI_INLINE u32 long_trumps_of_all(u32 owners, int cards) {
  const int few = cards & 3;
  LongTrumps all = kLongTrumpsOfFew[static_cast<u32>((u64{1} << 32 | owners) >> (32 - 2 * few))];
  owners <<= 2 * few;
  for (cards -= few; cards != 0; cards -= 4, owners <<= 8) {
    const LongTrumps& next = kLongTrumpsOfFew[256 | owners >> 24];
    all.add(next.sums, next.most);
  }
  return all.most - LongTrumps::kStart;
}

// How many cards from the top must be seen until `count` of the trumps of `owner` are proved so.
YOMI_INLINE int long_trumps_depth(u32 owners, u32 owner, int count) {
  int sum = 0;
  int depth = 0;
  while (sum < count) {
    const u32 next = owners >> 30;
    owners <<= 2;
    ++depth;
    if (next == owner)
      ++sum;
    else if (((next ^ owner) & 1) != 0)
      --sum;
  }
  return depth;
}

// Trump tricks that come whenever the trumps are played: trumps that outnumber the opponents'; the highest
// trumps, if between the two hands no more are counted than the longer one holds; or one hand's that none of
// theirs can beat. `want` are enough.
struct TrumpTricks {
  int count = 0;
  int depth = 0;
};
YOMI_INLINE TrumpTricks trump_tricks(u32 owners, u32 one, u32 two, int longer, int theirs, int tops,
                                     int long_one, int long_two, int want) {
  const int by_length = longer - theirs;
  if (by_length >= want) return {by_length, 0};
  const int by_rank = min_of(tops, longer);
  if (by_rank >= want) return {by_rank, theirs == 0 ? 0 : want};
  const int by_hand = max_of(long_one, long_two);
  if (by_hand > max_of(by_rank, by_length)) {
    const int count = min_of(by_hand, want);
    const int depth_one = long_one >= count ? long_trumps_depth(owners, one, count) : 99;
    const int depth_two = long_two >= count ? long_trumps_depth(owners, two, count) : 99;
    return {count, min_of(depth_one, depth_two)};
  }
  if (by_length > 0 && by_length >= by_rank) return {by_length, 0};
  return {by_rank, theirs == 0 ? 0 : by_rank};
}

// Those of the side that is not on lead; `owners` as the leader sees them.
YOMI_INLINE TrumpTricks their_trump_tricks(const LeadView& view, u32 owners, u32 long_trumps, int seat,
                                           int want) {
  return trump_tricks(owners, 1, 3, max_of(view.one[0], view.three[0]), view.own[0] + view.mate[0],
                      (view.owner[0] & 1) != 0 ? view.high[0] : 0,
                      static_cast<int>(long_trumps >> (8 * (seat ^ 1)) & 255),
                      static_cast<int>(long_trumps >> (8 * (seat ^ 3)) & 255), want);
}

// One trump trick of a side that has none of the highest: the second highest guarded and out of the reach of
// the highest, or the second and third against it. Of the hands of the side, `before` is the one that plays
// before the hand at `between`, and `after` after it; `before` may be on lead, with `cards` tricks to come.
// How many cards from the top it depends on; 0 when there is no such trick.
YOMI_INLINE int guarded_trump(u32 owners, int total, u32 before, int before_length, u32 after,
                              int after_length, u32 between, int between_length, int last_length,
                              bool on_lead, int cards) {
  if (total < 3) return 0;
  const u32 ace = owners >> 30;
  const u32 king = owners >> 28 & 3;
  const u32 queen = owners >> 26 & 3;
  const bool ace_is_between = ace == between;
  const bool own_king = king == before && before_length > 1;
  const bool mate_king = king == after && after_length > 1;
  const bool in_time = !on_lead || cards >= 3;
  const bool ours_ace = ((ace ^ before) & 1) == 0;
  if (!ours_ace) {
    if (mate_king && ace_is_between) return 2;
    if (own_king && !ace_is_between && in_time) return 2;
    if ((own_king || mate_king) && in_time && (ace_is_between ? between_length : last_length) == 1) return 2;
    if (((king ^ before) & 1) == 0 && ((queen ^ before) & 1) == 0 &&
        (before_length >= 2 || after_length >= 2)) {
      return 3;
    }
  }
  return 0;
}

}  // namespace
}  // namespace yomi::dd

// What a player sees of a position and of a move in it, in the terms in which policies are learnt: always in
// the order of ranks now ruling, so that a revolution needs no weights of its own.
//
// Everything here is constexpr, so that the same code runs in play-outs, in learning and on an accelerator.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>

#include "yomi/daihinmin/generate.h"

namespace yomi::daihinmin::features {

using Bits = std::uint64_t;

inline constexpr Bits kOnes = 0x0111'1111'1111'1111ULL;

// Columns c to 14 - c: cards in the order that rules after a revolution.
constexpr Bits turned(Bits bits) {
  bits = (bits & 0x0F0F'0F0F'0F0F'0F0FULL) << 4 | (bits >> 4 & 0x0F0F'0F0F'0F0F'0F0FULL);
  bits = (bits & 0x00FF'00FF'00FF'00FFULL) << 8 | (bits >> 8 & 0x00FF'00FF'00FF'00FFULL);
  bits = (bits & 0x0000'FFFF'0000'FFFFULL) << 16 | (bits >> 16 & 0x0000'FFFF'0000'FFFFULL);
  return (bits << 32 | bits >> 32) >> 4;
}

constexpr Bits columns_with(Bits counts, int least) {
  return least <= 0 ? kOnes << 3 : (counts + kOnes * static_cast<Bits>(8 - least)) & kOnes << 3;
}

// How many columns a mask of columns_with() names (column 0 apart): the sum of nibbles that are 0 or 1, by
// one multiplication.
constexpr int column_count(Bits columns) {
  return static_cast<int>((columns >> 3) * kOnes >> 60);
}

// The highest column of a mask; 0 for none.
constexpr int highest_column(Bits bits) {
  return bits == 0 ? 0 : highest_bit(bits) >> 2;
}

// Classes of plays: single, pair, triple, four or five, run of three, longer run.
inline constexpr int kClasses = 6;
constexpr int class_of(const Move& move) {
  return move.kind == Kind::run ? (move.size == 3 ? 4 : 5) : std::min<int>(move.size, 4) - 1;
}
// Coarser: single, pair, anything else.
constexpr int coarse(int of_class) {
  return std::min(of_class, 2);
}

enum Act : int { kLead, kFollow, kPass };

// A hand's natural runs of three or more: the cards that lie in one.
constexpr Bits run_cards(Bits naturals) {
  const Bits starts = naturals & naturals >> 4 & naturals >> 8;
  return starts | starts << 4 | starts << 8;
}

// What is the same for all moves of one decision. With `full` false only what the hand alone says.
struct DecisionContext {
  const Public& table;
  Cards hand_cards;
  Cards others_cards;
  bool turned_over;
  int held;   // own cards
  Bits hand;  // in the ruling order, without the joker
  Bits others;
  Bits hand_counts;
  Bits others_counts{};
  bool joker_outside;
  int most = 0;      // most cards of another player
  int nearest = 9;   // fewest
  int waiting = 0;   // others who have not passed
  int still_in = 0;  // others who hold cards
  int next = 0;      // cards of the one who moves next; 0 when all have passed
  Bits in_runs;
  std::array<Bits, 5> groups_outside{};  // of n cards: columns of which so many are outside
  std::array<Bits, 5> beaten_below{};    // of groups of n: columns below the best outside group of n
  int eight;

  constexpr DecisionContext(const Public& on, Cards own, Cards out, bool full)
      : table(on), hand_cards(own), others_cards(out), turned_over(on.revolution), held(own.size()) {
    hand = order(own.without_joker().bits());
    others = order(out.without_joker().bits());
    hand_counts = column_counts(Cards(hand));
    joker_outside = out.has_joker();
    eight = turned_over ? 14 - kEightColumn : kEightColumn;
    in_runs = run_cards(hand);
    if (!full) return;
    others_counts = column_counts(Cards(others));
    for (int step = kPlayers - 1; step > 0; --step) {
      const int seat = (on.turn + step) % kPlayers;
      if (!on.is_in(seat)) continue;
      const int count = on.counts[at(seat)];
      most = std::max(most, count);
      nearest = std::min(nearest, count);
      ++still_in;
      if ((on.passed >> seat & 1) != 0) continue;
      ++waiting;
      next = count;
    }
    for (int n = 1; n <= 4; ++n) {
      groups_outside[at(n)] = columns_with(others_counts, n);
      const int best = highest_column(groups_outside[at(n)]);
      beaten_below[at(n)] = best == 0 ? 0 : ~(~Bits{0} << (4 * best));
    }
  }

  [[nodiscard]] constexpr Bits order(Bits bits) const { return turned_over ? turned(bits) : bits; }

  // Columns above this one of which n cards are outside.
  [[nodiscard]] constexpr int above(int n, int column) const {
    return column_count(groups_outside[at(n)] >> (4 * (column + 1)) << 4);
  }

  // Ranks left that are neither eights nor sure to be on top among groups of their size.
  [[nodiscard]] constexpr int weak_ranks(Bits counts) const {
    Bits weak = 0;
    counts &= ~(Bits{15} << (4 * eight));
    for (int n = 1; n <= 4; ++n) {
      const Bits exactly = columns_with(counts, n) & ~columns_with(counts, n + 1);
      weak |= exactly & beaten_below[at(n)];
    }
    return column_count(weak);
  }
};

// What a policy wants to know of a move.
struct Look {
  int of_class;  // of the move; of a pass, of what lies there
  int low;       // the strength of that
  Bits used = 0;
  Bits after;
  Bits counts;
  bool joker = false;
  bool keeps_joker;
  int ranks;
  int left;
  // In the full breadth only.
  bool stood = false;
  int weak = 0;
  int over = -1;    // ranks outside that beat it; of groups
  int in_runs = 0;  // cards left in runs: none, three, four, more

  constexpr Look(const DecisionContext& s, const Move& move, bool full) {
    const Public& table = s.table;
    const bool pass = move.is_pass();
    const Move& shown = pass ? table.top : move;
    of_class = class_of(shown);
    low = std::max(strength(shown, s.turned_over), 0);
    if (!pass) {
      used = s.order(move.cards.without_joker().bits());
      joker = move.cards.has_joker();
    }
    after = s.hand & ~used;
    counts = column_counts(Cards(after));
    keeps_joker = s.hand_cards.has_joker() && !joker;
    ranks = column_count(columns_with(counts, 1));
    left = s.held - move.size;
    if (!full) return;
    stood = !pass && (table.last_to_pass() || rules::stands(table, move, s.others_cards, s.most));
    weak = s.weak_ranks(counts);
    if (shown.kind == Kind::group && low < 14) {
      over = std::min(column_count(columns_with(s.others_counts, shown.size - (s.joker_outside ? 1 : 0)) >>
                                   (4 * (low + 1)) << 4),
                      7);
    }
    const Bits runs = run_cards(after);
    if (runs != 0) in_runs = std::clamp(bit_count(runs) - 2, 1, 3);
  }
};

// How well the cards left behind like the order that a revolution makes, 0 to 6.
constexpr int likes_revolution(const Look& look) {
  int sum = 0;
  for (Bits rest = look.after; rest != 0; rest &= rest - 1) sum += 7 - (lowest_bit(rest) >> 2);
  const int cards = look.left - (look.keeps_joker ? 1 : 0);
  return cards == 0 ? 3 : std::clamp(sum / cards + 3, 0, 6);
}

// A block of features: one for each combination of up to five small numbers. A table of blocks gives each
// block the numbers after those of the blocks before it.
struct Block {
  std::string_view what;
  std::array<int, 5> sizes;

  [[nodiscard]] constexpr std::uint32_t count() const {
    std::uint32_t product = 1;
    for (const int size : sizes) product *= static_cast<std::uint32_t>(size > 0 ? size : 1);
    return product;
  }
};

template <std::size_t kCount>
constexpr std::uint32_t first_of(const std::array<Block, kCount>& table, std::size_t block) {
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < block; ++i) first += table[i].count();
  return first;
}

// The number of one feature of block kBlock: the first value goes with the first size.
template <const auto& kTable, auto kBlock, class... Values>
constexpr std::uint32_t number(Values... values) {
  constexpr auto kWhich = static_cast<std::size_t>(kBlock);
  constexpr Block kShape = kTable[kWhich];
  constexpr std::uint32_t kFirst = first_of(kTable, kWhich);
  return [&]<std::size_t... kAt>(std::index_sequence<kAt...>) {
    std::uint32_t place = 0;
    ((place = place * static_cast<std::uint32_t>(kShape.sizes[kAt]) + static_cast<std::uint32_t>(values)),
     ...);
    return kFirst + place;
  }(std::index_sequence_for<Values...>{});
}

}  // namespace yomi::daihinmin::features

// How base chooses, as code that runs anywhere: see base.h.
#pragma once

#include "yomi/daihinmin/moves.h"

namespace yomi::daihinmin::rules {

// Cards of natural runs, and of natural groups larger than `size`.
constexpr Cards worth_keeping(Cards hand, int size) {
  const std::uint64_t naturals = hand.without_joker().bits();
  const std::uint64_t starts = naturals & naturals >> 4 & naturals >> 8;
  Cards kept(starts | starts << 4 | starts << 8);
  for (int column = kLowColumn; column <= kHighColumn; ++column) {
    if (suit_count(hand.column(column)) > size)
      kept |= Cards(std::uint64_t{hand.column(column)} << (4 * column));
  }
  return kept;
}

// Larger is better: on the lead runs before groups before singles, the bigger the better, then the weaker;
// when following what spoils nothing, then without the joker, then the weaker.
constexpr int base_preference(const Public& table, const Move& move, Cards kept) {
  if (move.is_pass()) return -10'000;
  const int weakness = 20 - strength(move, table.revolution);
  const int joker = move.cards.has_joker() ? -2'000 : 0;
  if (table.table_empty()) {
    return (move.kind == Kind::run ? 1'000 : 0) +
           (move.size > 1 || move.kind == Kind::run ? 50 * move.size : 0) + weakness + joker;
  }
  return ((move.cards & kept).empty() ? 500 : 0) + weakness + joker;
}

template <class List>
constexpr std::size_t base_pick(const Public& table, Cards hand, const List& list) {
  const Cards kept = table.table_empty() ? Cards() : worth_keeping(hand, table.top.size);
  std::size_t best = 0;
  int best_preference = -1'000'000;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const int value = base_preference(table, list[i], kept);
    if (value > best_preference) {
      best_preference = value;
      best = i;
    }
  }
  return best;
}

}  // namespace yomi::daihinmin::rules

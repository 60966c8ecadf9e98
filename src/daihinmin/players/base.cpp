#include "base.h"

#include "yomi/daihinmin/monte_carlo.h"

namespace yomi::daihinmin {
namespace {

// Cards of natural runs, and of natural groups larger than `size`.
Cards worth_keeping(Cards hand, int size) {
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
int preference(const Public& table, const Move& move, Cards kept) {
  if (move.is_pass()) return -10'000;
  const int weakness = 20 - strength(move, table.revolution);
  const int joker = move.cards.has_joker() ? -2'000 : 0;
  if (table.table_empty()) {
    return (move.kind == Kind::run ? 1'000 : 0) +
           (move.size > 1 || move.kind == Kind::run ? 50 * move.size : 0) + weakness + joker;
  }
  return ((move.cards & kept).empty() ? 500 : 0) + weakness + joker;
}

}  // namespace

Cards Base::give(const View& view, int count) {
  Cards gift;
  for (Card card : view.own.hand) {
    if (gift.size() < count) gift |= Cards::of(card);
  }
  return gift;
}

std::size_t base_pick(const Public& table, Cards hand, const MoveList& list) {
  const Cards kept = table.table_empty() ? Cards() : worth_keeping(hand, table.top.size);
  std::size_t best = 0;
  int best_preference = -1'000'000;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const int value = preference(table, list[i], kept);
    if (value > best_preference) {
      best_preference = value;
      best = i;
    }
  }
  return best;
}

Move base_play(const Public& table, Cards hand, MoveList& list) {
  if (!table.table_empty() && !can_follow(table, hand, kCards)) return Move::pass();
  moves(table, hand, list, Stands::telling);
  return list[base_pick(table, hand, list)];
}

Move Base::play(const View& view) {
  MoveList list;
  return base_play(view.table(), view.own.hand, list);
}

Cards PolicyPlayer::give(const View& view, int count) {
  return weakest_gift(view.own.hand, count);
}

Move PolicyPlayer::play(const View& view) {
  MoveList list;
  moves(view.table(), view.own.hand, list, Stands::telling);
  if (list.size() > 1 && view.own.hand.size() <= kPlayoutWinCards) {
    if (const auto win = wins_.find(view.table(), view.own.hand, view.hidden(), view.most_hidden()))
      return *win;
  }
  return list[policy_->choose(view.table(), view.own.hand, view.hidden(), list, random_, temperature_)];
}

}  // namespace yomi::daihinmin

#include "base.h"

#include "base_rule.h"
#include "yomi/daihinmin/monte_carlo.h"

namespace yomi::daihinmin {
Cards Base::give(const View& view, int count) {
  Cards gift;
  for (Card card : view.own.hand) {
    if (gift.size() < count) gift |= Cards::of(card);
  }
  return gift;
}

std::size_t base_pick(const Public& table, Cards hand, const MoveList& list) {
  return rules::base_pick(table, hand, list);
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
  if (list.size() > 1) {
    if (const auto win = wins_.find(view.table(), view.own.hand, view.hidden(), view.most_hidden()))
      return *win;
  }
  return list[policy_->choose(view.table(), view.own.hand, view.hidden(), list, random_, temperature_)];
}

}  // namespace yomi::daihinmin

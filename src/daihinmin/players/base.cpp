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
  // Two cards are worth more than they look: the diamond three leads, the spade three beats the joker.
  const Cards worth = Cards::of(diamond_three()) | Cards::of(spade_three());
  Cards gift;
  for (int weak = count; gift.size() < count; ++weak) gift = weakest_gift(view.own.hand, weak) - worth;
  return gift;
}

namespace {

// With two left nothing is hidden: a play that goes out first, if there is one.
std::optional<Move> ending_of_two(const View& view, std::uint64_t most_nodes) {
  const Public& table = view.table();
  if (table.players_in() != 2) return std::nullopt;
  State state;
  static_cast<Public&>(state) = table;
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (table.is_in(seat)) state.hands[at(seat)] = seat == view.own.seat ? view.own.hand : view.hidden();
  }
  const auto answer = Ending(most_nodes).solve(state);
  return answer && answer->wins ? std::optional(answer->best) : std::nullopt;
}

}  // namespace

Move PolicyPlayer::play(const View& view) {
  MoveList list;
  moves(view.table(), view.own.hand, list, Stands::telling);
  if (list.size() > 1) {
    if (const auto win = wins_.find(view.table(), view.own.hand, view.hidden(), view.most_hidden()))
      return *win;
    if (const auto win = ending_of_two(view, kWinNodes)) return *win;
  }
  return list[policy_->choose(view.table(), view.own.hand, view.hidden(), list, random_, temperature_)];
}

}  // namespace yomi::daihinmin

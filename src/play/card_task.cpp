#include "card_task.h"

#include <algorithm>
#include <cmath>

namespace yomi::play {

Course CardTask::course() const {
  Course made(contract(), decision.context.calls);
  for (Card card : decision.seen.play) made.add(card);
  return made;
}

double CardTask::trick_worth() const {
  const Course so_far = course();
  const auto won = static_cast<std::size_t>(so_far.tricks(side_of(contract().declarer)));
  const auto left = static_cast<std::size_t>(kRanks - so_far.trick_number());
  double most = 0;
  for (std::size_t t = won; t < won + left; ++t)
    most = std::max(most, std::abs(points()[t + 1] - points()[t]));
  return most;
}

std::vector<CardSet> CardTask::touching_cards() const {
  const std::vector<Card>& play = decision.seen.play;
  CardSet gone = decision.seen.played();
  for (Card card : std::span(play).last(play.size() % 4)) gone.erase(card);  // those on the table count
  return equivalent_groups(decision.hand, decision.legal, gone);
}

}  // namespace yomi::play

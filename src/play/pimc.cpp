// The engine pimc, and the card that a grid stands for on its own, with which the other engines begin.
#include <algorithm>
#include <cmath>

#include "double_dummy_grid.h"
#include "yomi/play/card_policy.h"

namespace yomi::play {
namespace {

constexpr double kSame = 1e-9;
constexpr double kRarest = 1e-3;

}  // namespace

Card agreed_among(const CardTask& task, CardSet equals) {
  // Leading, the suit that is longest in hand; the agreed card of it.
  const CardSet hand = task.decision.hand;
  Suit suit = equals.lowest().suit();
  for (Suit other : kSuitsFromSpades) {
    if (!equals.in(other).empty() && hand.length(other) > hand.length(suit)) suit = other;
  }
  return task.shared.agreed_card(task.course(), equals.in(suit), hand);
}

std::vector<double> log_policy(const CardTask& task, std::span<const Card> cards) {
  const belief::Seen& seen = task.decision.seen;
  const Course course = task.course();
  Deal hands{};
  hands[seen.chair] = seen.hand - course.played(seen.chair);
  if (seen.dummy) hands[*seen.dummy] = seen.dummy_hand - course.played(*seen.dummy);
  const Sight sight = sight_of_turn(course, hands);
  CardChances chances = CardPolicy::shipped().chances(course, sight);
  if (const Carding* own = task.shared.reading.carding)
    chances = by_agreement(chances, *own, course, sight.hand);
  std::vector<double> made;
  made.reserve(cards.size());
  for (Card card : cards) made.push_back(std::log(chances.chance(card) + kRarest));
  return made;
}

std::vector<double> pimc_values(const CardTask& task, const Grid& grid) {
  std::vector<double> made(grid.cards.size());
  for (std::size_t c = 0; c < made.size(); ++c) made[c] = grid.mean(c);
  if (task.decision.seen.dummy || !task.settings.read_cards) return made;
  const std::vector<double> liked = log_policy(task, grid.cards);
  // Few deals are drawn of very many, and double-dummy values do not show what a lead gives away.
  for (std::size_t c = 0; c < made.size(); ++c) made[c] += task.settings.lead_prior * liked[c];
  return made;
}

Card pimc_choice(const CardTask& task, const Grid& grid) {
  const std::vector<double> values = pimc_values(task, grid);
  std::size_t best = 0;
  while (best + 1 < values.size() && !grid.active[best]) ++best;
  for (std::size_t c = best + 1; c < values.size(); ++c) {
    if (grid.active[c] && values[c] > values[best] + kSame) best = c;
  }
  if (grid.deals.empty()) return agreed_among(task, task.candidates);
  if (!task.decision.seen.dummy && task.settings.read_cards) return grid.cards[best];
  return agreed_among(task, grid.same_everywhere(grid.cards[best]));
}

Advice agreed_advice(const CardTask& task) {
  Advice advice{.card = agreed_among(task, task.candidates), .cards = {}};
  for (Card card : task.candidates) advice.cards.push_back({.card = card});
  return advice;
}

Advice choose_pimc(const CardTask& task) {
  const Grid grid = task.deadline.is_set() ? evaluate_in_rounds(task) : evaluate_all(task);
  Advice advice{.card = pimc_choice(task, grid),
                .cards = {},
                .deals = grid.deals.size(),
                .complete = grid.complete,
                .in_time = !grid.cut_short};
  const std::vector<double> values = pimc_values(task, grid);
  const std::size_t chosen = grid.column(advice.card);
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    const bool is_exact = c == chosen || grid.complete || grid.deals.empty();
    advice.cards.push_back({.card = grid.cards[c],
                            .value = values[c],
                            .pimc = grid.mean(c),
                            .error = is_exact ? 0 : grid.error_between(chosen, c)});
  }
  std::stable_sort(advice.cards.begin(), advice.cards.end(), [&](const CardValue& a, const CardValue& b) {
    if (a.value != b.value) return a.value > b.value;
    return a.card == advice.card && b.card != advice.card;
  });
  return advice;
}

}  // namespace yomi::play

#include <algorithm>
#include <cassert>

#include "work.h"

namespace yomi::play {
namespace {

constexpr double kSame = 1e-9;

}  // namespace

double Grid::mean(std::size_t card) const {
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    sum += weights[i] * points[i][card];
    all += weights[i];
  }
  return all > 0 ? sum / all : 0;
}

Grid all_seeing(Work& work, double share) {
  Grid grid;
  for (Card card : work.candidates) grid.cards.push_back(card);
  std::vector<std::vector<double>> rows(work.deals.size());
  work.crew.each(work.deals.size(), [&](std::size_t item, int worker) {
    if (work.watch.is_past(share)) return;
    const Position position = replay(work.situation.seen, work.deals[item].deal);
    CardScores scores{.legal = position.legal()};
    const int won = position.tricks(side_of(work.common.table.contract.declarer));
    add_scores(scores, work.benches[static_cast<std::size_t>(worker)]->main(), position, won, work.common, 1);
    if (work.watch.is_over()) return;  // the last one may be bounds only
    for (Card card : grid.cards) rows[item].push_back(scores.sum[static_cast<std::size_t>(card.bit())]);
  });
  std::vector<belief::WeightedDeal> kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].empty()) continue;
    grid.points.push_back(std::move(rows[i]));
    grid.weights.push_back(work.deals[i].weight);
    kept.push_back(work.deals[i]);
  }
  if (kept.size() < work.deals.size()) {
    work.complete = false;
    work.cut_short = true;
  }
  work.deals = std::move(kept);
  return grid;
}

CardSet same_everywhere(const Grid& grid, Card card) {
  CardSet made = CardSet::of(card);
  const auto at =
      static_cast<std::size_t>(std::find(grid.cards.begin(), grid.cards.end(), card) - grid.cards.begin());
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    bool same = true;
    for (const auto& row : grid.points) same = same && row[c] == row[at];
    if (same) made.insert(grid.cards[c]);
  }
  return made;
}

Card agreed_among(const Work& work, CardSet equals) {
  const Situation& situation = work.situation;
  const std::size_t on_table = situation.seen.play.size() % 4;
  std::optional<Card> led;
  if (on_table > 0) led = situation.seen.play[situation.seen.play.size() - on_table];
  const Seat leader = next(situation.turn, -static_cast<int>(on_table));
  // Leading, the suit that is longest in hand; the agreed card of it.
  Suit suit = equals.lowest().suit();
  for (Suit other : kSuitsFromSpades) {
    if (!equals.in(other).empty() && situation.hand.length(other) > situation.hand.length(suit)) suit = other;
  }
  const CardSet choice = equals.in(suit);
  const CardSet original =
      situation.turn == situation.seen.chair ? situation.seen.hand : situation.seen.dummy_hand;
  const CardSet own_before = original - situation.hand;
  if (work.common.use_carding) {
    const Moment moment = moment_of(work.common.carding, situation.table, situation.turn, choice.lowest(),
                                    leader, led, own_before.in(suit));
    if (moment != Moment::silent) {
      const Card agreed =
          work.common.carding.agreed(moment, situation.hand.in(suit), work.common.suit_contract);
      if (choice.contains(agreed)) return agreed;
    }
  }
  return choice.lowest();
}

Card pimc_choice(const Work& work, const Grid& grid) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < grid.cards.size(); ++c) {
    if (grid.mean(c) > grid.mean(best) + kSame) best = c;
  }
  if (grid.points.empty()) return agreed_among(work, work.candidates);
  return agreed_among(work, same_everywhere(grid, grid.cards[best]));
}

Advice choose_pimc(Work& work) {
  const Grid grid = all_seeing(work);
  Advice advice;
  advice.card = pimc_choice(work, grid);
  advice.deals = grid.points.size();
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    const double value = grid.mean(c);
    advice.cards.push_back({.card = grid.cards[c], .value = value, .pimc = value});
  }
  std::stable_sort(advice.cards.begin(), advice.cards.end(), [&](const CardValue& a, const CardValue& b) {
    if (a.value != b.value) return a.value > b.value;
    return a.card == advice.card && b.card != advice.card;
  });
  return advice;
}

}  // namespace yomi::play

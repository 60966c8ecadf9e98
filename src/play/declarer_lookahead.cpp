#include "declarer_lookahead.h"

#include <algorithm>

#include "yomi/play/lookahead.h"

namespace yomi::play {
namespace {

constexpr std::size_t kFewestOfTwo = 16;   // deals for two cards
constexpr std::size_t kFewestOfMany = 24;  // and for more
constexpr double kShare = 0.9;             // of the time
// The cost of one card in one deal, relative to the deal's double-dummy values; the second while hands are
// long.
constexpr double kCost = 0.6;
constexpr double kCostOfLong = 1.1;
constexpr std::size_t kLong = 12;  // cards

}  // namespace

double DeclarerLookahead::cost() const {
  return task_.cards_left() >= kLong ? kCostOfLong : kCost;
}

int DeclarerLookahead::end() const {
  return kRanks -
         std::max(0, static_cast<int>(task_.cards_left()) - task_.settings.timed_reader.lookahead_tricks);
}

std::vector<std::size_t> DeclarerLookahead::columns(const Grid& grid, std::size_t most,
                                                    std::optional<std::size_t> always) const {
  std::vector<std::size_t> order;
  std::vector<double> means(grid.cards.size());
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (!grid.active[c]) continue;
    order.push_back(c);
    means[c] = grid.mean(c);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if ((a == always) != (b == always)) return a == always;
    return means[a] > means[b];
  });
  const double least = grid.best_mean() - task_.settings.timed_reader.lookahead_near * task_.trick_worth();
  const std::vector<CardSet> runs = task_.touching_cards();
  CardSet met;
  std::vector<std::size_t> made;
  for (std::size_t c : order) {
    const Card card = grid.cards[c];
    if (made.size() == most || met.contains(card) || (means[c] < least && c != always)) continue;
    made.push_back(c);
    for (CardSet run : runs) {
      if (run.contains(card)) met |= run;
    }
  }
  return made;
}

std::size_t DeclarerLookahead::deals_in_time(const Grid& grid, const Pace& pace) const {
  for (std::size_t cards = columns(grid, task_.settings.timed_reader.lookahead_cards).size(); cards >= 2;
       --cards) {
    const double each = pace.seconds_per_deal * (1 + cost() * static_cast<double>(cards));
    const auto deals = static_cast<std::size_t>(kShare * task_.deadline.limit() / each);
    if (deals >= (cards == 2 ? kFewestOfTwo : kFewestOfMany)) return deals;
  }
  return 0;
}

void DeclarerLookahead::run(Grid& grid, std::size_t first) {
  const double spent = std::max(task_.deadline.spent(), 1e-6);
  const double fit = (task_.deadline.limit() - spent) / (cost() * spent);
  const auto most = std::min(task_.settings.timed_reader.lookahead_cards,
                             static_cast<std::size_t>(std::clamp(fit, 0.0, 100.0)));
  const std::vector<std::size_t> compared = columns(grid, most, first);
  if (compared.size() < 2 || (grid.deals.size() < kFewestOfTwo && !grid.complete)) return;
  std::vector<Position> worlds;
  worlds.reserve(grid.deals.size());
  for (const belief::WeightedDeal& one : grid.deals) worlds.push_back(replay(task_.decision.seen, one.deal));
  std::size_t from = 0;  // deal of the part that is looked at
  LookaheadGame game{.context = task_.decision.context,
                     .policy = *task_.shared.reading.policy,
                     .worlds = {},
                     .course = task_.course(),
                     .left_at_end = kRanks - end(),
                     .worth =
                         [&](std::size_t world, int tricks) {
                           return grid.deals[from + world].weight *
                                  grid.worth[static_cast<std::size_t>(tricks)];
                         },
                     .stopped = [this] { return task_.deadline.is_over(); }};
  // Half of the deals first: if time runs out during the others, these alone count.
  for (const std::size_t to : {(worlds.size() + 1) / 2, worlds.size()}) {
    if (to == from) return;
    game.worlds = std::span(worlds).subspan(from, to - from);
    std::vector<std::vector<std::uint8_t>> made(compared.size());
    task_.workers.pool.each(compared.size(), [&](std::size_t item, int worker) {
      made[item] = look_ahead(game, grid.cards[compared[item]], task_.workers.of(worker).main());
    });
    for (const auto& tricks : made) {
      if (tricks.size() < game.worlds.size()) return;
    }
    tricks_.resize(grid.cards.size());
    for (std::size_t i = 0; i < compared.size(); ++i)
      tricks_[compared[i]].insert(tricks_[compared[i]].end(), made[i].begin(), made[i].end());
    for (std::size_t c = 0; c < grid.cards.size(); ++c) grid.active[c] = !tricks_[c].empty();
    from = to;
  }
}

}  // namespace yomi::play

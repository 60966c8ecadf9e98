#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

#include "work.h"
#include "yomi/play/card_policy.h"

namespace yomi::play {
namespace {

constexpr double kSame = 1e-9;
// Points for each nat by which experts prefer a lead: before dummy is seen the deals are many and the drawn
// ones few, and double-dummy values know nothing of what a lead gives away.
constexpr double kExpertsLead = 20;
constexpr double kRarest = 1e-3;
constexpr std::size_t kRound = 4;        // deals for each thread
constexpr std::size_t kLeastRaced = 12;  // deals before a card is given up
constexpr double kClear = 3;             // standard errors
constexpr double kImagined = 2;          // pairs

}  // namespace

double Grid::mean(std::size_t card) const {
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < looked[card]; ++i) {
    sum += weights[i] * points[i][card];
    all += weights[i];
  }
  return all > 0 ? sum / all : 0;
}

Difference paired_difference(std::span<const double> differences, std::span<const double> weights,
                             double swing) {
  assert(weights.size() >= differences.size());
  double all = 0;
  double squares_of_weights = 0;
  Difference made;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    all += weights[i];
    squares_of_weights += weights[i] * weights[i];
    made.mean += weights[i] * differences[i];
  }
  if (all <= 0) return made;
  made.mean /= all;
  double variance = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const double off = differences[i] - made.mean;
    variance += weights[i] / all * off * off;
  }
  const double effective = all * all / squares_of_weights;
  variance = (variance * effective + kImagined * swing * swing) / (effective + kImagined);
  made.error = std::sqrt(variance / std::max(1.0, effective - 1));
  return made;
}

namespace {

// The deals of the work from `from` on; those that the time did not suffice for are dropped. Were all looked
// at?
bool look_at(Work& work, Grid& grid, std::size_t from, double share = 1) {
  // The grid keeps tricks; what they are worth is looked up.
  static constexpr std::array<double, 14> kTricks = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
  std::vector<std::vector<std::uint8_t>> rows(work.deals.size() - from);
  CardSet wanted;
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c]) wanted.insert(grid.cards[c]);
  }
  if (wanted == work.decision.legal) wanted = {};
  work.thread_pool.each(rows.size(), [&](std::size_t item, int worker) {
    if (work.watch.is_past(share)) return;
    const Position position = replay(work.decision.seen, work.deals[from + item].deal);
    CardScores scores{.legal = position.legal(), .wanted = wanted};
    const int won = position.tricks(side_of(work.common.context.contract.declarer));
    fill_scores(scores, work.benches[static_cast<std::size_t>(worker)]->main(), position, won, work.common,
                kTricks);
    if (work.watch.is_over()) return;  // the last one may be bounds only
    for (Card card : grid.cards)
      rows[item].push_back(static_cast<std::uint8_t>(scores.sum[static_cast<std::size_t>(card.bit())]));
  });
  const std::vector<belief::WeightedDeal> all(work.deals.begin() + static_cast<std::ptrdiff_t>(from),
                                              work.deals.end());
  work.deals.resize(from);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].empty()) continue;
    std::vector<double>& points = grid.points.emplace_back();
    for (std::uint8_t tricks : rows[i]) points.push_back(work.worth[tricks]);
    grid.tricks.push_back(std::move(rows[i]));
    grid.weights.push_back(all[i].weight);
    work.deals.push_back(all[i]);
  }
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c]) grid.looked[c] = grid.points.size();
  }
  return work.deals.size() == from + all.size();
}

void drop_from(Work& work, Grid& grid, std::size_t from) {
  work.deals.resize(from);
  grid.tricks.resize(from);
  grid.points.resize(from);
  grid.weights.resize(from);
  for (std::size_t& looked : grid.looked) looked = std::min(looked, from);
}

// The cards that are clearly behind the best.
void give_up(const Work& work, Grid& grid) {
  const std::size_t deals = grid.points.size();
  if (deals < kLeastRaced) return;
  const std::vector<double> values = pimc_values(work, grid);
  std::size_t leader = grid.cards.size();
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c] && (leader == grid.cards.size() || values[c] > values[leader])) leader = c;
  }
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (!grid.active[c] || c == leader) continue;
    std::vector<double> ahead(deals);
    for (std::size_t i = 0; i < deals; ++i) ahead[i] = grid.points[i][leader] - grid.points[i][c];
    const double error = paired_difference(ahead, grid.weights, kSwing).error;
    if (values[leader] - values[c] > kClear * error) grid.active[c] = false;
  }
}

// Round by round, as long as at least half of the next round is likely to be in time. A round that was cut
// off does not count unless it is the first: so the clock's small whims change little.
void look_in_time(Work& work, Grid& grid, const LookLimits& limits) {
  const std::size_t round = kRound * static_cast<std::size_t>(work.thread_pool.size());
  const double start = work.watch.spent();
  std::vector<belief::WeightedDeal> ahead;  // all layouts, where there are few
  std::size_t taken = 0;
  while (work.deals.size() < work.most) {
    const std::size_t from = work.deals.size();
    if (!work.complete) {
      belief::Sample piece = work.sampler->next(round, work.random);
      work.complete = piece.is_complete;
      if (work.complete) {
        ahead = std::move(piece.deals);
        work.most = ahead.size();
      } else {
        for (belief::WeightedDeal& one : piece.deals) work.deals.push_back(one);
        if (piece.deals.empty()) break;
      }
    }
    for (std::size_t i = 0; work.complete && i < round && taken < ahead.size(); ++i)
      work.deals.push_back(ahead[taken++]);
    if (!look_at(work, grid, from)) {
      if (from > 0) drop_from(work, grid, from);
      work.cut_short = true;
      break;
    }
    const Pace pace{.deals = work.deals.size(),
                    .seconds_per_deal = (work.watch.spent() - start) / static_cast<double>(work.deals.size()),
                    .spent = work.watch.spent()};
    if (limits.enough && limits.enough(pace, grid)) break;
    if (limits.races && limits.races(pace)) {
      give_up(work, grid);
      if (std::count(grid.active.begin(), grid.active.end(), true) == 1) break;
    }
    if (pace.spent + 0.5 * static_cast<double>(round) * pace.seconds_per_deal > work.watch.limit()) {
      work.cut_short = work.deals.size() < work.most;
      break;
    }
  }
  work.complete = work.complete && work.deals.size() == ahead.size();
  double sum = 0;
  for (double weight : grid.weights) sum += weight;
  for (std::size_t i = 0; i < grid.weights.size(); ++i) work.deals[i].weight = grid.weights[i] /= sum;
}

}  // namespace

Grid double_dummy_grid(Work& work, const LookLimits& limits) {
  Grid grid;
  for (Card card : work.candidates) grid.cards.push_back(card);
  grid.active.assign(grid.cards.size(), true);
  grid.looked.assign(grid.cards.size(), 0);
  if (work.sampler != nullptr) {
    look_in_time(work, grid, limits);
  } else if (!look_at(work, grid, 0, limits.share)) {
    work.complete = false;
    work.cut_short = true;
  }
  return grid;
}

CardSet same_everywhere(const Grid& grid, Card card) {
  CardSet made = CardSet::of(card);
  const auto at =
      static_cast<std::size_t>(std::find(grid.cards.begin(), grid.cards.end(), card) - grid.cards.begin());
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    bool same = grid.looked[c] == grid.looked[at];
    for (const auto& row : grid.points) same = same && row[c] == row[at];
    if (same) made.insert(grid.cards[c]);
  }
  return made;
}

Card agreed_among(const Work& work, CardSet equals) {
  const Decision& decision = work.decision;
  const std::size_t on_table = decision.seen.play.size() % 4;
  std::optional<Card> led;
  if (on_table > 0) led = decision.seen.play[decision.seen.play.size() - on_table];
  const Seat leader = next(decision.turn, -static_cast<int>(on_table));
  // Leading, the suit that is longest in hand; the agreed card of it.
  Suit suit = equals.lowest().suit();
  for (Suit other : kSuitsFromSpades) {
    if (!equals.in(other).empty() && decision.hand.length(other) > decision.hand.length(suit)) suit = other;
  }
  const CardSet choice = equals.in(suit);
  const CardSet original =
      decision.turn == decision.seen.chair ? decision.seen.hand : decision.seen.dummy_hand;
  const CardSet own_before = original - decision.hand;
  if (work.common.use_carding) {
    Course course(decision.context.contract);
    for (Card card : decision.seen.play) course.add(card);
    if (const auto asking = preference_card(work.common.carding, course, choice, decision.hand))
      return *asking;
    const Moment moment = moment_of(work.common.carding, decision.context, decision.turn, choice.lowest(),
                                    leader, led, own_before.in(suit));
    if (moment != Moment::silent) {
      const Card agreed =
          work.common.carding.agreed(moment, decision.hand.in(suit), work.common.suit_contract);
      if (choice.contains(agreed)) return agreed;
    }
    if (led && !on(decision.turn, side_of(decision.context.contract.declarer)))
      return habitual(work.common.carding, choice);
  }
  return choice.lowest();
}

std::vector<double> log_policy(const Work& work, const Grid& grid) {
  const Decision& decision = work.decision;
  Course course(decision.context.contract, decision.context.calls);
  for (Card card : decision.seen.play) course.add(card);
  Deal hands{};
  hands[decision.seen.chair] = decision.seen.hand - course.played(decision.seen.chair);
  if (decision.seen.dummy)
    hands[*decision.seen.dummy] = decision.seen.dummy_hand - course.played(*decision.seen.dummy);
  const CardChances chances = CardPolicy::shipped().chances(course, sight_of_turn(course, hands));
  std::vector<double> made;
  made.reserve(grid.cards.size());
  for (Card card : grid.cards) made.push_back(std::log(chances.chance(card) + kRarest));
  return made;
}

std::vector<double> pimc_values(const Work& work, const Grid& grid) {
  std::vector<double> made(grid.cards.size());
  for (std::size_t c = 0; c < made.size(); ++c) made[c] = grid.mean(c);
  if (work.decision.seen.dummy || !work.settings.read_cards) return made;
  const std::vector<double> liked = log_policy(work, grid);
  for (std::size_t c = 0; c < made.size(); ++c) made[c] += kExpertsLead * liked[c];
  return made;
}

Card pimc_choice(const Work& work, const Grid& grid) {
  const std::vector<double> values = pimc_values(work, grid);
  std::size_t best = 0;
  while (best + 1 < values.size() && !grid.active[best]) ++best;
  for (std::size_t c = best + 1; c < values.size(); ++c) {
    if (grid.active[c] && values[c] > values[best] + kSame) best = c;
  }
  if (grid.points.empty()) return agreed_among(work, work.candidates);
  if (!work.decision.seen.dummy && work.settings.read_cards) return grid.cards[best];
  return agreed_among(work, same_everywhere(grid, grid.cards[best]));
}

Advice choose_pimc(Work& work) {
  const Grid grid = double_dummy_grid(work);
  Advice advice;
  advice.card = pimc_choice(work, grid);
  advice.deals = grid.points.size();
  const std::vector<double> values = pimc_values(work, grid);
  for (std::size_t c = 0; c < grid.cards.size(); ++c)
    advice.cards.push_back({.card = grid.cards[c], .value = values[c], .pimc = grid.mean(c)});
  std::stable_sort(advice.cards.begin(), advice.cards.end(), [&](const CardValue& a, const CardValue& b) {
    if (a.value != b.value) return a.value > b.value;
    return a.card == advice.card && b.card != advice.card;
  });
  return advice;
}

}  // namespace yomi::play

#include "double_dummy_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "paired_difference.h"
#include "yomi/play/card_policy.h"
#include "yomi/play/deal_sampler.h"

namespace yomi::play {
namespace {

constexpr std::size_t kDealsAtOnce = 4;  // deals for each thread
constexpr std::size_t kLeastRaced = 12;  // deals before a card is given up
constexpr double kClear = 3;             // standard errors
constexpr double kSwing = 250;           // points by which imaginary pairs differ
// Share of the time after which only the first proposals of a sample (or of a round of it) are weighed.
constexpr double kSamplingShare = 0.2;

// How many proposals to weigh for each deal kept when time is short: weighing costs more the more cards were
// seen, solving the less.
std::size_t worth_weighing(const Decision& decision) {
  const std::size_t tricks = decision.seen.play.size() / 4;
  return tricks <= 2 ? 8 : tricks <= 4 ? 4 : 2;
}

SamplingOptions sampling(const CardTask& task, bool in_rounds) {
  const Settings& settings = task.settings;
  SamplingOptions made{.count = task.deals,
                       .proposals = settings.proposals,
                       .enumerate_up_to = settings.enumerate_up_to,
                       .carding = settings.use_carding ? &task.shared.carding : nullptr,
                       .read_cards = settings.read_cards,
                       .reading = task.shared.reading,
                       .thread_pool = &task.workers.pool,
                       .transport = task.workers.transport,
                       .is_late = [&task] { return task.deadline.is_past(kSamplingShare); }};
  if (in_rounds) made.proposals = std::min(made.proposals, worth_weighing(task.decision));
  return made;
}

Grid empty_grid(const CardTask& task) {
  Grid grid{.cards = {}, .worth = task.points()};
  for (Card card : task.candidates) grid.cards.push_back(card);
  grid.active.assign(grid.cards.size(), true);
  grid.looked.assign(grid.cards.size(), 0);
  return grid;
}

// Adds `deals` to the grid as long as there is time. True if all were added.
bool look_at(const CardTask& task, Grid& grid, std::span<const belief::WeightedDeal> deals,
             double share = 1) {
  std::vector<std::vector<std::uint8_t>> rows(deals.size());
  CardSet wanted;
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c]) wanted.insert(grid.cards[c]);
  }
  if (wanted == task.decision.legal) wanted = {};
  const Side declaring = side_of(task.contract().declarer);
  task.workers.each<std::vector<std::uint8_t>>(rows, [&](std::size_t item, int worker) {
    if (task.deadline.is_past(share)) return;
    const Position position = replay(task.decision.seen, deals[item].deal);
    const TricksByCard found = tricks_by_card(task.workers.of(worker).main(), position, declaring,
                                              position.tricks(declaring), wanted);
    if (task.deadline.is_over()) return;  // the last one may be bounds only
    for (Card card : grid.cards) rows[item].push_back(found.of(card));
  });
  const std::size_t before = grid.deals.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].empty()) continue;
    grid.tricks.push_back(std::move(rows[i]));
    grid.deals.push_back(deals[i]);
  }
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c]) grid.looked[c] = grid.deals.size();
  }
  return grid.deals.size() == before + deals.size();
}

void drop_from(Grid& grid, std::size_t from) {
  grid.deals.resize(from);
  grid.tricks.resize(from);
  for (std::size_t& looked : grid.looked) looked = std::min(looked, from);
}

// The cards that are clearly behind the best.
void give_up(const CardTask& task, Grid& grid) {
  const std::size_t deals = grid.deals.size();
  if (deals < kLeastRaced) return;
  const std::vector<double> values = pimc_values(task, grid);
  std::size_t leader = grid.cards.size();
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c] && (leader == grid.cards.size() || values[c] > values[leader])) leader = c;
  }
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (!grid.active[c] || c == leader) continue;
    if (values[leader] - values[c] > kClear * grid.error_between(leader, c)) grid.active[c] = false;
  }
}

// Deals in rounds: those of a sampler or, where there are few, all layouts.
class Rounds {
 public:
  explicit Rounds(const CardTask& task)
      : sampler_(task.decision.context, task.decision.seen, sampling(task, true)),
        random_(task.settings.seed),
        most_(task.deals) {}

  std::vector<belief::WeightedDeal> next(std::size_t count) {
    if (complete_) return take(count);
    belief::Sample piece = sampler_.next(count, random_);
    if (!piece.is_complete) return std::move(piece.deals);
    complete_ = true;
    layouts_ = std::move(piece.deals);
    most_ = layouts_.size();
    return take(count);
  }
  // The total number of deals that exist or are wanted.
  [[nodiscard]] std::size_t most() const { return most_; }
  [[nodiscard]] bool is_complete() const { return complete_; }

 private:
  std::vector<belief::WeightedDeal> take(std::size_t count) {
    const auto from = layouts_.begin() + static_cast<std::ptrdiff_t>(taken_);
    taken_ = std::min(taken_ + count, layouts_.size());
    return {from, layouts_.begin() + static_cast<std::ptrdiff_t>(taken_)};
  }

  DealSampler sampler_;
  Random random_;
  std::size_t most_;
  bool complete_ = false;
  std::vector<belief::WeightedDeal> layouts_;
  std::size_t taken_ = 0;
};

}  // namespace

double Grid::best_mean() const {
  double best = std::numeric_limits<double>::lowest();
  for (std::size_t c = 0; c < cards.size(); ++c) {
    if (active[c]) best = std::max(best, mean(c));
  }
  return best;
}

std::size_t Grid::column(Card card) const {
  return static_cast<std::size_t>(std::find(cards.begin(), cards.end(), card) - cards.begin());
}

double Grid::error_between(std::size_t one, std::size_t two) const {
  std::vector<double> ahead(std::min(looked[one], looked[two]));
  std::vector<double> weights(ahead.size());
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    ahead[i] = value(one, i) - value(two, i);
    weights[i] = deals[i].weight;
  }
  return paired_difference(ahead, weights, kSwing).error;
}

CardSet Grid::same_everywhere(Card card) const {
  CardSet made = CardSet::of(card);
  const std::size_t at = column(card);
  for (std::size_t c = 0; c < cards.size(); ++c) {
    bool same = looked[c] == looked[at];
    for (const auto& row : tricks) same = same && worth[row[c]] == worth[row[at]];
    if (same) made.insert(cards[c]);
  }
  return made;
}

TricksByCard tricks_by_card(dd::Solver& solver, const Position& position, Side declaring, int won,
                            CardSet wanted) {
  const bool declares = on(position.turn(), declaring);
  const int left = position.tricks_left();
  TricksByCard made{.best = -1};
  for (const dd::CardTricks& one : wanted.empty() ? solver.cards(position) : solver.cards(position, wanted)) {
    const int tricks = won + (declares ? one.tricks.lower : left - one.tricks.lower);
    if (made.best < 0) made.best = tricks;
    for (Card card : one.equals | CardSet::of(one.card))
      made.by_bit[static_cast<std::size_t>(card.bit())] = static_cast<std::uint8_t>(tricks);
  }
  return made;
}

int tricks_lost(dd::Solver& solver, const Position& position, Card card) {
  if (position.legal().size() == 1) return 0;
  const TricksByCard found = tricks_by_card(solver, position, side_of(position.turn()), 0);
  return found.best - found.of(card);
}

Grid evaluate_all(const CardTask& task, double share) {
  Grid grid = empty_grid(task);
  const SamplingOptions how = sampling(task, false);
  Random random(task.settings.seed);
  const belief::Sample sample =
      DealSampler(task.decision.context, task.decision.seen, how).next(how.count, random);
  grid.cut_short = !look_at(task, grid, sample.deals, share);
  grid.complete = sample.is_complete && !grid.cut_short;
  return grid;
}

// Round by round, as long as at least half of the next round is likely to be in time.
Grid evaluate_in_rounds(const CardTask& task, const RoundRules& rules) {
  const std::size_t round = kDealsAtOnce * static_cast<std::size_t>(task.workers.pool.size());
  const double start = task.deadline.spent();
  Grid grid = empty_grid(task);
  Rounds rounds(task);
  while (grid.deals.size() < rounds.most()) {
    const std::size_t before = grid.deals.size();
    const auto deals = rounds.next(round);
    if (deals.empty()) break;
    if (!look_at(task, grid, deals)) {
      if (before > 0) drop_from(grid, before);
      grid.cut_short = true;
      break;
    }
    const double spent = task.deadline.spent();
    const Pace pace{.deals = grid.deals.size(),
                    .seconds_per_deal = (spent - start) / static_cast<double>(grid.deals.size()),
                    .spent = spent};
    grid.seconds_per_deal = pace.seconds_per_deal;
    if (rules.enough && rules.enough(pace, grid)) break;
    if (rules.races && rules.races(pace)) {
      give_up(task, grid);
      if (std::count(grid.active.begin(), grid.active.end(), true) == 1) break;
    }
    if (spent + 0.5 * static_cast<double>(round) * pace.seconds_per_deal > task.deadline.limit()) {
      grid.cut_short = grid.deals.size() < rounds.most();
      break;
    }
  }
  grid.complete = rounds.is_complete() && grid.deals.size() == rounds.most();
  double sum = 0;
  for (const belief::WeightedDeal& one : grid.deals) sum += one.weight;
  for (belief::WeightedDeal& one : grid.deals) one.weight /= sum;
  return grid;
}

}  // namespace yomi::play

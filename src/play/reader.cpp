// From double-dummy values, lookahead and play-outs to a card (docs/design/play.md).
#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "playouts.h"
#include "yomi/play/lookahead.h"
#include "yomi/play/result_calibration.h"

namespace yomi::play {
namespace {

constexpr std::size_t kRound = 16;         // deals between two looks at the standings
constexpr std::size_t kLeast = 32;         // deals before a card may be given up
constexpr std::size_t kFewest = 16;        // deals that can decide at all
constexpr std::size_t kFewestOfTimed = 8;  // the same of a timed one
constexpr std::size_t kForTies = 64;       // deals for cards that pimc cannot tell apart
constexpr std::size_t kEnoughOfLong = 2;   // times the deals: all play-outs, until hands are short
constexpr double kHopeless = 150;  // points below the best double-dummy mean at which a card is not tried
constexpr double kHopelessToTimed = 75;
constexpr double kNear = 0.1;  // of a trick's worth: cards so near to the best may change places with it
constexpr std::size_t kMostCards = 8;
constexpr std::size_t kMostCardsOfTimed = 3;
constexpr std::size_t kMostOfLong = 2;  // while hands are long
constexpr std::size_t kLong = 12;       // cards
// When timed, the double-dummy values have all of the time, unless this share of it will do for them and
// enough play-outs fit into the rest. A play-out of one card takes about so many times as long as a deal's
// double-dummy values, and something goes for the belief sets of the deal.
constexpr double kFirstPass = 0.25;
constexpr double kFirstPassOfWhole = 0.4;  // when there is a time limit, but no hurry
constexpr double kPlayoutCost = 8;
// What play-outs have to add to double-dummy differences, from decision to decision: as a rule next to
// nothing, now and then much. Standard deviations as shares of the most that one trick is worth.
constexpr double kUsualSpread = 0.02;
constexpr double kRareSpread = 0.2;
constexpr double kRareChance = 0.05;
constexpr double kModelError = 0.03;   // what is wrong with them however many there are
constexpr double kSetsCost = 0.0015;   // seconds
constexpr std::size_t kDeciding = 3;   // deals shown with the reasons
constexpr std::size_t kRepeats = 4;    // of the deals, when timed
constexpr double kClearlyLiked = 0.5;  // nats by which experts must prefer another card than pimc's
constexpr double kWorthIt = 0.02;  // of a trick's worth: another card must be so far ahead of a timed choice
// Lookahead (lookahead.h): tricks of it, with the one on the table; how many cards it compares at most, and
// how near they are to the best, of a trick's worth; in how many deals at least, of two cards and of more;
// the share of the time that it may take; and what a deal of one card takes against its double-dummy values.
constexpr int kLookaheadTricks = 3;
constexpr std::size_t kLookaheadCards = 4;
constexpr double kLookaheadNear = 0.35;
constexpr std::size_t kLookaheadDeals = 16;
constexpr std::size_t kLookaheadDealsOfMany = 24;
constexpr double kLookaheadShare = 0.9;
constexpr double kLookaheadCost = 0.6;
constexpr double kLookaheadCostOfLong = 1.1;  // while hands are long
constexpr double kLookaheadMargin = 0.01;     // of a trick's worth: by which another card must be ahead
constexpr double kSame = 1e-9;
constexpr double kGolden = 0.6180339887498949;
constexpr double kForHigher = 1.25;  // times the significance, for a higher card of the suit

double square(double x) {
  return x * x;
}

std::size_t most_cards(const Work& work) {
  if (!work.settings.is_timed()) return kMostCards;
  return cards_left(work) >= kLong ? kMostOfLong : kMostCardsOfTimed;
}

// When timed, double-dummy results count for what they come to at the table.
const ResultCalibration& calibration_of(const Work& work) {
  static const ResultCalibration never_wrong;
  return work.settings.is_timed() && work.settings.calibration && work.decision.seen.dummy
             ? ResultCalibration::shipped()
             : never_wrong;
}
// Tricks complete once the card in question is played.
int tricks_complete(const Work& work) {
  return static_cast<int>((work.decision.seen.play.size() + 1) / 4);
}

bool declares(const Work& work) {
  return on(work.decision.seen.chair, side_of(work.decision.context.contract.declarer));
}

// A timed declarer chooses for what a card gains in IMPs against a table where pimc's is played.
bool uses_imps(const Work& work) {
  return work.settings.is_timed() && work.settings.imps && work.decision.seen.dummy && declares(work);
}

// Cards that nobody can tell apart by the tricks they take.
std::vector<CardSet> touching_cards(const Work& work) {
  const std::vector<Card>& play = work.decision.seen.play;
  CardSet gone = work.decision.seen.played();
  for (Card card : std::span(play).last(play.size() % 4)) gone.erase(card);  // those on the table count
  return equivalent_groups(work.decision.hand, work.decision.legal, gone);
}

double lookahead_cost(const Work& work) {
  return cards_left(work) >= kLong ? kLookaheadCostOfLong : kLookaheadCost;
}

// The most that one trick can still be worth.
double largest_step(const Work& work) {
  const Decision& decision = work.decision;
  const auto& points = work.common.points_of(side_of(decision.seen.chair));
  if (work.deals.empty()) return kSwing;
  const Position now = replay(decision.seen, work.deals.front().deal);
  const auto won = static_cast<std::size_t>(now.tricks(side_of(decision.context.contract.declarer)));
  double most = 0;
  for (std::size_t t = won; t < won + static_cast<std::size_t>(now.tricks_left()); ++t)
    most = std::max(most, std::abs(points[t + 1] - points[t]));
  return most;
}

struct Candidate {
  Card card;
  std::size_t column = 0;  // in the grid
  double pimc = 0;
  bool active = true;
  std::vector<double> values{};  // by play-out; see Reading::rated_end
};

class Reading {
 public:
  explicit Reading(Work& work)
      : work_(work),
        grid_(double_dummy_grid(work, look_limits(work))),
        step_(largest_step(work)),
        swing_(std::min(kSwing, step_)) {}

  Advice run();

 private:
  // Double-dummy values first, and play-outs if there will be time for enough of them and something for them
  // to decide. If not, cards that are clearly behind to pimc are not worth more of the time.
  static LookLimits look_limits(const Work& work) {
    const double limit = work.watch.limit();
    const double times =
        kPlayoutCost * static_cast<double>(most_cards(work)) * (has_short_hands(work) ? 2 : 1);
    const auto fit = [limit, times](const Pace& pace) {
      const double each = times * pace.seconds_per_deal + kSetsCost;
      const double rest = limit - std::max(pace.spent, kFirstPass * limit);
      return rest >= each * static_cast<double>(kFewestOfTimed);
    };
    return {.share = kFirstPassOfWhole,
            .enough =
                [=, &work](const Pace& pace, const Grid& grid) {
                  const std::size_t ahead = uses_imps(work) ? deals_to_look_ahead(work, grid, pace) : 0;
                  if (ahead > 0) return pace.deals >= ahead;
                  return pace.spent >= kFirstPass * limit && fit(pace) && has_rival(work, grid);
                },
            .races = [=](const Pace& pace) { return pace.spent >= kFirstPass * limit || !fit(pace); }};
  }
  // Is another card near enough to the best that play-outs could prefer it, and not worth the same in every
  // deal so far? Of equal cards more deals may find the better one; play-outs have no say among them.
  static bool has_rival(const Work& work, const Grid& grid);
  // The cards that lookahead shall compare, best first: one of those that touch, and no more than `most`.
  static std::vector<std::size_t> worth_looking_ahead(const Work& work, const Grid& grid, std::size_t most,
                                                      std::optional<Card> always = {});
  // In how many deals there will be time to; 0: too few, or there is nothing to compare.
  static std::size_t deals_to_look_ahead(const Work& work, const Grid& grid, const Pace& pace);
  [[nodiscard]] bool is_timed() const { return work_.settings.is_timed(); }
  // A timed defender leans towards what experts play: what partner and declarer make of a card
  // is in their habits, and the solver cannot tell it.
  [[nodiscard]] bool uses_policy_prior() const {
    return is_timed() && work_.settings.read_cards && work_.decision.seen.dummy && !declares(work_);
  }
  void pick_candidates();
  void keep_telling_cards();
  void say_what_decides(const Candidate& chosen, Advice& advice) const;
  void play_rounds();
  void fit_into_time(const Playouts& playouts);
  [[nodiscard]] bool nothing_to_gain() const;
  void drop_hopeless();
  // What the double-dummy result of a card is worth in a deal, or the ahead one where there is one, and the
  // end of a play-out of that deal: points; against another table, points as ResultCalibration::expected_imps
  // tells them.
  [[nodiscard]] double rated(std::size_t column, std::size_t deal) const {
    if (!ahead_.empty() && deal < ahead_[column].size())
      return lookahead_end_[ahead_[column][deal]][there(deal)];
    return rated_seeing(column, deal);
  }
  [[nodiscard]] double rated_seeing(std::size_t column, std::size_t deal) const {
    return uses_imps(work_) ? now_[grid_.tricks[deal][column]][there(deal)] : grid_.points[deal][column];
  }
  [[nodiscard]] double rated_end(int tricks, std::size_t deal) const {
    const auto t = static_cast<std::size_t>(tricks);
    return uses_imps(work_) ? end_[t][there(deal)] : worth_at_end_[t];
  }
  // What the other table has in a deal: the result of pimc's card.
  [[nodiscard]] std::size_t there(std::size_t deal) const { return grid_.tricks[deal][pimc_column_]; }
  void prepare_ratings();
  void look_ahead_of_cards();
  void level_with_lookahead();
  // Over the first deals, by their weights.
  template <typename Value>
  [[nodiscard]] double mean_of(std::size_t deals, Value value) const {
    double sum = 0;
    double all = 0;
    for (std::size_t deal = 0; deal < deals; ++deal) {
      sum += grid_.weights[deal] * value(deal);
      all += grid_.weights[deal];
    }
    return all > 0 ? sum / all : 0;
  }
  void choose_first_card();
  [[nodiscard]] double blended(const Candidate& one, std::size_t playout) const {
    return (1 - work_.settings.risk) * one.values[playout] +
           work_.settings.risk * rated(one.column, deal_of(playout));
  }
  // Few layouts are gone through one after the other, again and again. Of many a play-out takes the next by a
  // step of the golden ratio through their weights, so that each stretch of play-outs has its share of all.
  [[nodiscard]] bool steps() const { return work_.complete && grid_.points.size() > kForTies; }
  [[nodiscard]] std::size_t deal_of(std::size_t playout) const {
    if (!steps()) return playout % grid_.points.size();
    double whole = 0;
    const double target = std::modf(0.5 + kGolden * static_cast<double>(playout), &whole);
    const auto at = std::upper_bound(passed_.begin(), passed_.end(), target * passed_.back());
    return std::min(static_cast<std::size_t>(at - passed_.begin()), passed_.size() - 1);
  }
  [[nodiscard]] double weight(std::size_t playout) const {
    return steps() ? 1 : grid_.weights[deal_of(playout)];
  }
  // Few layouts are gone through several times, because what the others think is a matter of luck.
  [[nodiscard]] std::size_t playouts_wanted() const {
    const std::size_t deals = grid_.points.size();
    if (is_timed()) return kRepeats * deals;
    return work_.complete && deals < kForTies ? (kForTies + deals - 1) / deals * deals : deals;
  }
  [[nodiscard]] std::size_t sets() const { return std::max<std::size_t>(2, work_.settings.beliefs); }
  [[nodiscard]] double mean(const Candidate& one) const;
  [[nodiscard]] Difference difference(const Candidate& a, const Candidate& b) const {
    return difference(a, b, swing_);
  }
  [[nodiscard]] Difference difference(const Candidate& a, const Candidate& b, double swing) const;
  // The value of `one` in a play-out. When timed, what it was worth before, and what the play-out adds
  // to the double-dummy value of its own deal.
  [[nodiscard]] double value(const Candidate& one, std::size_t playout) const {
    const double found = blended(one, playout);
    return is_timed() ? one.pimc + found - rated(one.column, deal_of(playout)) : found;
  }
  [[nodiscard]] double believed_gain(const Candidate& one) const;
  [[nodiscard]] const Candidate& choice() const;
  [[nodiscard]] const Candidate& timed_choice() const;
  [[nodiscard]] const Candidate& best_of(CardSet among) const;
  [[nodiscard]] const Candidate& low_as_good(const Candidate& leader, CardSet among) const;

  Work& work_;
  Grid grid_;
  std::vector<Candidate> candidates_;  // first_card_ first
  double step_;                        // the most that one trick can still be worth
  double swing_;
  std::vector<double> passed_;   // sums of the weights up to each deal
  std::size_t pimc_column_ = 0;  // of pimc's card, in the grid
  Card first_card_{};            // what is played unless play-outs object: without a time limit pimc's card
  std::vector<double> values_;   // when timed, by card: before play-outs
  ResultCalibration::ImpTable now_{};
  ResultCalibration::ImpTable end_{};
  ResultCalibration::ImpTable lookahead_end_{};   // of lookahead
  std::vector<std::vector<std::uint8_t>> ahead_;  // by card, then deal: the declarer's tricks
  std::array<double, 14> worth_at_end_{};
  CardSet tied_{};        // cards that are worth as much to pimc in every deal
  std::size_t done_ = 0;  // play-outs of each card
};

bool Reading::has_rival(const Work& work, const Grid& grid) {
  std::size_t best = grid.cards.size();
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c] && (best == grid.cards.size() || grid.mean(c) > grid.mean(best))) best = c;
  }
  if (best == grid.cards.size()) return false;
  const CardSet equals = same_everywhere(grid, grid.cards[best]);
  const double least = grid.mean(best) - kNear * largest_step(work);
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c] && !equals.contains(grid.cards[c]) && grid.mean(c) >= least) return true;
  }
  return false;
}

std::vector<std::size_t> Reading::worth_looking_ahead(const Work& work, const Grid& grid, std::size_t most,
                                                      std::optional<Card> always) {
  std::vector<std::size_t> order;
  std::vector<double> means(grid.cards.size());
  double best = std::numeric_limits<double>::lowest();
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (!grid.active[c]) continue;
    order.push_back(c);
    means[c] = grid.mean(c);
    best = std::max(best, means[c]);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if ((grid.cards[a] == always) != (grid.cards[b] == always)) return grid.cards[a] == always;
    return means[a] > means[b];
  });
  const double least = best - kLookaheadNear * largest_step(work);
  const std::vector<CardSet> runs = touching_cards(work);
  CardSet met;
  std::vector<std::size_t> made;
  for (std::size_t c : order) {
    const Card card = grid.cards[c];
    if (made.size() == most || met.contains(card) || (means[c] < least && card != always)) continue;
    made.push_back(c);
    for (CardSet run : runs) {
      if (run.contains(card)) met |= run;
    }
  }
  return made;
}

std::size_t Reading::deals_to_look_ahead(const Work& work, const Grid& grid, const Pace& pace) {
  if (!work.settings.lookahead) return 0;
  for (std::size_t cards = worth_looking_ahead(work, grid, kLookaheadCards).size(); cards >= 2; --cards) {
    const double each = pace.seconds_per_deal * (1 + lookahead_cost(work) * static_cast<double>(cards));
    const auto deals = static_cast<std::size_t>(kLookaheadShare * work.watch.limit() / each);
    if (deals >= (cards == 2 ? kLookaheadDeals : kLookaheadDealsOfMany)) return deals;
  }
  return 0;
}

// As many cards as there is time for. Those that are not looked at are out of the running.
void Reading::look_ahead_of_cards() {
  const double spent = std::max(work_.watch.spent(), 1e-6);
  const double fit = (work_.watch.limit() - spent) / (lookahead_cost(work_) * spent);
  const auto most = std::min(kLookaheadCards, static_cast<std::size_t>(std::clamp(fit, 0.0, 100.0)));
  const std::vector<std::size_t> columns = worth_looking_ahead(work_, grid_, most, grid_.cards[pimc_column_]);
  if (columns.size() < 2 || (grid_.points.size() < kLookaheadDeals && !work_.complete)) return;
  const PlayContext& context = work_.decision.context;
  const std::array<int, 14> points = context.points(side_of(work_.decision.seen.chair));
  const int before = tricks_complete(work_);
  const int left = std::max(0, static_cast<int>(cards_left(work_)) - kLookaheadTricks);
  std::vector<ResultCalibration::ImpTable> by_tricks;  // complete, from `before` on
  for (int complete = before; complete <= kRanks - left; ++complete)
    by_tricks.push_back(
        calibration_of(work_).expected_imps(points, context.contract.tricks_needed(), complete, before));
  std::vector<Position> worlds;
  for (std::size_t i = 0; i < grid_.points.size(); ++i)
    worlds.push_back(replay(work_.decision.seen, work_.deals[i].deal));
  std::size_t first = 0;  // deal of the part that is looked at
  LookaheadGame game{.context = context,
                     .policy = *work_.common.reading.policy,
                     .worlds = {},
                     .course = Course(context.contract, context.calls),
                     .left_at_end = left,
                     .worth =
                         [&](std::size_t world, int complete, int tricks) {
                           const std::size_t deal = first + world;
                           const auto& expected_imps = by_tricks[static_cast<std::size_t>(complete - before)];
                           return grid_.weights[deal] *
                                  expected_imps[static_cast<std::size_t>(tricks)][there(deal)];
                         },
                     .stopped = [this] { return work_.watch.is_over(); }};
  for (Card card : work_.decision.seen.play) game.course.add(card);
  lookahead_end_ = by_tricks.back();
  // Half of the deals first: if the time does not suffice for the others, they alone tell.
  for (const std::size_t to : {(worlds.size() + 1) / 2, worlds.size()}) {
    if (to == first) return;
    game.worlds = std::span(worlds).subspan(first, to - first);
    std::vector<std::vector<std::uint8_t>> made(columns.size());
    work_.thread_pool.each(columns.size(), [&](std::size_t item, int worker) {
      dd::Solver& solver = work_.benches[static_cast<std::size_t>(worker)]->main();
      made[item] = look_ahead(game, grid_.cards[columns[item]], solver);
    });
    for (const auto& tricks : made) {
      if (tricks.size() < game.worlds.size()) return;
    }
    ahead_.resize(grid_.cards.size());
    for (std::size_t i = 0; i < columns.size(); ++i)
      ahead_[columns[i]].insert(ahead_[columns[i]].end(), made[i].begin(), made[i].end());
    for (std::size_t c = 0; c < grid_.cards.size(); ++c) grid_.active[c] = !ahead_[c].empty();
    first = to;
  }
}

void Reading::prepare_ratings() {
  const PlayContext& context = work_.decision.context;
  const std::array<int, 14> points = context.points(side_of(work_.decision.seen.chair));
  const int needed = context.contract.tricks_needed();
  const int before = tricks_complete(work_);
  const int after = kRanks - left_at_end(work_);
  const ResultCalibration& calibration = calibration_of(work_);
  worth_at_end_ = calibration.worth(points, needed, after);
  if (!uses_imps(work_)) return;
  now_ = calibration.expected_imps(points, needed, before, before);
  end_ = calibration.expected_imps(points, needed, after, before);
}

// Cards that were left out of lookahead are not played; to be told beside the others they are taken to lose
// as much by it.
void Reading::level_with_lookahead() {
  double lost = 0;
  double cards = 0;
  for (std::size_t c = 0; c < ahead_.size(); ++c) {
    if (ahead_[c].empty()) continue;
    lost +=
        mean_of(ahead_[c].size(), [&](std::size_t deal) { return rated_seeing(c, deal) - rated(c, deal); });
    cards += 1;
  }
  for (std::size_t c = 0; c < ahead_.size(); ++c) {
    if (ahead_[c].empty()) values_[c] -= lost / cards;
  }
}

// When timed: from pimc's card to the one that is worth most to a declarer in IMPs against it, or that
// experts make most of, with what it is worth, to a defender.
void Reading::choose_first_card() {
  values_ = pimc_values(work_, grid_);
  if (uses_imps(work_)) {
    if (work_.settings.lookahead) look_ahead_of_cards();
    for (std::size_t c = 0; c < values_.size(); ++c) {
      const std::size_t ahead = ahead_.empty() ? 0 : ahead_[c].size();
      values_[c] = mean_of(grid_.looked[c], [&](std::size_t deal) { return rated_seeing(c, deal); }) +
                   mean_of(ahead, [&](std::size_t deal) { return rated(c, deal) - rated_seeing(c, deal); });
    }
    level_with_lookahead();
  }
  double most = values_[pimc_column_] + (ahead_.empty() ? 0 : kLookaheadMargin * step_);
  if (uses_policy_prior()) {
    const double nat = work_.settings.policy_prior * step_;
    const std::vector<double> liked = log_policy(work_, grid_);
    for (std::size_t c = 0; c < values_.size(); ++c) values_[c] += nat * liked[c];
    most = values_[pimc_column_] + kClearlyLiked * nat;
  }
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (!grid_.active[c] || values_[c] <= most + kSame) continue;
    first_card_ = grid_.cards[c];
    most = values_[c];
  }
}

void Reading::pick_candidates() {
  passed_.resize(grid_.weights.size());
  std::partial_sum(grid_.weights.begin(), grid_.weights.end(), passed_.begin());
  first_card_ = pimc_choice(work_, grid_);
  pimc_column_ = static_cast<std::size_t>(std::find(grid_.cards.begin(), grid_.cards.end(), first_card_) -
                                          grid_.cards.begin());
  prepare_ratings();
  if (is_timed()) choose_first_card();
  tied_ = same_everywhere(grid_, first_card_);
  double best = std::numeric_limits<double>::lowest();
  for (std::size_t c = 0; c < grid_.cards.size(); ++c) {
    if (grid_.active[c]) best = std::max(best, grid_.mean(c));
  }
  for (std::size_t c = 0; c < grid_.cards.size(); ++c) {
    if (!grid_.active[c]) continue;
    const double mean = grid_.mean(c);
    if (grid_.cards[c] == first_card_ || mean >= best - (is_timed() ? kHopelessToTimed : kHopeless))
      candidates_.push_back({.card = grid_.cards[c], .column = c, .pimc = is_timed() ? values_[c] : mean});
  }
  std::stable_sort(candidates_.begin(), candidates_.end(), [&](const Candidate& a, const Candidate& b) {
    if ((a.card == first_card_) != (b.card == first_card_)) return a.card == first_card_;
    return a.pimc > b.pimc;
  });
  if (is_timed()) keep_telling_cards();
  if (candidates_.size() > most_cards(work_)) candidates_.resize(most_cards(work_));
}

// There is time for few cards: those that pimc tells apart from its own, and of touching cards one.
void Reading::keep_telling_cards() {
  const std::vector<CardSet> runs = touching_cards(work_);
  CardSet met;
  std::vector<Candidate> kept;
  for (Candidate& one : candidates_) {
    const auto run =
        std::find_if(runs.begin(), runs.end(), [&](CardSet cards) { return cards.contains(one.card); });
    const bool is_new = run != runs.end() && (*run & met).empty();
    met.insert(one.card);
    if (one.card == first_card_ || (is_new && !tied_.contains(one.card))) kept.push_back(std::move(one));
  }
  candidates_ = std::move(kept);
}

double Reading::mean(const Candidate& one) const {
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < one.values.size(); ++i) {
    sum += weight(i) * value(one, i);
    all += weight(i);
  }
  return all > 0 ? sum / all : one.pimc;
}

Difference Reading::difference(const Candidate& a, const Candidate& b, double swing) const {
  std::vector<double> differences(std::min(a.values.size(), b.values.size()));
  std::vector<double> weights(differences.size());
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i] = value(a, i) - value(b, i);
    weights[i] = weight(i);
  }
  return paired_difference(differences, weights, swing);
}

// Points by which `one` is ahead of the first card: the double-dummy difference, and what the play-outs add
// to it as far as that can be believed: the expected correction, given what they found with what error.
double Reading::believed_gain(const Candidate& one) const {
  const Candidate& first = candidates_.front();
  const double seen = one.pimc - first.pimc;
  if (std::min(one.values.size(), first.values.size()) < kFewestOfTimed) return seen;
  const Difference found = difference(one, first, 0);
  const double added = found.mean - seen;
  double sum = 0;
  double all = 0;
  for (const auto& [spread, often] :
       {std::pair{kUsualSpread, 1 - kRareChance}, std::pair{kRareSpread, kRareChance}}) {
    const double before = square(spread * step_);
    const double variance = before + square(found.error) + square(kModelError * step_);
    if (variance <= 0) continue;
    const double chance = often * std::exp(-added * added / (2 * variance)) / std::sqrt(variance);
    sum += chance * before / variance;
    all += chance;
  }
  return all > 0 ? seen + sum / all * added : seen;
}

// Of the cards still looked at, or of all when none of `among` is.
const Candidate& Reading::best_of(CardSet among) const {
  bool any = false;
  for (const Candidate& one : candidates_) any = any || (one.active && among.contains(one.card));
  const Candidate* made = nullptr;
  for (const Candidate& one : candidates_) {
    if (!among.contains(one.card) || (any && !one.active)) continue;
    if (made == nullptr || mean(one) > mean(*made)) made = &one;
  }
  assert(made != nullptr);
  return *made;
}

// Cards that are far behind after enough deals; pimc's own is held longer.
void Reading::drop_hopeless() {
  if (done_ < kLeast) return;
  const Candidate& leader = best_of(CardSet::full());
  for (Candidate& one : candidates_) {
    if (!one.active || one.card == leader.card) continue;
    const Difference behind = difference(leader, one);
    const double clear = one.card == first_card_ ? 3 : 2.5;  // standard errors
    if (behind.mean > clear * behind.error && behind.mean > 0) one.active = false;
  }
}

// Higher cards are kept unless playing them is clearly better: the lowest card of the suit that is not
// significantly behind.
const Candidate& Reading::low_as_good(const Candidate& leader, CardSet among) const {
  const Candidate* made = &leader;
  for (const Candidate& one : candidates_) {
    if (!among.contains(one.card) || !one.active || one.card.suit() != leader.card.suit()) continue;
    const Difference behind = difference(leader, one);
    if (one.card.rank() < made->card.rank() &&
        behind.mean <= kForHigher * work_.settings.significance * behind.error)
      made = &one;
  }
  return *made;
}

// As many cards as the rest of the time suffices for, by what one play-out takes.
void Reading::fit_into_time(const Playouts& playouts) {
  const double before = work_.watch.spent();
  const Playouts::Start start = playouts.start(0, deal_of(0));
  playouts.run(start, first_card_, *work_.benches.front());
  const double each =
      std::max(work_.watch.spent() - before, 1e-6) / static_cast<double>(work_.benches.size());
  const double rest = std::max(0.0, work_.watch.limit() - work_.watch.spent());
  const double fit = rest / (each * static_cast<double>(kFewest));
  if (fit < static_cast<double>(candidates_.size()))
    candidates_.resize(std::max<std::size_t>(2, static_cast<std::size_t>(fit)));
}

// No card can be ahead of the one that would be played by so much that it matters.
bool Reading::nothing_to_gain() const {
  const Candidate& chosen = choice();
  return std::all_of(candidates_.begin(), candidates_.end(), [&](const Candidate& one) {
    if (!one.active || one.card == chosen.card) return true;
    const Difference ahead = difference(one, chosen);
    return ahead.mean + work_.settings.significance * ahead.error < kNear * step_;
  });
}

void Reading::play_rounds() {
  const Playouts playouts(work_, sets());
  const std::size_t wanted = playouts_wanted();
  if (!is_timed() && work_.watch.limit() > 0 && !work_.watch.is_over()) fit_into_time(playouts);
  std::size_t all_done = 0;  // play-outs of all cards
  while (done_ < wanted && !work_.watch.is_over()) {
    const std::size_t count = std::min(kRound, wanted - done_);
    std::vector<std::vector<double>> rows(count);
    work_.thread_pool.each(count, [&](std::size_t item, int worker) {
      Bench& bench = *work_.benches[static_cast<std::size_t>(worker)];
      std::vector<double> row;
      const Playouts::Start start = playouts.start(done_ + item, deal_of(done_ + item));
      for (const Candidate& one : candidates_) {
        if (work_.watch.is_over()) return;
        const std::size_t deal = deal_of(done_ + item);
        row.push_back(one.active ? rated_end(playouts.run(start, one.card, bench), deal) : 0);
      }
      if (!work_.watch.is_over()) rows[item] = std::move(row);
    });
    // Only whole rows without a gap count, so that what is compared stays paired.
    for (std::size_t i = 0; i < count && !rows[i].empty(); ++i) {
      for (std::size_t c = 0; c < candidates_.size(); ++c) {
        if (!candidates_[c].active) continue;
        candidates_[c].values.push_back(rows[i][c]);
        ++all_done;
      }
      ++done_;
    }
    drop_hopeless();
    int active = 0;
    bool all_tied = true;
    for (const Candidate& one : candidates_) {
      active += one.active ? 1 : 0;
      all_tied = all_tied && (!one.active || tied_.contains(one.card));
    }
    if (all_tied && done_ >= kForTies) break;
    if (active < 2) break;
    if (is_timed() || has_short_hands(work_)) continue;
    if (done_ >= kLeast && all_done >= kEnoughOfLong * wanted) break;
    if (done_ >= kForTies && nothing_to_gain()) break;
  }
}

// The deals that speak most for the card or for its rival, with the play after both.
void Reading::say_what_decides(const Candidate& chosen, Advice& advice) const {
  const Candidate* rival = nullptr;
  for (const Candidate& one : candidates_) {
    if (one.card == chosen.card || one.values.empty()) continue;
    if (rival == nullptr || mean(one) > mean(*rival)) rival = &one;
  }
  if (rival == nullptr) return;
  advice.rival = rival->card;
  const std::size_t count = std::min(chosen.values.size(), rival->values.size());
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  const auto swing = [&](std::size_t i) {
    return weight(i) * std::abs(blended(chosen, i) - blended(*rival, i));
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return swing(a) > swing(b); });
  const Playouts playouts(work_, sets());
  for (std::size_t i : order) {
    if (advice.deciding.size() >= kDeciding || swing(i) <= 0 || work_.watch.is_over()) break;
    Deciding made{.deal = work_.deals[deal_of(i)].deal, .weight = work_.deals[deal_of(i)].weight};
    const Playouts::Start start = playouts.start(i, deal_of(i));
    const auto worth = [&](Card card, std::vector<Card>& line) {
      const int tricks = playouts.run(start, card, *work_.benches.front(), &line);
      return worth_at_end_[static_cast<std::size_t>(tricks)];
    };
    made.points = worth(chosen.card, made.line);
    made.rivals_points = worth(rival->card, made.rivals_line);
    if (!work_.watch.is_over()) advice.deciding.push_back(std::move(made));
  }
}

// Among cards of pimc's suit that are worth the same to it in every deal the play-outs decide, when there
// were enough of them; any other card must be clearly better.
const Candidate& Reading::choice() const {
  const Candidate* chosen = &candidates_.front();
  const bool all = done_ == playouts_wanted();
  if (done_ < kFewest && !all) return *chosen;
  const CardSet tied = tied_.in(first_card_.suit());
  if (done_ >= kLeast || all) chosen = &low_as_good(best_of(tied), tied);
  const Candidate& challenger = best_of(CardSet::full());
  const Difference gain = difference(challenger, *chosen);
  const bool spends_more = challenger.card.suit() == chosen->card.suit() && challenger.card > chosen->card;
  const double needed = (spends_more ? kForHigher : 1) * work_.settings.significance;
  return gain.mean > needed * gain.error && gain.mean > 0 ? challenger : *chosen;
}

// Among cards that are worth the same to pimc in every deal the agreed one stays, which partner reads; any
// other card must be better as far as one can believe it.
const Candidate& Reading::timed_choice() const {
  const Candidate* chosen = &candidates_.front();
  double most = kWorthIt * step_;
  for (const Candidate& one : candidates_) {
    if (!one.active || tied_.contains(one.card)) continue;
    const double gain = believed_gain(one);
    if (gain <= most) continue;
    chosen = &one;
    most = gain;
  }
  return *chosen;
}

Advice Reading::run() {
  Advice advice;
  if (grid_.points.empty()) {
    advice.card = agreed_among(work_, work_.candidates);
    for (Card card : work_.candidates) advice.cards.push_back({.card = card});
    return advice;
  }
  pick_candidates();
  if (candidates_.size() > 1) play_rounds();

  const Candidate* chosen = is_timed() ? &timed_choice() : &choice();
  advice.card = chosen->card;
  advice.deals = grid_.points.size();
  if (work_.settings.explain) say_what_decides(*chosen, advice);
  // What a timed one chooses by are differences, told as points beside what pimc's card is worth.
  const double level = is_timed() ? grid_.mean(pimc_column_) - values_[pimc_column_] : 0;
  const auto& points = work_.common.points_of(side_of(work_.decision.seen.chair));
  for (std::size_t c = 0; c < grid_.cards.size(); ++c) {
    CardValue made{
        .card = grid_.cards[c],
        .value = is_timed() ? level + values_[c] : grid_.mean(c),
        .pimc = mean_of(grid_.looked[c], [&](std::size_t deal) { return points[grid_.tricks[deal][c]]; })};
    for (const Candidate& one : candidates_) {
      if (one.card != made.card || one.values.empty()) continue;
      made.value = is_timed() ? level + candidates_.front().pimc + believed_gain(one) : mean(one);
      made.playouts = one.values.size();
      if (one.card != chosen->card) made.error = difference(*chosen, one).error;
    }
    advice.cards.push_back(made);
  }
  std::stable_sort(advice.cards.begin(), advice.cards.end(), [&](const CardValue& a, const CardValue& b) {
    if ((a.card == advice.card) != (b.card == advice.card)) return a.card == advice.card;
    if ((a.playouts > 0) != (b.playouts > 0)) return a.playouts > 0;
    return a.value > b.value;
  });
  return advice;
}

}  // namespace

Advice choose_reader(Work& work) {
  const PlayContext& context = work.decision.context;
  work.worth = calibration_of(work).worth(context.points(side_of(work.decision.seen.chair)),
                                          context.contract.tricks_needed(), tricks_complete(work));
  return Reading(work).run();
}

}  // namespace yomi::play

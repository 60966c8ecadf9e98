#include "playout_choice.h"

#include <algorithm>
#include <cassert>

#include "playout_rounds.h"

namespace yomi::play {
namespace {

constexpr std::size_t kCycled = 128;   // fewest play-outs in all if every layout is visited
constexpr std::size_t kAllOfLong = 4;  // play-outs of all cards, times the deals, until hands are short
constexpr std::size_t kMostCards = 8;
// The least cost of a play-out, relative to a deal's double-dummy values: 46 to 183 on average, by cards
// left.
constexpr double kLeastCost = 40;
constexpr std::size_t kProposals = 64;         // deals from which a belief set is taken
constexpr std::size_t kProposalsOfShort = 32;  // when hands are short

class PlayoutChoice {
 public:
  PlayoutChoice(const CardTask& task, const Grid& grid, const FirstChoice& first);
  Advice choose();

 private:
  void pick_candidates();
  void play_rounds();
  // Keeps as many cards as there is time for, by the cost of one play-out.
  void fit_into_time();
  // Drops cards that are decided. Are two left?
  bool is_open();
  // Deals are visited several times, because the others' beliefs are random.
  [[nodiscard]] std::size_t most() const {
    const std::size_t deals = grid_.deals.size();
    return deals * std::max(rules_.most_playouts, grid_.complete ? (kCycled + deals - 1) / deals : 0);
  }
  [[nodiscard]] Verdict test(const Candidate& a, const Candidate& b) const {
    return sequential_test(rounds_.difference(a, b), gain_);
  }
  // Where the test is open: nearer to the gain than to nothing, and significantly ahead.
  [[nodiscard]] bool is_better(const Candidate& a, const Candidate& b) const;
  [[nodiscard]] const Candidate& choice() const;
  [[nodiscard]] const Candidate& to_beat() const;
  [[nodiscard]] const Candidate& best_of(CardSet among) const;
  [[nodiscard]] const Candidate& low_as_good(const Candidate& leader, CardSet among) const;

  const CardTask& task_;
  const ReaderSettings& rules_;
  const Grid& grid_;
  const FirstChoice& first_;
  CardSet tied_;  // cards that are worth as much to pimc in every deal
  double gain_;   // what play-outs are to tell from nothing
  PlayoutRounds rounds_;
  std::vector<Candidate> candidates_;  // first_.card first
};

PlayoutSettings playout_settings(const CardTask& task) {
  return {.beliefs = std::max<std::size_t>(2, task.settings.beliefs),
          .proposals = task.has_short_hands() ? kProposalsOfShort : kProposals,
          .nats_per_trick = task.settings.nats_per_trick};
}

PlayoutChoice::PlayoutChoice(const CardTask& task, const Grid& grid, const FirstChoice& first)
    : task_(task),
      rules_(task.settings.reader),
      grid_(grid),
      first_(first),
      tied_(grid.same_everywhere(first.card)),
      gain_(rules_.gain * task.trick_worth()),
      rounds_(task, grid, playout_settings(task)) {
  pick_candidates();
}

void PlayoutChoice::pick_candidates() {
  const double least = grid_.best_mean() - task_.settings.cutoff;
  for (std::size_t c = 0; c < grid_.cards.size(); ++c) {
    if (grid_.cards[c] == first_.card || (grid_.active[c] && grid_.mean(c) >= least))
      candidates_.push_back({.card = grid_.cards[c], .column = c, .before = first_.values[c]});
  }
  std::stable_sort(candidates_.begin(), candidates_.end(), [&](const Candidate& a, const Candidate& b) {
    if ((a.card == first_.card) != (b.card == first_.card)) return a.card == first_.card;
    return a.before > b.before;
  });
  if (candidates_.size() > kMostCards) candidates_.resize(kMostCards);
}

bool PlayoutChoice::is_better(const Candidate& a, const Candidate& b) const {
  const bool spends_more = a.card.suit() == b.card.suit() && a.card > b.card;
  const double needed = (spends_more ? rules_.higher : 1) * rules_.significance;
  const Difference ahead = rounds_.difference(a, b);
  return ahead.mean > needed * ahead.error && ahead.mean > gain_ / 2;
}

// Among the active cards, or among all if none of `among` is active.
const Candidate& PlayoutChoice::best_of(CardSet among) const {
  bool any = false;
  for (const Candidate& one : candidates_) any = any || (one.active && among.contains(one.card));
  const Candidate* made = nullptr;
  for (const Candidate& one : candidates_) {
    if (!among.contains(one.card) || (any && !one.active)) continue;
    if (made == nullptr || rounds_.mean(one) > rounds_.mean(*made)) made = &one;
  }
  assert(made != nullptr);
  return *made;
}

// Higher cards are kept unless playing them is clearly better: the lowest card of the suit that is not
// significantly behind.
const Candidate& PlayoutChoice::low_as_good(const Candidate& leader, CardSet among) const {
  const Candidate* made = &leader;
  for (const Candidate& one : candidates_) {
    if (!among.contains(one.card) || !one.active || one.card.suit() != leader.card.suit()) continue;
    if (one.card.rank() < made->card.rank() && !is_better(leader, one)) made = &one;
  }
  return *made;
}

void PlayoutChoice::fit_into_time() {
  const double fit =
      task_.deadline.left() / (first_.playout_seconds * static_cast<double>(rules_.least_playouts));
  if (fit < static_cast<double>(candidates_.size()))
    candidates_.resize(fit < 2 ? 1 : static_cast<std::size_t>(fit));
}

// The card that is played unless another is better. Without a time limit, the lowest of cards that are worth
// the same in every deal.
const Candidate& PlayoutChoice::to_beat() const {
  const Candidate& first = candidates_.front();
  const Candidate* made = first.active ? &first : nullptr;
  if (!task_.deadline.is_set()) {
    for (const Candidate& one : candidates_) {
      if (one.active && tied_.in(first.card.suit()).contains(one.card) &&
          (made == nullptr || one.card.rank() < made->card.rank()))
        made = &one;
    }
  }
  return made != nullptr ? *made : best_of(CardSet::full());
}

bool PlayoutChoice::is_open() {
  if (rounds_.done() < rules_.least_playouts) return true;
  const Candidate& defender = to_beat();
  const Candidate& leader = best_of(CardSet::full());
  std::vector<bool> open;
  open.reserve(candidates_.size());
  for (const Candidate& one : candidates_) {
    open.push_back(one.active && test(leader, one) != Verdict::gain &&
                   (&one == &defender || test(one, defender) != Verdict::none));
  }
  for (std::size_t i = 0; i < candidates_.size(); ++i) candidates_[i].active = open[i];
  return std::count(open.begin(), open.end(), true) > 1;
}

void PlayoutChoice::play_rounds() {
  if (task_.deadline.is_set()) fit_into_time();
  const std::size_t limit = task_.has_short_hands() ? kMostCards * most() : kAllOfLong * grid_.deals.size();
  while (candidates_.size() > 1 && rounds_.done() < most() && !task_.deadline.is_over()) {
    rounds_.play(candidates_, most());
    if (!is_open() || (rounds_.done() >= rules_.least_playouts && rounds_.all_done() >= limit)) break;
  }
}

// Without a time limit, and with enough play-outs, these decide among cards of the first one's suit that are
// worth the same in every deal; any other card must be clearly better.
const Candidate& PlayoutChoice::choice() const {
  const Candidate* chosen = &candidates_.front();
  const bool all = rounds_.done() == most();
  if (rounds_.done() < rules_.least_playouts && !all) return *chosen;
  const CardSet tied = tied_.in(first_.card.suit());
  if (!task_.deadline.is_set()) chosen = &low_as_good(best_of(tied), tied);
  const Candidate& challenger = best_of(CardSet::full());
  return is_better(challenger, *chosen) ? challenger : *chosen;
}

Advice PlayoutChoice::choose() {
  // Once the rest is certain, the others' beliefs do not matter.
  if (candidates_.size() > 1 && !task_.is_certain) play_rounds();
  const Candidate& chosen = choice();
  Advice advice{.card = chosen.card,
                .cards = {},
                .deals = grid_.deals.size(),
                .complete = grid_.complete,
                .in_time = !grid_.cut_short};
  if (task_.settings.explain) rounds_.say_what_decides(chosen, candidates_, advice);
  for (std::size_t c = 0; c < grid_.cards.size(); ++c) {
    CardValue made{.card = grid_.cards[c], .value = first_.values[c], .pimc = grid_.mean(c)};
    for (const Candidate& one : candidates_) {
      if (one.card != made.card || one.results.empty()) continue;
      made.value = rounds_.mean(one);
      made.playouts = one.results.size();
      if (one.card != chosen.card) made.error = rounds_.difference(chosen, one).error;
    }
    advice.cards.push_back(made);
  }
  sort_values(advice);
  return advice;
}

}  // namespace

bool may_play_out(const CardTask& task, double seconds_per_deal) {
  return can_play_out(task, kLeastCost * seconds_per_deal);
}

bool can_play_out(const CardTask& task, double playout_seconds) {
  return task.deadline.left() >=
         2 * static_cast<double>(task.settings.reader.least_playouts) * playout_seconds;
}

// In endings with few layouts a play-out takes a millisecond or two, however long it took to find the deals.
double time_playout(const CardTask& task, const Grid& grid) {
  const bool is_ending = grid.complete && task.has_short_hands();
  if (!is_ending && !may_play_out(task, grid.seconds_per_deal)) return task.deadline.limit();
  return PlayoutRounds(task, grid, playout_settings(task)).time_one(grid.cards.front());
}

Advice choose_by_playouts(const CardTask& task, const Grid& grid, const FirstChoice& first) {
  return PlayoutChoice(task, grid, first).choose();
}

}  // namespace yomi::play

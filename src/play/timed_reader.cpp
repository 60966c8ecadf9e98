// The reader against the clock (docs/design/play.md). In this order, as far as there is time: double-dummy
// values; non-clairvoyant look-ahead (declarer) or the policy prior (defence); short play-outs, whose
// differences correct the values so far as far as they can be believed.
#include <algorithm>
#include <cmath>

#include "declarer_lookahead.h"
#include "playout_rounds.h"

namespace yomi::play {
namespace {

// A play-out of one card takes about so many times as long as a deal's double-dummy values, and something
// goes for the belief sets of the deal.
constexpr double kPlayoutCost = 8;
constexpr double kSetsCost = 0.0015;  // seconds
constexpr std::size_t kFewest = 8;    // play-outs that can decide at all
constexpr std::size_t kLong = 12;     // cards
constexpr double kSame = 1e-9;

double square(double x) {
  return x * x;
}

std::size_t most_cards(const CardTask& task) {
  const std::size_t most = task.settings.timed_reader.playout_cards;
  return task.cards_left() >= kLong ? std::max<std::size_t>(1, most - 1) : most;
}

// Is another card near enough to the best that play-outs could prefer it, and not worth the same in every
// deal so far? Of equal cards more deals may find the better one; play-outs have no say among them.
bool has_rival(const CardTask& task, const Grid& grid) {
  std::size_t best = grid.cards.size();
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c] && (best == grid.cards.size() || grid.mean(c) > grid.mean(best))) best = c;
  }
  if (best == grid.cards.size()) return false;
  const CardSet equals = grid.same_everywhere(grid.cards[best]);
  const double least = grid.mean(best) - task.settings.timed_reader.near * task.trick_worth();
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.active[c] && !equals.contains(grid.cards[c]) && grid.mean(c) >= least) return true;
  }
  return false;
}

class TimedReader {
 public:
  explicit TimedReader(const CardTask& task);
  Advice choose();

 private:
  // Double-dummy values first, and play-outs if there will be time for enough of them and something for them
  // to decide. If not, cards that are clearly behind to pimc are not worth more of the time.
  [[nodiscard]] RoundRules round_rules() const;
  [[nodiscard]] bool looks_ahead() const {
    return rules_.lookahead && task_.decision.seen.dummy && task_.declares();
  }
  // What partner and declarer make of a defender's card is in their habits, and the solver cannot tell it.
  [[nodiscard]] bool has_policy_prior() const {
    return task_.settings.read_cards && task_.decision.seen.dummy && !task_.declares();
  }
  // What the result of a card in a deal is worth: double-dummy, and as far as it was looked ahead.
  [[nodiscard]] double double_dummy_value(std::size_t column, std::size_t deal) const {
    return rating_(rating_.now(), grid_.tricks[deal][column], there(deal));
  }
  [[nodiscard]] double value(std::size_t column, std::size_t deal) const {
    const auto ahead = lookahead_.tricks(column);
    return deal < ahead.size() ? rating_(lookahead_.end(), ahead[deal], there(deal))
                               : double_dummy_value(column, deal);
  }
  // What the other table has in a deal: the result of pimc's card.
  [[nodiscard]] int there(std::size_t deal) const { return grid_.tricks[deal][pimc_column_]; }
  void look_ahead();
  void choose_first_card();
  void pick_candidates();
  void keep_telling_cards();
  void play_rounds(PlayoutRounds& rounds);
  [[nodiscard]] double believed_gain(const Candidate& one, const PlayoutRounds& rounds) const;
  [[nodiscard]] const Candidate& choice(const PlayoutRounds& rounds) const;
  [[nodiscard]] Advice advice(const Candidate& chosen, const PlayoutRounds& rounds) const;

  const CardTask& task_;
  const TimedReaderSettings& rules_;
  double swing_;
  ResultRating rating_;
  DeclarerLookahead lookahead_;
  Grid grid_{};
  std::size_t pimc_column_ = 0;          // of pimc's card
  Card first_card_{};                    // what is played unless play-outs object
  CardSet tied_{};                       // cards that are worth as much in every deal
  std::vector<double> values_{};         // by card: before play-outs
  std::vector<Candidate> candidates_{};  // first_card_ first
  PlayoutRounds::Value playout_value_{};
};

TimedReader::TimedReader(const CardTask& task)
    : task_(task),
      rules_(task.settings.timed_reader),
      swing_(std::min(kSwing, task.trick_worth())),
      rating_(task, rules_.lookahead_tricks),
      lookahead_(task, rating_) {}

RoundRules TimedReader::round_rules() const {
  const double limit = task_.deadline.limit();
  const double times =
      kPlayoutCost * static_cast<double>(most_cards(task_)) * (task_.has_short_hands() ? 2 : 1);
  const auto fit = [limit, times, this](const Pace& pace) {
    const double each = times * pace.seconds_per_deal + kSetsCost;
    const double rest = limit - std::max(pace.spent, rules_.first_pass * limit);
    return rest >= each * static_cast<double>(kFewest);
  };
  return {
      .enough =
          [=, this](const Pace& pace, const Grid& grid) {
            const std::size_t ahead = looks_ahead() ? lookahead_.deals_in_time(grid, pace) : 0;
            if (ahead > 0) return pace.deals >= ahead;
            return pace.spent >= rules_.first_pass * limit && fit(pace) && has_rival(task_, grid);
          },
      .races = [=, this](const Pace& pace) { return pace.spent >= rules_.first_pass * limit || !fit(pace); }};
}

// Cards that were left out are not played; to be told beside the others they are taken to lose as much by it.
void TimedReader::look_ahead() {
  lookahead_.run(grid_, pimc_column_);
  if (!lookahead_.has_run()) return;
  double lost = 0;
  double cards = 0;
  std::vector<double> corrections(values_.size());
  for (std::size_t c = 0; c < values_.size(); ++c) {
    const std::size_t deals = lookahead_.tricks(c).size();
    if (deals == 0) continue;
    corrections[c] =
        grid_.mean_of(deals, [&](std::size_t deal) { return value(c, deal) - double_dummy_value(c, deal); });
    lost -= corrections[c];
    cards += 1;
  }
  for (std::size_t c = 0; c < values_.size(); ++c)
    values_[c] += lookahead_.tricks(c).empty() ? -lost / cards : corrections[c];
}

// From pimc's card to the one that is worth most to a declarer in IMPs against it, or that experts make most
// of, with what it is worth, to a defender.
void TimedReader::choose_first_card() {
  first_card_ = pimc_choice(task_, grid_);
  pimc_column_ = grid_.column(first_card_);
  values_ = pimc_values(task_, grid_);
  double margin = 0;
  if (task_.declares()) {
    for (std::size_t c = 0; c < values_.size(); ++c)
      values_[c] =
          grid_.mean_of(grid_.looked[c], [&](std::size_t deal) { return double_dummy_value(c, deal); });
    if (looks_ahead()) look_ahead();
    if (lookahead_.has_run()) margin = rules_.lookahead_margin * task_.trick_worth();
  } else if (has_policy_prior()) {
    const double nat = rules_.policy_prior * task_.trick_worth();
    const std::vector<double> liked = log_policy(task_, grid_.cards);
    for (std::size_t c = 0; c < values_.size(); ++c) values_[c] += nat * liked[c];
    margin = rules_.clearly_preferred * nat;
  }
  double most = values_[pimc_column_] + margin;
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (!grid_.active[c] || values_[c] <= most + kSame) continue;
    first_card_ = grid_.cards[c];
    most = values_[c];
  }
  tied_ = grid_.same_everywhere(first_card_);
}

void TimedReader::pick_candidates() {
  const double least = grid_.best_mean() - rules_.hopeless;
  for (std::size_t c = 0; c < grid_.cards.size(); ++c) {
    if (grid_.active[c] && (grid_.cards[c] == first_card_ || grid_.mean(c) >= least))
      candidates_.push_back({.card = grid_.cards[c], .column = c, .before = values_[c]});
  }
  std::stable_sort(candidates_.begin(), candidates_.end(), [&](const Candidate& a, const Candidate& b) {
    if ((a.card == first_card_) != (b.card == first_card_)) return a.card == first_card_;
    return a.before > b.before;
  });
  if (rules_.telling) keep_telling_cards();
  if (candidates_.size() > most_cards(task_)) candidates_.resize(most_cards(task_));
}

// There is time for few cards: those that pimc tells apart from its own, and of touching cards one.
void TimedReader::keep_telling_cards() {
  const std::vector<CardSet> runs = task_.touching_cards();
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

void TimedReader::play_rounds(PlayoutRounds& rounds) {
  const std::size_t wanted = rules_.repeats * grid_.deals.size();
  const int end = kRanks - rounds.left_at_end();
  const auto rate = [&](int tricks, std::size_t deal) { return rating_(end, tricks, there(deal)); };
  const auto is_active = [](const Candidate& one) { return one.active; };
  while (rounds.done() < wanted && !task_.deadline.is_over()) {
    rounds.play(candidates_, wanted, rate);
    rounds.give_up(candidates_, playout_value_, swing_);
    if (std::count_if(candidates_.begin(), candidates_.end(), is_active) < 2) break;
  }
}

// Points by which `one` is ahead of the first card: the difference so far, and what the play-outs add to it
// as far as that can be believed: the expected correction, given what they found with what error.
double TimedReader::believed_gain(const Candidate& one, const PlayoutRounds& rounds) const {
  const Candidate& first = candidates_.front();
  const double seen = one.before - first.before;
  if (std::min(one.results.size(), first.results.size()) < kFewest) return seen;
  const Difference found = rounds.difference(one, first, playout_value_, 0);
  const double added = found.mean - seen;
  const double step = task_.trick_worth();
  double sum = 0;
  double all = 0;
  for (const auto& [spread, often] : {std::pair{rules_.usual_spread, 1 - rules_.rare_chance},
                                      std::pair{rules_.rare_spread, rules_.rare_chance}}) {
    const double before = square(spread * step);
    const double variance = before + square(found.error) + square(rules_.model_error * step);
    if (variance <= 0) continue;
    const double chance = often * std::exp(-added * added / (2 * variance)) / std::sqrt(variance);
    sum += chance * before / variance;
    all += chance;
  }
  return all > 0 ? seen + sum / all * added : seen;
}

// Among cards that are worth the same to pimc in every deal the agreed one stays, which partner reads; any
// other card must be better as far as one can believe it.
const Candidate& TimedReader::choice(const PlayoutRounds& rounds) const {
  const Candidate* chosen = &candidates_.front();
  double most = rules_.playout_margin * task_.trick_worth();
  for (const Candidate& one : candidates_) {
    if (!one.active || tied_.contains(one.card)) continue;
    const double gain = believed_gain(one, rounds);
    if (gain <= most) continue;
    chosen = &one;
    most = gain;
  }
  return *chosen;
}

// What it chooses by are differences, told as points beside what pimc's card is worth.
Advice TimedReader::advice(const Candidate& chosen, const PlayoutRounds& rounds) const {
  Advice made{.card = chosen.card,
              .cards = {},
              .deals = grid_.deals.size(),
              .complete = grid_.complete,
              .in_time = !grid_.cut_short};
  const double level = grid_.mean(pimc_column_) - values_[pimc_column_];
  for (std::size_t c = 0; c < grid_.cards.size(); ++c) {
    CardValue one{.card = grid_.cards[c],
                  .value = level + values_[c],
                  .pimc = grid_.mean_of(grid_.looked[c], [&](std::size_t deal) {
                    return task_.points()[grid_.tricks[deal][c]];
                  })};
    for (const Candidate& tried : candidates_) {
      if (tried.card != one.card || tried.results.empty()) continue;
      one.value = level + candidates_.front().before + believed_gain(tried, rounds);
      one.playouts = tried.results.size();
      if (tried.card != chosen.card)
        one.error = rounds.difference(chosen, tried, playout_value_, swing_).error;
    }
    made.cards.push_back(one);
  }
  sort_values(made);
  return made;
}

Advice TimedReader::choose() {
  grid_ = evaluate_in_rounds(task_, rating_.points(rating_.now()), round_rules());
  if (grid_.deals.empty()) return agreed_advice(task_);
  choose_first_card();
  pick_candidates();
  PlayoutRounds rounds(task_, grid_,
                       {.beliefs = std::max<std::size_t>(2, task_.settings.beliefs),
                        .proposals = rules_.playout_proposals,
                        .tricks = rules_.playout_tricks,
                        .nats_per_trick = task_.settings.nats_per_trick,
                        .judges_by_policy = true});
  // What a candidate was worth before, and what the play-out adds to the value of its own deal.
  playout_value_ = [&](const Candidate& one, std::size_t playout) {
    const double before = value(one.column, rounds.deal_of(playout));
    return one.before + (1 - task_.settings.reader.risk) * (one.results[playout] - before);
  };
  if (candidates_.size() > 1) play_rounds(rounds);
  const Candidate& chosen = choice(rounds);
  Advice made = advice(chosen, rounds);
  if (task_.settings.explain)
    rounds.say_what_decides(chosen, candidates_, playout_value_,
                            rating_.points(kRanks - rounds.left_at_end()), made);
  return made;
}

}  // namespace

Advice choose_timed_reader(const CardTask& task) {
  return TimedReader(task).choose();
}

}  // namespace yomi::play

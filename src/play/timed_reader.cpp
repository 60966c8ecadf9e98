// The reader against the clock (docs/design/play.md). In this order, as far as there is time: double-dummy
// values; non-clairvoyant look-ahead (declarer) or the policy prior (defence); play-outs to the last card.
#include <optional>

#include "declarer_lookahead.h"
#include "playout_choice.h"

namespace yomi::play {
namespace {

constexpr double kEqual = 1e-9;

class TimedReader {
 public:
  explicit TimedReader(const CardTask& task)
      : task_(task), rules_(task.settings.timed_reader), lookahead_(task) {}
  Advice choose();

 private:
  // Solves as many deals as leave time for the next steps. If no step can follow, cards that are clearly
  // behind are dropped to save time.
  [[nodiscard]] RoundRules round_rules();
  [[nodiscard]] bool looks_ahead() const {
    return rules_.lookahead && task_.decision.seen.dummy && task_.declares();
  }
  // How partner and declarer read a defender's card depends on habits that the solver does not know.
  [[nodiscard]] bool has_policy_prior() const {
    return task_.settings.read_cards && task_.decision.seen.dummy && !task_.declares();
  }
  void look_ahead(std::size_t first);
  [[nodiscard]] Card first_card();

  const CardTask& task_;
  const TimedReaderSettings& rules_;
  DeclarerLookahead lookahead_;
  Grid grid_{};
  std::vector<double> values_{};             // by card
  std::optional<double> playout_seconds_{};  // cost of one
};

RoundRules TimedReader::round_rules() {
  return {.enough =
              [this](const Pace& pace, const Grid& grid) {
                const std::size_t ahead = looks_ahead() ? lookahead_.deals_in_time(grid, pace) : 0;
                if (ahead > 0) return pace.deals >= ahead;
                if (pace.spent < rules_.first_pass * task_.deadline.limit()) return false;
                if (!playout_seconds_) playout_seconds_ = time_playout(task_, grid);
                return can_play_out(task_, *playout_seconds_);
              },
          .races = [this](const Pace& pace) { return !may_play_out(task_, pace.seconds_per_deal); }};
}

// Cards that were not examined are not played; for display they are assumed to lose the average.
void TimedReader::look_ahead(std::size_t first) {
  lookahead_.run(grid_, first);
  if (!lookahead_.has_run()) return;
  double lost = 0;
  double cards = 0;
  std::vector<double> corrections(values_.size());
  for (std::size_t c = 0; c < values_.size(); ++c) {
    const auto ahead = lookahead_.tricks(c);
    if (ahead.empty()) continue;
    corrections[c] = grid_.mean_of(
        ahead.size(), [&](std::size_t deal) { return grid_.worth[ahead[deal]] - grid_.value(c, deal); });
    lost -= corrections[c];
    cards += 1;
  }
  for (std::size_t c = 0; c < values_.size(); ++c)
    values_[c] += lookahead_.tricks(c).empty() ? -lost / cards : corrections[c];
}

// pimc's card, or one that look-ahead or the policy prior puts clearly ahead of it.
Card TimedReader::first_card() {
  Card made = pimc_choice(task_, grid_);
  const std::size_t pimc = grid_.column(made);
  values_ = pimc_values(task_, grid_);
  double margin = 0;
  if (looks_ahead()) {
    look_ahead(pimc);
    if (lookahead_.has_run()) margin = rules_.lookahead_margin * task_.trick_worth();
  } else if (has_policy_prior()) {
    const double nat = rules_.policy_prior * task_.trick_worth();
    const std::vector<double> liked = log_policy(task_, grid_.cards);
    for (std::size_t c = 0; c < values_.size(); ++c) values_[c] += nat * liked[c];
    margin = rules_.clearly_preferred * nat;
  }
  double most = values_[pimc] + margin;
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (!grid_.active[c] || values_[c] <= most + kEqual) continue;
    made = grid_.cards[c];
    most = values_[c];
  }
  // Shifted so that pimc's card has its mean in points.
  const double level = grid_.mean(pimc) - values_[pimc];
  for (double& value : values_) value += level;
  return made;
}

Advice TimedReader::choose() {
  grid_ = evaluate_in_rounds(task_, round_rules());
  if (grid_.deals.empty()) return agreed_advice(task_);
  const Card first = first_card();
  if (!playout_seconds_) playout_seconds_ = time_playout(task_, grid_);
  return choose_by_playouts(task_, grid_,
                            {.card = first, .values = values_, .playout_seconds = *playout_seconds_});
}

}  // namespace

Advice choose_timed_reader(const CardTask& task) {
  return TimedReader(task).choose();
}

}  // namespace yomi::play

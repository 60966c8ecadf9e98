#include "yomi/lab/ending.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "ending_tree.h"
#include "matrix_game.h"
#include "yomi/dd/solver.h"
#include "yomi/play/decision.h"

namespace yomi::lab {
namespace {

// Replies also count this share of the gains against a double-dummy opponent. Otherwise they would play at
// random wherever the other side's plans so far do not lead, and each such place would cost a round.
constexpr double kFallback = 1e-8;

struct Oracle {
  const EndingTree& tree;
  std::size_t steps;
  std::vector<double> seeing_declarer = double_dummy_reach(tree, true);
  std::vector<double> seeing_team = double_dummy_reach(tree, false);

  [[nodiscard]] std::vector<double> gains(const std::vector<double>& reach,
                                          const std::vector<double>& seeing) const {
    std::vector<double> made(reach.size());
    for (std::size_t i = 0; i < made.size(); ++i)
      made[i] = tree.chance[i] * tree.payoff[i] * (reach[i] + kFallback * seeing[i]);
    return made;
  }
  // Against the team's (declarer's) mixture.
  [[nodiscard]] Reply declarer(const std::vector<double>& reach) const {
    return declarer_reply(tree, gains(reach, seeing_team));
  }
  [[nodiscard]] std::optional<Reply> team(const std::vector<double>& reach) {
    return team_reply(tree, gains(reach, seeing_declarer), steps);
  }
};

// Two sides' plans so far, and what declarer gets from each pair.
class DoubleOracle {
 public:
  explicit DoubleOracle(const EndingTree& tree) : tree_(tree) {}

  void add_declarer(Strategy strategy) {
    std::vector<double> row;
    row.reserve(team_.size());
    for (const Strategy& other : team_) row.push_back(evaluate(tree_, strategy, other));
    payoff_.push_back(std::move(row));
    declarer_.push_back(std::move(strategy));
  }
  void add_team(Strategy strategy) {
    for (std::size_t i = 0; i < declarer_.size(); ++i)
      payoff_[i].push_back(evaluate(tree_, declarer_[i], strategy));
    team_.push_back(std::move(strategy));
  }
  [[nodiscard]] MatrixSolution solve() const { return solve_matrix(payoff_); }
  [[nodiscard]] std::vector<double> reach(bool declarer, const std::vector<double>& mixture) const {
    std::vector<double> made(tree_.payoff.size(), 0);
    const auto& plans = declarer ? declarer_ : team_;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      if (mixture[i] > 0) add_reach(tree_, declarer, plans[i], mixture[i], made);
    }
    return made;
  }
  // Declarer's payoff when one side mixes and the other replies.
  [[nodiscard]] double against_team(const Strategy& declarer, const std::vector<double>& mixture) const {
    double sum = 0;
    for (std::size_t j = 0; j < team_.size(); ++j) {
      if (mixture[j] > 0) sum += mixture[j] * evaluate(tree_, declarer, team_[j]);
    }
    return sum;
  }
  [[nodiscard]] double against_declarer(const Strategy& team, const std::vector<double>& mixture) const {
    double sum = 0;
    for (std::size_t i = 0; i < declarer_.size(); ++i) {
      if (mixture[i] > 0) sum += mixture[i] * evaluate(tree_, declarer_[i], team);
    }
    return sum;
  }

 private:
  const EndingTree& tree_;
  std::vector<Strategy> declarer_;
  std::vector<Strategy> team_;
  std::vector<std::vector<double>> payoff_;
};

std::vector<double> plain_gains(const EndingTree& tree) {
  std::vector<double> made(tree.payoff.size());
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = tree.chance[i] * tree.payoff[i];
  return made;
}

}  // namespace

void EndingGame::count_tricks() {
  for (std::size_t i = 0; i < payoff.size(); ++i) payoff[i] = static_cast<double>(i);
}

void EndingGame::count_goal(int goal) {
  for (std::size_t i = 0; i < payoff.size(); ++i) payoff[i] = static_cast<int>(i) >= goal ? 1 : 0;
}

std::optional<EndingValue> equilibrium(const EndingGame& game, const EndingLimits& limits) {
  assert(!game.layouts.empty() && game.layouts.size() <= kMostLayouts);
  assert(game.weights.size() == game.layouts.size());
  const auto tree = make_tree(game, limits.positions);
  if (!tree) return std::nullopt;
  Oracle oracle{.tree = *tree, .steps = limits.steps};
  DoubleOracle plans(*tree);
  const auto first = oracle.team(oracle.seeing_declarer);
  if (!first) return std::nullopt;
  plans.add_team(first->strategy);
  plans.add_declarer(oracle.declarer(oracle.seeing_team).strategy);
  EndingValue made{.lower = -std::numeric_limits<double>::infinity(),
                   .upper = std::numeric_limits<double>::infinity(),
                   .positions = tree->nodes.size()};
  while (made.rounds < limits.rounds) {
    ++made.rounds;
    const MatrixSolution mixed = plans.solve();
    const Reply declarer = oracle.declarer(plans.reach(false, mixed.columns));
    const auto team = oracle.team(plans.reach(true, mixed.rows));
    if (!team) return std::nullopt;
    // The fallback's share can hide a better reply by no more than itself.
    const double slack = kFallback * (game.payoff.back() - game.payoff.front());
    made.upper = std::min(made.upper, plans.against_team(declarer.strategy, mixed.columns) + slack);
    made.lower = std::max(made.lower, plans.against_declarer(team->strategy, mixed.rows) - slack);
    if (made.gap() <= limits.gap) break;
    plans.add_declarer(declarer.strategy);
    plans.add_team(team->strategy);
  }
  return made;
}

std::optional<double> against_best_defence(const EndingGame& game, const Plan& plan,
                                           const EndingLimits& limits) {
  const EndingTree tree = make_tree(game, plan, true);
  std::size_t steps = limits.steps;
  const auto reply = team_reply(tree, plain_gains(tree), steps);
  if (!reply) return std::nullopt;
  return reply->value;
}

double against_best_declarer(const EndingGame& game, const Plan& plan) {
  const EndingTree tree = make_tree(game, plan, false);
  return declarer_reply(tree, plain_gains(tree)).value;
}

double play_out(const EndingGame& game, const Plan& declarer, const Plan& defenders) {
  double sum = 0;
  for (std::size_t l = 0; l < game.layouts.size(); ++l) {
    Position position = game.layouts[l];
    std::vector<Card> played;
    while (!position.is_over()) {
      const CardSet choice = allowed(game, position, played.empty());
      const Plan& plan = who_decides(game, position.turn()) == Who::declarer ? declarer : defenders;
      const Card card = choice.size() == 1 ? choice.lowest() : plan(played, l);
      position.play(card);
      played.push_back(card);
    }
    sum += game.weights[l] * game.payoff[static_cast<std::size_t>(position.tricks(side_of(game.declarer)))];
  }
  return sum;
}

double double_dummy_mean(const EndingGame& game) {
  dd::Solver solver({.memory_bytes = std::size_t{1} << 20});
  double sum = 0;
  for (std::size_t l = 0; l < game.layouts.size(); ++l) {
    const int tricks = play::declarers_tricks(game.layouts[l], side_of(game.declarer), solver);
    sum += game.weights[l] * game.payoff[static_cast<std::size_t>(tricks)];
  }
  return sum;
}

}  // namespace yomi::lab

#include "yomi/daihinmin/reinforce.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../players/base.h"
#include "../players/net.h"
#include "yomi/daihinmin/game.h"
#include "yomi/daihinmin/wins.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::daihinmin {
namespace {

constexpr int kChunks = 8;  // of a step, the pieces of work
constexpr int kGamesAChunk = 64;

constexpr std::uint32_t u(int value) {
  return static_cast<std::uint32_t>(value);
}

// What is expected of a position for the one to move: a small network that sees all five hands. A baseline
// may know more than the player does, since what it says does not depend on the move; the better it knows,
// the less luck is taken for merit.
namespace critic {
constexpr int kUnits = 64;
constexpr std::uint32_t kRanks = 0;                // [steps after the mover 5][column 13][count 5]
constexpr std::uint32_t kRuns = kRanks + 5 * 65;   // [steps 5][cards in runs 4]
constexpr std::uint32_t kCount = kRuns + 5 * 4;    // [steps 5][cards 13][passed]
constexpr std::uint32_t kJoker = kCount + 5 * 26;  // [steps 5, or gone]
constexpr std::uint32_t kThree = kJoker + 6;       // the spade three [steps 5, or gone]
constexpr std::uint32_t kTop = kThree + 6;         // [kind and size 5][strength 15]
constexpr std::uint32_t kOwner = kTop + 5 * 15;    // [steps 5]
constexpr std::uint32_t kLocked = kOwner + 5;
constexpr std::uint32_t kRows = kLocked + 1;
constexpr std::uint32_t kHeard = kRows * kUnits;   // [unit]
constexpr std::uint32_t kPlain = kHeard + kUnits;  // what is expected before anything is known
constexpr std::uint32_t kWeights = kPlain + 1;

void rows_of(const State& state, Rows& rows) {
  int joker = 5;
  int three = 5;
  for (int step = 0; step < kPlayers; ++step) {
    const int seat = (state.turn + step) % kPlayers;
    const Cards hand = state.hands[at(seat)];
    const std::uint64_t counts = column_counts(hand);
    for (int column = kLowColumn; column <= kHighColumn; ++column) {
      const int place = strength(column, state.revolution) - 1;
      rows.on(kRanks + u(step * 65 + place * 5) + static_cast<std::uint32_t>(counts >> (4 * column) & 7));
    }
    const std::uint64_t naturals = hand.without_joker().bits();
    const std::uint64_t starts = naturals & naturals >> 4 & naturals >> 8;
    const int in_runs = bit_count(starts | starts << 4 | starts << 8);
    rows.on(kRuns + u(step * 4 + (in_runs == 0 ? 0 : std::clamp(in_runs - 2, 1, 3))));
    rows.on(kCount + u(step * 26 + std::min(hand.size(), 12) * 2 + (state.passed >> seat & 1)));
    if (hand.has_joker()) joker = step;
    if (hand.contains(kSpadeThree)) three = step;
  }
  rows.on(kJoker + u(joker));
  rows.on(kThree + u(three));
  const Move& top = state.top;
  const int kind = top.is_pass() ? 0 : top.kind == Kind::run ? 4 : std::min<int>(top.size, 3);
  rows.on(kTop + u(kind * 15 + (top.is_pass() ? 0 : std::clamp(strength(top, state.revolution), 0, 14))));
  rows.on(kOwner + u((state.owner - state.turn + kPlayers) % kPlayers));
  if (state.locked) rows.on(kLocked);
}

std::vector<float> drawn(std::uint64_t seed) {
  std::vector<float> weights(kWeights, 0.0F);
  Random random(seed);
  for (std::uint32_t i = 0; i < kHeard; ++i) weights[i] = static_cast<float>(random.unit() - 0.5) * 0.3F;
  weights[kPlain] = 0.5F;
  return weights;
}

using Units = std::array<float, kUnits>;

float expected(const std::vector<float>& weights, const Rows& rows, Units& units) {
  constexpr Units kNone{};
  sum_rows<kUnits>(weights.data(), rows, kNone.data(), units.data());
  return weights[kPlain] + heard<kUnits>(units.data(), weights.data() + kHeard);
}

void add_gradient(const std::vector<float>& weights, const Rows& rows, const Units& units, float push,
                  std::vector<float>& sums) {
  Units back;
  sums[kPlain] += push;
  pull_back<kUnits>(units.data(), weights.data() + kHeard, push, sums.data() + kHeard, back.data());
  add_to_rows<kUnits>(rows, back.data(), sums.data());
}

}  // namespace critic

struct Step {
  State state;
  Cards others;
  std::size_t chances;  // where the policy's begin
  std::uint16_t chosen;
  double expected;  // by the critic, and what its units said
  Rows rows;
  critic::Units units;
  double target;  // the smoothed return
};

// What a chunk of games adds up to.
struct Tally {
  std::int64_t decisions = 0;
  double entropy = 0;
  double squares = 0;  // of what the baseline leaves
  double returns = 0;
  double return_squares = 0;
  double places = 0;  // learner's places, by seats
  double fixed_places = 0;
  std::int64_t seats = 0;
  std::int64_t fixed_seats = 0;

  Tally& operator+=(const Tally& other) {
    decisions += other.decisions;
    entropy += other.entropy;
    squares += other.squares;
    returns += other.returns;
    return_squares += other.return_squares;
    places += other.places;
    fixed_places += other.fixed_places;
    seats += other.seats;
    fixed_seats += other.fixed_seats;
    return *this;
  }
};

// Of some games: the gradients, and what happened.
struct Sums : Tally {
  std::vector<float> policy;
  std::vector<float> critic;
};

enum class Who : std::uint8_t { learner, fixed, base, seen };

class Table {
 public:
  Table(const Policy& learner, const Policy& fixed, const std::vector<float>& critic,
        const ReinforceSettings& settings)
      : learner_(learner), fixed_(fixed), critic_(critic), settings_(settings) {}

  void game(Random& random, Sums& sums) {
    for (auto& steps : steps_) steps.clear();
    pool_.clear();
    for (Who& who : who_) {
      double lot = random.unit();
      who = (lot -= settings_.base) < 0                           ? Who::base
            : (lot -= settings_.fixed) < 0                        ? Who::fixed
            : settings_.imitation && lot - settings_.imitated < 0 ? Who::seen
                                                                  : Who::learner;
    }
    State state = State::start(dealt(random));
    Cards all = Cards::full();
    while (!state.over()) {
      const Cards hand = state.hands[state.turn];
      const Move move = choose(state, hand, all - hand, random);
      all -= move.cards;
      state.apply(move);
    }
    for (int seat = 0; seat < kPlayers; ++seat) {
      const int place = state.place[at(seat)];
      if (who_[at(seat)] == Who::learner) {
        sums.places += place;
        ++sums.seats;
        learn(steps_[at(seat)], settings_.value[at(place)], sums);
      } else if (who_[at(seat)] == Who::fixed) {
        sums.fixed_places += place;
        ++sums.fixed_seats;
      }
    }
  }

 private:
  // Nine games in ten begin with an exchange between seats whose ranks are drawn by lot.
  Hands dealt(Random& random) {
    std::array<std::uint8_t, kPlayers> seat_of{0, 1, 2, 3, 4};
    random.shuffle(std::span<std::uint8_t>(seat_of));
    Hands hands = deal(random, seat_of[0]);
    if (random.unit() < 0.1) return hands;
    for (int rank = 0; rank < 2; ++rank) {
      Cards& rich = hands[seat_of[at(rank)]];
      Cards& poor = hands[seat_of[at(4 - rank)]];
      const Cards tribute = poor.best(exchanged(rank));
      poor -= tribute;
      rich |= tribute;
      Cards gift;
      while (gift.size() < exchanged(rank)) gift |= drawn_gift(rich - gift, random);
      rich -= gift;
      poor |= gift;
    }
    return hands;
  }

  Cards drawn_gift(Cards hand, Random& random) const {
    const std::uint64_t counts = column_counts(hand);
    double sum = 0;
    const auto odds = [&](Card card) {
      if (card.is_joker()) return double{settings_.gives.odds[0][1]};
      const auto held = static_cast<std::size_t>(counts >> (4 * card.column()) & 7);
      return double{settings_.gives.odds[at(card.column())][held]};
    };
    for (Card card : hand) sum += odds(card);
    double mark = random.unit() * sum;
    for (Card card : hand) {
      mark -= odds(card);
      if (mark < 0) return Cards::of(card);
    }
    return Cards::of(hand.lowest());
  }

  Move choose(const State& state, Cards hand, Cards others, Random& random) {
    if (!state.table_empty() && !can_follow(state, hand, kCards)) return Move::pass();
    const Who who = who_[state.turn];
    if (who == Who::base) return base_play(state, hand, list_);
    if (hand.size() <= kPlayoutWinCards) {
      int most = 0;
      for (int seat = 0; seat < kPlayers; ++seat) {
        if (seat != state.turn) most = std::max<int>(most, state.counts[at(seat)]);
      }
      if (const auto win = wins_.find(state, hand, others, most)) return *win;
    }
    moves(state, hand, list_, Stands::telling);
    if (who == Who::seen) return list_[settings_.imitation->choose(state, hand, others, list_, random)];
    if (who == Who::fixed) return list_[fixed_.choose(state, hand, others, list_, random)];
    for (const Move& move : list_) {
      if (move.size == hand.size()) return move;
    }
    if (list_.size() == 1) return list_[0];
    learner_.probabilities(state, hand, others, list_, chances_);
    std::size_t pick = 0;
    for (auto mark = static_cast<float>(random.unit()); pick + 1 < list_.size(); ++pick) {
      mark -= chances_[pick];
      if (mark < 0) break;
    }
    Step& step = steps_[state.turn].emplace_back();
    step.state = state;
    step.others = others;
    step.chances = pool_.size();
    pool_.insert(pool_.end(), chances_.begin(), chances_.begin() + static_cast<std::ptrdiff_t>(list_.size()));
    step.chosen = static_cast<std::uint16_t>(pick);
    critic::rows_of(state, step.rows);
    step.expected = double{critic::expected(critic_, step.rows, step.units)};
    return list_[pick];
  }

  void learn(std::vector<Step>& steps, double outcome, Sums& sums) {
    double target = outcome;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      step->target = target;
      target = (1 - settings_.smoothing) * step->expected + settings_.smoothing * target;
    }
    for (const Step& step : steps) {
      const double left = outcome - step.expected;
      sums.squares += left * left;
      sums.returns += outcome;
      sums.return_squares += outcome * outcome;
      ++sums.decisions;
      critic::add_gradient(critic_, step.rows, step.units, static_cast<float>(left), sums.critic);
      const Cards hand = step.state.hands[step.state.turn];
      moves(step.state, hand, list_, Stands::telling);
      const std::span<const float> chances(pool_.data() + step.chances, list_.size());
      double entropy = 0;
      for (const float chance : chances) entropy -= double{chance} * std::log(double{chance} + 1e-12);
      sums.entropy += entropy;
      const double advantage = step.target - step.expected;
      for (std::size_t i = 0; i < list_.size(); ++i) {
        const auto chance = double{chances[i]};
        const double push = advantage * ((i == step.chosen ? 1.0 : 0.0) - chance) -
                            settings_.entropy * chance * (std::log(chance + 1e-12) + entropy);
        pushes_[i] = std::abs(push) < 1e-4 ? 0.0F : static_cast<float>(push);
      }
      learner_.add_gradient(step.state, hand, step.others, list_, pushes_, sums.policy);
    }
  }

  const Policy& learner_;
  const Policy& fixed_;
  const std::vector<float>& critic_;
  const ReinforceSettings& settings_;
  std::array<Who, kPlayers> who_{};
  std::array<std::vector<Step>, kPlayers> steps_;
  std::vector<float> pool_;  // the policy's chances at each step
  MoveList list_;
  CertainWin wins_{kPlayoutWinNodes};
  std::array<float, MoveList::kCapacity> chances_{};
  std::array<float, MoveList::kCapacity> pushes_{};
};

// Steps whose size does not depend on that of the gradient; weights that are rarely touched move less.
class Adam {
 public:
  explicit Adam(std::size_t count) : mean_(count), square_(count) {}

  void step(std::span<float> weights, const std::vector<float>& gradient, double scale, double rate) {
    ++steps_;
    const auto first = static_cast<float>(1 - std::pow(0.9, steps_));
    const auto second = static_cast<float>(1 - std::pow(0.999, steps_));
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const float g = gradient[i] * static_cast<float>(scale);
      mean_[i] = 0.9F * mean_[i] + 0.1F * g;
      square_[i] = 0.999F * square_[i] + 0.001F * g * g;
      weights[i] += static_cast<float>(rate) * (mean_[i] / first) / (std::sqrt(square_[i] / second) + kFloor);
    }
  }

 private:
  static constexpr float kFloor = 3e-5F;
  std::vector<float> mean_;
  std::vector<float> square_;
  int steps_ = 0;
};

void add(std::vector<float>& to, const std::vector<float>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

}  // namespace

void reinforce(Policy& policy, const ReinforceSettings& settings,
               const std::function<bool(const ReinforceReport&)>& on_report) {
  const Policy fixed = policy;
  std::vector<float> critic = critic::drawn(settings.seed + 1);
  Adam policy_steps(policy.weights().size());
  Adam critic_steps(critic.size());
  jobs::ThreadPool thread_pool(settings.threads);
  const Random random(settings.seed);
  const std::int64_t games_per_step = std::int64_t{kChunks} * kGamesAChunk;
  const std::int64_t count = std::max<std::int64_t>(1, settings.games / games_per_step);
  const std::int64_t between = std::max<std::int64_t>(1, count / 100);
  std::vector<Sums> chunks(kChunks);
  Tally since;
  for (std::int64_t step = 0; step < count; ++step) {
    thread_pool.each(kChunks, [&](std::size_t chunk, int) {
      Sums& sums = chunks[chunk];
      sums = Sums{};
      sums.policy.assign(policy.weights().size(), 0.0F);
      sums.critic.assign(critic.size(), 0.0F);
      Random own = random.split(static_cast<std::uint64_t>(step) * kChunks + chunk);
      Table table(policy, fixed, critic, settings);
      for (int game = 0; game < kGamesAChunk; ++game) table.game(own, sums);
    });
    Sums all = std::move(chunks[0]);
    for (int chunk = 1; chunk < kChunks; ++chunk) {
      const Sums& part = chunks[at(chunk)];
      add(all.policy, part.policy);
      add(all.critic, part.critic);
      all += part;
    }
    const double scale = 1.0 / static_cast<double>(std::max<std::int64_t>(all.decisions, 1));
    const double done = static_cast<double>(step) / static_cast<double>(count);
    // The baseline learns by itself for the first steps: an advantage over nothing says nothing.
    const std::int64_t baseline_first = std::min<std::int64_t>(300, count / 10);
    if (step >= baseline_first)
      policy_steps.step(policy.weights(), all.policy, scale, settings.rate * (1 - 0.95 * done));
    critic_steps.step(critic, all.critic, scale, step < baseline_first ? 0.004 : 0.002 * (1 - 0.9 * done));
    since += all;
    if (!on_report || ((step + 1) % between != 0 && step + 1 != count)) continue;
    const auto mean = [](double sum, std::int64_t n) { return n == 0 ? 0.0 : sum / static_cast<double>(n); };
    ReinforceReport report;
    report.games = (step + 1) * games_per_step;
    report.above_fixed = mean(since.fixed_places, since.fixed_seats) - mean(since.places, since.seats);
    const double average = mean(since.returns, since.decisions);
    report.unexplained = mean(since.squares, since.decisions) /
                         std::max(1e-9, mean(since.return_squares, since.decisions) - average * average);
    report.entropy = mean(since.entropy, since.decisions);
    since = Tally{};
    if (!on_report(report)) return;
  }
}

}  // namespace yomi::daihinmin

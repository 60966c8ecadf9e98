#include "yomi/daihinmin/reinforce.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../players/base.h"
#include "yomi/daihinmin/game.h"
#include "yomi/daihinmin/wins.h"
#include "yomi/jobs/crew.h"

namespace yomi::daihinmin {
namespace {

constexpr int kChunks = 16;  // of a step, the pieces of work
constexpr int kGamesAChunk = 64;
constexpr std::uint64_t kWinNodes = 40;  // as in the play-outs of yomi
constexpr int kWinCards = 7;

constexpr std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// What is expected of a hand: linear in the ranks held and outside, the cards left and who leads.
constexpr std::uint32_t kOwn = 0;                    // [column 15][count 5]
constexpr std::uint32_t kOutside = kOwn + 15 * 5;    // [column 15][count 5]
constexpr std::uint32_t kLeft = kOutside + 15 * 5;   // [others in 5][own cards 14]
constexpr std::uint32_t kNearest = kLeft + 5 * 14;   // [others in 5][fewest cards of another 8]
constexpr std::uint32_t kTop = kNearest + 5 * 8;     // [kind and size 5][strength 15]
constexpr std::uint32_t kRanks = kTop + 5 * 15;      // [ranks held 14][own cards 14]
constexpr std::uint32_t kJokers = kRanks + 14 * 14;  // [held][outside]
constexpr std::uint32_t kCriticWeights = kJokers + 4;

constexpr std::uint32_t u(int value) {
  return static_cast<std::uint32_t>(value);
}

template <class Sink>
void expectation_features(const Public& table, Cards hand, Cards others, Sink&& sink) {
  const std::uint64_t own = column_counts(hand.without_joker());
  const std::uint64_t out = column_counts(others.without_joker());
  int ranks = 0;
  for (int column = kLowColumn; column <= kHighColumn; ++column) {
    const int place = strength(column, table.revolution);
    const int held = static_cast<int>(own >> (4 * column) & 7);
    ranks += held > 0 ? 1 : 0;
    sink(kOwn + u(place * 5 + held));
    sink(kOutside + u(place * 5 + static_cast<int>(out >> (4 * column) & 7)));
  }
  int nearest = 20;
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (seat != table.turn && table.is_in(seat)) nearest = std::min<int>(nearest, table.counts[at(seat)]);
  }
  const int others_in = table.players_in() - 1;
  const int left = std::min(hand.size(), 13);
  sink(kLeft + u(others_in * 14 + left));
  sink(kNearest + u(others_in * 8 + std::min(nearest, 7)));
  const Move& top = table.top;
  const int kind = top.is_pass() ? 0 : top.kind == Kind::run ? 4 : std::min<int>(top.size, 3);
  sink(kTop + u(kind * 15 + (top.is_pass() ? 0 : std::clamp(strength(top, table.revolution), 0, 14))));
  sink(kRanks + u(std::min(ranks, 13) * 14 + left));
  sink(kJokers + u((hand.has_joker() ? 2 : 0) + (others.has_joker() ? 1 : 0)));
}

struct Step {
  Public table;
  Cards hand;
  Cards others;
  std::uint16_t chosen;
  double expected;  // by the critic
  double target;    // the smoothed return
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

enum class Who : std::uint8_t { learner, fixed, base };

class Table {
 public:
  Table(const Policy& learner, const Policy& fixed, const std::vector<float>& critic,
        const ReinforceSettings& settings)
      : learner_(learner), fixed_(fixed), critic_(critic), settings_(settings) {}

  void game(Random& random, Sums& sums) {
    for (auto& steps : steps_) steps.clear();
    for (Who& who : who_) {
      const double lot = random.unit();
      who = lot < settings_.base                     ? Who::base
            : lot < settings_.base + settings_.fixed ? Who::fixed
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
    if (hand.size() <= kWinCards) {
      int most = 0;
      for (int seat = 0; seat < kPlayers; ++seat) {
        if (seat != state.turn) most = std::max<int>(most, state.counts[at(seat)]);
      }
      if (const auto win = wins_.find(state, hand, others, most)) return *win;
    }
    moves(state, hand, list_, Stands::telling);
    const Policy& policy = who == Who::fixed ? fixed_ : learner_;
    const std::size_t pick = policy.choose(state, hand, others, list_, random);
    if (who == Who::learner && list_.size() > 1 && list_[pick].size != hand.size()) {
      double expected = 0;
      expectation_features(state, hand, others,
                           [&](std::uint32_t number) { expected += double{critic_[number]}; });
      steps_[state.turn].push_back({state, hand, others, static_cast<std::uint16_t>(pick), expected, 0});
    }
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
      const auto surprise = static_cast<float>(left);
      expectation_features(step.table, step.hand, step.others,
                           [&](std::uint32_t number) { sums.critic[number] += surprise; });
      moves(step.table, step.hand, list_, Stands::telling);
      learner_.probabilities(step.table, step.hand, step.others, list_, chances_);
      double entropy = 0;
      for (std::size_t i = 0; i < list_.size(); ++i)
        entropy -= double{chances_[i]} * std::log(double{chances_[i]} + 1e-12);
      sums.entropy += entropy;
      const double advantage = step.target - step.expected;
      for (std::size_t i = 0; i < list_.size(); ++i) {
        const auto chance = double{chances_[i]};
        const double push = advantage * ((i == step.chosen ? 1.0 : 0.0) - chance) -
                            settings_.entropy * chance * (std::log(chance + 1e-12) + entropy);
        if (std::abs(push) < 1e-4) continue;
        learner_.features(step.table, step.hand, step.others, list_[i], features_);
        for (const Feature& feature : features_)
          sums.policy[feature.number] += static_cast<float>(push) * feature.value;
      }
    }
  }

  const Policy& learner_;
  const Policy& fixed_;
  const std::vector<float>& critic_;
  const ReinforceSettings& settings_;
  std::array<Who, kPlayers> who_{};
  std::array<std::vector<Step>, kPlayers> steps_;
  MoveList list_;
  CertainWin wins_{kWinNodes};
  std::array<float, MoveList::kCapacity> chances_{};
  std::vector<Feature> features_;
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
  std::vector<float> critic(kCriticWeights, 0.0F);
  Adam policy_steps(policy.weights().size());
  Adam critic_steps(critic.size());
  jobs::Crew crew(settings.threads);
  const Random random(settings.seed);
  const std::int64_t games_a_step = std::int64_t{kChunks} * kGamesAChunk;
  const std::int64_t count = std::max<std::int64_t>(1, settings.games / games_a_step);
  const std::int64_t between = std::max<std::int64_t>(1, count / 100);
  std::vector<Sums> chunks(kChunks);
  Tally since;
  for (std::int64_t step = 0; step < count; ++step) {
    crew.each(kChunks, [&](std::size_t chunk, int) {
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
    constexpr std::int64_t kBaselineFirst = 60;
    if (step >= kBaselineFirst)
      policy_steps.step(policy.weights(), all.policy, scale, settings.rate * (1 - 0.95 * done));
    critic_steps.step(critic, all.critic, scale, step < kBaselineFirst ? 0.01 : 0.002 * (1 - 0.9 * done));
    since += all;
    if (!on_report || ((step + 1) % between != 0 && step + 1 != count)) continue;
    const auto mean = [](double sum, std::int64_t n) { return n == 0 ? 0.0 : sum / static_cast<double>(n); };
    ReinforceReport report;
    report.games = (step + 1) * games_a_step;
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

// One game of the network against itself, and what is to be learnt from it: the policy gradient (Williams
// 1992) with a baseline that sees all five hands, and returns smoothed between decisions (Sutton 1988;
// Schulman and others 2016).
//
// Written once for a processor and for an accelerator: scalar work is done by every lane alike, the units of
// the networks (nets.h) are shared out among the lanes.
#pragma once

#include <cmath>

#include "../players/base_rule.h"
#include "nets.h"

namespace yomi::daihinmin::self_play {

// xorshift64*: small enough for a register (Vigna 2016).
struct Lots {
  std::uint64_t state;

  constexpr explicit Lots(std::uint64_t seed) : state(splitmix64(seed) | 1) {}
  constexpr std::uint32_t next() {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return static_cast<std::uint32_t>(state * 0x2545'F491'4F6C'DD1DULL >> 32);
  }
  constexpr int below(int count) {
    return static_cast<int>(static_cast<std::uint64_t>(next()) * static_cast<std::uint64_t>(count) >> 32);
  }
  constexpr float unit() { return static_cast<float>(next() >> 8) * (1.0F / 16'777'216.0F); }
};

inline constexpr int kMostMoves = 160;  // of a decision; what goes beyond is not offered while learning
inline constexpr int kMostSteps = 192;  // decisions of a game
inline constexpr int kMostChances = 4096;

class FewMoves {
 public:
  constexpr void clear() { size_ = 0; }
  constexpr void add(const Move& move) {
    if (size_ < kMostMoves) moves_[size_++] = move;
  }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  constexpr const Move& operator[](std::size_t i) const { return moves_[i]; }

 private:
  std::array<Move, kMostMoves> moves_;
  std::size_t size_ = 0;
};

struct Settings {
  float smoothing = 0.85F;  // lambda: 1 takes the end of the game alone, 0 the next decision's expectation
  float entropy = 0.005F;   // bonus for keeping several moves open
  float base = 0.1F;        // share of seats that base plays
  float value[kPlayers] = {1.0F, 0.75F, 0.5F, 0.25F, 0.0F};  // of a place
  float gives[14][5] = {};                                   // odds of what the rich give away
};

// To save work: one decision in so many teaches the critic, and one in so many the weights between the layers
// of the policy; pushes of a move below this go to the chosen one.
inline constexpr int kCriticEvery = 2;
inline constexpr int kBetweenEvery = 8;
inline constexpr float kWorth = 3e-4F;

// One decision of the learner.
struct Step {
  State state;
  Cards others;
  std::uint16_t chances = 0;  // where its chances begin
  std::uint16_t chosen = 0;
  float expected = 0;
  float target = 0;  // the smoothed return
};

// Room for one game, one for each group of lanes.
struct Room {
  FewMoves list;
  std::array<Step, kMostSteps> steps;
  std::array<float, kMostChances> chances;
};

// What happened, summed.
struct Tally {
  float decisions = 0;
  float entropy = 0;
  float squares = 0;  // of what the baseline leaves
  float returns = 0;
  float return_squares = 0;
  float places = 0;  // the learner's, and its seats
  float seats = 0;

  constexpr Tally& operator+=(const Tally& other) {
    decisions += other.decisions;
    entropy += other.entropy;
    squares += other.squares;
    returns += other.returns;
    return_squares += other.return_squares;
    places += other.places;
    seats += other.seats;
    return *this;
  }
  // Share of the variance of returns that the baseline leaves.
  [[nodiscard]] double unexplained() const {
    const double mean = double{returns} / double{decisions};
    const double variance = double{return_squares} / double{decisions} - mean * mean;
    return double{squares} / double{decisions} / std::max(variance, 1e-9);
  }
};

template <class Lanes>
class Game {
 public:
  struct Weights {
    const float* policy;
    const float* critic;
    float* policy_sums;  // of the gradients
    float* critic_sums;
  };

  constexpr Game(const Settings& settings, const Weights& weights, Room& room, const Lanes& lanes)
      : settings_(settings),
        policy_(weights.policy, weights.policy_sums, lanes),
        critic_(weights.critic, weights.critic_sums, lanes),
        room_(room),
        lanes_(lanes) {}

  constexpr void play(Lots lots, Tally& tally) {
    base_ = 0;
    steps_ = chances_ = 0;
    for (int seat = 0; seat < kPlayers; ++seat) base_ |= lots.unit() < settings_.base ? 1U << seat : 0U;
    State state = dealt(lots);
    Cards all = Cards::full();
    while (!state.over()) {
      const Cards hand = state.hands[state.turn];
      const Move move = choose(state, hand, all - hand, lots);
      all -= move.cards;
      state.apply(move);
    }
    lanes_.sync();
    std::array<float, kPlayers> target{};
    for (int seat = 0; seat < kPlayers; ++seat) {
      target[at(seat)] = settings_.value[state.place[at(seat)]];
      if ((base_ >> seat & 1U) != 0) continue;
      tally.places += static_cast<float>(state.place[at(seat)]);
      tally.seats += 1;
    }
    for (int i = lanes_.lane() == 0 ? steps_ - 1 : -1; i >= 0; --i) {
      Step& step = room_.steps[at(i)];
      float& now = target[step.state.turn];
      step.target = now;
      now = (1 - settings_.smoothing) * step.expected + settings_.smoothing * now;
    }
    lanes_.sync();
    const int first = lots.below(kCriticEvery * kBetweenEvery);
    for (int i = 0; i < steps_; ++i) {
      const Step& step = room_.steps[at(i)];
      learn(step, first + i, settings_.value[state.place[step.state.turn]], tally);
    }
  }

 private:
  using Policy = PolicyNet<Lanes>;

  // Nine games in ten begin with an exchange between seats whose ranks are drawn by lot.
  constexpr State dealt(Lots& lots) const {
    std::array<std::uint8_t, kCards> deck{};
    std::size_t filled = 0;
    for (Card card : Cards::full()) deck[filled++] = static_cast<std::uint8_t>(card.bit());
    const int first = lots.below(kPlayers);
    std::array<Cards, kPlayers> hands{};
    for (int i = 0; i < kCards; ++i) {
      const int pick = i + lots.below(kCards - i);
      const std::uint8_t bit = deck[at(pick)];
      deck[at(pick)] = deck[at(i)];
      hands[at((first + i) % kPlayers)] |= Cards::of(Card::from_bit(bit));
    }
    if (lots.unit() < 0.1F) return State::start(hands);
    std::array<std::uint8_t, kPlayers> seat_of{0, 1, 2, 3, 4};
    seat_of[0] = static_cast<std::uint8_t>(first);
    seat_of[at(first)] = 0;
    for (int i = 1; i < kPlayers; ++i) {
      const int pick = i + lots.below(kPlayers - i);
      const std::uint8_t seat = seat_of[at(pick)];
      seat_of[at(pick)] = seat_of[at(i)];
      seat_of[at(i)] = seat;
    }
    for (int rank = 0; rank < 2; ++rank) {
      Cards& rich = hands[seat_of[at(rank)]];
      Cards& poor = hands[seat_of[at(4 - rank)]];
      const Cards tribute = poor.best(exchanged(rank));
      poor -= tribute;
      rich |= tribute;
      Cards gift;
      while (gift.size() < exchanged(rank)) gift |= drawn_gift(rich - gift, lots);
      rich -= gift;
      poor |= gift;
    }
    State state = State::start(hands);
    for (int rank = 0; rank < kPlayers; ++rank)
      state.rank[seat_of[at(rank)]] = static_cast<std::uint8_t>(rank);
    return state;
  }

  constexpr Cards drawn_gift(Cards hand, Lots& lots) const {
    const std::uint64_t counts = column_counts(hand);
    const auto odds = [&](Card card) {
      return card.is_joker() ? settings_.gives[0][1]
                             : settings_.gives[card.column()][counts >> (4 * card.column()) & 7];
    };
    float sum = 0;
    for (Card card : hand) sum += odds(card);
    float mark = lots.unit() * sum;
    for (Card card : hand) {
      mark -= odds(card);
      if (mark < 0) return Cards::of(card);
    }
    return Cards::of(hand.lowest());
  }

  // The list is shared by the lanes: one of them writes it when nobody reads the last one any more.
  constexpr void generate(const State& state, Cards hand) {
    lanes_.sync();
    if (lanes_.lane() == 0) rules::moves(state, hand, room_.list, Stands::telling);
    lanes_.sync();
  }

  constexpr Move choose(const State& state, Cards hand, Cards others, Lots& lots) {
    if (!state.table_empty() && !rules::can_follow(state, hand, kCards)) return Move::pass();
    FewMoves& list = room_.list;
    generate(state, hand);
    const auto count = list.size();
    if ((base_ >> state.turn & 1U) != 0) return list[rules::base_pick(state, hand, list)];
    for (std::size_t i = 0; i < count; ++i) {
      if (list[i].size == state.counts[state.turn]) return list[i];
    }
    if (count == 1) return list[0];
    float* chances = room_.chances.data() + chances_;
    const bool kept = steps_ < kMostSteps && chances_ + static_cast<int>(count) <= kMostChances;
    if (!kept) return list[at(lots.below(static_cast<int>(count)))];
    chances_of(state, hand, others, list, chances);
    std::size_t pick = 0;
    for (float mark = lots.unit(); pick + 1 < count; ++pick) {
      mark -= chances[pick];
      if (mark < 0) break;
    }
    const float hoped = critic_.expected(state);
    if (lanes_.lane() == 0) {
      room_.steps[at(steps_)] = {
          state, others, static_cast<std::uint16_t>(chances_), static_cast<std::uint16_t>(pick), hoped, 0.0F};
    }
    ++steps_;
    chances_ += static_cast<int>(count);
    return list[pick];
  }

  constexpr void chances_of(const State& state, Cards hand, Cards others, const FewMoves& list,
                            float* chances) const {
    const network::DecisionContext context(state, hand, others, true);
    network::Rows shared;
    network::position_rows(context, shared);
    const auto before = policy_.before(shared);
    typename Policy::Heard heard;
    float best = -1e30F;
    for (std::size_t i = 0; i < list.size(); ++i) {
      network::Rows rows;
      const int act = network::move_rows(context, list[i], network::Look(context, list[i], true), rows);
      policy_.hear(rows, act, before, heard);
      if (lanes_.lane() == 0) chances[i] = heard.score;
      best = best > heard.score ? best : heard.score;
    }
    lanes_.sync();
    if (lanes_.lane() == 0) {
      float sum = 0;
      for (std::size_t i = 0; i < list.size(); ++i) sum += chances[i] = expf(chances[i] - best);
      for (std::size_t i = 0; i < list.size(); ++i) chances[i] /= sum;
    }
    lanes_.sync();
  }

  // `number` says what is to be learnt from it, see kCriticEvery.
  constexpr void learn(const Step& step, int number, float outcome, Tally& tally) {
    const Cards hand = step.state.hands[step.state.turn];
    if (number % kCriticEvery == 0) critic_.learn(step.state, outcome);
    FewMoves& list = room_.list;
    generate(step.state, hand);
    const float* chances = room_.chances.data() + step.chances;
    float entropy = 0;
    for (std::size_t i = 0; i < list.size(); ++i) entropy -= chances[i] * logf(chances[i] + 1e-12F);
    const float left = outcome - step.expected;
    tally.decisions += 1;
    tally.entropy += entropy;
    tally.squares += left * left;
    tally.returns += outcome;
    tally.return_squares += outcome * outcome;
    const float advantage = step.target - step.expected;

    // Pushes add up to nothing, so that what all moves share stays where it is.
    const auto push_of = [&](std::size_t i) {
      return advantage * ((i == step.chosen ? 1.0F : 0.0F) - chances[i]) -
             settings_.entropy * chances[i] * (logf(chances[i] + 1e-12F) + entropy);
    };
    const auto worth = [&](std::size_t i) {
      return i == step.chosen || push_of(i) > kWorth || push_of(i) < -kWorth;
    };
    float dropped = 0;
    for (std::size_t i = 0; i < list.size(); ++i) dropped += worth(i) ? 0.0F : push_of(i);
    const network::DecisionContext context(step.state, hand, step.others, true);
    network::Rows shared;
    network::position_rows(context, shared);
    const auto before = policy_.before(shared);
    typename Policy::Heard heard;
    typename Policy::Units back{};
    const float between = number % kBetweenEvery == 0 ? float{kBetweenEvery} : 0.0F;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!worth(i)) continue;
      network::Rows rows;
      const int act = network::move_rows(context, list[i], network::Look(context, list[i], true), rows);
      policy_.hear(rows, act, before, heard);
      policy_.push(rows, act, heard, push_of(i) + (i == step.chosen ? dropped : 0.0F), between, back);
    }
    policy_.push_position(shared, back);
  }

  const Settings& settings_;
  Policy policy_;
  CriticNet<Lanes> critic_;
  Room& room_;
  Lanes lanes_;
  unsigned base_ = 0;  // seats that base plays
  int steps_ = 0;
  int chances_ = 0;
};

// Weights to begin with: the policy chooses evenly, the critic expects the middle.
inline void draw_weights(std::uint64_t seed, std::span<float> policy, std::span<float> critic) {
  Lots lots(seed);
  for (std::size_t i = 0; i < policy.size(); ++i) {
    const bool linear = i % network::kUnits == 0;  // the unit that is heard as it is
    policy[i] = i >= network::kBetween           ? (lots.unit() - 0.5F) * 0.3F
                : i < network::kHeard && !linear ? (lots.unit() - 0.5F) * 0.4F
                                                 : 0.0F;
  }
  for (std::size_t i = 0; i < critic.size(); ++i)
    critic[i] = i < critic::kHeard ? (lots.unit() - 0.5F) * 0.3F : 0.0F;
  critic[critic::kPlain] = 0.5F;
}

// One step of Adam (Kingma and Ba 2015) for one weight. Weights that are rarely touched move less.
struct Adam {
  float rate;
  float scale;   // of the gradient
  float first;   // 1 - 0.9 to the number of steps
  float second;  // 1 - 0.999 to it

  constexpr void step(float gradient, float& weight, float& mean, float& square) const {
    const float g = gradient * scale;
    mean = 0.9F * mean + 0.1F * g;
    square = 0.999F * square + 0.001F * g * g;
    weight += rate * (mean / first) / (sqrtf(square / second) + 3e-5F);
  }
};

}  // namespace yomi::daihinmin::self_play

// One game of the network against itself, and what is to be learnt from it: the policy gradient (Williams
// 1992) with a baseline that sees all five hands, and returns smoothed between decisions (Sutton 1988;
// Schulman and others 2016).
//
// Written once for a processor and for an accelerator. All scalar work is done by every lane alike; the units
// of the networks are shared out among the lanes. Lanes says how many there are, which one this is, and how
// lanes add up.
#pragma once

#include <cmath>

#include "../players/base_rule.h"
#include "yomi/daihinmin/game.h"
#include "yomi/daihinmin/network.h"

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

// What is expected of a position for the one to move.
namespace critic {
inline constexpr int kUnits = 128;
enum class Of : std::uint8_t { ranks, runs, cards, joker, three, top, owner, locked, revolution, count };
inline constexpr std::array<features::Block, static_cast<std::size_t>(Of::count)> kBlocks{{
    {"hand: steps after the mover, column, how many", {5, 13, 5}},
    {"cards in runs: steps, how many", {5, 4}},
    {"cards: steps, how many, has passed", {5, 13, 2}},
    {"joker: steps, or gone", {6}},
    {"spade three: steps, or gone", {6}},
    {"what lies there: kind and size, strength", {5, 15}},
    {"who played last: steps", {5}},
    {"locked", {2}},
    {"revolution", {2}},
}};
inline constexpr std::uint32_t kRows = features::first_of(kBlocks, kBlocks.size());
inline constexpr std::uint32_t kHeard = kRows * kUnits;
inline constexpr std::uint32_t kPlain = kHeard + kUnits;  // what is expected before anything is known
inline constexpr std::uint32_t kWeights = kPlain + 1;

struct Rows {
  std::array<std::uint16_t, 96> plus;
  std::uint16_t added = 0;
  constexpr void on(std::uint32_t row) { plus[added++] = static_cast<std::uint16_t>(row); }
};

template <Of kBlock, class... Values>
constexpr std::uint32_t row(Values... values) {
  return features::number<kBlocks, kBlock>(values...);
}

constexpr void rows_of(const State& state, Rows& rows) {
  int joker = kPlayers;
  int three = kPlayers;
  for (int step = 0; step < kPlayers; ++step) {
    const int seat = (state.turn + step) % kPlayers;
    const Cards hand = state.hands[at(seat)];
    std::uint64_t naturals = hand.without_joker().bits();
    if (state.revolution) naturals = features::turned(naturals);
    const std::uint64_t counts = column_counts(Cards(naturals));
    for (int column = 0; column < 13; ++column)
      rows.on(row<Of::ranks>(step, column, counts >> (4 * column + 4) & 7));
    const int in_runs = bit_count(features::run_cards(naturals));
    rows.on(row<Of::runs>(step, in_runs == 0 ? 0 : std::clamp(in_runs - 2, 1, 3)));
    rows.on(row<Of::cards>(step, std::min(hand.size(), 12), state.passed >> seat & 1));
    if (hand.has_joker()) joker = step;
    if (hand.contains(spade_three())) three = step;
  }
  rows.on(row<Of::joker>(joker));
  rows.on(row<Of::three>(three));
  const Move& top = state.top;
  const int kind = top.is_pass() ? 0 : top.kind == Kind::run ? 4 : std::min<int>(top.size, 3);
  rows.on(row<Of::top>(kind, top.is_pass() ? 0 : std::clamp(strength(top, state.revolution), 0, 14)));
  rows.on(row<Of::owner>((state.owner - state.turn + kPlayers) % kPlayers));
  rows.on(row<Of::locked>(state.locked ? 1 : 0));
  rows.on(row<Of::revolution>(state.revolution ? 1 : 0));
}
}  // namespace critic

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
      : settings_(settings), weights_(weights), room_(room), lanes_(lanes) {}

  constexpr void play(Lots lots, Tally& tally) {
    base_ = 0;
    steps_ = chances_ = 0;
    for (int seat = 0; seat < kPlayers; ++seat) base_ |= lots.unit() < settings_.base ? 1U << seat : 0U;
    State state = State::start(dealt(lots));
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
    for (int i = 0; i < steps_; ++i) {
      const Step& step = room_.steps[at(i)];
      learn(step, settings_.value[state.place[step.state.turn]], tally);
    }
  }

 private:
  static constexpr int kPolicyPer = network::kUnits / Lanes::kCount;
  static constexpr int kCriticPer = critic::kUnits / Lanes::kCount;
  using PolicyUnits = std::array<float, at(kPolicyPer)>;
  using CriticUnits = std::array<float, at(kCriticPer)>;

  // Where the unit lies that is the j-th of this lane.
  [[nodiscard]] constexpr int unit(int j) const { return j * Lanes::kCount + lanes_.lane(); }

  // Nine games in ten begin with an exchange between seats whose ranks are drawn by lot.
  constexpr std::array<Cards, kPlayers> dealt(Lots& lots) const {
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
    if (lots.unit() < 0.1F) return hands;
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
    return hands;
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
    critic::Rows rows;
    CriticUnits units;
    const float hoped = expected(state, rows, units);
    if (lanes_.lane() == 0) {
      room_.steps[at(steps_)] = {
          state, others, static_cast<std::uint16_t>(chances_), static_cast<std::uint16_t>(pick), hoped, 0.0F};
    }
    ++steps_;
    chances_ += static_cast<int>(count);
    return list[pick];
  }

  template <class Of, std::size_t kPer>
  constexpr void add_rows(const float* layer, int width, const Of& rows,
                          std::array<float, kPer>& units) const {
    for (int i = 0; i < rows.added; ++i) {
      const float* from = layer + std::size_t{rows.plus[at(i)]} * at(width) + at(lanes_.lane());
      for (std::size_t j = 0; j < kPer; ++j) units[j] += from[j * at(Lanes::kCount)];
    }
  }

  // The units of the policy once the move's rows are on too; returns its score.
  constexpr float score(const network::Rows& rows, int act, const PolicyUnits& before,
                        PolicyUnits& units) const {
    units = before;
    add_rows(weights_.policy, network::kUnits, rows, units);
    for (int i = 0; i < rows.taken; ++i) {
      const float* from =
          weights_.policy + std::size_t{rows.minus[at(i)]} * network::kUnits + at(lanes_.lane());
      for (int j = 0; j < kPolicyPer; ++j) units[at(j)] -= from[j * Lanes::kCount];
    }
    const float* heard = weights_.policy + network::kHeard + act * network::kUnits;
    float sum = lanes_.lane() == 0 ? units[0] : 0.0F;
    for (int j = 0; j < kPolicyPer; ++j) sum += (units[at(j)] > 0 ? units[at(j)] : 0.0F) * heard[unit(j)];
    return lanes_.sum(sum);
  }

  constexpr void chances_of(const State& state, Cards hand, Cards others, const FewMoves& list,
                            float* chances) const {
    const network::Situation situation(state, hand, others, true);
    network::Rows shared;
    network::position_rows(situation, shared);
    PolicyUnits before{};
    add_rows(weights_.policy, network::kUnits, shared, before);
    PolicyUnits units;
    float best = -1e30F;
    for (std::size_t i = 0; i < list.size(); ++i) {
      network::Rows rows;
      const int act = network::move_rows(situation, list[i], network::Look(situation, list[i], true), rows);
      const float here = score(rows, act, before, units);
      if (lanes_.lane() == 0) chances[i] = here;
      best = best > here ? best : here;
    }
    lanes_.sync();
    if (lanes_.lane() == 0) {
      float sum = 0;
      for (std::size_t i = 0; i < list.size(); ++i) sum += chances[i] = expf(chances[i] - best);
      for (std::size_t i = 0; i < list.size(); ++i) chances[i] /= sum;
    }
    lanes_.sync();
  }

  constexpr float expected(const State& state, critic::Rows& rows, CriticUnits& units) const {
    critic::rows_of(state, rows);
    units = {};
    add_rows(weights_.critic, critic::kUnits, rows, units);
    float sum = 0;
    for (int j = 0; j < kCriticPer; ++j)
      sum += (units[at(j)] > 0 ? units[at(j)] : 0.0F) * weights_.critic[critic::kHeard + at(unit(j))];
    return weights_.critic[critic::kPlain] + lanes_.sum(sum);
  }

  // Adds `back`, times the sign, to the gradient of the rows.
  template <std::size_t kPer>
  constexpr void spread(float* sums, int width, const std::uint16_t* rows, int count, float sign,
                        const std::array<float, kPer>& back) const {
    for (int i = 0; i < count; ++i) {
      float* to = sums + std::size_t{rows[i]} * at(width) + at(lanes_.lane());
      for (std::size_t j = 0; j < kPer; ++j) lanes_.add(to + j * at(Lanes::kCount), sign * back[j]);
    }
  }

  constexpr void learn(const Step& step, float outcome, Tally& tally) {
    const Cards hand = step.state.hands[step.state.turn];
    learn_critic(step.state, outcome);
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

    const network::Situation situation(step.state, hand, step.others, true);
    network::Rows shared;
    network::position_rows(situation, shared);
    PolicyUnits before{};
    add_rows(weights_.policy, network::kUnits, shared, before);
    PolicyUnits units;
    PolicyUnits back;
    PolicyUnits back_shared{};
    // Pushes add up to nothing, so that what all moves share stays where it is. Those that are too small to
    // be worth the work go to the chosen move.
    constexpr float kWorth = 1e-4F;
    const auto push_of = [&](std::size_t i) {
      return advantage * ((i == step.chosen ? 1.0F : 0.0F) - chances[i]) -
             settings_.entropy * chances[i] * (logf(chances[i] + 1e-12F) + entropy);
    };
    const auto worth = [&](std::size_t i) {
      return i == step.chosen || push_of(i) > kWorth || push_of(i) < -kWorth;
    };
    float dropped = 0;
    for (std::size_t i = 0; i < list.size(); ++i) dropped += worth(i) ? 0.0F : push_of(i);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!worth(i)) continue;
      const float push = push_of(i) + (i == step.chosen ? dropped : 0.0F);
      network::Rows rows;
      const int act = network::move_rows(situation, list[i], network::Look(situation, list[i], true), rows);
      score(rows, act, before, units);
      const float* heard = weights_.policy + network::kHeard + act * network::kUnits;
      float* heard_sums = weights_.policy_sums + network::kHeard + act * network::kUnits;
      for (int j = 0; j < kPolicyPer; ++j) {
        const bool on = units[at(j)] > 0;
        if (on) lanes_.add(heard_sums + unit(j), push * units[at(j)]);
        back[at(j)] = (on ? push * heard[unit(j)] : 0.0F) + (unit(j) == 0 ? push : 0.0F);
        back_shared[at(j)] += back[at(j)];
      }
      spread(weights_.policy_sums, network::kUnits, rows.plus.data(), rows.added, 1.0F, back);
      spread(weights_.policy_sums, network::kUnits, rows.minus.data(), rows.taken, -1.0F, back);
    }
    spread(weights_.policy_sums, network::kUnits, shared.plus.data(), shared.added, 1.0F, back_shared);
  }

  constexpr void learn_critic(const State& state, float outcome) const {
    critic::Rows rows;
    CriticUnits units;
    const float push = outcome - expected(state, rows, units);
    CriticUnits back;
    for (int j = 0; j < kCriticPer; ++j) {
      const bool on = units[at(j)] > 0;
      if (on) lanes_.add(weights_.critic_sums + critic::kHeard + at(unit(j)), push * units[at(j)]);
      back[at(j)] = on ? push * weights_.critic[critic::kHeard + at(unit(j))] : 0.0F;
    }
    if (lanes_.lane() == 0) lanes_.add(weights_.critic_sums + critic::kPlain, push);
    spread(weights_.critic_sums, critic::kUnits, rows.plus.data(), rows.added, 1.0F, back);
  }

  const Settings& settings_;
  Weights weights_;
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
    policy[i] = i < network::kHeard && !linear ? (lots.unit() - 0.5F) * 0.4F : 0.0F;
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

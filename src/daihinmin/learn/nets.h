// The two networks as they are learnt, in floats: the policy (network.h) and the critic that sees all five
// hands; what they answer, and what a push of the answer adds to the gradients of their weights.
//
// Written once for a processor and for an accelerator. The units of a network are shared out among lanes:
// Lanes says how many there are, which one this is, and how they add up.
#pragma once

#include "yomi/daihinmin/game.h"
#include "yomi/daihinmin/network.h"

namespace yomi::daihinmin::self_play {

constexpr float rectified(float x) {
  return x > 0 ? x : 0.0F;
}

// The units of a layer that one lane has: neighbours.
template <class Lanes, int kWidth>
struct Layer {
  static constexpr std::size_t kPer = static_cast<std::size_t>(kWidth) / Lanes::kCount;
  using Units = std::array<float, kPer>;

  // Where those of this lane begin.
  static constexpr std::size_t first(const Lanes& lanes) { return at(lanes.lane()) * kPer; }
  // Adds rows of weights to the units, times the sign.
  static constexpr void add(const Lanes& lanes, const float* weights, const std::uint16_t* rows, int count,
                            float sign, Units& units) {
    for (int i = 0; i < count; ++i) lanes.load(weights + at(rows[i]) * kWidth + first(lanes), sign, units);
  }
  // Adds what a push did to the units, times the sign, to the gradients of the rows.
  static constexpr void spread(const Lanes& lanes, float* sums, const std::uint16_t* rows, int count,
                               float sign, const Units& back) {
    for (int i = 0; i < count; ++i) lanes.add(sums + at(rows[i]) * kWidth + first(lanes), sign, back);
  }
};

template <class Lanes>
class PolicyNet {
 public:
  using First = Layer<Lanes, network::kUnits>;
  using Units = First::Units;
  static constexpr std::size_t kSecondPer = static_cast<std::size_t>(network::kSecond) / Lanes::kCount;
  using SecondUnits = std::array<float, kSecondPer>;

  // What it makes of a move: the sums of the units, not yet rectified, and the score.
  struct Heard {
    Units units;
    SecondUnits second;
    float score;
  };

  constexpr PolicyNet(const float* weights, float* sums, const Lanes& lanes)
      : weights_(weights), sums_(sums), lanes_(lanes) {}

  // The units with the rows of a position on.
  constexpr Units before(const network::Rows& shared) const {
    Units units{};
    First::add(lanes_, weights_, shared.plus.data(), shared.added, 1.0F, units);
    return units;
  }

  // With those of a move on too.
  constexpr void hear(const network::Rows& rows, int act, const Units& before, Heard& heard) const {
    heard.units = before;
    First::add(lanes_, weights_, rows.plus.data(), rows.added, 1.0F, heard.units);
    First::add(lanes_, weights_, rows.minus.data(), rows.taken, -1.0F, heard.units);
    const float* direct = weights_ + network::kHeard + at(act) * network::kUnits + First::first(lanes_);
    float sum = lanes_.lane() == 0 ? heard.units[0] : 0.0F;
    for (std::size_t j = 0; j < kPer; ++j) sum += rectified(heard.units[j]) * direct[j];
    SecondUnits second;
    for (std::size_t k = 0; k < kSecondPer; ++k) second[k] = weights_[network::kPlain + second_unit(act, k)];
    each_on(heard.units, [&](int, std::size_t, float x, std::size_t row) {
      for (std::size_t k = 0; k < kSecondPer; ++k) second[k] += x * weights_[row + second_unit(0, k)];
    });
    for (std::size_t k = 0; k < kSecondPer; ++k)
      sum += rectified(second[k]) * weights_[network::kHeardSecond + second_unit(act, k)];
    heard.second = second;
    heard.score = lanes_.sum(sum);
  }

  // A push of the score of the move that was heard: adds to the gradients of all but the rows of the
  // position, and what it does to the units to `shared`. `between` is how much it counts for the weights
  // between the layers: they are many and see every move, so some decisions do for them.
  constexpr void push(const network::Rows& rows, int act, const Heard& heard, float push, float between,
                      Units& shared) const {
    Units back = back_from(act, heard, push, between);
    First::spread(lanes_, sums_, rows.plus.data(), rows.added, 1.0F, back);
    First::spread(lanes_, sums_, rows.minus.data(), rows.taken, -1.0F, back);
    for (std::size_t j = 0; j < kPer; ++j) shared[j] += back[j];
  }
  constexpr void push_position(const network::Rows& rows, const Units& shared) const {
    First::spread(lanes_, sums_, rows.plus.data(), rows.added, 1.0F, shared);
  }

 private:
  static constexpr std::size_t kPer = First::kPer;

  // Units of the second layer lie side by side on the lanes.
  [[nodiscard]] constexpr std::size_t second_unit(int act, std::size_t k) const {
    return at(act) * network::kSecond + k * Lanes::kCount + at(lanes_.lane());
  }

  // Each unit that is on, whichever lane has it: the lane, its place there, its value, its row of weights.
  template <class Use>
  constexpr void each_on(const Units& units, const Use& use) const {
    for (int lane = 0; lane < Lanes::kCount; ++lane) {
      for (std::size_t j = 0; j < kPer; ++j) {
        const float x = lanes_.from(units[j], lane);
        if (x > 0) use(lane, j, x, network::kBetween + (at(lane) * kPer + j) * network::kSecond);
      }
    }
  }

  // What the push does to the units; adds to the gradients of what lies behind them.
  constexpr Units back_from(int act, const Heard& heard, float push, float between) const {
    const std::size_t direct = network::kHeard + at(act) * network::kUnits + First::first(lanes_);
    Units on{};
    Units back{};
    for (std::size_t j = 0; j < kPer; ++j) {
      on[j] = rectified(heard.units[j]);
      back[j] = heard.units[j] > 0 ? push * weights_[direct + j] : 0.0F;
    }
    lanes_.add(sums_ + direct, push, on);
    SecondUnits back_second{};
    for (std::size_t k = 0; k < kSecondPer; ++k) {
      if (!(heard.second[k] > 0)) continue;
      const std::size_t here = second_unit(act, k);
      back_second[k] = push * weights_[network::kHeardSecond + here];
      lanes_.add(sums_ + network::kHeardSecond + here, push * heard.second[k]);
      lanes_.add(sums_ + network::kPlain + here, back_second[k]);
    }
    each_on(heard.units, [&](int lane, std::size_t j, float x, std::size_t row) {
      std::array<float, 4> parts{};
      for (std::size_t k = 0; k < kSecondPer; ++k)
        parts[k % 4] += back_second[k] * weights_[row + second_unit(0, k)];
      for (std::size_t k = 0; k < (between > 0 ? kSecondPer : 0); ++k)
        lanes_.add(sums_ + row + second_unit(0, k), between * x * back_second[k]);
      const float sum = lanes_.sum(parts[0] + parts[1] + parts[2] + parts[3]);
      if (lanes_.lane() == lane) back[j] += sum;
    });
    if (lanes_.lane() == 0) back[0] += push;
    return back;
  }

  const float* weights_;
  float* sums_;
  Lanes lanes_;
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

template <class Lanes>
class CriticNet {
 public:
  constexpr CriticNet(const float* weights, float* sums, const Lanes& lanes)
      : weights_(weights), sums_(sums), lanes_(lanes) {}

  constexpr float expected(const State& state) const {
    critic::Rows rows;
    Units units;
    return expected(state, rows, units);
  }

  // A step of the expectation towards the outcome.
  constexpr void learn(const State& state, float outcome) const {
    critic::Rows rows;
    Units units;
    const float push = outcome - expected(state, rows, units);
    Units back{};
    for (std::size_t j = 0; j < units.size(); ++j) {
      const std::size_t here = critic::kHeard + First::first(lanes_) + j;
      back[j] = units[j] > 0 ? push * weights_[here] : 0.0F;
      units[j] = rectified(units[j]);
    }
    lanes_.add(sums_ + critic::kHeard + First::first(lanes_), push, units);
    if (lanes_.lane() == 0) lanes_.add(sums_ + critic::kPlain, push);
    First::spread(lanes_, sums_, rows.plus.data(), rows.added, 1.0F, back);
  }

 private:
  using First = Layer<Lanes, critic::kUnits>;
  using Units = First::Units;

  constexpr float expected(const State& state, critic::Rows& rows, Units& units) const {
    critic::rows_of(state, rows);
    units = {};
    First::add(lanes_, weights_, rows.plus.data(), rows.added, 1.0F, units);
    float sum = 0;
    for (std::size_t j = 0; j < units.size(); ++j)
      sum += rectified(units[j]) * weights_[critic::kHeard + First::first(lanes_) + j];
    return weights_[critic::kPlain] + lanes_.sum(sum);
  }

  const float* weights_;
  float* sums_;
  Lanes lanes_;
};

}  // namespace yomi::daihinmin::self_play

// A softmax policy over features of a move: how likely a player is to choose it. It drives play-outs,
// and, read backwards, it says how likely a hidden hand is to have made the plays that were seen.
//
// The features look at the move, at the mover's cards left behind and at the cards of all the others together
// (which every player knows), always in the order of ranks now ruling, so that a revolution needs no weights
// of its own. Two breadths: `hand` evaluates the cards left behind, as the play-outs of snowl do (Sudo and
// others 2010); `full` crosses the move with every rank held and every rank outside, an idea of the linear
// policies of Ohto and Tanaka (2017) in a form of our own. `deep` adds to the linear score that of a small
// network with one hidden layer of rectified units, which sees the cards left behind, those outside, the
// table and how many cards each of the others holds, and so what the linear features cannot say: how these go
// together. A policy is a plain value; any thread may read it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/random.h"
#include "yomi/cards/result.h"
#include "yomi/daihinmin/moves.h"

namespace yomi::daihinmin {

enum class Breadth : std::uint8_t { hand, full, deep };

// One active feature of a move: the number of its weight and how much of it.
struct Feature {
  std::uint32_t number;
  float value;
};

class Policy {
 public:
  explicit Policy(Breadth breadth);

  [[nodiscard]] Breadth breadth() const { return breadth_; }
  [[nodiscard]] std::span<const float> weights() const { return weights_; }
  [[nodiscard]] std::span<float> weights() { return weights_; }
  // The linear weights, which come first; `deep` has those of the network after them.
  static std::size_t linear_count();

  // A deep policy that scores as this full one does: the hidden units are drawn by lot and not heard yet.
  [[nodiscard]] Policy deepened(std::uint64_t seed) const;
  // The policy whose scores are `own` times these plus `linear` times those of `other`, which is full.
  [[nodiscard]] Policy blended(float own, const Policy& other, float linear) const;

  // One score a move of `list`; `others` are the cards of all other players together.
  void scores(const Public& table, Cards hand, Cards others, const MoveList& list,
              std::span<float> out) const;
  // The same as probabilities at a temperature.
  void probabilities(const Public& table, Cards hand, Cards others, const MoveList& list,
                     std::span<float> out, float temperature = 1.0F) const;
  // Draws a place in the list. A move that goes out is always taken.
  std::size_t choose(const Public& table, Cards hand, Cards others, const MoveList& list, Random& random,
                     float temperature = 1.0F) const;
  // The linear features behind scores(), for learning.
  void features(const Public& table, Cards hand, Cards others, const Move& move,
                std::vector<Feature>& out) const;
  // Adds to `sums`, one for each weight, the gradient of the sum of scores each times its push.
  void add_gradient(const Public& table, Cards hand, Cards others, const MoveList& list,
                    std::span<const float> pushes, std::span<float> sums) const;

  static constexpr int kHidden = 32;  // units of the hidden layer
  // The rows of the first layer that a move switches on (a value of -1 takes one away), and the first of the
  // kHidden weights with which the units are then heard. For tests and for those who are curious.
  static std::size_t hidden_rows(const Public& table, Cards hand, Cards others, const Move& move,
                                 std::vector<Feature>& out);

  friend bool operator==(const Policy&, const Policy&) = default;

 private:
  Breadth breadth_;
  std::vector<float> weights_;
};

// Scores to probabilities, in place.
void softmax(std::span<float> scores);

// A text file: a head line "yomi-daihinmin-policy BREADTH COUNT", then "number weight" for each weight that
// is not zero. The error names the line.
std::string to_text(const Policy& policy);
Result<Policy> parse_policy(std::string_view text);

}  // namespace yomi::daihinmin

// A softmax policy over features of a move: how likely a player is to choose it. It drives play-outs,
// and, read backwards, it says how likely a hidden hand is to have made the plays that were seen.
//
// The features look at the move, at the mover's cards left behind and at the cards of all the others together
// (which every player knows), always in the order of ranks now ruling, so that a revolution needs no weights
// of its own. Two breadths: `hand` evaluates the cards left behind, as the play-outs of snowl do (Sudo and
// others 2010); `full` crosses the move with every rank held and every rank outside, an idea of the linear
// policies of Ohto and Tanaka (2017) in a form of our own. A third one, `network`, has a hidden layer and
// sees locks and what the others have passed on besides (network.h). A policy is a
// plain value; any thread may read it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/random.h"
#include "yomi/cards/result.h"
#include "yomi/daihinmin/moves.h"

namespace yomi::daihinmin {

enum class Breadth : std::uint8_t { hand, full, network };

namespace network {
class Network;
}

// One active feature of a move: the number of its weight and how much of it.
struct Feature {
  std::uint32_t number;
  float value;
};

class Policy {
 public:
  // One that likes all moves alike.
  explicit Policy(Breadth breadth);
  explicit Policy(network::Network network);

  [[nodiscard]] Breadth breadth() const { return breadth_; }
  // Of the linear breadths; a network's are its own.
  [[nodiscard]] std::span<const float> weights() const { return weights_; }
  [[nodiscard]] std::span<float> weights() { return weights_; }
  [[nodiscard]] const network::Network& network() const { return *network_; }

  // One score a move of `list`; `others` are the cards of all other players together.
  void scores(const Public& table, Cards hand, Cards others, const MoveList& list,
              std::span<float> out) const;
  // The same as probabilities at a temperature.
  void probabilities(const Public& table, Cards hand, Cards others, const MoveList& list,
                     std::span<float> out, float temperature = 1.0F) const;
  // Draws a place in the list. A move that goes out is always taken.
  std::size_t choose(const Public& table, Cards hand, Cards others, const MoveList& list, Random& random,
                     float temperature = 1.0F) const;
  // The features behind scores() of a linear breadth, for learning.
  void features(const Public& table, Cards hand, Cards others, const Move& move,
                std::vector<Feature>& out) const;
  friend bool operator==(const Policy& a, const Policy& b);

 private:
  Breadth breadth_;
  std::vector<float> weights_;
  std::shared_ptr<const network::Network> network_;
};

// Scores to probabilities, in place.
void softmax(std::span<float> scores);

// A text file (learnt_file.h): "yomi-daihinmin-policy BREADTH COUNT", then "number weight" for each weight
// that is not zero; of a network a row a line, in whole numbers of 1/256. The error names the line.
std::string to_text(const Policy& policy);
Result<Policy> parse_policy(std::string_view text);

}  // namespace yomi::daihinmin

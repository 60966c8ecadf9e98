// How many tricks a side would take, double-dummy, by a network that learnt it from solved deals
// (lab/auction_training.h): a thousand times as fast as solving, and right to half a trick in a suit and
// nearly one at no trump (root mean square). Errors of single deals cancel over many, which is what
// looking ahead in the auction needs.
//
// Immutable; any thread. Some three microseconds for a contract.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "yomi/bidding/sparse_network.h"
#include "yomi/bridge/call.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/random.h"
#include "yomi/cards/result.h"

namespace yomi::bidding {

// The switches of a full deal, suits in this order: trumps first. At no trump any order of all four.
void add_deal(const Deal& deal, Seat declarer, const std::array<Suit, kSuits>& suits, ActiveInputs& to);
// Trumps, then the others from spades.
std::array<Suit, kSuits> suits_for(Strain strain);

// How far true tricks lie from an estimate, drawn before rounding: a part is the same for all strains of a
// side.
double draw_shared_error(Random& random);
double draw_trick_error(Strain strain, double mean, double shared, Random& random);

class TrickEstimate {
 public:
  struct Weights {
    TrickWeights suits;
    TrickWeights no_trump;
  };
  // What ships (data/bidding/tricks.txt).
  static const TrickEstimate& shipped();
  // What to_text() wrote. The error names the line.
  static Result<TrickEstimate> parse(std::string_view text);
  explicit TrickEstimate(std::shared_ptr<const Weights> weights) : weights_(std::move(weights)) {}

  [[nodiscard]] std::string to_text() const;
  [[nodiscard]] const Weights& weights() const { return *weights_; }
  // Of thirteen, for the declarer's side. The deal is full.
  [[nodiscard]] double tricks(const Deal& deal, Strain strain, Seat declarer) const;

 private:
  std::shared_ptr<const Weights> weights_;
};

}  // namespace yomi::bidding

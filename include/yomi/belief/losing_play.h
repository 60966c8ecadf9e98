// "No one makes a losing play", as a likelihood: a deal in which a player's card would have given tricks away
// gets the factor exp(-k * tricks lost), k nats per trick. "Nobody bares a king in front of the ace" (Otawa
// and Uehara 2006, appendix) follows from it. The caller brings the double-dummy solver.
#pragma once

#include <functional>

#include "yomi/belief/evidence.h"

namespace yomi::belief {

struct LosingPlay {
  double nats_per_trick = 0.5;
  int last_tricks = 2;  // only cards of so many tricks before the present one are judged; 0: all
  // Tricks from the position to the end for the side whose turn it is; `guess` is close to the answer or -1.
  std::function<int(const Position& position, int guess)> tricks;
};

// Tricks that the cards of the hidden hands' players (declarer's for dummy) lost in the judged tricks, if
// `hypothesis` (original hands) were the deal. The play must be possible in it.
int tricks_lost(const Seen& seen, const Deal& hypothesis, const LosingPlay& how);

// The chance of each card in each hand when `deals` were drawn in proportion to the exact chances `before`
// and should be weighed by `weights`: each chance is moved by the ratio of the mean weight of the deals with
// the card there to the mean of all. `steadiness` imaginary deals of mean weight are added to each count, so
// that few draws move a chance little and none moves it to 0 or 1.
Marginals reweigh(const Marginals& before, std::span<const Deal> deals, std::span<const double> weights,
                  const Space& space, double steadiness);

}  // namespace yomi::belief

// What a card is worth among ordinary players, by going through every layout.
#pragma once

#include "yomi/lab/problems.h"

namespace yomi::lab {

// Who the others are.
struct Others {
  Plan declarer;
  Plan partner;   // of a defender that decides
  Plan opponent;  // the defenders, when declarer decides
};

// The mean of the chair's side's tricks over the layouts that the chair can think of, for each of `cards`
// played now, when the others follow their plans and the chair's own later cards are the best replies to
// them that it can find without seeing more than it does.
std::vector<double> tricks_among(const Problem& problem, const std::vector<Card>& cards,
                                 const Others& others);

// A player who gives every possible layout the same weight and plays the best double-dummy mean; of equals
// the lowest card. The ending must outlive it; one thread.
Plan ordinary_plan(const DealtEnding& ending);
// A player who sees all hands and plays a best card.
Plan double_dummy_plan(const DealtEnding& ending);

}  // namespace yomi::lab

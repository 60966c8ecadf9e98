// How much DDS likes each card before it has searched anything: the weights that its list of moves is sorted
// by (move_order.h).
//
// The weights are rules of thumb of DDS's authors (lead a suit in which the opponents have little choice, win
// as cheaply as possible, discard from length and not from a guarded king) with constants they tuned by
// measuring. Nothing here is better or worse for our solver, which orders its own moves otherwise; only the
// order that comes out matters.
#pragma once

#include <span>
#include <vector>

#include "move_order.h"

namespace yomi::dds {

// One weight for each of `runs`, the legal cards of the hand to play, by suit from spades, from the top.
std::vector<int> move_weights(const Position& position, std::span<const Run> runs);

}  // namespace yomi::dds

// The order in which DDS lists the cards of a hand.
//
// SolveBoard names the best cards first, and those of equal score in the order of DDS's own list of moves:
// DDS searches the list from its head, so the first card that reaches a score is the one it reports. Programs
// compare answers entry by entry (DDS's own test program does), so the order is part of the interface. It
// follows from the position alone: every card gets a weight (move_weights.h), and the list is sorted by it.
//
// Learnt from the source of DDS 2.9 by Bo Haglund and Soren Hein (github.com/dds-bridge/dds) and checked
// against the library itself; see docs/reference/dds.md.
#pragma once

#include <vector>

#include "yomi/bridge/position.h"

namespace yomi::dds {

// Cards of one hand that are worth the same: no card in another hand or on the table lies between them.
struct Run {
  Card top;
  CardSet lower;
};

// The runs of `cards` with `others` in the other hands and on the table, by suit from spades, from the top.
std::vector<Run> runs_of(CardSet cards, CardSet others);

// The legal cards of the hand to play as DDS lists them.
std::vector<Run> listed_moves(const Position& position);

}  // namespace yomi::dds

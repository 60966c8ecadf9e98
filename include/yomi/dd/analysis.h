// What every card of a played board cost.
#pragma once

#include <span>
#include <vector>

#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"

namespace yomi::dd {

struct PlayedCard {
  Card card;
  Seat seat = Seat::north;
  int cost = 0;  // tricks that the player's side lost by it; never negative
};

struct Analysis {
  // Tricks that the side of `declarer` takes in all with best play from there on: before the first card, then
  // after each card. One more entry than cards.
  std::vector<int> trace;
  std::vector<PlayedCard> cards;
};

// Follows `play` from `start`. A card that is not legal is an error that says its number (from 1, in `line` 0
// and `column`: the number) and why. When the solver was stopped, the analysis ends early.
Result<Analysis> analyse(Solver& solver, const Position& start, Seat declarer, std::span<const Card> play);

}  // namespace yomi::dd

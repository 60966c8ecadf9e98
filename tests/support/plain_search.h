// The slow, obviously right twin of the solver: every legal card is tried, nothing is stored, nothing is
// guessed. Use it up to four or five cards a hand.
#pragma once

#include <algorithm>

#include "yomi/bridge/position.h"

namespace yomi::testing {

// Tricks for `side` from here to the end, the trick on the table included.
inline int plain_tricks(const Position& position, Side side) {
  if (position.is_over()) return 0;
  const bool own = on(position.turn(), side);
  int best = own ? -1 : 99;
  for (Card card : position.legal()) {
    Position after = position;
    after.play(card);
    const int won = after.tricks(side) - position.tricks(side) + plain_tricks(after, side);
    best = own ? std::max(best, won) : std::min(best, won);
  }
  return best;
}

}  // namespace yomi::testing

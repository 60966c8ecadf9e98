// When the rest is certain: all remaining tricks go to one side whatever the hidden cards are.
//
// The test is sound, not complete. Hands that the chair sees (its own and, for the declarer, dummy's; dummy's
// alone when a defender asks whether to concede) take the rest if they can be led out in some order so that
// no card of the others' can beat the winner of any trick: nothing higher in the suit led, and no trump. Of
// the cards that are out, one in the suit led is counted as gone at each round (two where one hand cannot
// hold them all), and it is always the lowest. A declarer concedes when every card that is out is higher than
// all of declarer's and dummy's in its suit and these hold no trump.
//
// No trick is claimed from a squeeze, an end-play, a marked finesse or a ruff that only a known shape allows.
#pragma once

#include <optional>
#include <vector>

#include "yomi/play/decision.h"

namespace yomi::play {

struct Claim {
  Side side = Side::ns;      // takes all remaining tricks, the one on the table included
  int tricks = 0;            // how many these are
  std::vector<Card> line{};  // the cards that it leads, in order; empty when it is the other side's to play
};

// What the chair on turn can be sure of; nothing when it is not. Some microseconds, at most about a
// millisecond.
std::optional<Claim> certain_rest(const Decision& decision);

}  // namespace yomi::play

// Games that the engine plays against itself, to learn from.
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "yomi/play/contestant.h"
#include "yomi/play/decision.h"

namespace yomi::lab {

struct WholePlay {
  std::vector<Card> cards{};
  int tricks = 0;  // the declarer's
};

// A deal played by the same player in all chairs, each card from what its chair can see, until the chair on
// turn sees that the rest is certain (claim.h). It goes on after `opening`, cards that were played already. A
// stop ends it early.
WholePlay play_whole(const play::PlayContext& context, const Deal& dealt, play::Contestant& player,
                     const std::stop_token& stop, std::span<const Card> opening = {});

}  // namespace yomi::lab

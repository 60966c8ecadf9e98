// What the others will think: how likely each of them holds it that the chair has its high cards, before and
// after a card.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "yomi/play/carding.h"
#include "yomi/play/decision.h"

namespace yomi::play {

struct Thought {
  Seat chair = Seat::north;                      // who thinks
  Card key;                                      // an honour that the deciding chair holds
  double before = 0;                             // the chance that the chair gives it
  std::vector<std::pair<Card, double>> after{};  // and after each of the cards asked about
};

// One entry for each other player who decides and each honour (ten or higher) that the chair still has in the
// suits of `cards`. Chances are means over deals that the chair thinks possible. Some milliseconds.
std::vector<Thought> thoughts(const Decision& decision, const Carding& carding, std::span<const Card> cards,
                              std::uint64_t seed);

}  // namespace yomi::play

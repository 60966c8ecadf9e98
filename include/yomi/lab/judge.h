// Judging single decisions: what each of several cards is worth when it is played out in deals of the chair's
// belief, by the same player in all chairs, each from what its chair can see.
//
// A match of whole boards needs thousands of them to tell two players apart that differ in a tenth of their
// cards. Here only the cards that differ are played out, in the same deals, so an hour gives more than a day
// of matches. Two reservations: the deals are right by construction, and the judging players are weaker than
// the judged.
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "yomi/play/contestant.h"

namespace yomi::lab {

struct Judge {
  play::ContestantSpec player;  // in all chairs
  std::size_t deals = 24;       // of the chair's belief
  std::uint64_t seed = 1;
};

// By card, then deal: the points of the chair's side. Empty when it was stopped.
std::vector<std::vector<int>> judge_cards(const play::Decision& decision, std::span<const Card> cards,
                                          const Judge& judge, const std::stop_token& stop);

}  // namespace yomi::lab

// Non-clairvoyant look-ahead: what a declarer's card comes to when the declarer goes on without seeing.
//
// The solver's value of a card lets declarer see all hands from the next card on, so it does not mind a guess
// that has yet to be made. Here the next tricks are played in all deals of the belief at once. Where declarer
// (or dummy) is to play, the deals in which everything looks the same so far have to agree on one card: the
// one that is worth most to them together. Defenders play as the card policy expects, unless it costs: of the
// cards that it thinks of at all, what they give away is reckoned by the solver, in the hands as they are.
// What is then left is the solver's.
//
// Nobody is fooled by it and nobody guesses wrongly but declarer; belief sets of the others are the business
// of play-outs, which cost far more.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "yomi/dd/solver.h"
#include "yomi/play/card_policy.h"
#include "yomi/play/decision.h"

namespace yomi::play {

struct LookaheadGame {
  const PlayContext& context;
  const CardPolicy& policy;
  std::span<const Position> worlds;  // before the card in question; the same cards played
  Course course;                     // of the play so far
  int left_at_end = 0;               // tricks left when the solver takes over
  double nats_per_trick = 2;         // how unlikely a defender's card is that gives a trick away
  double unlikely = 0.03;            // chance below which a defender does not think of a card
  Rank first_told = Rank::jack;      // of defenders' cards below it declarer makes nothing
  // What a double-dummy result (the declarer's tricks) is worth in a world, its weight included.
  std::function<double(std::size_t world, int tricks)> worth;
  std::function<bool()> stopped{};
};

// The declarer's tricks in each world when `card`, the declarer's or dummy's, is played. Empty when stopped.
std::vector<std::uint8_t> look_ahead(const LookaheadGame& game, Card card, dd::Solver& solver);

}  // namespace yomi::play

// Non-clairvoyant look-ahead: the value of a declarer's card when declarer does not see the hidden hands
// later either.
//
// The solver's value of a card lets declarer see all hands from the next card on, so it does not mind a guess
// that has yet to be made. Here the next tricks are played in all deals of the belief at once. Where declarer
// (or dummy) is to play, the deals in which everything looks the same so far have to agree on one card: the
// one that is worth most to them together. Defenders play as the card policy expects unless that costs
// tricks: of the cards it considers, the solver counts what each gives away in the actual hands. The
// remaining tricks are solved double-dummy.
//
// Only declarer guesses; modelling what the others believe is left to play-outs, which cost far more.
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
  double unlikely = 0.03;            // probability below which a defender does not consider a card
  Rank first_told = Rank::jack;      // declarer infers nothing from defenders' cards below it
  // What a double-dummy result (the declarer's tricks) is worth in a world, its weight included.
  std::function<double(std::size_t world, int tricks)> worth;
  std::function<bool()> stopped{};
};

// The declarer's tricks in each world when `card`, the declarer's or dummy's, is played. Empty when stopped.
std::vector<std::uint8_t> look_ahead(const LookaheadGame& game, Card card, dd::Solver& solver);

}  // namespace yomi::play

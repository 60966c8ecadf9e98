// Games that the engine plays against itself, to learn from: any player in all chairs; or pimc with few deals
// in all chairs, and now and then a card that looks nearly as good, so that more than one way of playing is
// seen.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "yomi/dd/solver.h"
#include "yomi/play/contestant.h"
#include "yomi/play/decision.h"

namespace yomi::lab {

struct SelfPlay {
  std::size_t deals = 6;           // that pimc looks at for a card
  double exploration = 0.1;        // how often another card is taken
  double exploration_margin = 25;  // points behind the best one
  std::uint64_t seed = 4711;       // with the number of a game: everything drawn in it
};

struct SelfPlayed {
  Deal deal{};                             // the original hands
  std::vector<Card> play{};                // 52 cards
  std::array<std::uint8_t, 52> results{};  // the declarer's tricks double dummy after each of them
};

// Game number `number` at a table. The first time round the deal is the one that was dealt; another time
// (`redeal`) one chair, drawn at random, keeps its hand, and the other cards are dealt as the calls make
// likely. Depends on the arguments alone.
SelfPlayed play_alone(const play::PlayContext& context, const Deal& dealt, bool redeal, std::uint64_t number,
                      const SelfPlay& how, dd::Solver& solver);

struct WholePlay {
  std::vector<Card> cards{};
  int tricks = 0;  // the declarer's
};

// A deal played by the same player in all chairs, each card from what its chair can see, until the chair on
// turn sees that the rest is certain (claim.h). It goes on after `opening`, cards that were played already.
// Being stopped ends it early.
WholePlay play_whole(const play::PlayContext& context, const Deal& dealt, play::Contestant& player,
                     const std::stop_token& stop, std::span<const Card> opening = {});

}  // namespace yomi::lab

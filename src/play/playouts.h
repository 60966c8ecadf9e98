// Play-outs in which everybody acts on a belief of its own (docs/design/play.md).
#pragma once

#include <array>
#include <vector>

#include "double_dummy_grid.h"
#include "player_model.h"

namespace yomi::play {

struct PlayoutSettings {
  std::size_t beliefs = 3;      // hypotheses of a player model, while hands are long
  std::size_t proposals = 64;   // deals that they are taken from
  double nats_per_trick = 1.5;  // how unlikely a card is that gives a trick away
};

class Playouts {
 public:
  Playouts(const CardTask& task, const Grid& grid, const PlayoutSettings& settings)
      : task_(task), grid_(grid), settings_(settings) {}

  // The beliefs of the three deciding players before the card in question, for play-out number `item`, of
  // deal number `at`. The same deal may come again with other beliefs.
  struct Start {
    Random random;
    Position before;
    std::array<belief::Seen, 3> seen{};
    std::array<std::vector<Deal>, 3> thoughts{};
  };
  [[nodiscard]] Start start(std::size_t item, std::size_t at) const;
  // The declarer's tricks when `card` is played from there; the cards go to `line`.
  int run(const Start& from, Card card, Solvers& solvers, std::vector<Card>* line = nullptr) const;

 private:
  [[nodiscard]] std::vector<Deal> ancestors(const belief::Seen& seen, std::size_t count,
                                            const Random& random) const;
  [[nodiscard]] std::vector<belief::WeightedDeal> weighed_proposals(const belief::Seen& seen,
                                                                    Random& random) const;
  [[nodiscard]] std::vector<Deal> own(std::size_t truth, const belief::Seen& seen, std::size_t count,
                                      const Random& random) const;
  // Sizes of belief sets. A card is meant to mislead opponents, so the chair's and partner's sets may be
  // smaller. With short hands solving is so cheap that all may be large.
  [[nodiscard]] PlayerModel::Limits limits(Seat chair) const;

  const CardTask& task_;
  const Grid& grid_;
  PlayoutSettings settings_;
};

}  // namespace yomi::play

// Play-outs in which everybody acts on a belief of its own (docs/design/play.md).
#pragma once

#include <array>
#include <vector>

#include "work.h"

namespace yomi::play {

// In the hand on turn, or in those that have played to the trick one less.
inline std::size_t cards_left(const Work& work) {
  return kRanks - work.decision.seen.play.size() / 4;
}

// So short that solving is cheap, and belief sets are larger.
inline constexpr std::size_t kShort = 8;
inline bool has_short_hands(const Work& work) {
  return cards_left(work) <= kShort;
}

// Tricks left when the solver takes over from a play-out.
int left_at_end(const Work& work);

class Playouts {
 public:
  Playouts(Work& work, std::size_t beliefs) : work_(work), beliefs_(beliefs) {}

  // What the three who decide think before the card in question, for play-out number `item` of deal number
  // `at`. A deal may come several times, with other thoughts.
  struct Start {
    Random random;
    Position before;
    std::array<belief::Seen, 3> seen{};
    std::array<std::vector<Deal>, 3> thoughts{};
  };
  [[nodiscard]] Start start(std::size_t item, std::size_t at) const;
  // The declarer's tricks when `card` is played from there. The cards go to `line`. A timed
  // play-out ends after some tricks, and what the solver says of the hands as they are stands for the rest:
  // far less depends on luck then, and far less time is needed.
  int run(const Start& from, Card card, Bench& bench, std::vector<Card>* line = nullptr) const;

 private:
  [[nodiscard]] std::vector<Deal> ancestors(const belief::Seen& seen, std::size_t count,
                                            const Random& random) const;
  [[nodiscard]] std::vector<Deal> own(std::size_t truth, const belief::Seen& seen, std::size_t count,
                                      const Random& random) const;

  // Opponents are what a card is to mislead; the chair's own thoughts and partner's need fewer deals. When
  // hands are short, solving is so cheap that all may have many.
  [[nodiscard]] PlayerModel::Limits limits(Seat chair) const;

  Work& work_;
  std::size_t beliefs_;
};

}  // namespace yomi::play

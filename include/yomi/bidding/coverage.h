// How much of the bidding a system's own agreements decide, and how much is left to its general lines: by
// round, and apart for auctions in which the opponents have done more than pass. It tells an author where the
// system is thin.
#pragma once

#include <array>
#include <string>

#include "yomi/bidding/bidder.h"

namespace yomi::bidding {

struct Coverage {
  struct Cell {
    std::size_t calls = 0;
    std::size_t by_agreement = 0;  // by a line of a group that is not `general = true`
    [[nodiscard]] double share() const;
  };
  static constexpr std::size_t kRounds = 4;          // the last stands for the later ones too
  std::array<std::array<Cell, kRounds>, 2> cells{};  // by contested, by round

  // One decision: the auction before it, and what the system chose.
  void add(const AuctionState& state, const Choice& choice);
};

// Two lines: uncontested and contested.
std::string to_string(const Coverage& coverage);

struct CoverageOptions {
  int deals = 1000;  // random; the opponents are silent in every third
  std::uint64_t seed = 1;
};
// The system sits north and south.
Coverage measure_coverage(const std::shared_ptr<const System>& system,
                          const std::shared_ptr<const System>& theirs, const CoverageOptions& options = {});

}  // namespace yomi::bidding

// What another call would have brought: the regret of single decisions, by the line of the system that made
// them.
//
// All four players bid a solved deal by the lines of their systems. At each decision another call is made in
// its place, the auction goes on by the lines, and both contracts are scored on the deal. Over thousands of
// deals the mean for one line says whether its hands would do better with another call. It is the value of
// that call within the system as it is: partner reads it by the lines too. Which calls are tried depends on
// what the player sees alone, so the mean of one line is honest. The best of many lines are flattered.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "yomi/bidding/auction_state.h"
#include "yomi/formats/solved_deal.h"

namespace yomi::lab {

// One decision, and one other call.
struct CallRegret {
  std::string line;    // "systems/two-over-one.toml:41:3": what chose the call that was made
  std::size_t at = 0;  // calls made before
  Call made;
  Call other;
  int imps = 0;  // that the other call would have brought, for the side of the player
};

// Which calls are tried in place of the one made: the likeliest by the auction policy
// (bidding/auction_policy.h), where it is another one, or a pass, a double, and every call that some line of
// the system gives this hand.
enum class OtherCalls : std::uint8_t { likeliest, all };

struct RegretDeal {
  std::vector<Call> calls;  // as they were made
  std::vector<CallRegret> regrets;
};

// Keeps the memory of readings between deals; one thread.
class RegretExam {
 public:
  RegretExam(std::shared_ptr<const bidding::System> north_south,
             std::shared_ptr<const bidding::System> east_west, OtherCalls others);
  RegretDeal judge(const SolvedDeal& deal);

 private:
  bidding::AuctionState::Systems systems_;
  OtherCalls others_;
  std::shared_ptr<bidding::GridMemory> memory_ = std::make_shared<bidding::GridMemory>();
};

// The regrets of one line, its call and the other: how often, and what was gained on average.
struct LineRegret {
  std::string line;
  Call made;
  Call other;
  int cases = 0;
  int imps = 0;
  double error = 0;  // half of the 95 % interval of the mean
  [[nodiscard]] double mean() const { return static_cast<double>(imps) / cases; }
};
// Those of at least `least` cases whose mean is above zero by more than its error, the costliest first.
std::vector<LineRegret> by_line(const std::vector<RegretDeal>& deals, int least);

}  // namespace yomi::lab

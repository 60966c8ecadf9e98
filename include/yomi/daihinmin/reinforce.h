// The policy of play-outs, learnt from the outcome of its own games.
//
// Imitation (learn.h) makes a policy that moves as the players did; it does not make the policy that plays
// best. Here the policy plays whole games against itself, about ten thousand a second, and every decision is
// made likelier by how much better the game ended than was to be expected: the policy gradient (Williams
// 1992) with a learnt baseline, which sees all five hands, and returns smoothed between decisions (Sutton
// 1988; Schulman and others 2016), steps by Adam (Kingma and Ba 2015). What the policy itself sees is what a
// player at the table sees.
//
// Among the opponents are some of `base`, some of the policy that was there at the start and, on request,
// some that move as players were seen to, so that it does not forget how to play against others than itself.
// A hand that wins for certain is played by search, as in the play-outs of yomi. The answer depends on the
// seed alone, whatever the number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "yomi/daihinmin/belief.h"
#include "yomi/daihinmin/policy.h"

namespace yomi::daihinmin {

struct ReinforceSettings {
  std::int64_t games = 1'000'000;
  double rate = 0.004;      // of the first steps; falls in a straight line to a twentieth
  double smoothing = 0.85;  // lambda: 1 takes the end of the game alone, 0 the next decision's expectation
  double entropy = 0.002;   // bonus for keeping several moves open
  double base = 0.1;        // share of seats that base plays
  double fixed = 0.15;      // share of seats that the first policy plays
  double imitated = 0.15;  // share of seats that move as players were seen to; none without a policy for that
  std::shared_ptr<const Policy> imitation{};
  std::array<double, kPlayers> value{1.0, 0.75, 0.5, 0.25, 0.0};  // of a place
  GiveOdds gives = GiveOdds::plain();
  std::uint64_t seed = 1;
  int threads = 1;
};

struct ReinforceReport {
  std::int64_t games = 0;
  double above_fixed = 0;  // places that the learner is ahead of the first policy at the same tables, mean
  double unexplained = 0;  // share of the variance of returns that the baseline leaves
  double entropy = 0;      // of a decision, mean
};

// Improves `policy`. on_report is called every hundredth of the way with what was seen since the last call;
// when it returns false the learning ends there.
void reinforce(Policy& policy, const ReinforceSettings& settings,
               const std::function<bool(const ReinforceReport&)>& on_report = {});

}  // namespace yomi::daihinmin

// The network of yomi's play-outs, learnt from nothing but the outcome of its own games.
//
// Imitation (learn.h) makes a policy that moves as the players did; it does not make the policy that plays
// best. Here the policy plays whole games against itself, and every decision is made likelier by how much
// better the game ended than was to be expected: the policy gradient with a learnt baseline that sees all
// five hands (src/daihinmin/learn/self_play.h). What the policy itself sees is what a player at the table
// sees. Some seats are played by `base`, so that it knows weaker play too.
//
// This is the way on processors, some thousand games a second of each; its answer depends on the settings
// alone, whatever the number of threads. yomi-train (apps/train/games.cu) does the same on an
// accelerator, a hundred times as fast, where sums come in any order and another run gives other weights of
// the same strength.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "yomi/daihinmin/belief.h"
#include "yomi/daihinmin/policy.h"

namespace yomi::daihinmin {

struct ReinforceSettings {
  std::int64_t games = 1'000'000;
  int games_per_step = 512;
  double rate = 0.003;      // of the first half of the steps; then it falls to a twentieth
  double smoothing = 0.85;  // lambda: 1 takes the end of the game alone, 0 the next decision's expectation
  double entropy = 0.005;   // bonus for keeping several moves open; falls to a fifth
  double base = 0.1;        // share of seats that base plays
  std::array<double, kPlayers> value{1.0, 0.75, 0.5, 0.25, 0.0};  // of a place
  GiveOdds gives = GiveOdds::plain();
  std::uint64_t seed = 1;
  int threads = 1;
};

struct ReinforceReport {
  std::int64_t games = 0;
  double place = 0;        // of the learner, mean; 2 when base is as good
  double unexplained = 0;  // share of the variance of returns that the baseline leaves
  double entropy = 0;      // of a decision, mean
};

// Learns a policy. on_report is called every hundredth of the way with what was seen since the last call and
// the policy of now; when it returns false the learning ends there.
Policy reinforce(const ReinforceSettings& settings,
                 const std::function<bool(const ReinforceReport&, const Policy&)>& on_report = {});

}  // namespace yomi::daihinmin

// The rule-based player that serves as the measure: always plays if it can, weakest first, looks at nothing.
#pragma once

#include <memory>

#include "yomi/daihinmin/game.h"
#include "yomi/daihinmin/policy.h"
#include "yomi/daihinmin/wins.h"

namespace yomi::daihinmin {

// What base plays from this hand. `list` is room to work in.
Move base_play(const Public& table, Cards hand, MoveList& list);
// The same when `list` already holds the telling plays: the place in it.
std::size_t base_pick(const Public& table, Cards hand, const MoveList& list);

class Base : public Player {
 public:
  void begin(std::uint64_t) override {}
  Cards give(const View& view, int count) override;
  Move play(const View& view) override;
};

// The policy alone: a certain win where there is one, else drawn from the policy, cooler than it was learnt.
class PolicyPlayer : public Player {
 public:
  PolicyPlayer(std::shared_ptr<const Policy> policy, float temperature)
      : policy_(std::move(policy)), temperature_(temperature) {}
  void begin(std::uint64_t seed) override { random_ = Random(seed); }
  Cards give(const View& view, int count) override;
  Move play(const View& view) override;

 private:
  std::shared_ptr<const Policy> policy_;
  float temperature_;
  Random random_{0};
  static constexpr std::uint64_t kWinNodes = 20'000;
  CertainWin wins_{kWinNodes};
};

}  // namespace yomi::daihinmin

// Calls read by the auction policy: how likely it was to make them with each hand becomes a weight for every
// shape and number of points.
//
// The rules say what a call promises; the policy says which hands it is made with, and at a table it is the
// policy that makes our calls. It is asked for some thousands of hands of every usual shape and strength, and
// what it says of a cell is what it says of the cell's hand. Nobody calls as the policy does all the time, so
// every call may come from anywhere (`floor`), and what it says is tempered (`trust`). What the rules read
// stands beside it (`rules`). The numbers were chosen by log score (notebook/2026-11-belief.md).
#pragma once

#include <mutex>
#include <optional>

#include "yomi/bidding/auction_policy.h"
#include "yomi/bidding/hand_grid.h"
#include "yomi/play/system_reader.h"

namespace yomi::play {

struct CallTrust {
  double trust = 0;     // the power to which the policy's chances are raised; 0: the rules alone
  double floor = 0.02;  // the chance that a call was made on any hand
  double rules = 1;     // the power to which the rules' weights are raised

  // For one who calls by the policy, for one who may, and for one who keeps to the rules.
  static constexpr CallTrust partner() { return {.trust = 1, .floor = 0.002, .rules = 0.4}; }
  static constexpr CallTrust stranger() { return {.trust = 0.6, .floor = 0.02, .rules = 0.5}; }
  static constexpr CallTrust rules_alone() { return {}; }
};

// What the hands have in common with which the policy makes a call.
struct PolicyMeaning {
  // Points, and lengths of suits that are told: nineteen hands of twenty have them, each by itself.
  bidding::Summary hand;
  double within = 0;  // how many of the hands are inside what the rules say of the call
};
// Of the last call of the auction, by one who has called by the policy before; `rules` is what the rules say
// of it. A few milliseconds a call of that chair. It is not about the hand that the caller has.
PolicyMeaning policy_meaning(const Auction& auction, Vulnerability vulnerability,
                             const bidding::System& system, const bidding::HandGrid& rules);

class PolicyReader : public CallReader {
 public:
  // The systems of North-South and of East-West, and how far the policy is believed there.
  PolicyReader(BySide<std::shared_ptr<const bidding::System>> systems, BySide<CallTrust> trust,
               const Doubts& doubts = {});

  // Some 30 milliseconds for an auction of ten calls. The last one is kept, for the other cards of its board.
  [[nodiscard]] std::shared_ptr<const belief::Prepared> read(
      const Auction& auction, Vulnerability vulnerability, const std::vector<bool>& told = {}) const override;

 private:
  struct Last {
    Auction auction;
    Vulnerability vulnerability;
    std::vector<bool> told;
    std::shared_ptr<const belief::Prepared> read;
  };
  BySide<std::shared_ptr<const bidding::System>> systems_;
  BySide<CallTrust> trust_;
  SystemReader rules_;
  mutable std::mutex mutex_;
  mutable std::optional<Last> last_;
};

}  // namespace yomi::play

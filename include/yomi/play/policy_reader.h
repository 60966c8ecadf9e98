// Reads calls by the auction policy: the probability that it makes them with a hand becomes a weight for
// every shape and number of points.
//
// The rules say what a call promises; the policy says which hands make it, and at a table the policy makes
// our calls. It is asked about some thousands of hands, covering the usual shapes and strengths, and a cell
// gets the weight of its hand. Nobody always calls like the policy, so any hand may make any call (`floor`),
// and its probabilities are tempered (`trust`). The rules' reading is multiplied in (`rules`). The numbers
// were chosen by log score (notebook/2026-11-belief.md).
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

  // For a player who calls by the policy, for one who may, and for one who keeps to the rules.
  static constexpr CallTrust partner() { return {.trust = 1, .floor = 0.002, .rules = 0.4}; }
  static constexpr CallTrust stranger() { return {.trust = 0.6, .floor = 0.02, .rules = 0.5}; }
  static constexpr CallTrust rules_alone() { return {}; }
};

// What the hands with which the policy makes a call have in common.
struct PolicyMeaning {
  // Ranges of points and of suit lengths worth telling; each holds for nineteen hands of twenty.
  bidding::Summary hand;
  double within = 0;  // share of the hands that fit the rules' meaning of the call
};
// For the last call of the auction, made by a player who has called by the policy so far; `rules` is the
// rules' meaning. A few milliseconds per call of that chair. Does not use the caller's actual hand.
PolicyMeaning policy_meaning(const Auction& auction, Vulnerability vulnerability,
                             const bidding::System& system, const bidding::HandGrid& rules);

class PolicyReader : public CallReader {
 public:
  // The systems of North-South and of East-West, and how far the policy is trusted for each.
  PolicyReader(BySide<std::shared_ptr<const bidding::System>> systems, BySide<CallTrust> trust,
               const Doubts& doubts = {});

  // About 30 milliseconds for an auction of ten calls. The last auction is cached, for the other cards of its
  // board.
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

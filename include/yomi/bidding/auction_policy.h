// The auction policy: how likely a player who bids well is to make each call, by hand and auction alone.
//
// A network (sparse_network.h) that first learnt what the rules of the systems call, and then from auctions
// of its own on deals whose tricks are known (lab/auction_training.h), held near the rules: nearer where
// agreements speak than where only general lines do. It has learnt four of the systems that ship; a player of
// another system is taken to call much as in two over one. The opponents' system is not told to it.
//
// It chooses calls, it says how an auction may go on, and how likely a hidden hand was to make the calls that
// it made.
//
// Immutable; any thread. Some ten microseconds for a decision.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/bidding/bidder.h"
#include "yomi/bidding/sparse_network.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/result.h"

namespace yomi::bidding {

enum class PolicySystem : std::uint8_t { two_over_one, sayc, acol, precision };
inline constexpr int kPolicySystems = 4;
inline constexpr std::array<std::string_view, kPolicySystems> kPolicySystemNames = {"two-over-one", "sayc",
                                                                                    "acol", "precision"};
// The one that a system is taken for.
PolicySystem policy_system(const System& system);
// Has the policy learnt this very system? One that was changed, or came from a file, it has not.
bool is_learnt(const System& system);

// The output behind those of the calls: the log-odds that only general lines speak.
inline constexpr std::size_t kGeneralOutput = kCalls;

// The switches of a decision, in two parts that are added to the same set.
void add_hand(CardSet hand, ActiveInputs& to);
// For the player to call. Without `theirs` the policy does not know what the opponents play.
void add_auction(const Auction& auction, Vulnerability vulnerability, PolicySystem ours,
                 std::optional<PolicySystem> theirs, ActiveInputs& to);

using CallChances = std::array<float, kCalls>;
// The softmax of the outputs over the calls that are legal now.
CallChances legal_chances(const Auction& auction, const PolicyWeights::Outputs& outputs);
Call likeliest(const CallChances& chances);

class AuctionPolicy {
 public:
  // What ships (data/bidding/auctions.txt).
  static const AuctionPolicy& shipped();
  // What to_text() wrote. The error names the line.
  static Result<AuctionPolicy> parse(std::string_view text);
  explicit AuctionPolicy(std::shared_ptr<const PolicyWeights> weights) : weights_(std::move(weights)) {}

  [[nodiscard]] std::string to_text() const;
  [[nodiscard]] const PolicyWeights& weights() const { return *weights_; }
  // For the player to call, who holds `hand`. The auction is not over.
  [[nodiscard]] CallChances chances(const Auction& auction, Vulnerability vulnerability, CardSet hand,
                                    PolicySystem ours) const;

 private:
  std::shared_ptr<const PolicyWeights> weights_;
};

// Who decides where agreements speak: the policy too, where it has learnt the system, or the rules alone, as
// a partner at the table expects. Where only general lines speak, or agreements that leave the choice to
// judgement, it is the policy, but for calls of those lines that ask partner for an answer.
enum class Agreements : std::uint8_t { policy, rules };
// Did an agreement choose: neither a general line nor one of a group that leaves the choice to judgement?
bool is_agreement(const AuctionState& state, const Choice& rules);

// The call of the rules, or the one that the policy makes in its place.
struct PolicyChoice {
  Choice rules;
  Call call;
  float chance = 0;  // of `call`, by the policy; 0 where it was not asked
  [[nodiscard]] bool overruled() const { return call != rules.call; }
};
// It never passes where there is a duty to call, and redoubles an artificial bid of partner's only where the
// rules do.
PolicyChoice choose_by_policy(const AuctionState& state, const HandFeatures& hand, Agreements agreements,
                              const AuctionPolicy& policy = AuctionPolicy::shipped());
// The calls that the policy would make here, the likeliest first, each with at least this chance; none that
// choose_by_policy() never makes.
struct LikelyCall {
  Call call;
  float chance = 0;
};
std::vector<LikelyCall> likely_calls(const AuctionState& state, CardSet hand, float least,
                                     const AuctionPolicy& policy = AuctionPolicy::shipped());

// The auction to its end, everybody making the likeliest call.
Auction bid_out_by_policy(Auction auction, const Deal& deal, Vulnerability vulnerability,
                          const std::array<PolicySystem, 2>& systems,
                          const AuctionPolicy& policy = AuctionPolicy::shipped());

}  // namespace yomi::bidding

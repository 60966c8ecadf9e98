// What other calls are worth against the call of the rules, learnt from solved deals.
//
// Agreements end soon in competition, and then general lines decide by a few thresholds. Here a small network
// weighs the same things together: the hand, what everybody has shown, the Law of Total Tricks, and what the
// call would tell partner. It was fitted to auctions of the rules against themselves: at each such decision
// every other call was made, the auction went on by the rules, and the contract was scored double-dummy; the
// network learnt the difference in IMPs (lab/call_training.h). So it is a correction of these rules, for
// systems like those that ship.
//
// It speaks where only general lines fit the hand, and overrules them when another call is worth clearly
// more. Forcing calls stay forcing and sign-offs stay: it never passes where there is a duty to call.
//
// Immutable; any thread. About a tenth of a millisecond for a decision.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bidding/bidder.h"
#include "yomi/bidding/call_network.h"
#include "yomi/cards/result.h"

namespace yomi::bidding {

// A decision in numbers: what is the same for all calls, and what each call is.
struct CallDescription {
  Call call;
  CallFeatures features{};
};
struct DecisionDescription {
  SituationFeatures situation{};
  std::vector<CallDescription> calls;  // other calls than that of the rules; none: nothing to think about
};
// `rules` is what the rules choose here.
DecisionDescription describe(const AuctionState& state, const HandFeatures& hand, const Choice& rules);

class CallValues {
 public:
  // What ships (data/bidding/calls.txt).
  static const CallValues& shipped();
  // What to_text() wrote. The error names the line.
  static Result<CallValues> parse(std::string_view text);
  explicit CallValues(std::shared_ptr<const CallWeights> weights) : weights_(std::move(weights)) {}

  [[nodiscard]] std::string to_text() const;
  // IMPs against the call of the rules, for each call of the description.
  [[nodiscard]] std::vector<float> values(const DecisionDescription& decision) const;

 private:
  std::shared_ptr<const CallWeights> weights_;
};

// Do the values have a say here? Only general lines fit, and their call does not ask partner for an answer:
// whoever asks has a plan.
bool may_be_overruled(const AuctionState& state, const Choice& rules);

// The call of the rules, or the one that overrules them.
struct ValuedChoice {
  Choice rules;
  Call call;
  float imps = 0;  // what `call` is expected to gain over the rules; 0 for their own call
  [[nodiscard]] bool overruled() const { return call != rules.call; }
};
ValuedChoice choose_by_value(const AuctionState& state, const HandFeatures& hand,
                             const CallValues& values = CallValues::shipped());

}  // namespace yomi::bidding

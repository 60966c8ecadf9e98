// A whole auction: four hands bid to the end.
#pragma once

#include <functional>
#include <optional>

#include "yomi/bidding/auction_state.h"
#include "yomi/bridge/deal.h"

namespace yomi::bidding {

// Who answers for the player to call. It must give a legal call.
using Caller = std::function<Call(const AuctionState& state, CardSet hand)>;

// By the systems alone (bidder.h).
Call call_by_rules(const AuctionState& state, CardSet hand);
// By the policy where it has learnt the system, and where only general lines speak (auction_policy.h).
Call call_by_policy(const AuctionState& state, CardSet hand);

inline constexpr int kLongAuction = 30;  // calls; no sensible auction is longer

// Goes on from `state`, which may have some calls already, until the auction is over or has `most`
// calls. `silent`: a side that passes whatever it holds. A call that is not legal ends it as it stands, not
// over.
AuctionState bid_out(AuctionState state, const Deal& deal, const Caller& caller,
                     std::optional<Side> silent = {}, int most = 2 * kLongAuction);

}  // namespace yomi::bidding

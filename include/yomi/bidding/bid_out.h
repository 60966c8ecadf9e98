// A whole auction: four hands bid to the end.
#pragma once

#include <functional>
#include <optional>

#include "yomi/bidding/talk.h"
#include "yomi/bridge/deal.h"

namespace yomi::bidding {

// Who answers for the player to call. It must give a legal call.
using Caller = std::function<Call(const Talk& talk, CardSet hand)>;

// By the systems alone (bidder.h).
Call call_by_rules(const Talk& talk, CardSet hand);

inline constexpr int kLongAuction = 30;  // calls; no sensible auction is longer

// Goes on from `talk`, which may have heard some calls already, until the auction is over or has `most`
// calls. `silent`: a side that passes whatever it holds. A call that is not legal ends it as it stands, not
// over.
Talk bid_out(Talk talk, const Deal& deal, const Caller& caller, std::optional<Side> silent = {},
             int most = 2 * kLongAuction);

}  // namespace yomi::bidding

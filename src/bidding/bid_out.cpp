#include "yomi/bidding/bid_out.h"

#include "yomi/bidding/auction_policy.h"

namespace yomi::bidding {

Call call_by_rules(const AuctionState& state, CardSet hand) {
  return choose(state, HandFeatures(hand)).call;
}

Call call_by_policy(const AuctionState& state, CardSet hand) {
  return choose_by_policy(state, HandFeatures(hand), Agreements::policy).call;
}

AuctionState bid_out(AuctionState state, const Deal& deal, const Caller& caller, std::optional<Side> silent,
                     int most) {
  while (!state.auction().is_over() && static_cast<int>(state.auction().calls().size()) < most) {
    const Seat seat = state.turn();
    const Call call = silent == side_of(seat) ? Call::pass() : caller(state, deal[seat]);
    if (!state.add(call)) break;
  }
  return state;
}

}  // namespace yomi::bidding

#include "yomi/bidding/bid_out.h"

#include "yomi/bidding/bidder.h"

namespace yomi::bidding {

Call call_by_rules(const Talk& talk, CardSet hand) {
  return choose(talk, HandFeatures(hand)).call;
}

Talk bid_out(Talk talk, const Deal& deal, const Caller& caller, std::optional<Side> silent, int most) {
  while (!talk.auction().is_over() && static_cast<int>(talk.auction().calls().size()) < most) {
    const Seat seat = talk.turn();
    const Call call = silent == side_of(seat) ? Call::pass() : caller(talk, deal[seat]);
    if (!talk.add(call)) break;
  }
  return talk;
}

}  // namespace yomi::bidding

// Deals as the player to call may imagine them: the own hand, and three hidden hands that are each inside
// what their calls have shown.
//
// How. The hidden hand of which least is known is dealt first, at random among the hands that fit its
// reading; the other two are then drawn exactly, together (belief::View), and the first hand is taken in
// proportion to the number of ways in which the other two can fit it. Where nothing fits (somebody's calls
// contradict my cards), readings are given up one by one, the opponents' first. Each deal is then asked:
// would the rules have made the calls that were made? Deals in which they would come first.
//
// Some tens of microseconds a deal. The same seed gives the same deals. For one thread.
#pragma once

#include <vector>

#include "yomi/bidding/auction_state.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/random.h"

namespace yomi::bidding {

struct ImaginedDeal {
  Deal deal;
  double weight = 1;  // less than 1 for every call of a hidden hand that the rules would not have made
};

struct Imagination {
  std::vector<ImaginedDeal> deals;  // likelier ones first, in the order drawn among equals
  int readings_dropped = 0;         // hidden hands whose calls contradict the cards that I see
};

// `count` deals for the player to call in `state`, whose cards are `hand`: the best of four times as many.
// Fewer only when the auction is over. `hand` has thirteen cards.
Imagination imagine(const AuctionState& state, CardSet hand, std::size_t count, Random random);

}  // namespace yomi::bidding

// How likely a call was, asked for many hands: the part of the auction policy's first layer that comes from
// the auction is added up once, and that of a hand once for all calls. One to two microseconds a hand.
#pragma once

#include "yomi/bidding/auction_policy.h"

namespace yomi::bidding {

// What a hand adds to the first layer, for all auctions.
PolicyWeights::First hand_part(CardSet hand, const AuctionPolicy& policy = AuctionPolicy::shipped());

class CallLikelihood {
 public:
  // `call` is legal after `before`; the policy must live as long.
  CallLikelihood(const Auction& before, Call call, Vulnerability vulnerability, PolicySystem ours,
                 const AuctionPolicy& policy = AuctionPolicy::shipped());
  // The chance of the call with a hand: the same as AuctionPolicy::chances() has, but for rounding.
  [[nodiscard]] float of(const PolicyWeights::First& hand) const;

 private:
  const PolicyWeights& weights_;
  PolicyWeights::First auction_part_{};
  std::size_t call_;
  std::array<std::uint8_t, kCalls> legal_{};
  std::size_t legal_count_ = 0;
};

}  // namespace yomi::bidding

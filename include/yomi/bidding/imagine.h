// Deals as the player to call may imagine them: the own hand, and three hidden hands by how likely they were
// to make the calls that they made (auction_policy.h).
//
// How. Chains of deals, each of which is changed card by card: two hidden hands exchange a card, and the
// change is kept with a chance by how much likelier it makes their calls (Metropolis and others 1953). Chains
// begin inside the readings of the rules (AuctionState::known): the hidden hand of which least is known is
// dealt at random, the other two are drawn exactly, together (belief::View). Where nothing fits (somebody's
// calls contradict my cards), readings are given up one by one, the opponents' first. Who bids by the policy
// leaves the readings, more often the longer the auction is, and so do these hands; where everybody keeps to
// his system (Agreements::rules) they stay inside, and partner's calls are those of the rules, hand by hand:
// a reading does not see where honours lie, nor all that a call denied.
//
// Half a millisecond a deal. The same seed gives the same deals. For one thread.
#pragma once

#include <memory>
#include <vector>

#include "yomi/bidding/auction_policy.h"
#include "yomi/bidding/auction_state.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/random.h"

namespace yomi::bidding {

// For the player to call in `state`, whose thirteen cards are `hand`. The auction is not over.
class Imaginer {
 public:
  Imaginer(const AuctionState& state, CardSet hand, Agreements agreements, Random random);
  ~Imaginer();
  Imaginer(const Imaginer&) = delete;
  Imaginer& operator=(const Imaginer&) = delete;

  // The next `count` deals. None only where nothing fits at all.
  std::vector<Deal> draw(std::size_t count);
  // Hidden hands whose calls contradict the cards that I see.
  [[nodiscard]] int readings_dropped() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::bidding

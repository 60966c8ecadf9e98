// Deals as the player to call may imagine them: the own hand, and three hidden hands that are each inside
// what their calls have shown.
//
// How. The hidden hand of which least is known is dealt first, at random among the hands that fit its
// reading; the other two are then drawn exactly, together (belief::View), and the first hand is taken in
// proportion to the number of ways in which the other two can fit it. Where nothing fits (somebody's calls
// contradict my cards), readings are given up one by one, the opponents' first. More deals are drawn than are
// asked for; of these a sample is taken by how likely the hidden hands were to make the calls that they made
// (auction_policy.h).
//
// Some tenths of a millisecond a deal. The same seed gives the same deals. For one thread.
#pragma once

#include <memory>
#include <vector>

#include "yomi/bidding/auction_state.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/random.h"

namespace yomi::bidding {

// For the player to call in `state`, whose thirteen cards are `hand`. The auction is not over.
class Imaginer {
 public:
  Imaginer(const AuctionState& state, CardSet hand, Random random);
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

// Bidding challenges: the two hands of a pair, the opponents' calls where there are any, and an award for
// each final contract. One a line, fields between tabs:
//   board  dealer  vulnerable  North  South  calls given  awards
// In the calls given "?" is a call of the pair's own; East and West make theirs where they are legal, and
// pass otherwise and after the last. An award is "4S=10": N for no trump, X for doubled, a seat letter in
// front when the award is for that declarer alone ("N3N=10", "E4SX=5").
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "yomi/bidding/bid_out.h"
#include "yomi/cards/result.h"

namespace yomi::lab {

struct Challenge {
  std::string name;
  Seat dealer = Seat::north;
  Vulnerability vulnerability = Vulnerability::none;
  CardSet north;
  CardSet south;
  std::vector<std::optional<Call>> given{};  // from the dealer; nothing: the pair's own
  std::map<std::string, int> awards{};

  [[nodiscard]] int award(const std::optional<Contract>& contract) const;
  [[nodiscard]] int best() const;
};

// The error's column counts from 1.
Result<Challenge> parse_challenge(std::string_view line);

// Bids the pair's hands to the end; `caller` makes the calls of both.
bidding::AuctionState bid_challenge(bidding::AuctionState state, const Challenge& challenge,
                                    const bidding::Caller& caller);

}  // namespace yomi::lab

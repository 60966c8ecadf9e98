// Whole auctions: all four hands bid by their systems.
#pragma once

#include <array>
#include <functional>

#include "yomi/bidding/bidder.h"
#include "yomi/bridge/deal.h"

namespace yomi::bidding {

// Who has nothing to say whatever they hold, by index(seat).
using Silent = std::array<bool, 4>;
constexpr Silent silent_side(Side side) {
  return side == Side::ns ? Silent{true, false, true, false} : Silent{false, true, false, true};
}

// Bids on from `talk` to the end. `before`, if given, sees every decision before it is made.
Talk bid_out(Talk talk, const Deal& deal, const Silent& silent = {},
             const std::function<void(const Talk&, const Choice&)>& before = {});

}  // namespace yomi::bidding

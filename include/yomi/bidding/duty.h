// Who may not pass, and why: what a forcing call asks for once the opponents have spoken.
//
//   partner's call is forcing and right-hand opponent passed      a call is owed
//   they doubled it                                                partner has another turn, so a pass is
//                                                                  allowed; it may not be passed out there
//   they bid over it                                               a pass is allowed
//   our side has undertaken to reach game and they bid             a pass is forcing, below game and over it:
//                                                                  partner doubles or bids
//   our artificial bid, or our take-out double redoubled, comes    its maker may not leave it there
//   back to who made it; a bid that forces to game likewise, doubled
//   the maker redoubled it                                         partner runs
//   partner redoubled our artificial bid                           we run, unless partner has shown the suit
//
// Pure functions of an AuctionState that is not over; nothing here looks at a hand.
#pragma once

#include "yomi/bidding/auction_state.h"

namespace yomi::bidding {

Duty duty_to_call(const AuctionState& state);

// Would partner be under a duty if both this player and the next passed? Only asked when the last bid is
// theirs and this player has no duty.
bool pass_is_forcing(const AuctionState& state);

}  // namespace yomi::bidding

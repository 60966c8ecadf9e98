// An estimate, not a bound, of the tricks that the side on lead can cash at once, without search.
//
// In each suit the side's cards from the top down without a gap are winners. The leader cashes its own, and
// goes on with partner's where partner wins a round of the suit or can be reached in another one. At a suit
// contract a side suit is cashed only as long as no opponent who still has a trump has run out of it.
#pragma once

#include "yomi/bridge/contract.h"
#include "yomi/bridge/deal.h"

namespace yomi::play {

// At the start of a trick; `hands` are the unplayed cards.
int quick_tricks(const Deal& hands, Seat leader, Strain strain);

}  // namespace yomi::play

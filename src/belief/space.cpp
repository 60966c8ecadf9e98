#include "yomi/belief/space.h"

namespace yomi::belief {

bool Space::allows(const Deal& deal) const {
  CardSet seen;
  for (Seat seat : kAllSeats) {
    const CardSet hand = deal[seat];
    if (!hand.contains(held[seat]) || hand.size() != held[seat].size() + slots[seat]) return false;
    if (!(hand & (barred[seat] - held[seat])).empty() || !(hand & seen).empty()) return false;
    seen |= hand;
  }
  return seen == deck;
}

}  // namespace yomi::belief

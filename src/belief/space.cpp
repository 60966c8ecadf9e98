#include "yomi/belief/space.h"

namespace yomi::belief {

bool Space::allows(const Deal& deal) const {
  CardSet seen;
  for (Seat seat : kAllSeats) {
    const auto i = static_cast<std::size_t>(index(seat));
    const CardSet hand = deal[seat];
    if (!hand.contains(held[seat]) || hand.size() != held[seat].size() + slots[i]) return false;
    if (!(hand & (barred[i] - held[seat])).empty() || !(hand & seen).empty()) return false;
    seen |= hand;
  }
  return seen == deck;
}

}  // namespace yomi::belief

// Four hands. A full deal gives every chair thirteen cards; an ending gives fewer, in the middle of a trick
// unequally many (see position.h). PBN writes a deal from any chair, clockwise, suits from spades:
//   N:AK4.QJ.T987.5432 ... ... ...
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "yomi/cards/card_set.h"
#include "yomi/cards/random.h"
#include "yomi/cards/result.h"
#include "yomi/cards/seat.h"

namespace yomi {

struct Deal {
  BySeat<CardSet> hands{};

  [[nodiscard]] constexpr CardSet operator[](Seat seat) const { return hands[seat]; }
  constexpr CardSet& operator[](Seat seat) { return hands[seat]; }
  [[nodiscard]] constexpr CardSet all() const { return hands[0] | hands[1] | hands[2] | hands[3]; }
  // 52 different cards, thirteen each.
  [[nodiscard]] constexpr bool is_full() const {
    for (CardSet hand : hands) {
      if (hand.size() != kRanks) return false;
    }
    return all() == CardSet::full();
  }
  friend constexpr bool operator==(const Deal&, const Deal&) = default;
};

// From `first`, e.g. "N:...". Every hand is written, also an empty one ("..." or, when first, the same).
std::string to_string(const Deal& deal, Seat first = Seat::north);
// PBN order. "N:" may be missing and then means north. No card may appear twice; the hands need not be equal,
// and "-" is an unknown hand, read as empty. The error's column counts from 1 in `text`.
Result<Deal> parse_deal(std::string_view text);
// One hand, spades first, "AK4.QJ.T987.5432"; 'x' is not a card here.
Result<CardSet> parse_hand(std::string_view text);

// A deal of `cards` cards to each chair, all equally likely.
Deal random_deal(Random& random, int cards = kRanks);

}  // namespace yomi

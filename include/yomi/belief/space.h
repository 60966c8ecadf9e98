// Who may hold what: the facts about a deal before any condition on it.
//
// `held` are the cards known to belong to each hand (a whole hand that is seen, the cards a hidden hand has
// played). Every other card of the deck is unseen and goes to one of the hands with free `slots`. `barred`
// are unseen cards that a hand cannot have: the suit in which it showed out.
#pragma once

#include <array>
#include <cstdint>

#include "yomi/bridge/deal.h"

namespace yomi::belief {

struct Space {
  Deal held{};
  BySeat<std::uint8_t> slots{};  // by seat
  BySeat<CardSet> barred{};      // by seat
  CardSet deck = CardSet::full();

  [[nodiscard]] CardSet unseen() const { return deck - held.all(); }
  [[nodiscard]] int slots_of(Seat seat) const { return slots[seat]; }
  // As many slots as unseen cards, held cards in one place only.
  [[nodiscard]] bool is_consistent() const {
    int held_cards = 0;
    int free = 0;
    for (Seat seat : kAllSeats) {
      held_cards += held[seat].size();
      free += slots_of(seat);
    }
    return held_cards == held.all().size() && deck.contains(held.all()) && free == unseen().size();
  }
  // Can this deal be? (Right sizes, held cards in place, nothing barred.)
  [[nodiscard]] bool allows(const Deal& deal) const;

  // Every hand is filled up to thirteen.
  static Space filling(const Deal& held) {
    Space space;
    space.held = held;
    for (Seat seat : kAllSeats) {
      space.slots[seat] = static_cast<std::uint8_t>(kRanks - held[seat].size());
    }
    return space;
  }
};

}  // namespace yomi::belief

// Random endings for property tests: any number of cards, any strain, any leader, also in mid-trick. Half of
// them use few ranks, so that ruffs, blocks and equal cards are common.
#pragma once

#include <string>

#include "yomi/bridge/position.h"

namespace yomi::testing {

inline Position random_position(Random& random, int cards) {
  Deal deal;
  if (random.below(2) == 0) {
    deal = random_deal(random, cards);
  } else {
    // Only so many ranks a suit that the deck just suffices, or a little more.
    const int ranks = std::min(13, cards + static_cast<int>(random.below(3)));
    std::array<Card, 52> deck;
    std::size_t count = 0;
    const int lowest = static_cast<int>(random.below(static_cast<std::uint32_t>(14 - ranks)));
    for (Suit suit : kAllSuits) {
      for (int rank = 0; rank < ranks; ++rank) deck[count++] = Card(suit, rank_at(lowest + rank));
    }
    random.shuffle(std::span<Card>(deck.data(), count));
    for (std::size_t i = 0; i < 4 * static_cast<std::size_t>(cards); ++i) deal.hands[i & 3].insert(deck[i]);
  }
  Position position(deal, strain_at(static_cast<int>(random.below(5))),
                    seat_at(static_cast<int>(random.below(4))));
  for (std::uint32_t played = random.below(4); played > 0; --played) {
    const CardSet legal = position.legal();
    std::uint32_t pick = random.below(static_cast<std::uint32_t>(legal.size()));
    for (Card card : legal) {
      if (pick-- == 0) {
        position.play(card);
        break;
      }
    }
  }
  return position;
}

inline std::string describe(const Position& position) {
  std::string text = to_string(position.hands()) + " " + to_string(position.strain()) + " led by " +
                     to_char(position.leader());
  for (Card card : position.table()) text += " " + to_string(card);
  return text;
}

}  // namespace yomi::testing

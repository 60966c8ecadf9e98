// The numbers that bidding conditions speak of: what a shape, a suit or a hand is worth.
//
// What depends on the lengths alone is a function of Lengths, so that the same words are used for a hand and
// for a cell of the hand grid (hand_grid.h). What depends on one suit alone is in SuitFeatures, so that the
// grid can bound it by the suit's length.
#pragma once

#include <array>
#include <cstdint>

#include "yomi/cards/card_set.h"

namespace yomi::bidding {

// Cards in each suit, by index(suit).
class Lengths {
 public:
  constexpr Lengths() = default;
  constexpr Lengths(int spades, int hearts, int diamonds, int clubs)
      : by_suit_{static_cast<std::uint8_t>(clubs), static_cast<std::uint8_t>(diamonds),
                 static_cast<std::uint8_t>(hearts), static_cast<std::uint8_t>(spades)} {}
  explicit Lengths(CardSet hand)
      : Lengths(hand.length(Suit::spades), hand.length(Suit::hearts), hand.length(Suit::diamonds),
                hand.length(Suit::clubs)) {}

  [[nodiscard]] constexpr int operator[](Suit suit) const { return by_suit_[suit]; }
  [[nodiscard]] int longest() const;
  [[nodiscard]] int second() const;  // of the second longest suit
  [[nodiscard]] int shortest() const;
  [[nodiscard]] int count(int length) const;  // suits of this length
  // 4333, 4432, 5332; and with 5422 and 6322.
  [[nodiscard]] bool balanced() const;
  [[nodiscard]] bool semibalanced() const;
  // One for each card past the fourth of every suit: what total points add to high-card points.
  [[nodiscard]] int length_points() const;
  // What support for `trump` adds: 5, 3, 1 for a void, singleton, doubleton elsewhere with four trumps or
  // more, 3, 2, 1 with three, nothing with fewer.
  [[nodiscard]] int support_points(Suit trump) const;

  friend constexpr bool operator==(const Lengths&, const Lengths&) = default;

 private:
  BySuit<std::uint8_t> by_suit_{};
};

// Of one suit's thirteen-bit rank mask.
struct SuitFeatures {
  std::int16_t length = 0;
  std::int16_t hcp = 0;
  std::int16_t losers = 0;
  std::int16_t controls = 0;          // ace 2, king 1
  std::int16_t quick = 0;             // quick tricks, doubled: AK 4, AQ 3, A 2, KQ 2, Kx 1
  std::int16_t playing = 0;           // playing tricks, doubled
  std::array<std::int16_t, 6> top{};  // top[n]: how many of the n highest ranks, n up to 5
  bool ace = false;
  bool king = false;
  bool queen = false;
  bool stopper = false;       // A, Kx, Qxx, Jxxx
  bool half_stopper = false;  // K, Qx, Jxx, Txxx and no stopper
  bool solid = false;         // AKQ seventh, AKQJ sixth, AKQJT
};
SuitFeatures suit_features(std::uint32_t ranks);

struct HandFeatures {
  explicit HandFeatures(CardSet hand);

  [[nodiscard]] const SuitFeatures& operator[](Suit suit) const { return suits[suit]; }
  [[nodiscard]] int support(Suit trump) const { return hcp + lengths.support_points(trump); }
  // The four aces and the king of trumps.
  [[nodiscard]] int keycards(Suit trump) const { return aces + ((*this)[trump].king ? 1 : 0); }

  CardSet cards;
  Lengths lengths;
  BySuit<SuitFeatures> suits;
  int hcp = 0;
  int total_points = 0;
  int losers = 0;
  int controls = 0;
  int quick = 0;
  int playing = 0;  // whole tricks
  int aces = 0;
  int kings = 0;
  int queens = 0;
};

}  // namespace yomi::bidding

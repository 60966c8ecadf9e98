// The bags of facts of the card policy (see card_policy.h): numbers of binary features, each 0 or 1.
// Seats are counted from the mover: 1 its left-hand opponent, 2 its partner, 3 its right-hand opponent.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "yomi/play/course.h"

namespace yomi::play {

// A bag that never allocates. Bags stay well below the bound; reaching it is a bug.
template <int capacity>
struct Bag {
  std::array<std::uint16_t, capacity> items;  // the first `count` are set
  std::uint16_t count = 0;
  void add(int feature) {
    assert(count < capacity);
    items[count++] = static_cast<std::uint16_t>(feature);
  }
  [[nodiscard]] const std::uint16_t* begin() const { return items.data(); }
  [[nodiscard]] const std::uint16_t* end() const { return items.data() + count; }
};

struct CardFeatures {
  Bag<40> situation;
  BySuit<Bag<112>> suits;  // by Suit
  int count = 0;           // legal cards
  std::array<Card, 13> cards{};
  std::array<Bag<16>, 13> bags;
};

// How many features each kind of bag can name.
extern const int kSituationFeatures;
extern const int kSuitFeatures;
extern const int kCardFeatures;

void describe(const Course& course, const Sight& sight, CardFeatures& features);

}  // namespace yomi::play

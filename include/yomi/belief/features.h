// What one hand, or one suit of it, is worth: the numbers used in conditions.
//
// Most are sums over suits of something that only looks at that suit; that is what lets the counting in
// model.h treat them exactly. `losers` is the losing-trick count; `quality` and `cccc` are the suit quality
// and the hand value of Kaplan's "Four C's" (The Bridge World, October 1982), times 100.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>

#include "yomi/cards/card_set.h"

namespace yomi::belief {

// Points for each rank, by index(rank): 2 first.
using PointTable = ByRank<std::int16_t>;

// Points for the ace first, then king, queen and so on; ranks not named get 0.
constexpr PointTable points_from_ace(std::initializer_list<int> values) {
  PointTable table{};
  int rank = kRanks - 1;
  for (int value : values) {
    if (rank < 0) break;
    table[static_cast<std::size_t>(rank--)] = static_cast<std::int16_t>(value);
  }
  return table;
}
inline constexpr PointTable kHcp = points_from_ace({4, 3, 2, 1});
inline constexpr PointTable kControls = points_from_ace({2, 1});

namespace detail {
constexpr std::array<std::uint8_t, 16> hcp_of_honours() {
  std::array<std::uint8_t, 16> table{};
  for (std::size_t top = 0; top < 16; ++top) {
    table[top] =
        static_cast<std::uint8_t>((top & 1) + (top >> 1 & 1) * 2 + (top >> 2 & 1) * 3 + (top >> 3 & 1) * 4);
  }
  return table;
}
inline constexpr auto kHcpOfHonours = hcp_of_honours();
}  // namespace detail

// Of one suit's thirteen-bit rank mask.
constexpr int hcp_of_ranks(std::uint32_t ranks) {
  return detail::kHcpOfHonours[ranks >> 9 & 15];
}
constexpr int hcp(CardSet hand) {
  int sum = 0;
  for (Suit suit : kAllSuits) sum += hcp_of_ranks(hand.ranks(suit));
  return sum;
}
int points(std::uint32_t ranks, const PointTable& table);
int losers(std::uint32_t ranks);
int quality(std::uint32_t ranks);
int cccc(CardSet hand);

// The lengths of a hand of thirteen, as a small number: spades, hearts and diamonds tell the clubs.
struct Shape {
  static constexpr int kCodes = 14 * 14 * 14;
  static constexpr int code(int spades, int hearts, int diamonds) {
    return (spades * 14 + hearts) * 14 + diamonds;
  }
  static constexpr int code(CardSet hand) {
    return code(hand.length(Suit::spades), hand.length(Suit::hearts), hand.length(Suit::diamonds));
  }
};

// A set of shapes of thirteen cards, by code.
class ShapeSet {
 public:
  // Lengths of spades, hearts, diamonds, clubs; -1 matches any length. With `any_order` each permutation is
  // meant.
  void add(std::array<int, 4> lengths, bool any_order) { change(lengths, any_order, true); }
  void remove(std::array<int, 4> lengths, bool any_order) { change(lengths, any_order, false); }
  // False also when the lengths do not add up to thirteen.
  [[nodiscard]] bool contains(int spades, int hearts, int diamonds, int clubs) const {
    return spades + hearts + diamonds + clubs == kRanks &&
           bits_[static_cast<std::size_t>(Shape::code(spades, hearts, diamonds))];
  }
  [[nodiscard]] bool contains(CardSet hand) const {
    return hand.size() == kRanks && bits_[static_cast<std::size_t>(Shape::code(hand))];
  }
  friend bool operator==(const ShapeSet&, const ShapeSet&) = default;

  // 4333, 4432 and 5332 in any order.
  static ShapeSet balanced();

 private:
  void change(std::array<int, 4> lengths, bool any_order, bool value);
  std::bitset<Shape::kCodes> bits_;
};

}  // namespace yomi::belief

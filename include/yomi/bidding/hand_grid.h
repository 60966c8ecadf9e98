// What is known of a hand: a set of cells of the grid of 560 shapes by 38 numbers of high-card points.
//
// One 64-bit word of points a shape; sets are joined, met and subtracted word by word (4.5 kB, well under a
// microsecond). Shapes are numbered as belief::HandTable numbers them, so that a set becomes a table of
// weights for drawing deals without any translation.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "yomi/belief/view.h"
#include "yomi/bidding/hand_features.h"

namespace yomi::bidding {

inline constexpr int kGridShapes = belief::HandTable::kShapes;
inline constexpr int kGridPoints = belief::HandTable::kPoints;
inline constexpr std::uint64_t kAllPoints = (std::uint64_t{1} << kGridPoints) - 1;

// The lengths of each shape, by its number.
const std::array<Lengths, kGridShapes>& grid_shapes();

class HandGrid {
 public:
  // No cell.
  constexpr HandGrid() = default;
  // Every cell in which there is a hand (eleven cards in a suit cannot hold 0 points, say).
  static const HandGrid& everything();

  [[nodiscard]] std::uint64_t row(int shape) const { return rows_[static_cast<std::size_t>(shape)]; }
  std::uint64_t& row(int shape) { return rows_[static_cast<std::size_t>(shape)]; }
  [[nodiscard]] bool contains(int shape, int points) const { return (row(shape) >> points & 1) != 0; }
  [[nodiscard]] bool contains(CardSet hand) const;
  [[nodiscard]] bool empty() const;

  HandGrid& operator&=(const HandGrid& other);
  HandGrid& operator|=(const HandGrid& other);
  HandGrid& operator-=(const HandGrid& other);
  friend HandGrid operator&(HandGrid a, const HandGrid& b) { return a &= b; }
  friend HandGrid operator|(HandGrid a, const HandGrid& b) { return a |= b; }
  friend HandGrid operator-(HandGrid a, const HandGrid& b) { return a -= b; }
  friend bool operator==(const HandGrid&, const HandGrid&) = default;

 private:
  std::array<std::uint64_t, kGridShapes> rows_{};
};

// "spades"
constexpr std::string_view suit_words(Suit suit) {
  constexpr BySuit<std::string_view> kWords = {"clubs", "diamonds", "hearts", "spades"};
  return kWords[suit];
}

struct Range {
  std::int16_t min = 0;
  std::int16_t max = 0;
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

// The smallest box around a set of hands. Of the empty set: everything possible.
struct Summary {
  Range hcp{0, 37};
  Range total_points{0, 46};
  BySuit<Range> length{Range{0, 13}, Range{0, 13}, Range{0, 13}, Range{0, 13}};
  bool balanced = false;  // every shape in it is
  // High-card points and length points of such a hand on average, before anything is known of the others, and
  // the variance of the former.
  double mean_hcp = 10;
  double mean_length_points = 1.2;
  double variance_hcp = 17;

  [[nodiscard]] const Range& of(Suit suit) const { return length[suit]; }
  friend bool operator==(const Summary&, const Summary&) = default;
};
Summary summarize(const HandGrid& grid);
// How many hands of thirteen cards are in it.
double count_hands(const HandGrid& grid);

// "12-21 HCP, 5+ spades"; "any hand" when nothing is known.
std::string in_words(const Summary& summary);

}  // namespace yomi::bidding

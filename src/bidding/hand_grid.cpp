#include "yomi/bidding/hand_grid.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "yomi/belief/features.h"

namespace yomi::bidding {
namespace {

std::array<Lengths, kGridShapes> make_shapes() {
  std::array<Lengths, kGridShapes> made;
  std::size_t next = 0;
  for (int s = 0; s <= kRanks; ++s) {
    for (int h = 0; s + h <= kRanks; ++h) {
      for (int d = 0; s + h + d <= kRanks; ++d) made[next++] = Lengths(s, h, d, kRanks - s - h - d);
    }
  }
  return made;
}

// The points that one suit of so many cards can have, as a mask.
std::uint64_t suit_points(int length) {
  std::uint64_t made = 0;
  for (std::uint32_t honours = 0; honours < 16; ++honours) {
    const int spots = length - std::popcount(honours);
    if (spots >= 0 && spots <= kRanks - 4) made |= std::uint64_t{1} << belief::hcp_of_ranks(honours << 9);
  }
  return made;
}

std::uint64_t sums(std::uint64_t a, std::uint64_t b) {
  std::uint64_t made = 0;
  for (; a != 0; a &= a - 1) made |= b << std::countr_zero(a);
  return made;
}

HandGrid make_everything() {
  HandGrid made;
  for (int shape = 0; shape < kGridShapes; ++shape) {
    std::uint64_t points = 1;
    for (Suit suit : kAllSuits) {
      points = sums(points, suit_points(grid_shapes()[static_cast<std::size_t>(shape)][suit]));
    }
    made.row(shape) = points & kAllPoints;
  }
  return made;
}

std::string range_words(const Range& range, int top) {
  if (range.min == range.max) return std::to_string(range.min);
  if (range.max >= top) return fmt::format("{}+", range.min);
  if (range.min == 0) return fmt::format("at most {}", range.max);
  return fmt::format("{}-{}", range.min, range.max);
}

}  // namespace

const std::array<Lengths, kGridShapes>& grid_shapes() {
  static const std::array<Lengths, kGridShapes> kShapes = make_shapes();
  return kShapes;
}

const HandGrid& HandGrid::everything() {
  static const HandGrid kEverything = make_everything();
  return kEverything;
}

bool HandGrid::contains(CardSet hand) const {
  return contains(belief::HandTable::shape_number(hand), belief::hcp(hand));
}

bool HandGrid::empty() const {
  std::uint64_t any = 0;
  for (const std::uint64_t row : rows_) any |= row;
  return any == 0;
}

HandGrid& HandGrid::operator&=(const HandGrid& other) {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] &= other.rows_[i];
  return *this;
}
HandGrid& HandGrid::operator|=(const HandGrid& other) {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] |= other.rows_[i];
  return *this;
}
HandGrid& HandGrid::operator-=(const HandGrid& other) {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] &= ~other.rows_[i];
  return *this;
}

Summary summarize(const HandGrid& grid) {
  Summary made;
  std::uint64_t points = 0;
  std::array<int, 4> low{13, 13, 13, 13};
  std::array<int, 4> high{};
  int total_low = 100;
  int total_high = 0;
  made.balanced = true;
  for (int shape = 0; shape < kGridShapes; ++shape) {
    const std::uint64_t row = grid.row(shape);
    if (row == 0) continue;
    points |= row;
    const Lengths& lengths = grid_shapes()[static_cast<std::size_t>(shape)];
    for (std::size_t suit = 0; suit < 4; ++suit) {
      low[suit] = std::min(low[suit], lengths[suit_at(static_cast<int>(suit))]);
      high[suit] = std::max(high[suit], lengths[suit_at(static_cast<int>(suit))]);
    }
    const int extra = lengths.length_points();
    total_low = std::min(total_low, extra + std::countr_zero(row));
    total_high = std::max(total_high, extra + 63 - std::countl_zero(row));
    made.balanced = made.balanced && lengths.balanced();
  }
  if (points == 0) return Summary{};
  const auto range = [](int min, int max) {
    return Range{static_cast<std::int16_t>(min), static_cast<std::int16_t>(max)};
  };
  made.hcp = range(std::countr_zero(points), 63 - std::countl_zero(points));
  made.total_points = range(total_low, total_high);
  for (std::size_t suit = 0; suit < 4; ++suit) made.length[suit] = range(low[suit], high[suit]);
  return made;
}

std::string in_words(const Summary& summary) {
  constexpr int kTopPoints = 30;
  constexpr int kTopLength = 8;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (summary.hcp.min > 0 || summary.hcp.max < kTopPoints) {
    add(range_words(summary.hcp, kTopPoints) + " HCP");
  }
  if (summary.balanced) add("balanced");
  constexpr std::array<std::string_view, 4> kNames = {"clubs", "diamonds", "hearts", "spades"};
  for (Suit suit : kSuitsFromSpades) {
    const Range& range = summary.of(suit);
    const std::string_view name = kNames[static_cast<std::size_t>(index(suit))];
    const bool told = range.min >= 4 || range.max <= 3 || (!summary.balanced && range.min >= 2);
    if (!told) continue;
    if (range.max == 0) {
      add(fmt::format("no {}", name));
    } else {
      add(fmt::format("{} {}", range_words(range, kTopLength), name));
    }
  }
  return text.empty() ? "any hand" : text;
}

}  // namespace yomi::bidding

#include "yomi/bidding/hand_grid.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "hand_words.h"
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

// How many hands of a shape have points below p, and the sums of their points and squared points: a run of
// points is a difference of two.
struct Moments {
  double hands = 0;
  double points = 0;
  double squares = 0;
};
using ShapeMoments = std::array<Moments, kGridPoints + 1>;

// The hands of one suit by length and points.
std::array<std::array<double, 11>, kRanks + 1> suit_counts() {
  std::array<std::array<double, 11>, kRanks + 1> made{};
  for (std::uint32_t ranks = 0; ranks < 1U << kRanks; ++ranks) {
    made[static_cast<std::size_t>(std::popcount(ranks))]
        [static_cast<std::size_t>(belief::hcp_of_ranks(ranks))] += 1;
  }
  return made;
}

std::vector<ShapeMoments> make_moments() {
  const auto suits = suit_counts();
  std::vector<ShapeMoments> made(kGridShapes);
  for (std::size_t shape = 0; shape < made.size(); ++shape) {
    std::array<double, 41> hands{1};
    for (Suit suit : kAllSuits) {
      std::array<double, 41> next{};
      const auto& counts = suits[static_cast<std::size_t>(grid_shapes()[shape][suit])];
      for (std::size_t i = 0; i + counts.size() <= hands.size(); ++i) {
        for (std::size_t j = 0; j < counts.size(); ++j) next[i + j] += hands[i] * counts[j];
      }
      hands = next;
    }
    for (std::size_t p = 0; p < kGridPoints; ++p) {
      const auto points = static_cast<double>(p);
      const Moments& before = made[shape][p];
      made[shape][p + 1] = {before.hands + hands[p], before.points + points * hands[p],
                            before.squares + points * points * hands[p]};
    }
  }
  return made;
}

// Sums over the set.
Moments moments_of(int shape, std::uint64_t row) {
  static const std::vector<ShapeMoments> kMoments = make_moments();
  const ShapeMoments& sums = kMoments[static_cast<std::size_t>(shape)];
  Moments made;
  while (row != 0) {
    const int from = std::countr_zero(row);
    const int to = from + std::countr_one(row >> from);
    const Moments& a = sums[static_cast<std::size_t>(from)];
    const Moments& b = sums[static_cast<std::size_t>(to)];
    made.hands += b.hands - a.hands;
    made.points += b.points - a.points;
    made.squares += b.squares - a.squares;
    row &= ~((std::uint64_t{1} << to) - 1);
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
  Moments all;
  double length_points = 0;
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
    const Moments some = moments_of(shape, row);
    all.hands += some.hands;
    all.points += some.points;
    all.squares += some.squares;
    length_points += some.hands * extra;
  }
  if (points == 0) return Summary{};
  const auto range = [](int min, int max) {
    return Range{static_cast<std::int16_t>(min), static_cast<std::int16_t>(max)};
  };
  made.hcp = range(std::countr_zero(points), 63 - std::countl_zero(points));
  made.total_points = range(total_low, total_high);
  for (std::size_t suit = 0; suit < 4; ++suit) made.length[suit] = range(low[suit], high[suit]);
  made.mean_hcp = all.points / all.hands;
  made.variance_hcp = std::max(all.squares / all.hands - made.mean_hcp * made.mean_hcp, 0.0);
  made.mean_length_points = length_points / all.hands;
  return made;
}

double count_hands(const HandGrid& grid) {
  double hands = 0;
  for (int shape = 0; shape < kGridShapes; ++shape) {
    if (const std::uint64_t row = grid.row(shape); row != 0) hands += moments_of(shape, row).hands;
  }
  return hands;
}

namespace {

std::string words(const Summary& summary, const Range& hcp) {
  constexpr int kTopPoints = 30;
  constexpr int kTopLength = 8;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (hcp.min > 0 || hcp.max < kTopPoints) add(range_words(hcp, kTopPoints) + " HCP");
  if (summary.balanced) add("balanced");
  for (Suit suit : kSuitsFromSpades) {
    const Range& range = summary.of(suit);
    const std::string_view name = suit_words(suit);
    const bool told = range.min >= 4 || range.max <= 3 || (!summary.balanced && range.min >= 2);
    if (!told) continue;
    if (range.max == 0) {
      add(fmt::format("no {}", name));
    } else {
      const bool one = range.max == 1;  // "at most 1 club"
      add(fmt::format("{} {}", range_words(range, kTopLength), one ? name.substr(0, name.size() - 1) : name));
    }
  }
  return text.empty() ? "any hand" : text;
}

// The points that all but a fiftieth of the hands at either end have.
Range typical_points(const HandGrid& grid) {
  constexpr double kLeftOut = 0.02;
  std::array<double, kGridPoints> hands{};
  double all = 0;
  for (int shape = 0; shape < kGridShapes; ++shape) {
    for (std::uint64_t row = grid.row(shape); row != 0; row &= row - 1) {
      const int points = std::countr_zero(row);
      const double here = moments_of(shape, std::uint64_t{1} << points).hands;
      hands[static_cast<std::size_t>(points)] += here;
      all += here;
    }
  }
  const auto end = [&](int from, int step) {
    double left_out = 0;
    for (int points = from; points >= 0 && points < kGridPoints; points += step) {
      left_out += hands[static_cast<std::size_t>(points)];
      if (left_out > kLeftOut * all) return points;
    }
    return from;
  };
  return {static_cast<std::int16_t>(end(0, 1)), static_cast<std::int16_t>(end(kGridPoints - 1, -1))};
}

}  // namespace

std::string in_words(const Summary& summary) {
  return words(summary, summary.hcp);
}

std::string in_words(const HandGrid& grid) {
  const Summary summary = summarize(grid);
  Range hcp = typical_points(grid);
  // An end that is not a bound of the meaning is not told as one.
  if (summary.hcp.min == 0 && hcp.min <= 3) hcp.min = 0;
  if (summary.hcp.max >= 30) hcp.max = summary.hcp.max;
  return words(summary, hcp);
}

}  // namespace yomi::bidding

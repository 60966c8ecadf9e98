#include <algorithm>
#include <cassert>
#include <cmath>

#include "sums.h"
#include "yomi/belief/view.h"

namespace yomi::belief {
namespace {

struct ShapeNumbers {
  std::array<std::int16_t, Shape::kCodes> number{};
  std::array<std::array<std::uint8_t, 4>, HandTable::kShapes> lengths{};  // spades first
};

constexpr ShapeNumbers number_shapes() {
  ShapeNumbers made;
  made.number.fill(-1);
  std::int16_t next = 0;
  for (int s = 0; s <= kRanks; ++s) {
    for (int h = 0; s + h <= kRanks; ++h) {
      for (int d = 0; s + h + d <= kRanks; ++d) {
        made.lengths[static_cast<std::size_t>(next)] = {
            static_cast<std::uint8_t>(s), static_cast<std::uint8_t>(h), static_cast<std::uint8_t>(d),
            static_cast<std::uint8_t>(kRanks - s - h - d)};
        made.number[static_cast<std::size_t>(Shape::code(s, h, d))] = next++;
      }
    }
  }
  return made;
}
constexpr ShapeNumbers kShapeNumbers = number_shapes();

// A sum as a function of one hand's four lengths and its points; nothing when it is not one.
struct OfHand {
  int constant = 0;
  std::array<int, 4> per_card{};  // spades first
  int per_point = 0;
};

std::optional<OfHand> of_hand(const Sum& sum, Seat seat) {
  OfHand made;
  made.constant = sum.constant;
  std::array<int, 4> points{};
  for (const auto& [scale, leaf] : sum.parts) {
    const auto suit = static_cast<std::size_t>(3 - index(leaf.suit));
    if (leaf.seat != seat) return std::nullopt;
    if (leaf.op == Op::length) {
      made.per_card[suit] += scale;
    } else if (leaf.op == Op::points && *leaf.table == kHcp) {
      points[suit] += scale;
    } else {
      return std::nullopt;
    }
  }
  if (points[0] != points[1] || points[0] != points[2] || points[0] != points[3]) return std::nullopt;
  made.per_point = points[0];
  return made;
}

}  // namespace

HandTable::HandTable() : rows_(kShapes), mirrored_(kShapes), spans_(kShapes) {
  for (auto& row : rows_) std::fill_n(row.begin(), kPoints, 1.0F);
  mirrored_ = rows_;
}

int HandTable::shape_number(int spades, int hearts, int diamonds) {
  return kShapeNumbers.number[static_cast<std::size_t>(Shape::code(spades, hearts, diamonds))];
}

bool HandTable::multiply(const Expression& condition, Seat seat, double if_holds, double if_fails) {
  const std::optional<SumTree> tree = to_sums(condition);
  if (!tree) return false;
  std::vector<OfHand> sums;
  for (const Sum& sum : tree->sums) {
    const auto made = of_hand(sum, seat);
    if (!made) return false;
    sums.push_back(*made);
  }
  std::vector<int> values(sums.size());
  const bool by_shape_alone =
      std::all_of(sums.begin(), sums.end(), [](const OfHand& sum) { return sum.per_point == 0; });
  for (std::size_t shape = 0; shape < kShapes; ++shape) {
    const auto& lengths = kShapeNumbers.lengths[shape];
    double factor = 1;
    for (int points = 0; points < kPoints; ++points) {
      if (by_shape_alone && points > 0) {
        rows_[shape][static_cast<std::size_t>(points)] *= static_cast<float>(factor);
        continue;
      }
      for (std::size_t i = 0; i < sums.size(); ++i) {
        values[i] = sums[i].constant + sums[i].per_point * points;
        for (std::size_t suit = 0; suit < 4; ++suit) values[i] += sums[i].per_card[suit] * lengths[suit];
      }
      factor = tree->evaluate(values) != 0 ? if_holds : if_fails;
      rows_[shape][static_cast<std::size_t>(points)] *= static_cast<float>(factor);
    }
    note_row(shape);
  }
  return true;
}

void HandTable::multiply(std::span<const std::uint64_t, kShapes> cells, double if_inside, double if_outside) {
  for (std::size_t shape = 0; shape < kShapes; ++shape) {
    for (std::size_t points = 0; points < kPoints; ++points) {
      const bool inside = (cells[shape] >> points & 1) != 0;
      rows_[shape][points] *= static_cast<float>(inside ? if_inside : if_outside);
    }
    note_row(shape);
  }
}

void HandTable::multiply(const Cells& cells) {
  assert(cells.size() == kShapes);
  for (std::size_t shape = 0; shape < kShapes; ++shape) {
    for (std::size_t points = 0; points < kPoints; ++points) rows_[shape][points] *= cells[shape][points];
    note_row(shape);
  }
}

void HandTable::raise(double power) {
  for (std::size_t shape = 0; shape < kShapes; ++shape) {
    for (std::size_t points = 0; points < kPoints; ++points) {
      float& weight = rows_[shape][points];
      if (weight > 0) weight = std::pow(weight, static_cast<float>(power));
    }
    note_row(shape);
  }
}

void HandTable::note_row(std::size_t shape) {
  Span span{kPoints, 0, true};
  for (int points = 0; points < kPoints; ++points) {
    const float value = rows_[shape][static_cast<std::size_t>(points)];
    if (value != rows_[shape][0]) span.flat = false;
    if (value <= 0) continue;
    if (span.low == kPoints) span.low = static_cast<std::uint8_t>(points);
    span.high = static_cast<std::uint8_t>(points);
  }
  spans_[shape] = span;
  std::reverse_copy(rows_[shape].begin(), rows_[shape].begin() + kPoints, mirrored_[shape].begin());
}

}  // namespace yomi::belief

// Two suits combined, and what a term needs to know of a half.
#pragma once

#include <cstdint>
#include <vector>

#include "suit_table.h"

namespace yomi::belief {

// For one part: how the ids of two suits combine to the id of the half, and the part's value for two halves.
// Ids of a half that give equal values whatever the other half is are the same id.
struct PartTable {
  // By half (0: spades and hearts, 1: diamonds and clubs): id of the first suit * suits_[half] + id of the
  // second.
  std::array<std::vector<std::uint32_t>, 2> merged;
  std::array<std::size_t, 2> second_ids{};
  std::array<std::size_t, 2> ids{};
  std::vector<int> value;  // id of half 0 * ids[1] + id of half 1
  bool too_large = false;

  [[nodiscard]] int at(std::size_t a, std::size_t b) const { return value[a * ids[1] + b]; }
};

// `constants` are the constants of the part's sums; `tables` the four suits, spades first; `part` its number
// there.
PartTable make_part_table(const SumTree& tree, const std::array<const SuitTable*, 4>& tables,
                          std::size_t part, std::size_t limit);

// States of one half: hand sizes so far and the id of every part.
struct Half {
  std::vector<std::array<std::uint8_t, kUnits>> cards;  // by state
  std::vector<std::uint32_t> ids;                       // by state, then part
  std::vector<double> weight;                           // by state
  std::vector<std::uint32_t> pair_begin;                // by state, one more at the end
  std::vector<std::uint32_t> pairs;  // class of the first suit * classes of the second + second
  std::uint32_t second_classes = 0;
  std::size_t parts = 0;
  bool too_large = false;

  [[nodiscard]] std::size_t size() const { return weight.size(); }
  [[nodiscard]] std::uint32_t id(std::size_t state, std::size_t part) const {
    return ids[state * parts + part];
  }
};

// `which` half; `dead[part]` are ids of that half with which a term that consists of this part alone must
// fail.
Half make_half(const SuitTable& first, const SuitTable& second, std::span<const Unit> units,
               int cards_outside, std::span<const PartTable> parts, std::size_t which,
               const std::vector<std::vector<bool>>& dead, const Limits& limits);

}  // namespace yomi::belief

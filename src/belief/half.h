// Two suits combined, and what a term needs to know of a half.
#pragma once

#include <cstdint>
#include <vector>

#include "suit_table.h"

namespace yomi::belief {

// Parts whose sums have the same leaves, and so the same partial sums: how the ids of two suits combine to
// the id of a half, and each part's value for two halves. Ids of a half that give equal values for every part
// whatever the other half is are the same id; an id that no deal can use is kDead.
inline constexpr std::uint32_t kDead = ~std::uint32_t{0};
struct GroupTable {
  // By half (0: spades and hearts, 1: diamonds and clubs): id of the first suit * second_ids[half] + of the
  // second.
  std::array<std::vector<std::uint32_t>, 2> merged;
  std::array<std::size_t, 2> first_ids{};
  std::array<std::size_t, 2> second_ids{};
  std::array<std::size_t, 2> ids{};
  std::vector<std::vector<int>> value;  // by part: id of half 0 * ids[1] + id of half 1
  bool too_large = false;

  [[nodiscard]] int at(std::size_t part, std::size_t a, std::size_t b) const {
    return value[part][a * ids[1] + b];
  }
};

struct Group {
  std::vector<const SumTree*> parts;
  std::vector<bool> must_hold;  // by part: a deal where it is 0 has no weight
};

// `tables`: the four suits, spades first; `number` of the group there.
GroupTable make_group_table(const Group& group, const std::array<const SuitTable*, 4>& tables,
                            std::size_t number, std::size_t limit);

// States of one half: hand sizes so far and the id of every group.
struct Half {
  std::vector<std::array<std::uint8_t, kUnits>> cards;  // by state
  std::vector<std::uint32_t> ids;                       // by state, then group
  std::vector<double> weight;                           // by state
  std::vector<std::uint32_t> pair_begin;                // by state, one more at the end
  std::vector<std::uint32_t> pairs;  // class of the first suit * classes of the second + second
  std::uint32_t second_classes = 0;
  std::size_t groups = 0;
  bool too_large = false;

  [[nodiscard]] std::size_t size() const { return weight.size(); }
  [[nodiscard]] std::uint32_t id(std::size_t state, std::size_t group) const {
    return ids[state * groups + group];
  }
};

// Merges the classes of a suit whose ids no table tells apart, and drops those that no deal can use.
void merge_classes(SuitTable& table, std::span<GroupTable> groups, std::size_t suit_number);

// `which` half; `cards_outside`: unseen cards of the other half.
Half make_half(const SuitTable& first, const SuitTable& second, std::span<const Unit> units,
               int cards_outside, std::span<const GroupTable> groups, std::size_t which,
               const Limits& limits);

}  // namespace yomi::belief

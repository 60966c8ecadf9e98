#include "half.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_map>

#include "key_table.h"

namespace yomi::belief {
namespace {

// Gives equal rows of a table with `columns` columns the same number, and kDead to the `dead` ones. `kept`:
// the first row of each number.
std::vector<std::uint32_t> number_rows(std::span<const int> table, std::size_t columns,
                                       const std::vector<bool>& dead, std::vector<std::size_t>& kept) {
  std::vector<std::uint32_t> number(dead.size());
  std::unordered_map<std::string_view, std::uint32_t> seen;
  for (std::size_t r = 0; r < dead.size(); ++r) {
    if (dead[r]) {
      number[r] = kDead;
      continue;
    }
    const std::span<const int> row = table.subspan(r * columns, columns);
    const std::string_view bytes(reinterpret_cast<const char*>(row.data()), row.size_bytes());
    const auto [at, fresh] = seen.try_emplace(bytes, static_cast<std::uint32_t>(seen.size()));
    if (fresh) kept.push_back(r);
    number[r] = at->second;
  }
  return number;
}

using Vectors = std::vector<std::vector<int>>;

// The different sums of the two suits' vectors in a half, in the order in which ids come up.
Vectors merge_vectors(const Vectors& first, const Vectors& second, std::vector<std::uint32_t>& merged) {
  Vectors sums;
  ListTable seen;
  for (const auto& a : first) {
    std::vector<int> sum(a.size());
    for (const auto& b : second) {
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
      bool fresh = false;
      merged.push_back(seen.number(sum, fresh));
      if (fresh) sums.push_back(sum);
    }
  }
  return sums;
}

// All parts' values side by side, by row (id of half 0) and by column (id of half 1); a row or column in
// which a part that must hold never does is dead.
struct PartValues {
  std::vector<int> by_row;
  std::vector<int> by_column;
  std::vector<bool> row_dead;
  std::vector<bool> column_dead;
};

PartValues evaluate_parts(const Group& group, const std::array<Vectors, 2>& vectors) {
  const std::size_t rows = vectors[0].size();
  const std::size_t columns = vectors[1].size();
  const std::size_t parts = group.parts.size();
  PartValues made{std::vector<int>(rows * columns * parts), std::vector<int>(rows * columns * parts),
                  std::vector<bool>(rows, true), std::vector<bool>(columns, true)};
  std::vector<int> sum(group.parts[0]->sums.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      bool alive = true;
      for (std::size_t p = 0; p < parts; ++p) {
        const SumTree& tree = *group.parts[p];
        for (std::size_t i = 0; i < sum.size(); ++i)
          sum[i] = tree.sums[i].constant + vectors[0][r][i] + vectors[1][c][i];
        const int value = tree.evaluate(sum);
        made.by_row[(r * columns + c) * parts + p] = value;
        made.by_column[(c * rows + r) * parts + p] = value;
        alive = alive && (value != 0 || !group.must_hold[p]);
      }
      if (!alive) {
        // Which part failed does not matter.
        for (std::size_t p = 0; p < parts; ++p) {
          if (group.must_hold[p])
            made.by_row[(r * columns + c) * parts + p] = made.by_column[(c * rows + r) * parts + p] = 0;
        }
      }
      made.row_dead[r] = made.row_dead[r] && !alive;
      made.column_dead[c] = made.column_dead[c] && !alive;
    }
  }
  return made;
}

// Suit ids of a group with the same row (or column) of half ids get the same new id; all dead: kDead.
std::vector<std::uint32_t> renumber(GroupTable& group, std::size_t half, bool is_first) {
  const std::size_t second = group.second_ids[half];
  const std::size_t first = group.first_ids[half];
  const std::size_t own = is_first ? first : second;
  const std::size_t other = is_first ? second : first;
  std::vector<int> rows(own * other);
  std::vector<bool> dead(own, true);
  for (std::size_t i = 0; i < own; ++i) {
    for (std::size_t j = 0; j < other; ++j) {
      const std::uint32_t id = group.merged[half][is_first ? i * second + j : j * second + i];
      rows[i * other + j] = static_cast<int>(id);
      dead[i] = dead[i] && id == kDead;
    }
  }
  std::vector<std::size_t> kept;
  std::vector<std::uint32_t> renumbered = number_rows(rows, other, dead, kept);
  std::vector<std::uint32_t> merged;
  if (is_first) {
    for (std::size_t i : kept) {
      for (std::size_t j = 0; j < second; ++j) merged.push_back(group.merged[half][i * second + j]);
    }
  } else {
    for (std::size_t i = 0; i < first; ++i) {
      for (std::size_t j : kept) merged.push_back(group.merged[half][i * second + j]);
    }
  }
  (is_first ? group.first_ids : group.second_ids)[half] = kept.size();
  group.merged[half] = std::move(merged);
  return renumbered;
}

// The splits of the old classes, put together by the new class that each has gone to (`owner`).
void regroup_splits(SuitTable& table, std::vector<SplitClass>& classes,
                    const std::vector<std::uint32_t>& owner) {
  std::uint32_t begin = 0;
  for (SplitClass& one : classes) {
    one.first = begin;
    begin += one.last;
    one.last = one.first;
  }
  std::vector<Split> splits(begin);
  table.running.assign(begin, 0);
  for (std::size_t c = 0; c < table.classes.size(); ++c) {
    if (owner[c] == kDead) continue;
    SplitClass& to = classes[owner[c]];
    for (std::uint32_t i = table.classes[c].first; i < table.classes[c].last; ++i) {
      const double before = to.last == to.first ? 0 : table.running[to.last - 1];
      table.running[to.last] = before + table.splits[i].weight;
      splits[to.last++] = table.splits[i];
    }
  }
  table.splits = std::move(splits);
}

}  // namespace

GroupTable make_group_table(const Group& group, const std::array<const SuitTable*, 4>& tables,
                            std::size_t number, std::size_t limit) {
  GroupTable result;
  std::array<Vectors, 2> vectors;
  for (std::size_t half = 0; half < 2; ++half) {
    const Vectors& first = tables[half * 2]->vectors[number];
    const Vectors& second = tables[half * 2 + 1]->vectors[number];
    result.first_ids[half] = first.size();
    result.second_ids[half] = second.size();
    if (first.size() * second.size() > limit) {
      result.too_large = true;
      return result;
    }
    vectors[half] = merge_vectors(first, second, result.merged[half]);
  }
  const std::size_t rows = vectors[0].size();
  const std::size_t columns = vectors[1].size();
  const std::size_t parts = group.parts.size();
  if (rows * columns * parts > limit) {
    result.too_large = true;
    return result;
  }
  const PartValues values = evaluate_parts(group, vectors);
  std::array<std::vector<std::size_t>, 2> kept;
  const auto row_number = number_rows(values.by_row, columns * parts, values.row_dead, kept[0]);
  const auto column_number = number_rows(values.by_column, rows * parts, values.column_dead, kept[1]);
  result.ids = {kept[0].size(), kept[1].size()};
  result.value.resize(parts);
  for (std::size_t p = 0; p < parts; ++p) {
    for (std::size_t r : kept[0]) {
      for (std::size_t c : kept[1]) result.value[p].push_back(values.by_row[(r * columns + c) * parts + p]);
    }
  }
  for (std::uint32_t& id : result.merged[0]) id = row_number[id];
  for (std::uint32_t& id : result.merged[1]) id = column_number[id];
  return result;
}

void merge_classes(SuitTable& table, std::span<GroupTable> groups, std::size_t suit_number) {
  const std::size_t half = suit_number / 2;
  const bool is_first = suit_number % 2 == 0;
  std::vector<std::vector<std::uint32_t>> renumbered;
  renumbered.reserve(groups.size());
  for (GroupTable& group : groups) renumbered.push_back(renumber(group, half, is_first));
  ListTable class_of;
  std::vector<SplitClass> classes;
  std::vector<std::uint32_t> owner(table.classes.size(), kDead);
  std::vector<int> key;
  for (std::size_t c = 0; c < table.classes.size(); ++c) {
    const SplitClass& one = table.classes[c];
    key.assign(one.cards.begin(), one.cards.end());
    bool alive = true;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const std::uint32_t id = renumbered[g][static_cast<std::size_t>(one.ids[g])];
      alive = alive && id != kDead;
      key.push_back(static_cast<int>(id));
    }
    if (!alive) continue;
    bool fresh = false;
    owner[c] = class_of.number(key, fresh);
    if (fresh) classes.push_back({one.cards, {key.begin() + kUnits, key.end()}, 0, 0, 0});
    classes[owner[c]].weight += one.weight;
    classes[owner[c]].last += one.last - one.first;
  }
  regroup_splits(table, classes, owner);
  table.classes = std::move(classes);
}

namespace {

// Hand sizes of four units in the bytes of a word; both bounds are checked at once, none of them reaches 128.
struct SizeBounds {
  SizeBounds(std::span<const Unit> units, int cards_outside, bool with_least) {
    for (std::size_t u = 0; u < kUnits; ++u) {
      const int slots = u < units.size() ? units[u].slots : 0;
      most |= static_cast<std::uint32_t>(slots) << (8 * u);
      if (with_least) least |= static_cast<std::uint32_t>(std::max(0, slots - cards_outside)) << (8 * u);
    }
    // All but the last unit have at most thirteen cards: four bits each. The last one gets what the others
    // leave, so its size need not be part of the key.
    in_key = units.size() < 2 ? 0 : 0x0F0F0F0FU >> (8 * (kUnits + 1 - units.size()));
  }
  static std::uint32_t packed(const std::array<std::uint8_t, kUnits>& cards) {
    return static_cast<std::uint32_t>(cards[0] | cards[1] << 8 | cards[2] << 16) | std::uint32_t{cards[3]}
                                                                                       << 24;
  }
  static std::array<std::uint8_t, kUnits> unpacked(std::uint32_t cards) {
    return {static_cast<std::uint8_t>(cards), static_cast<std::uint8_t>(cards >> 8),
            static_cast<std::uint8_t>(cards >> 16), static_cast<std::uint8_t>(cards >> 24)};
  }
  [[nodiscard]] bool allow(std::uint32_t cards) const {
    return ((((most | kTop) - cards) & ((cards | kTop) - least)) & kTop) == kTop;
  }
  [[nodiscard]] std::uint64_t key(std::uint32_t cards) const {
    const std::uint32_t sizes = cards & in_key;
    return (sizes & 0xFU) | (sizes >> 4 & 0xF0U) | (sizes >> 8 & 0xF00U);
  }

  static constexpr std::uint32_t kTop = 0x80808080U;
  static constexpr int kKeyBits = 12;
  std::uint32_t most = 0;
  std::uint32_t least = 0;
  std::uint32_t in_key = 0;
};

// Class pairs in the order of the states that own them.
void sort_pairs(Half& half, const std::vector<std::uint32_t>& owner, const std::vector<std::uint32_t>& kept) {
  half.pair_begin.assign(half.size() + 1, 0);
  for (std::uint32_t state : owner) ++half.pair_begin[state + 1];
  for (std::size_t i = 0; i < half.size(); ++i) half.pair_begin[i + 1] += half.pair_begin[i];
  std::vector<std::uint32_t> next(half.pair_begin.begin(), half.pair_begin.end() - 1);
  half.pairs.resize(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) half.pairs[next[owner[i]]++] = kept[i];
}

// Finds the states of a half: every pair of classes, one of each suit, that the hand sizes and the groups
// allow, by what tells them apart.
class HalfMaker {
 public:
  HalfMaker(const SuitTable& first, const SuitTable& second, const SizeBounds& bounds,
            std::span<const GroupTable> groups, std::size_t which, std::span<const int> shift)
      : first_(first),
        second_(second),
        bounds_(bounds),
        groups_(groups),
        which_(which),
        shift_(shift),
        second_ids_(second.classes.size() * groups.size()),
        second_cards_(second.classes.size()),
        row_(groups.size()) {
    for (std::size_t c = 0; c < second.classes.size(); ++c) {
      second_cards_[c] = SizeBounds::packed(second.classes[c].cards);
      for (std::size_t g = 0; g < groups.size(); ++g)
        second_ids_[c * groups.size() + g] = static_cast<std::uint32_t>(second.classes[c].ids[g]);
    }
  }

  void fill(Half& half) {
    for (std::size_t a = 0; a < first_.classes.size(); ++a) {
      const SplitClass& one = first_.classes[a];
      for (std::size_t g = 0; g < groups_.size(); ++g) {
        row_[g] = groups_[g].merged[which_].data() +
                  static_cast<std::size_t>(one.ids[g]) * groups_[g].second_ids[which_];
      }
      add_pairs(half, a);
    }
    sort_pairs(half, owner_, kept_);
  }

 private:
  // All pairs with class `a` of the first suit.
  void add_pairs(Half& half, std::size_t a) {
    const SplitClass& one = first_.classes[a];
    const std::size_t n = groups_.size();
    const std::uint32_t one_cards = SizeBounds::packed(one.cards);
    std::array<std::uint32_t, 16> id{};
    for (std::size_t b = 0; b < second_.classes.size(); ++b) {
      const std::uint32_t cards = one_cards + second_cards_[b];
      if (!bounds_.allow(cards)) continue;
      std::uint64_t key = bounds_.key(cards);
      bool alive = true;
      for (std::size_t g = 0; g < n; ++g) {
        id[g] = row_[g][second_ids_[b * n + g]];
        if (id[g] == kDead) {
          alive = false;
          break;
        }
        key |= std::uint64_t{id[g]} << shift_[g];
      }
      if (!alive) continue;
      bool fresh = false;
      const std::uint32_t state = keys_.number(key, fresh);
      if (fresh) {
        half.cards.push_back(SizeBounds::unpacked(cards));
        half.weight.push_back(0);
        half.ids.insert(half.ids.end(), id.begin(), id.begin() + static_cast<std::ptrdiff_t>(n));
      }
      half.weight[state] += one.weight * second_.classes[b].weight;
      owner_.push_back(state);
      kept_.push_back(static_cast<std::uint32_t>(a * second_.classes.size() + b));
    }
  }

  const SuitTable& first_;
  const SuitTable& second_;
  const SizeBounds& bounds_;
  std::span<const GroupTable> groups_;
  std::size_t which_;
  std::span<const int> shift_;
  std::vector<std::uint32_t> second_ids_;    // by class of the second suit, then group
  std::vector<std::uint32_t> second_cards_;  // by class of the second suit
  std::vector<const std::uint32_t*> row_;    // by group: half ids of the class of the first suit
  KeyTable keys_;
  std::vector<std::uint32_t> owner_;  // state of each kept pair
  std::vector<std::uint32_t> kept_;
};

}  // namespace

Half make_half(const SuitTable& first, const SuitTable& second, std::span<const Unit> units,
               int cards_outside, std::span<const GroupTable> groups, std::size_t which,
               const Limits& limits) {
  Half half;
  half.groups = groups.size();
  half.second_classes = static_cast<std::uint32_t>(second.classes.size());
  int bits = SizeBounds::kKeyBits;
  std::vector<int> shift(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    shift[g] = bits;
    bits += static_cast<int>(std::bit_width(groups[g].ids[which]));
  }
  if (first.classes.size() * second.classes.size() > limits.pairs || bits > 64 || groups.size() > 16) {
    half.too_large = true;
    return half;
  }
  const SizeBounds bounds(units, cards_outside, limits.hand_sizes);
  HalfMaker(first, second, bounds, groups, which, shift).fill(half);
  return half;
}

}  // namespace yomi::belief

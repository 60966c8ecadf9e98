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

}  // namespace

GroupTable make_group_table(const Group& group, const std::array<const SuitTable*, 4>& tables,
                            std::size_t number, std::size_t limit) {
  GroupTable result;
  std::array<std::vector<std::vector<int>>, 2> vectors;
  for (std::size_t half = 0; half < 2; ++half) {
    const auto& first = tables[half * 2]->vectors[number];
    const auto& second = tables[half * 2 + 1]->vectors[number];
    result.first_ids[half] = first.size();
    result.second_ids[half] = second.size();
    if (first.size() * second.size() > limit) {
      result.too_large = true;
      return result;
    }
    ListTable seen;
    for (const auto& a : first) {
      std::vector<int> sum(a.size());
      for (const auto& b : second) {
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
        bool fresh = false;
        result.merged[half].push_back(seen.number(sum, fresh));
        if (fresh) vectors[half].push_back(sum);
      }
    }
  }
  const std::size_t rows = vectors[0].size();
  const std::size_t columns = vectors[1].size();
  const std::size_t parts = group.parts.size();
  if (rows * columns * parts > limit) {
    result.too_large = true;
    return result;
  }
  // All parts' values side by side, by row and by column; a row or column in which a part that must hold
  // never does is dead.
  std::vector<int> by_row(rows * columns * parts);
  std::vector<int> by_column(rows * columns * parts);
  std::vector<bool> row_dead(rows, true);
  std::vector<bool> column_dead(columns, true);
  std::vector<int> sum(group.parts[0]->sums.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      bool alive = true;
      for (std::size_t p = 0; p < parts; ++p) {
        const SumTree& tree = *group.parts[p];
        for (std::size_t i = 0; i < sum.size(); ++i)
          sum[i] = tree.sums[i].constant + vectors[0][r][i] + vectors[1][c][i];
        const int value = tree.evaluate(sum);
        by_row[(r * columns + c) * parts + p] = value;
        by_column[(c * rows + r) * parts + p] = value;
        alive = alive && (value != 0 || !group.must_hold[p]);
      }
      if (!alive) {
        // Which part failed does not matter.
        for (std::size_t p = 0; p < parts; ++p) {
          if (group.must_hold[p])
            by_row[(r * columns + c) * parts + p] = by_column[(c * rows + r) * parts + p] = 0;
        }
      }
      row_dead[r] = row_dead[r] && !alive;
      column_dead[c] = column_dead[c] && !alive;
    }
  }
  std::array<std::vector<std::size_t>, 2> kept;
  const auto row_number = number_rows(by_row, columns * parts, row_dead, kept[0]);
  const auto column_number = number_rows(by_column, rows * parts, column_dead, kept[1]);
  result.ids = {kept[0].size(), kept[1].size()};
  result.value.resize(parts);
  for (std::size_t p = 0; p < parts; ++p) {
    for (std::size_t r : kept[0]) {
      for (std::size_t c : kept[1]) result.value[p].push_back(by_row[(r * columns + c) * parts + p]);
    }
  }
  for (std::uint32_t& id : result.merged[0]) id = row_number[id];
  for (std::uint32_t& id : result.merged[1]) id = column_number[id];
  return result;
}

void merge_classes(SuitTable& table, std::span<GroupTable> groups, std::size_t suit_number) {
  const std::size_t half = suit_number / 2;
  const bool is_first = suit_number % 2 == 0;
  // For each group, suit ids with the same row (or column) of half ids get the same new id; all dead: kDead.
  std::vector<std::vector<std::uint32_t>> renumbered(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    GroupTable& group = groups[g];
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
    renumbered[g] = number_rows(rows, other, dead, kept);
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
  }
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
  table.classes = std::move(classes);
}

Half make_half(const SuitTable& first, const SuitTable& second, std::span<const Unit> units,
               int cards_outside, std::span<const GroupTable> groups, std::size_t which,
               const Limits& limits) {
  Half half;
  half.groups = groups.size();
  half.second_classes = static_cast<std::uint32_t>(second.classes.size());
  const std::size_t all = first.classes.size() * second.classes.size();
  // The last unit gets what the others leave, so its size need not be part of the key.
  int bits = 12;
  std::vector<int> shift(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    shift[g] = bits;
    bits += static_cast<int>(std::bit_width(groups[g].ids[which]));
  }
  if (all > limits.pairs || bits > 64 || groups.size() > 16) {
    half.too_large = true;
    return half;
  }
  // Hand sizes of four units in the bytes of a word; both bounds are checked at once, none of them reaches
  // 128.
  constexpr std::uint32_t kTop = 0x80808080U;
  std::uint32_t most = 0;
  std::uint32_t least = 0;
  const auto packed = [](const std::array<std::uint8_t, kUnits>& cards) {
    return static_cast<std::uint32_t>(cards[0] | cards[1] << 8 | cards[2] << 16) | std::uint32_t{cards[3]}
                                                                                       << 24;
  };
  for (std::size_t u = 0; u < kUnits; ++u) {
    const int slots = u < units.size() ? units[u].slots : 0;
    most |= static_cast<std::uint32_t>(slots) << (8 * u);
    if (limits.hand_sizes) least |= static_cast<std::uint32_t>(std::max(0, slots - cards_outside)) << (8 * u);
  }
  // All but the last unit have at most thirteen cards: four bits each.
  const std::uint32_t in_key = units.size() < 2 ? 0 : 0x0F0F0F0FU >> (8 * (kUnits + 1 - units.size()));

  // Per class of the second suit, its ids and sizes, packed for the inner loop.
  const std::size_t n = groups.size();
  std::vector<std::uint32_t> second_ids(second.classes.size() * n);
  std::vector<std::uint32_t> second_cards(second.classes.size());
  for (std::size_t c = 0; c < second.classes.size(); ++c) {
    second_cards[c] = packed(second.classes[c].cards);
    for (std::size_t g = 0; g < n; ++g)
      second_ids[c * n + g] = static_cast<std::uint32_t>(second.classes[c].ids[g]);
  }
  KeyTable keys;
  std::vector<std::uint32_t> owner;  // state of each kept pair
  std::vector<std::uint32_t> kept;
  std::vector<const std::uint32_t*> row(n);
  std::array<std::uint32_t, 16> id{};
  for (std::size_t a = 0; a < first.classes.size(); ++a) {
    const SplitClass& one = first.classes[a];
    const std::uint32_t one_cards = packed(one.cards);
    for (std::size_t g = 0; g < n; ++g) {
      row[g] =
          groups[g].merged[which].data() + static_cast<std::size_t>(one.ids[g]) * groups[g].second_ids[which];
    }
    for (std::size_t b = 0; b < second.classes.size(); ++b) {
      const std::uint32_t cards = one_cards + second_cards[b];
      if (((((most | kTop) - cards) & ((cards | kTop) - least)) & kTop) != kTop) continue;
      const std::uint32_t sizes = cards & in_key;
      std::uint64_t key = (sizes & 0xFU) | (sizes >> 4 & 0xF0U) | (sizes >> 8 & 0xF00U);
      bool alive = true;
      for (std::size_t g = 0; g < n; ++g) {
        id[g] = row[g][second_ids[b * n + g]];
        if (id[g] == kDead) {
          alive = false;
          break;
        }
        key |= std::uint64_t{id[g]} << shift[g];
      }
      if (!alive) continue;
      bool fresh = false;
      const std::uint32_t state = keys.number(key, fresh);
      if (fresh) {
        half.cards.push_back({static_cast<std::uint8_t>(cards), static_cast<std::uint8_t>(cards >> 8),
                              static_cast<std::uint8_t>(cards >> 16),
                              static_cast<std::uint8_t>(cards >> 24)});
        half.weight.push_back(0);
        half.ids.insert(half.ids.end(), id.begin(), id.begin() + static_cast<std::ptrdiff_t>(n));
      }
      half.weight[state] += one.weight * second.classes[b].weight;
      owner.push_back(state);
      kept.push_back(static_cast<std::uint32_t>(a * second.classes.size() + b));
    }
  }
  half.pair_begin.assign(half.size() + 1, 0);
  for (std::uint32_t state : owner) ++half.pair_begin[state + 1];
  for (std::size_t i = 0; i < half.size(); ++i) half.pair_begin[i + 1] += half.pair_begin[i];
  std::vector<std::uint32_t> next(half.pair_begin.begin(), half.pair_begin.end() - 1);
  half.pairs.resize(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) half.pairs[next[owner[i]]++] = kept[i];
  return half;
}

}  // namespace yomi::belief

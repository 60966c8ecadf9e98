#include "half.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

namespace yomi::belief {
namespace {

struct VectorHash {
  std::size_t operator()(const std::vector<int>& values) const {
    std::uint64_t hash = values.size();
    for (int value : values) {
      hash = (hash ^ static_cast<std::uint32_t>(value)) * 0x9E3779B97F4A7C15ULL;
      hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
  }
};

// Keys of up to 64 bits to numbers in order of appearance.
class KeyTable {
 public:
  KeyTable() : slots_(std::size_t{1} << 12, Slot{}) {}

  std::uint32_t number(std::uint64_t key, bool& fresh) {
    if (keys_.size() * 2 > slots_.size()) grow();
    std::size_t at = place(key);
    while (slots_[at].number != kFree) {
      if (slots_[at].key == key) {
        fresh = false;
        return slots_[at].number;
      }
      at = (at + 1) & (slots_.size() - 1);
    }
    fresh = true;
    slots_[at] = {key, static_cast<std::uint32_t>(keys_.size())};
    keys_.push_back(key);
    return slots_[at].number;
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = kFree;
  };
  [[nodiscard]] std::size_t place(std::uint64_t key) const {
    return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15ULL >> 20) & (slots_.size() - 1);
  }
  void grow() {
    std::vector<Slot> larger(slots_.size() * 4, Slot{});
    slots_.swap(larger);
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
      std::size_t at = place(keys_[i]);
      while (slots_[at].number != kFree) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = {keys_[i], i};
    }
  }
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> keys_;
};

// Renumbers `ids` items so that items with the same row of values share a number; returns the new numbers.
std::vector<std::uint32_t> merge_rows(std::vector<int>& value, std::size_t rows, std::size_t columns) {
  std::unordered_map<std::vector<int>, std::uint32_t, VectorHash> seen;
  std::vector<std::uint32_t> number(rows);
  std::vector<int> kept;
  for (std::size_t r = 0; r < rows; ++r) {
    const std::vector<int> row(value.begin() + static_cast<std::ptrdiff_t>(r * columns),
                               value.begin() + static_cast<std::ptrdiff_t>((r + 1) * columns));
    const auto [at, fresh] = seen.try_emplace(row, static_cast<std::uint32_t>(seen.size()));
    if (fresh) kept.insert(kept.end(), row.begin(), row.end());
    number[r] = at->second;
  }
  value = std::move(kept);
  return number;
}

std::vector<int> transposed(const std::vector<int>& value, std::size_t rows, std::size_t columns) {
  std::vector<int> turned(value.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) turned[c * rows + r] = value[r * columns + c];
  }
  return turned;
}

}  // namespace

PartTable make_part_table(const SumTree& tree, const std::array<const SuitTable*, 4>& tables,
                          std::size_t part, std::size_t limit) {
  PartTable result;
  std::array<std::vector<std::vector<int>>, 2> vectors;
  for (std::size_t half = 0; half < 2; ++half) {
    const auto& first = tables[half * 2]->vectors[part];
    const auto& second = tables[half * 2 + 1]->vectors[part];
    result.second_ids[half] = second.size();
    if (first.size() * second.size() > limit) {
      result.too_large = true;
      return result;
    }
    std::unordered_map<std::vector<int>, std::uint32_t, VectorHash> seen;
    for (const auto& a : first) {
      for (const auto& b : second) {
        std::vector<int> sum(a.size());
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
        const auto [at, fresh] = seen.try_emplace(sum, static_cast<std::uint32_t>(seen.size()));
        if (fresh) vectors[half].push_back(sum);
        result.merged[half].push_back(at->second);
      }
    }
  }
  const std::size_t rows = vectors[0].size();
  const std::size_t columns = vectors[1].size();
  if (rows * columns > limit) {
    result.too_large = true;
    return result;
  }
  std::vector<int> sum(tree.sums.size());
  result.value.reserve(rows * columns);
  for (const auto& a : vectors[0]) {
    for (const auto& b : vectors[1]) {
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = tree.sums[i].constant + a[i] + b[i];
      result.value.push_back(tree.evaluate(sum));
    }
  }
  const std::vector<std::uint32_t> row_number = merge_rows(result.value, rows, columns);
  result.ids[0] = columns == 0 ? 0 : result.value.size() / columns;
  std::vector<int> turned = transposed(result.value, result.ids[0], columns);
  const std::vector<std::uint32_t> column_number = merge_rows(turned, columns, result.ids[0]);
  result.ids[1] = result.ids[0] == 0 ? 0 : turned.size() / result.ids[0];
  result.value = transposed(turned, result.ids[1], result.ids[0]);
  for (std::uint32_t& id : result.merged[0]) id = row_number[id];
  for (std::uint32_t& id : result.merged[1]) id = column_number[id];
  return result;
}

Half make_half(const SuitTable& first, const SuitTable& second, std::span<const Unit> units,
               int cards_outside, std::span<const PartTable> parts, std::size_t which,
               const std::vector<std::vector<bool>>& dead, const Limits& limits) {
  Half half;
  half.parts = parts.size();
  half.second_classes = static_cast<std::uint32_t>(second.classes.size());
  const std::size_t all = first.classes.size() * second.classes.size();
  // The last unit gets what the others leave, so its size need not be part of the key.
  int bits = 4 * std::max(0, static_cast<int>(units.size()) - 1);
  std::vector<int> shift(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    shift[p] = bits;
    bits += static_cast<int>(std::bit_width(parts[p].ids[which]));
  }
  if (all > limits.pairs || bits > 64) {
    half.too_large = true;
    return half;
  }
  // Per class of the second suit, its ids, packed for the inner loop.
  const std::size_t n = parts.size();
  std::vector<std::uint32_t> second_ids(second.classes.size() * n);
  for (std::size_t c = 0; c < second.classes.size(); ++c) {
    for (std::size_t p = 0; p < n; ++p)
      second_ids[c * n + p] = static_cast<std::uint32_t>(second.classes[c].ids[p]);
  }
  KeyTable keys;
  std::vector<std::uint32_t> owner;  // state of each kept pair
  std::vector<std::uint32_t> kept;
  std::vector<const std::uint32_t*> row(n);
  for (std::size_t a = 0; a < first.classes.size(); ++a) {
    const SplitClass& one = first.classes[a];
    for (std::size_t p = 0; p < n; ++p) {
      row[p] =
          parts[p].merged[which].data() + static_cast<std::size_t>(one.ids[p]) * parts[p].second_ids[which];
    }
    for (std::size_t b = 0; b < second.classes.size(); ++b) {
      const SplitClass& two = second.classes[b];
      std::uint64_t key = 0;
      bool fits = true;
      for (std::size_t u = 0; limits.hand_sizes && u < units.size(); ++u) {
        const int cards = one.cards[u] + two.cards[u];
        fits = fits && cards <= units[u].slots && units[u].slots - cards <= cards_outside;
        if (u + 1 < units.size()) key = key << 4 | static_cast<std::uint64_t>(cards);
      }
      if (!fits) continue;
      for (std::size_t p = 0; p < n; ++p) {
        const std::uint32_t id = row[p][second_ids[b * n + p]];
        if (!dead[p].empty() && dead[p][id]) {
          fits = false;
          break;
        }
        key |= std::uint64_t{id} << shift[p];
      }
      if (!fits) continue;
      bool fresh = false;
      const std::uint32_t state = keys.number(key, fresh);
      if (fresh) {
        std::array<std::uint8_t, kUnits> cards{};
        for (std::size_t u = 0; u < units.size(); ++u) {
          cards[u] = static_cast<std::uint8_t>(one.cards[u] + two.cards[u]);
        }
        half.cards.push_back(cards);
        half.weight.push_back(0);
        for (std::size_t p = 0; p < n; ++p) half.ids.push_back(row[p][second_ids[b * n + p]]);
      }
      half.weight[state] += one.weight * two.weight;
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

// The two halves of a model brought together: which states fit, and with what factor.
#include <algorithm>
#include <cmath>
#include <map>

#include "key_table.h"
#include "model_impl.h"

namespace yomi::belief {
namespace {

std::uint32_t size_key(const std::array<std::uint8_t, kUnits>& cards) {
  return static_cast<std::uint32_t>(cards[0] | cards[1] << 8 | cards[2] << 16) | std::uint32_t{cards[3]}
                                                                                     << 24;
}

// Puts states with equal hand sizes side by side.
void sort_by_size(Half& half) {
  std::vector<std::uint64_t> order(half.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = std::uint64_t{size_key(half.cards[i])} << 32 | i;
  std::sort(order.begin(), order.end());
  Half sorted;
  sorted.groups = half.groups;
  sorted.second_classes = half.second_classes;
  sorted.pairs.reserve(half.pairs.size());
  sorted.ids.reserve(half.ids.size());
  sorted.pair_begin.push_back(0);
  for (std::uint64_t key : order) {
    const auto i = static_cast<std::uint32_t>(key);
    const auto at = [&](const auto& items, std::size_t n) {
      return items.begin() + static_cast<std::ptrdiff_t>(n);
    };
    sorted.cards.push_back(half.cards[i]);
    sorted.weight.push_back(half.weight[i]);
    sorted.ids.insert(sorted.ids.end(), at(half.ids, i * half.groups), at(half.ids, (i + 1) * half.groups));
    sorted.pairs.insert(sorted.pairs.end(), at(half.pairs, half.pair_begin[i]),
                        at(half.pairs, half.pair_begin[i + 1]));
    sorted.pair_begin.push_back(static_cast<std::uint32_t>(sorted.pairs.size()));
  }
  half = std::move(sorted);
}

float factor_of(const Term& term, int value) {
  if (term.weight) return static_cast<float>(term.weight(value));
  return value != 0 ? 1.0F : 0.0F;
}

}  // namespace

bool Model::Impl::join(const std::vector<Foldable*>& many, const std::vector<GroupTable>& groups,
                       const Limits& limits, int observed) {
  sort_by_size(halves[1]);
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> range_of;
  for (std::uint32_t b = 0; b < halves[1].size(); ++b) {
    range_of.try_emplace(size_key(halves[1].cards[b]), b, b).first->second.second = b + 1;
  }
  range.resize(halves[0].size());
  std::size_t work = 0;
  for (std::size_t a = 0; a < halves[0].size(); ++a) {
    std::array<std::uint8_t, kUnits> missing{};
    for (std::size_t u = 0; limits.hand_sizes && u < units.size(); ++u) {
      missing[u] = static_cast<std::uint8_t>(units[u].slots - halves[0].cards[a][u]);
    }
    const auto found = range_of.find(size_key(missing));
    range[a] = found == range_of.end() ? std::pair<std::uint32_t, std::uint32_t>{} : found->second;
    work += range[a].second - range[a].first;
  }
  if (work > limits.joins) return false;

  joint.clear();
  // Terms of one part each: one table for all of a group.
  for (std::size_t g = 0; g < groups.size(); ++g) {
    JointTerm table;
    table.columns = groups[g].ids[1];
    table.factor.assign(groups[g].ids[0] * table.columns, 1.0F);
    bool any = false;
    for (const Foldable* one : many) {
      if (one->skeleton.parts.size() != 1 || one->skeleton.steps.size() != 1 || one->places[0].first != g)
        continue;
      const std::vector<int>& value = groups[g].value[one->places[0].second];
      if (static_cast<int>(one->term) == observed) {
        table.value = value;
      } else {
        for (std::size_t i = 0; i < value.size(); ++i)
          table.factor[i] *= factor_of(terms[one->term], value[i]);
      }
      any = true;
    }
    if (!any) continue;
    for (std::size_t h = 0; h < 2; ++h) {
      table.id[h].resize(halves[h].size());
      for (std::size_t i = 0; i < halves[h].size(); ++i) table.id[h][i] = halves[h].id(i, g);
    }
    joint.push_back(std::move(table));
  }
  for (const Foldable* one : many) {
    if (one->skeleton.steps.size() != 1 && !join_parts(*one, groups, limits)) return false;
  }
  running.resize(halves[0].size());
  total = 0;
  for (std::size_t a = 0; a < halves[0].size(); ++a) {
    double sum = 0;
    for (std::uint32_t b = range[a].first; b < range[a].second; ++b) sum += pair_factor(a, b);
    total += sum * halves[0].weight[a];
    running[a] = total;
  }
  return true;
}

// A term of several parts: its own ids are lists of the ids of its parts.
bool Model::Impl::join_parts(const Foldable& one, const std::vector<GroupTable>& groups,
                             const Limits& limits) {
  JointTerm table;
  const std::size_t n = one.skeleton.parts.size();
  std::array<std::vector<std::vector<int>>, 2> lists;
  for (std::size_t h = 0; h < 2; ++h) {
    ListTable seen;
    std::vector<int> list(n);
    for (std::size_t i = 0; i < halves[h].size(); ++i) {
      for (std::size_t p = 0; p < n; ++p) list[p] = static_cast<int>(halves[h].id(i, one.places[p].first));
      bool fresh = false;
      table.id[h].push_back(seen.number(list, fresh));
      if (fresh) lists[h].push_back(list);
    }
  }
  table.columns = lists[1].size();
  if (lists[0].size() * table.columns > limits.joins) return false;
  table.factor.assign(lists[0].size() * table.columns, std::nanf(""));
  // Only the pairs that hand sizes let meet are worked out.
  for (std::size_t a = 0; a < halves[0].size(); ++a) {
    float* row = table.factor.data() + table.id[0][a] * table.columns;
    const std::vector<int>& upper = lists[0][table.id[0][a]];
    for (std::uint32_t b = range[a].first; b < range[a].second; ++b) {
      float& factor = row[table.id[1][b]];
      if (!std::isnan(factor)) continue;
      const std::vector<int>& lower = lists[1][table.id[1][b]];
      factor = factor_of(terms[one.term], one.skeleton.evaluate([&](int part) {
        const auto p = static_cast<std::size_t>(part);
        const auto& [group, place] = one.places[p];
        return groups[group].at(place, static_cast<std::size_t>(upper[p]),
                                static_cast<std::size_t>(lower[p]));
      }));
    }
  }
  joint.push_back(std::move(table));
  return true;
}

}  // namespace yomi::belief

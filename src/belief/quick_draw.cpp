#include "quick_draw.h"

#include <algorithm>
#include <numeric>

#include "yomi/belief/subset.h"

namespace yomi::belief {
namespace {

constexpr std::size_t kMostEntries = 8'000'000;

// All subsets of `size` things, the smaller first: those of k things are the C(size, k) from begin[k] on.
struct Subsets {
  std::vector<std::uint16_t> masks;
  std::array<std::uint32_t, kRanks + 2> begin{};
};

std::array<Subsets, kRanks + 1> make_subsets() {
  std::array<Subsets, kRanks + 1> made;
  for (std::size_t size = 0; size <= kRanks; ++size) {
    Subsets& one = made[size];
    for (std::size_t k = 0; k <= size; ++k) {
      for (std::uint32_t mask = 0; mask < 1U << size; ++mask) {
        if (static_cast<std::size_t>(std::popcount(mask)) == k)
          one.masks.push_back(static_cast<std::uint16_t>(mask));
      }
      one.begin[k + 1] = static_cast<std::uint32_t>(one.masks.size());
    }
  }
  return made;
}

// The members of `set` whose places, counted from the lowest, are in `places`.
std::uint64_t spread(std::uint32_t places, std::uint64_t set) {
  if ((set & (set + (set & (~set + 1)))) == 0)  // no gap in it
    return std::uint64_t{places} << std::countr_zero(set);
  std::uint64_t chosen = 0;
  for (; places != 0; places >>= 1, set &= set - 1) {
    if ((places & 1) != 0) chosen |= set & (~set + 1);
  }
  return chosen;
}

// As random_subset(), of a set of one suit.
std::uint64_t subset_of_suit(Random& random, std::uint64_t set, int size, int count) {
  static const std::array<Subsets, kRanks + 1> kSubsets = make_subsets();
  if (count <= 0) return 0;
  if (count >= size) return set;
  const Subsets& all = kSubsets[static_cast<std::size_t>(size)];
  const std::uint32_t begin = all.begin[static_cast<std::size_t>(count)];
  const std::uint32_t ways = all.begin[static_cast<std::size_t>(count) + 1] - begin;
  return spread(all.masks[begin + random.below(ways)], set);
}

}  // namespace

void AliasRows::add_row(std::span<const double> weights, std::span<const std::uint32_t> things) {
  constexpr double kWhole = 4294967296.0;
  const std::size_t n = weights.size();
  const std::size_t begin = entries_.size();
  entries_.resize(begin + n);
  begin_.push_back(entries_.size());
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (!(total > 0)) return;  // a row that is never asked for
  scaled_.assign(weights.begin(), weights.end());
  small_.clear();
  large_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    scaled_[i] *= static_cast<double>(n) / total;
    (scaled_[i] < 1 ? small_ : large_).push_back(static_cast<std::uint32_t>(i));
  }
  while (!small_.empty() && !large_.empty()) {
    const std::uint32_t low = small_.back();
    const std::uint32_t high = large_.back();
    small_.pop_back();
    entries_[begin + low] = {static_cast<std::uint32_t>(scaled_[low] * kWhole), things[low], things[high]};
    scaled_[high] -= 1 - scaled_[low];
    if (scaled_[high] >= 1) continue;
    large_.pop_back();
    small_.push_back(high);
  }
  for (const auto* rest : {&small_, &large_}) {  // whole, but for rounding
    for (std::uint32_t i : *rest) entries_[begin + i] = {0, things[i], things[i]};
  }
}

std::optional<QuickDraw> QuickDraw::make(const Model::Impl& model) {
  std::size_t entries = model.halves[0].pairs.size() + model.halves[1].pairs.size();
  for (const auto& [begin, end] : model.range) entries += end - begin;
  if (!(model.total > 0) || entries > kMostEntries) return std::nullopt;
  return QuickDraw(model);
}

QuickDraw::QuickDraw(const Model::Impl& model) : model_(&model) {
  std::vector<double> weights;
  std::vector<std::uint32_t> things;
  for (std::size_t a = 0; a < model.running.size(); ++a) {
    weights.push_back(model.running[a] - (a == 0 ? 0 : model.running[a - 1]));
    things.push_back(static_cast<std::uint32_t>(a));
  }
  first_.add_row(weights, things);
  for (std::size_t a = 0; a < model.range.size(); ++a) {
    weights.clear();
    things.clear();
    for (std::uint32_t b = model.range[a].first; b < model.range[a].second; ++b) {
      weights.push_back(model.pair_factor(a, b));
      things.push_back(b);
    }
    second_.add_row(weights, things);
  }
  for (std::size_t h = 0; h < 2; ++h) {
    const Half& half = model.halves[h];
    for (std::size_t state = 0; state < half.size(); ++state) {
      weights.clear();
      const std::span<const std::uint32_t> pairs(half.pairs.data() + half.pair_begin[state],
                                                 half.pair_begin[state + 1] - half.pair_begin[state]);
      for (std::uint32_t pair : pairs) {
        weights.push_back(model.suit_of(h, 0).classes[pair / half.second_classes].weight *
                          model.suit_of(h, 1).classes[pair % half.second_classes].weight);
      }
      pairs_[h].add_row(weights, pairs);
    }
  }
}

void QuickDraw::deal_split(Random& random, const SuitTable& table, const Split& split,
                           std::array<CardSet, kUnits>& hands) const {
  const std::size_t units = model_->units.size();
  for (std::size_t u = 0; u < units; ++u) hands[u] |= CardSet::from_ranks(table.suit, split.single[u]);
  const std::uint8_t* share = table.shares.data() + split.shares;
  for (const auto& group : table.groups) {
    std::uint32_t ranks = 0;
    for (std::uint8_t rank : group) ranks |= 1U << rank;
    std::uint64_t rest = ranks;
    int size = static_cast<int>(group.size());
    for (std::size_t u = 0; u + 1 < units; ++u) {
      const std::uint64_t own = subset_of_suit(random, rest, size, share[u]);
      rest &= ~own;
      size -= share[u];
      hands[u] |= CardSet::from_ranks(table.suit, static_cast<std::uint32_t>(own));
    }
    hands[units - 1] |= CardSet::from_ranks(table.suit, static_cast<std::uint32_t>(rest));
    share += units;
  }
}

Deal QuickDraw::draw(Random& random) const {
  const Model::Impl& m = *model_;
  const std::uint32_t a = first_.choose(random, 0);
  const std::array<std::uint32_t, 2> state = {a, second_.choose(random, a)};
  std::array<CardSet, kUnits> hands{};
  for (std::size_t h = 0; h < 2; ++h) {
    const std::uint32_t pair = pairs_[h].choose(random, state[h]);
    const std::array<std::uint32_t, 2> numbers = {pair / m.halves[h].second_classes,
                                                  pair % m.halves[h].second_classes};
    for (std::size_t s = 0; s < 2; ++s) {
      const SuitTable& table = m.suit_of(h, s);
      const SplitClass& chosen = table.classes[numbers[s]];
      std::size_t at = chosen.first;
      if (chosen.last - chosen.first > 1) {
        const auto begin = table.running.begin() + chosen.first;
        const auto end = table.running.begin() + chosen.last - 1;
        at = static_cast<std::size_t>(std::upper_bound(begin, end, random.unit() * chosen.weight) -
                                      table.running.begin());
      }
      deal_split(random, table, table.splits[at], hands);
    }
  }
  return m.assemble(random, hands);
}

}  // namespace yomi::belief

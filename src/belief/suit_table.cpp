#include "suit_table.h"

#include <algorithm>
#include <map>

#include "key_table.h"

namespace yomi::belief {
namespace {

constexpr std::array<double, 14> kFactorial = {1,    1,     2,      6,       24,       120,       720,
                                               5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800};

class Builder {
 public:
  Builder(const Space& space, Suit suit, std::span<const Unit> units, std::span<const SumTree* const> parts,
          std::span<const SuitFilter> filters, std::span<const SuitTerm* const> suit_terms,
          const Limits& limits)
      : space_(space),
        units_(units),
        parts_(parts),
        filters_(filters),
        suit_terms_(suit_terms),
        limits_(limits) {
    table_.suit = suit;
    table_.vectors.resize(parts.size());
    interned_.resize(parts.size());
    for (Seat seat : kAllSeats) {
      const CardSet barred = space.barred[seat];
      for (std::size_t u = 0; u < units.size(); ++u) {
        if (std::count(units[u].seats.begin(), units[u].seats.end(), seat) > 0)
          barred_[u] |= barred.ranks(suit);
      }
    }
    group_cards();
  }

  SuitTable run() {
    Split split;
    split.weight = 1;
    share_.assign(groups_.size() * units_.size(), 0);
    descend(0, split);
    finish();
    return std::move(table_);
  }

 private:
  void group_cards() {
    std::vector<const Leaf*> leaves;
    const auto collect = [&](const SumTree& tree) {
      for (const Sum& sum : tree.sums) {
        for (const auto& [scale, leaf] : sum.parts) {
          if (leaf.suit == table_.suit) leaves.push_back(&leaf);
        }
      }
    };
    for (const SumTree* part : parts_) collect(*part);
    for (const SuitFilter& filter : filters_) {
      for (const SumTree& part : filter.skeleton->parts) collect(part);
    }
    std::map<std::vector<int>, std::vector<std::uint8_t>> alike;
    const std::uint32_t unseen = space_.unseen().ranks(table_.suit);
    for (int rank = 0; rank < kRanks; ++rank) {
      if ((unseen >> rank & 1) == 0) continue;
      std::vector<int> signature;
      signature.reserve(leaves.size() + units_.size());
      for (const Leaf* leaf : leaves) signature.push_back(leaf->signature(rank_at(rank)));
      for (std::size_t u = 0; u < units_.size(); ++u)
        signature.push_back(static_cast<int>(barred_[u] >> rank & 1));
      if (!suit_terms_.empty()) signature.push_back(rank);
      alike[signature].push_back(static_cast<std::uint8_t>(rank));
    }
    const bool lengths_matter =
        limits_.hand_sizes || std::any_of(leaves.begin(), leaves.end(), [](const Leaf* leaf) {
          return leaf->op != Op::points && leaf->op != Op::has;
        });
    for (auto& [signature, ranks] : alike) {
      // Without hand sizes, cards that count for nothing and that any hand may hold can stay out of it.
      const bool idle = std::all_of(signature.begin(), signature.end(), [](int value) { return value == 0; });
      if (lengths_matter || !idle || !suit_terms_.empty()) groups_.push_back(ranks);
    }
    // Single cards first; the others are the groups of the table.
    std::stable_sort(groups_.begin(), groups_.end(),
                     [](const auto& a, const auto& b) { return (a.size() > 1) < (b.size() > 1); });
    singles_ = static_cast<std::size_t>(
        std::count_if(groups_.begin(), groups_.end(), [](const auto& group) { return group.size() == 1; }));
    table_.groups.assign(groups_.begin() + static_cast<std::ptrdiff_t>(singles_), groups_.end());
  }

  bool may_hold(std::size_t unit, std::size_t group) const {
    return (barred_[unit] >> groups_[group][0] & 1) == 0;
  }

  void descend(std::size_t group, Split& split) {
    if (table_.too_large) return;
    if (group == groups_.size()) {
      add(split);
      return;
    }
    const int size = static_cast<int>(groups_[group].size());
    if (group < singles_) {
      for (std::size_t u = 0; u < units_.size(); ++u) {
        if (!may_hold(u, group) || split.cards[u] >= units_[u].slots) continue;
        Split next = split;
        next.single[u] = static_cast<std::uint16_t>(next.single[u] | 1U << groups_[group][0]);
        ++next.cards[u];
        descend(group + 1, next);
      }
      return;
    }
    Split next = split;
    next.weight *= kFactorial[static_cast<std::size_t>(size)];
    compose(group, 0, size, next);
  }

  void compose(std::size_t group, std::size_t unit, int rest, const Split& split) {
    std::uint8_t& share = share_[group * units_.size() + unit];
    const int room = may_hold(unit, group) ? units_[unit].slots - split.cards[unit] : 0;
    const bool last = unit + 1 == units_.size();
    for (int count = last ? rest : 0; count <= std::min(rest, room); ++count) {
      share = static_cast<std::uint8_t>(count);
      Split next = split;
      next.cards[unit] = static_cast<std::uint8_t>(next.cards[unit] + count);
      next.weight /= kFactorial[static_cast<std::size_t>(count)];
      if (last) {
        descend(group + 1, next);
      } else {
        compose(group, unit + 1, rest - count, next);
      }
    }
    share = 0;
  }

  // The ranks of every seat in one deal that the split stands for.
  BySeat<std::uint32_t> representative(const Split& split) const {
    BySeat<std::uint32_t> ranks{};
    for (Seat seat : kAllSeats) ranks[seat] = space_.held[seat].ranks(table_.suit);
    for (std::size_t u = 0; u < units_.size(); ++u) {
      if (units_[u].is_pool()) continue;  // nothing looks at it
      std::uint32_t& own = ranks[units_[u].seats[0]];
      own |= split.single[u];
      for (std::size_t g = singles_; g < groups_.size(); ++g) {
        std::size_t before = 0;
        for (std::size_t v = 0; v < u; ++v) before += share_[g * units_.size() + v];
        for (std::size_t i = 0; i < share_[g * units_.size() + u]; ++i) own |= 1U << groups_[g][before + i];
      }
    }
    return ranks;
  }

  void partial_sums(const SumTree& tree, const BySeat<std::uint32_t>& ranks, std::vector<int>& out) const {
    out.clear();
    for (const Sum& sum : tree.sums) {
      int value = 0;
      for (const auto& [scale, leaf] : sum.parts) {
        if (leaf.suit == table_.suit) value += scale * leaf.value(ranks[leaf.seat]);
      }
      out.push_back(value);
    }
  }

  // A filter's sums over the other suits are of cards that are all known; they are added here.
  double filtered(const SuitFilter& filter, const BySeat<std::uint32_t>& ranks) {
    const auto value_of = [&](int part) {
      const SumTree& tree = filter.skeleton->parts[static_cast<std::size_t>(part)];
      std::vector<int> values;
      for (const Sum& sum : tree.sums) {
        int value = sum.constant;
        for (const auto& [scale, leaf] : sum.parts) {
          value += scale * leaf.value(leaf.suit == table_.suit ? ranks[leaf.seat]
                                                               : space_.held[leaf.seat].ranks(leaf.suit));
        }
        values.push_back(value);
      }
      return tree.evaluate(values);
    };
    const int value = filter.skeleton->evaluate(value_of);
    if (filter.weight == nullptr) return value != 0 ? 1 : 0;
    return (*filter.weight)(value);
  }

  void add(Split split) {
    const auto ranks = representative(split);
    for (const SuitFilter& filter : filters_) {
      split.weight *= filtered(filter, ranks);
      if (split.weight <= 0) return;
    }
    for (const SuitTerm* term : suit_terms_) split.weight *= term->weight(ranks);
    if (!(split.weight > 0)) return;
    if (table_.splits.size() >= limits_.suit_splits) {
      table_.too_large = true;
      return;
    }
    key_.assign(split.cards.begin(), split.cards.end());
    if (!limits_.hand_sizes) std::fill(key_.begin(), key_.end(), 0);
    bool fresh = false;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      partial_sums(*parts_[p], ranks, scratch_);
      key_.push_back(static_cast<int>(interned_[p].number(scratch_, fresh)));
      if (fresh) table_.vectors[p].push_back(scratch_);
    }
    split.shares = static_cast<std::uint32_t>(table_.shares.size());
    table_.shares.insert(table_.shares.end(),
                         share_.begin() + static_cast<std::ptrdiff_t>(singles_ * units_.size()),
                         share_.end());
    const std::uint32_t number = class_of_.number(key_, fresh);
    if (fresh) {
      table_.classes.push_back({limits_.hand_sizes ? split.cards : std::array<std::uint8_t, kUnits>{},
                                {key_.begin() + kUnits, key_.end()},
                                0,
                                0,
                                0});
    }
    SplitClass& own = table_.classes[number];
    own.weight += split.weight;
    ++own.last;
    owner_.push_back(number);
    table_.splits.push_back(split);
  }

  void finish() {
    std::uint32_t begin = 0;
    for (SplitClass& one : table_.classes) {
      one.first = begin;
      begin += one.last;
      one.last = one.first;
    }
    std::vector<Split> sorted(table_.splits.size());
    table_.running.resize(sorted.size());
    for (std::size_t i = 0; i < owner_.size(); ++i) {
      SplitClass& one = table_.classes[owner_[i]];
      const double before = one.last == one.first ? 0 : table_.running[one.last - 1];
      table_.running[one.last] = before + table_.splits[i].weight;
      sorted[one.last++] = table_.splits[i];
    }
    table_.splits = std::move(sorted);
  }

  const Space& space_;
  std::span<const Unit> units_;
  std::span<const SumTree* const> parts_;
  std::span<const SuitFilter> filters_;
  std::span<const SuitTerm* const> suit_terms_;
  const Limits& limits_;
  SuitTable table_;
  std::array<std::uint32_t, kUnits> barred_{};
  std::vector<std::vector<std::uint8_t>> groups_;
  std::size_t singles_ = 0;
  std::vector<std::uint8_t> share_;
  std::vector<ListTable> interned_;
  ListTable class_of_;
  std::vector<int> key_;
  std::vector<std::uint32_t> owner_;
  std::vector<int> scratch_;
};

}  // namespace

SuitTable make_suit_table(const Space& space, Suit suit, std::span<const Unit> units,
                          std::span<const SumTree* const> parts, std::span<const SuitFilter> filters,
                          std::span<const SuitTerm* const> suit_terms, const Limits& limits) {
  return Builder(space, suit, units, parts, filters, suit_terms, limits).run();
}

}  // namespace yomi::belief

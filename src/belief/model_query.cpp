// What can be asked of a model besides drawing: chances, every deal, what contradicts what.
#include <algorithm>
#include <map>

#include "model_impl.h"

namespace yomi::belief {
namespace {

// Calls `visit` with every way to give `counts[u]` of the cards in `mask` to unit u, the last unit taking the
// rest.
bool each_share(std::uint32_t mask, std::span<const std::uint8_t> counts, std::size_t unit,
                std::array<std::uint32_t, kUnits>& shares, const std::function<bool()>& visit) {
  // There are never more than kUnits; that the compiler sees it too keeps it from warning of a fifth.
  if (unit + 1 == counts.size() || unit + 1 == kUnits) {
    shares[unit] = mask;
    return visit();
  }
  // All subsets of the mask with the right size.
  for (std::uint32_t subset = mask;; subset = (subset - 1) & mask) {
    if (std::popcount(subset) == counts[unit]) {
      shares[unit] = subset;
      if (!each_share(mask & ~subset, counts, unit + 1, shares, visit)) return false;
    }
    if (subset == 0) return true;
  }
}

// Every deal of one split of one suit.
bool each_of_split(const SuitTable& table, const Split& split, std::size_t units, std::size_t group,
                   std::array<CardSet, kUnits>& hands, const std::function<bool()>& visit) {
  if (group == 0) {
    for (std::size_t u = 0; u < units; ++u) hands[u] |= CardSet::from_ranks(table.suit, split.single[u]);
  }
  const auto undo = [&] {
    for (std::size_t u = 0; u < units; ++u) hands[u] -= CardSet::of_suit(table.suit);
  };
  if (group == table.groups.size()) {
    const bool go_on = visit();
    return go_on;
  }
  std::uint32_t mask = 0;
  for (std::uint8_t rank : table.groups[group]) mask |= 1U << rank;
  std::array<std::uint32_t, kUnits> shares{};
  const std::span<const std::uint8_t> counts(table.shares.data() + split.shares + group * units, units);
  return each_share(mask, counts, 0, shares, [&] {
    const std::array<CardSet, kUnits> before = hands;
    for (std::size_t u = 0; u < units; ++u) hands[u] |= CardSet::from_ranks(table.suit, shares[u]);
    const bool go_on = each_of_split(table, split, units, group + 1, hands, visit);
    undo();
    hands = before;
    return go_on;
  });
}

// Every way to deal pools among their hands.
bool each_pool(const Space& space, const std::vector<Unit>& units, const std::array<CardSet, kUnits>& hands,
               std::size_t unit, std::size_t seat, CardSet rest, Deal& deal,
               const std::function<bool(const Deal&)>& visit) {
  if (unit == units.size()) return visit(deal);
  const std::vector<Seat>& seats = units[unit].seats;
  if (seat == 0) rest = hands[unit];
  const Seat own = seats[seat];
  const CardSet before = deal[own];
  bool go_on = true;
  if (seat + 1 == seats.size()) {
    deal[own] = before | rest;
    go_on = each_pool(space, units, hands, unit + 1, 0, {}, deal, visit);
  } else {
    const int take = space.slots_of(own);
    for (std::uint64_t subset = rest.bits();; subset = (subset - 1) & rest.bits()) {
      if (std::popcount(subset) == take) {
        deal[own] = before | CardSet(subset);
        go_on = each_pool(space, units, hands, unit, seat + 1, rest - CardSet(subset), deal, visit);
      }
      if (subset == 0 || !go_on) break;
    }
  }
  deal[own] = before;
  return go_on;
}

}  // namespace

bool Model::for_each(const std::function<bool(const Deal&, double)>& visit) const {
  const Impl& m = *impl_;
  const std::size_t n = m.units.size();
  std::array<CardSet, kUnits> hands{};
  // One suit after the other, spades first; weights of splits are per deal.
  const auto per_deal = [&](const SuitTable& table, const Split& split) {
    double ways = 1;
    const std::uint8_t* share = table.shares.data() + split.shares;
    for (const auto& group : table.groups) {
      int left = static_cast<int>(group.size());
      for (std::size_t u = 0; u < n; ++u, ++share) {
        for (int k = 1; k <= *share; ++k) ways = ways * (left - *share + k) / k;
        left -= *share;
      }
    }
    return split.weight / ways;
  };
  std::array<const SplitClass*, 4> classes{};
  const std::function<bool(std::size_t, double)> descend = [&](std::size_t suit, double weight) {
    if (suit == 4) {
      Deal deal = m.space.held;
      return each_pool(m.space, m.units, hands, 0, 0, {}, deal,
                       [&](const Deal& full) { return visit(full, weight); });
    }
    const SuitTable& table = m.suits[suit];
    for (std::uint32_t i = classes[suit]->first; i < classes[suit]->last; ++i) {
      const Split& split = table.splits[i];
      for (std::size_t u = 0; u < n; ++u) hands[u] -= CardSet::of_suit(table.suit);
      const double next = weight * per_deal(table, split);
      if (!each_of_split(table, split, n, 0, hands, [&] { return descend(suit + 1, next); })) return false;
      for (std::size_t u = 0; u < n; ++u) hands[u] -= CardSet::of_suit(table.suit);
    }
    return true;
  };
  for (std::size_t a = 0; a < m.halves[0].size(); ++a) {
    for (std::uint32_t i = m.range[a].first; i < m.range[a].second; ++i) {
      const std::uint32_t b = i;
      const double factor = m.pair_factor(a, b);
      if (factor <= 0) continue;
      const double joint = factor / m.halves[1].weight[b];
      for (std::uint32_t x = m.halves[0].pair_begin[a]; x < m.halves[0].pair_begin[a + 1]; ++x) {
        const std::uint32_t upper = m.halves[0].pairs[x];
        classes[0] = &m.suits[0].classes[upper / m.halves[0].second_classes];
        classes[1] = &m.suits[1].classes[upper % m.halves[0].second_classes];
        for (std::uint32_t y = m.halves[1].pair_begin[b]; y < m.halves[1].pair_begin[b + 1]; ++y) {
          const std::uint32_t lower = m.halves[1].pairs[y];
          classes[2] = &m.suits[2].classes[lower / m.halves[1].second_classes];
          classes[3] = &m.suits[3].classes[lower % m.halves[1].second_classes];
          if (!descend(0, joint)) return false;
        }
      }
    }
  }
  return true;
}

// By suit of a half, the share of each class.
std::array<std::vector<double>, 2> Model::Impl::class_shares(std::size_t h,
                                                             const std::vector<double>& state_share) const {
  const Half& half = halves[h];
  std::array<std::vector<double>, 2> shares;
  for (std::size_t s = 0; s < 2; ++s) shares[s].assign(suit_of(h, s).classes.size(), 0);
  for (std::size_t state = 0; state < half.size(); ++state) {
    for (std::uint32_t i = half.pair_begin[state]; i < half.pair_begin[state + 1]; ++i) {
      const std::uint32_t x = half.pairs[i] / half.second_classes;
      const std::uint32_t y = half.pairs[i] % half.second_classes;
      const double share = state_share[state] * suit_of(h, 0).classes[x].weight *
                           suit_of(h, 1).classes[y].weight / half.weight[state];
      shares[0][x] += share;
      shares[1][y] += share;
    }
  }
  return shares;
}

// Adds where the cards of one split lie.
void Model::Impl::add_split(const SuitTable& table, const Split& split, double share,
                            Marginals& result) const {
  for (std::size_t u = 0; u < units.size(); ++u) {
    for (Seat seat : units[u].seats) {
      auto& row = result.by_seat[seat];
      const double of_seat = share * space.slots_of(seat) / units[u].slots;
      for (Card card : CardSet::from_ranks(table.suit, split.single[u])) {
        row[static_cast<std::size_t>(card.bit())] += of_seat;
      }
      for (std::size_t g = 0; g < table.groups.size(); ++g) {
        const double of_card = of_seat * table.shares[split.shares + g * units.size() + u] /
                               static_cast<double>(table.groups[g].size());
        for (std::uint8_t rank : table.groups[g]) {
          row[static_cast<std::size_t>(Card(table.suit, rank_at(rank)).bit())] += of_card;
        }
      }
    }
  }
}

Marginals Model::marginals() const {
  const Impl& m = *impl_;
  Marginals result;
  for (Seat seat : kAllSeats) {
    for (Card card : m.space.held[seat]) {
      result.by_seat[seat][static_cast<std::size_t>(card.bit())] = 1;
    }
  }
  if (m.total <= 0) return result;
  // The share of each half state, then of each class, each split, each card.
  std::array<std::vector<double>, 2> state_share;
  state_share[0].assign(m.halves[0].size(), 0);
  state_share[1].assign(m.halves[1].size(), 0);
  for (std::size_t a = 0; a < m.halves[0].size(); ++a) {
    for (std::uint32_t i = m.range[a].first; i < m.range[a].second; ++i) {
      const double share = m.pair_factor(a, i) * m.halves[0].weight[a] / m.total;
      state_share[0][a] += share;
      state_share[1][i] += share;
    }
  }
  for (std::size_t h = 0; h < 2; ++h) {
    const auto class_share = m.class_shares(h, state_share[h]);
    for (std::size_t s = 0; s < 2; ++s) {
      const SuitTable& table = m.suit_of(h, s);
      for (std::size_t c = 0; c < table.classes.size(); ++c) {
        for (std::uint32_t i = table.classes[c].first; i < table.classes[c].last; ++i) {
          const Split& split = table.splits[i];
          m.add_split(table, split, class_share[s][c] * split.weight / table.classes[c].weight, result);
        }
      }
    }
  }
  return result;
}

std::optional<std::vector<std::pair<int, double>>> distribution(const Space& space,
                                                                std::span<const Term> terms,
                                                                std::span<const SuitTerm> suit_terms,
                                                                const Expression& expression,
                                                                const Limits& limits) {
  std::vector<Term> all(terms.begin(), terms.end());
  all.push_back({expression, [](int) { return 1.0; }});
  const Model::Impl model(space, all, suit_terms, limits, static_cast<int>(terms.size()));
  if (!model.left_over.empty() || !model.suit_left_over.empty()) return std::nullopt;
  std::map<int, double> sums;
  for (const Model::Impl::JointTerm& term : model.joint) {
    if (term.value.empty()) continue;
    for (std::size_t a = 0; a < model.halves[0].size(); ++a) {
      for (std::uint32_t i = model.range[a].first; i < model.range[a].second; ++i) {
        const double weight = model.pair_factor(a, i) * model.halves[0].weight[a];
        if (weight > 0) sums[term.value[term.id[0][a] * term.columns + term.id[1][i]]] += weight;
      }
    }
  }
  std::vector<std::pair<int, double>> result;
  result.reserve(sums.size());
  for (const auto& [value, weight] : sums) result.emplace_back(value, weight / model.total);
  return result;
}

std::optional<double> chance(const Space& space, std::span<const Term> terms,
                             std::span<const SuitTerm> suit_terms, const Expression& event,
                             const Limits& limits) {
  const auto values = distribution(space, terms, suit_terms, event != 0, limits);
  if (!values) return std::nullopt;
  for (const auto& [value, chance_of_value] : *values) {
    if (value != 0) return chance_of_value;
  }
  return 0.0;
}

std::vector<std::size_t> smallest_contradiction(const Space& space, std::span<const Term> terms,
                                                const Limits& limits) {
  std::vector<std::size_t> kept;
  kept.reserve(terms.size());
  for (std::size_t t = 0; t < terms.size(); ++t) kept.push_back(t);
  Limits loose = limits;
  loose.hand_sizes = false;
  const auto fits = [&](const std::vector<std::size_t>& numbers, const Limits& how) {
    std::vector<Term> some;
    some.reserve(numbers.size());
    for (std::size_t t : numbers) some.push_back(terms[t]);
    return Model(space, some, {}, how).total() > 0;
  };
  // Without hand sizes it is far smaller, and what does not fit then never fits.
  Limits how = loose;
  if (fits(kept, how)) {
    if (!limits.hand_sizes) return {};
    how = limits;
    if (fits(kept, how)) return {};
  }
  // Whatever can be taken out while nothing fits is taken out, the last first.
  for (std::size_t i = kept.size(); i-- > 0;) {
    std::vector<std::size_t> fewer = kept;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (!fits(fewer, how)) kept = std::move(fewer);
  }
  return kept;
}

}  // namespace yomi::belief

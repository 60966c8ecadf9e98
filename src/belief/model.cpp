#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "model_impl.h"

namespace yomi::belief {

namespace {

// Suits in which hidden cards can change one of the sums.
int suits_that_matter(const Skeleton& skeleton, const Space& space) {
  int suits = 0;
  for (const SumTree& tree : skeleton.parts) {
    for (const Sum& sum : tree.sums) {
      for (const auto& [scale, leaf] : sum.parts) {
        if (space.slots_of(leaf.seat) > 0 && !space.unseen().in(leaf.suit).empty())
          suits |= 1 << index(leaf.suit);
      }
    }
  }
  return suits;
}

std::vector<Unit> make_units(const Space& space, const std::array<bool, 4>& looked_at) {
  std::vector<Unit> units;
  Unit pool;
  for (Seat seat : kAllSeats) {
    const auto i = static_cast<std::size_t>(index(seat));
    if (space.slots[i] == 0) continue;
    if (looked_at[i] || !(space.barred[i] & space.unseen()).empty()) {
      units.push_back({{seat}, space.slots[i]});
    } else {
      pool.seats.push_back(seat);
      pool.slots += space.slots[i];
    }
  }
  if (!pool.seats.empty()) units.push_back(std::move(pool));
  return units;
}

// A multinomial coefficient.
Count ways_to_deal_pools(const std::vector<Unit>& units, const Space& space) {
  Count ways = 1;
  for (const Unit& unit : units) {
    int left = unit.slots;
    for (std::size_t i = 0; i + 1 < unit.seats.size(); ++i) {
      const int take = space.slots_of(unit.seats[i]);
      Count choices = 1;
      for (int k = 1; k <= take; ++k)
        choices = choices * static_cast<Count>(left - take + k) / static_cast<Count>(k);
      ways *= choices;
      left -= take;
    }
  }
  return ways;
}

}  // namespace

Model::Impl::Impl(const Space& given, std::span<const Term> given_terms,
                  std::span<const SuitTerm> given_suit_terms, const Limits& limits, int observed)
    : space(given),
      terms(given_terms.begin(), given_terms.end()),
      suit_terms(given_suit_terms.begin(), given_suit_terms.end()) {
  assert(space.is_consistent());
  std::vector<Foldable> foldable;
  foldable.reserve(terms.size());
  for (std::size_t t = 0; t < terms.size(); ++t) {
    std::optional<Skeleton> skeleton = to_skeleton(terms[t].expression, static_cast<bool>(terms[t].weight));
    if (!skeleton) {
      left_over.push_back(t);
      continue;
    }
    const int suits_used = suits_that_matter(*skeleton, space);
    foldable.push_back({t, std::move(*skeleton), suits_used, 0});
  }
  std::vector<Foldable*> used;
  for (Foldable& one : foldable) used.push_back(&one);
  std::vector<std::size_t> used_suit_terms;
  for (std::size_t i = 0; i < suit_terms.size(); ++i) used_suit_terms.push_back(i);
  std::size_t worst = 0;
  bool worst_is_suit_term = false;
  while (!build(used, used_suit_terms, limits, worst, worst_is_suit_term, observed)) {
    if (worst_is_suit_term) {
      suit_left_over.push_back(used_suit_terms[worst]);
      used_suit_terms.erase(used_suit_terms.begin() + static_cast<std::ptrdiff_t>(worst));
    } else {
      left_over.push_back(used[worst]->term);
      used.erase(used.begin() + static_cast<std::ptrdiff_t>(worst));
    }
  }
  std::sort(left_over.begin(), left_over.end());
  std::sort(suit_left_over.begin(), suit_left_over.end());
}

// False when the tables would be too large; then `worst` is what should be left over.
bool Model::Impl::build(std::vector<Foldable*>& used, std::vector<std::size_t>& used_suit_terms,
                        const Limits& limits, std::size_t& worst, bool& worst_is_suit_term, int observed) {
  weighted = !used_suit_terms.empty();
  std::array<bool, 4> looked_at{};
  std::vector<const SumTree*> parts;
  std::vector<const Foldable*> many;  // terms that need more than one suit
  std::array<std::vector<SuitFilter>, 4> filters;
  for (Foldable* one : used) {
    const Term& term = terms[one->term];
    weighted = weighted || term.weight;
    const auto seats = seats_of(term.expression);
    for (std::size_t i = 0; i < 4; ++i) looked_at[i] = looked_at[i] || seats[i];
    const bool is_observed = static_cast<int>(one->term) == observed;
    if (std::popcount(static_cast<unsigned>(one->suits)) > 1 || is_observed) {
      one->first_part = parts.size();
      for (const SumTree& tree : one->skeleton.parts) parts.push_back(&tree);
      many.push_back(one);
    } else {
      // A term without any hidden card filters the spades: it is the same for every split.
      const int suit =
          one->suits == 0 ? index(Suit::spades) : std::countr_zero(static_cast<unsigned>(one->suits));
      filters[static_cast<std::size_t>(3 - suit)].push_back(
          {&one->skeleton, term.weight ? &term.weight : nullptr});
    }
  }
  std::array<std::vector<const SuitTerm*>, 4> by_suit;
  for (std::size_t i : used_suit_terms) {
    for (std::size_t s = 0; s < 4; ++s) looked_at[s] = looked_at[s] || suit_terms[i].seats[s];
    by_suit[static_cast<std::size_t>(3 - index(suit_terms[i].suit))].push_back(&suit_terms[i]);
  }
  units = make_units(space, looked_at);
  pool_ways = static_cast<double>(ways_to_deal_pools(units, space));
  std::array<const SuitTable*, 4> tables{};
  for (std::size_t s = 0; s < 4; ++s) {
    suits[s] = make_suit_table(space, kSuitsFromSpades[s], units, parts, filters[s], by_suit[s], limits);
    tables[s] = &suits[s];
    if (!suits[s].too_large) continue;
    worst_is_suit_term = !by_suit[s].empty();
    worst = worst_is_suit_term ? 0 : used.size() - 1;
    if (worst_is_suit_term) {
      while (suit_terms[used_suit_terms[worst]].suit != kSuitsFromSpades[s]) ++worst;
    }
    return false;
  }
  worst_is_suit_term = false;
  const auto number_of = [&](const Foldable* one) {
    return static_cast<std::size_t>(std::find(used.begin(), used.end(), one) - used.begin());
  };
  std::vector<PartTable> part_tables;
  std::vector<std::size_t> cost(many.size(), 1);
  for (std::size_t m = 0; m < many.size(); ++m) {
    for (std::size_t p = 0; p < many[m]->skeleton.parts.size(); ++p) {
      part_tables.push_back(
          make_part_table(many[m]->skeleton.parts[p], tables, many[m]->first_part + p, limits.pairs));
      if (part_tables.back().too_large) {
        worst = number_of(many[m]);
        return false;
      }
      cost[m] *= part_tables.back().ids[0] + part_tables.back().ids[1];
    }
  }
  const auto costliest = [&] {
    std::size_t best = 0;
    for (std::size_t m = 0; m < many.size(); ++m) {
      const bool keep = static_cast<int>(many[m]->term) == observed;
      if (!keep && (cost[m] > cost[best] || static_cast<int>(many[best]->term) == observed)) best = m;
    }
    return number_of(many[best]);
  };
  // A half id is dead when a term that consists of this part alone must hold and fails with every other half.
  std::array<std::vector<std::vector<bool>>, 2> dead;
  for (auto& one : dead) one.resize(part_tables.size());
  for (const Foldable* one : many) {
    if (one->skeleton.steps.size() != 1 || terms[one->term].weight) continue;
    const PartTable& table = part_tables[one->first_part];
    dead[0][one->first_part].assign(table.ids[0], true);
    dead[1][one->first_part].assign(table.ids[1], true);
    for (std::size_t a = 0; a < table.ids[0]; ++a) {
      for (std::size_t b = 0; b < table.ids[1]; ++b) {
        if (table.at(a, b) == 0) continue;
        dead[0][one->first_part][a] = false;
        dead[1][one->first_part][b] = false;
      }
    }
  }
  const CardSet unseen = space.unseen();
  for (std::size_t h = 0; h < 2; ++h) {
    const std::size_t other_half = 2 - 2 * h;
    const int outside =
        unseen.length(kSuitsFromSpades[other_half]) + unseen.length(kSuitsFromSpades[other_half + 1]);
    halves[h] = make_half(suits[h * 2], suits[h * 2 + 1], units, outside, part_tables, h, dead[h], limits);
    if (halves[h].too_large) {
      worst = many.empty() ? 0 : costliest();
      return false;
    }
  }
  if (!join(many, part_tables, limits, observed)) {
    worst = costliest();
    return false;
  }
  return true;
}

bool Model::Impl::join(const std::vector<const Foldable*>& many, const std::vector<PartTable>& parts,
                       const Limits& limits, int observed) {
  const auto size_key = [&](const std::array<std::uint8_t, kUnits>& cards) {
    std::uint32_t key = 0;
    for (std::size_t u = 0; u < units.size(); ++u) key = key << 8 | cards[u];
    return key;
  };
  // Sort half 1 by hand sizes.
  std::vector<std::uint32_t> keys(halves[1].size());
  order.resize(halves[1].size());
  for (std::uint32_t b = 0; b < order.size(); ++b) {
    order[b] = b;
    keys[b] = size_key(halves[1].cards[b]);
  }
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> range_of;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const auto [at, fresh] = range_of.try_emplace(keys[order[i]], i, i);
    at->second.second = i + 1;
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
  for (const Foldable* one : many) {
    JointTerm term;
    const Term& given = terms[one->term];
    const bool keep_value = static_cast<int>(one->term) == observed;
    const std::size_t n = one->skeleton.parts.size();
    // Combined ids of the term's parts in each half.
    std::array<std::vector<std::vector<std::uint32_t>>, 2> tuples;
    for (std::size_t h = 0; h < 2; ++h) {
      std::map<std::vector<std::uint32_t>, std::uint32_t> seen;
      std::vector<std::uint32_t> tuple(n);
      for (std::size_t i = 0; i < halves[h].size(); ++i) {
        for (std::size_t p = 0; p < n; ++p) tuple[p] = halves[h].id(i, one->first_part + p);
        const auto [at, fresh] = seen.try_emplace(tuple, static_cast<std::uint32_t>(seen.size()));
        if (fresh) tuples[h].push_back(tuple);
        term.id[h].push_back(at->second);
      }
    }
    term.columns = tuples[1].size();
    if (tuples[0].size() * term.columns > limits.joins) return false;
    term.factor.assign(tuples[0].size() * term.columns, std::nanf(""));
    if (keep_value) term.value.assign(term.factor.size(), 0);
    // Only the pairs that hand sizes let meet are worked out.
    for (std::size_t a = 0; a < halves[0].size(); ++a) {
      const std::size_t row = term.id[0][a] * term.columns;
      for (std::uint32_t i = range[a].first; i < range[a].second; ++i) {
        const std::size_t column = term.id[1][order[i]];
        if (!std::isnan(term.factor[row + column])) continue;
        const int value = one->skeleton.evaluate([&](int part) {
          const auto p = static_cast<std::size_t>(part);
          return parts[one->first_part + p].at(tuples[0][term.id[0][a]][p], tuples[1][column][p]);
        });
        if (keep_value) {
          term.factor[row + column] = 1;
          term.value[row + column] = value;
        } else {
          term.factor[row + column] = given.weight ? static_cast<float>(given.weight(value))
                                      : value != 0 ? 1.0F
                                                   : 0.0F;
        }
      }
    }
    joint.push_back(std::move(term));
  }
  running.resize(halves[0].size());
  total = 0;
  for (std::size_t a = 0; a < halves[0].size(); ++a) {
    double sum = 0;
    for (std::uint32_t i = range[a].first; i < range[a].second; ++i) sum += pair_factor(a, order[i]);
    total += sum * halves[0].weight[a];
    running[a] = total;
  }
  return true;
}

void Model::Impl::deal_split(Random& random, const SuitTable& table, const Split& split,
                             std::array<CardSet, kUnits>& hands) const {
  for (std::size_t u = 0; u < units.size(); ++u) hands[u] |= CardSet::from_ranks(table.suit, split.single[u]);
  const std::uint8_t* share = table.shares.data() + split.shares;
  for (const auto& group : table.groups) {
    std::uint32_t rest = 0;
    for (std::uint8_t rank : group) rest |= 1U << rank;
    for (std::size_t u = 0; u + 1 < units.size(); ++u) {
      const std::uint32_t own = random_subset(random, rest, share[u]);
      rest ^= own;
      hands[u] |= CardSet::from_ranks(table.suit, own);
    }
    hands[units.size() - 1] |= CardSet::from_ranks(table.suit, rest);
    share += units.size();
  }
}

Deal Model::Impl::assemble(Random& random, const std::array<CardSet, kUnits>& hands) const {
  Deal deal = space.held;
  for (std::size_t u = 0; u < units.size(); ++u) {
    CardSet rest = hands[u];
    int left = rest.size();
    for (std::size_t i = 0; i + 1 < units[u].seats.size(); ++i) {
      const Seat seat = units[u].seats[i];
      int needed = space.slots_of(seat);
      for (Card card : rest) {
        if (needed > 0 && static_cast<int>(random.below(static_cast<std::uint32_t>(left))) < needed) {
          deal[seat].insert(card);
          --needed;
        }
        --left;
      }
      rest -= deal[seat];
      left = rest.size();
    }
    deal[units[u].seats.back()] |= rest;
  }
  return deal;
}

Model::Model(const Space& space, std::span<const Term> terms, std::span<const SuitTerm> suit_terms,
             const Limits& limits)
    : impl_(std::make_unique<const Impl>(space, terms, suit_terms, limits, -1)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

double Model::total() const {
  return impl_->total * impl_->pool_ways;
}
const std::vector<std::size_t>& Model::left_over() const {
  return impl_->left_over;
}
const std::vector<std::size_t>& Model::suit_terms_left_over() const {
  return impl_->suit_left_over;
}

Deal Model::draw(Random& random) const {
  const Impl& m = *impl_;
  assert(m.total > 0);
  const auto found = std::upper_bound(m.running.begin(), m.running.end(), random.unit() * m.total);
  auto a = static_cast<std::size_t>(found - m.running.begin());
  if (a == m.running.size()) --a;  // rounding
  const double before = a == 0 ? 0 : m.running[a - 1];
  double target = random.unit() * (m.running[a] - before) / m.halves[0].weight[a];
  std::uint32_t b = 0;
  for (std::uint32_t i = m.range[a].first; i < m.range[a].second; ++i) {
    const double factor = m.pair_factor(a, m.order[i]);
    if (factor <= 0) continue;
    b = m.order[i];
    target -= factor;
    if (target < 0) break;
  }
  std::array<CardSet, kUnits> hands{};
  const std::array<std::size_t, 2> state = {a, b};
  for (std::size_t h = 0; h < 2; ++h) {
    const Half& half = m.halves[h];
    const SuitTable& first = m.suit_of(h, 0);
    const SuitTable& second = m.suit_of(h, 1);
    double left = random.unit() * half.weight[state[h]];
    std::uint32_t pair = half.pairs[half.pair_begin[state[h]]];
    for (std::uint32_t i = half.pair_begin[state[h]]; i < half.pair_begin[state[h] + 1]; ++i) {
      pair = half.pairs[i];
      left -= first.classes[pair / half.second_classes].weight *
              second.classes[pair % half.second_classes].weight;
      if (left < 0) break;
    }
    const std::array<const SplitClass*, 2> classes = {&first.classes[pair / half.second_classes],
                                                      &second.classes[pair % half.second_classes]};
    for (std::size_t s = 0; s < 2; ++s) {
      const SuitTable& table = m.suit_of(h, s);
      const auto begin = table.running.begin() + classes[s]->first;
      const auto end = table.running.begin() + classes[s]->last;
      auto at = std::upper_bound(begin, end, random.unit() * classes[s]->weight);
      if (at == end) --at;
      m.deal_split(random, table, table.splits[static_cast<std::size_t>(at - table.running.begin())], hands);
    }
  }
  return m.assemble(random, hands);
}

double Model::weight_left_over(const Deal& deal) const {
  double weight = 1;
  for (std::size_t t : impl_->left_over) {
    const Term& term = impl_->terms[t];
    const int value = term.expression.evaluate(deal);
    weight *= term.weight ? term.weight(value) : value != 0 ? 1 : 0;
    if (weight <= 0) return 0;
  }
  for (std::size_t t : impl_->suit_left_over) {
    const SuitTerm& term = impl_->suit_terms[t];
    std::array<std::uint32_t, 4> ranks{};
    for (Seat seat : kAllSeats) ranks[static_cast<std::size_t>(index(seat))] = deal[seat].ranks(term.suit);
    weight *= term.weight(ranks);
  }
  return weight;
}

std::optional<Count> Model::count() const {
  const Impl& m = *impl_;
  if (m.weighted) return std::nullopt;
  Count sum = 0;
  for (std::size_t a = 0; a < m.halves[0].size(); ++a) {
    Count fitting = 0;
    for (std::uint32_t i = m.range[a].first; i < m.range[a].second; ++i) {
      fitting += static_cast<Count>(m.pair_factor(a, m.order[i]));
    }
    sum += fitting * static_cast<Count>(m.halves[0].weight[a]);
  }
  return sum * ways_to_deal_pools(m.units, m.space);
}

std::string to_string(Count count) {
  if (count == 0) return "0";
  std::string digits;
  for (; count > 0; count /= 10) digits += static_cast<char>('0' + static_cast<int>(count % 10));
  return {digits.rbegin(), digits.rend()};
}

}  // namespace yomi::belief

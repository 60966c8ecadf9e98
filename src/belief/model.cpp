#include <algorithm>
#include <cassert>

#include "model_impl.h"
#include "quick_draw.h"
#include "yomi/belief/subset.h"

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

std::vector<Unit> make_units(const Space& space, const BySeat<bool>& looked_at) {
  std::vector<Unit> units;
  Unit pool;
  for (Seat seat : kAllSeats) {
    if (space.slots[seat] == 0) continue;
    if (looked_at[seat] || !(space.barred[seat] & space.unseen()).empty()) {
      units.push_back({{seat}, space.slots[seat]});
    } else {
      pool.seats.push_back(seat);
      pool.slots += space.slots[seat];
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
    foldable.push_back({t, std::move(*skeleton), suits_used, {}});
  }
  std::vector<Foldable*> used;
  used.reserve(foldable.size());
  for (Foldable& one : foldable) used.push_back(&one);
  std::vector<std::size_t> used_suit_terms;
  used_suit_terms.reserve(suit_terms.size());
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

Model::Impl::Parts Model::Impl::sort_terms(const std::vector<Foldable*>& used,
                                           const std::vector<std::size_t>& used_suit_terms, int observed) {
  Parts parts;
  weighted = !used_suit_terms.empty();
  for (Foldable* one : used) {
    const Term& term = terms[one->term];
    weighted = weighted || term.weight;
    const auto seats = seats_of(term.expression);
    for (std::size_t i = 0; i < 4; ++i) parts.looked_at[i] = parts.looked_at[i] || seats[i];
    if (std::popcount(static_cast<unsigned>(one->suits)) > 1 || static_cast<int>(one->term) == observed) {
      parts.many.push_back(one);
      add_parts(*one, parts.groups);
    } else {
      // A term without any hidden card filters the spades: it is the same for every split.
      const int suit =
          one->suits == 0 ? index(Suit::spades) : std::countr_zero(static_cast<unsigned>(one->suits));
      parts.filters[static_cast<std::size_t>(3 - suit)].push_back(
          {&one->skeleton, term.weight ? &term.weight : nullptr});
    }
  }
  for (std::size_t i : used_suit_terms) {
    for (std::size_t s = 0; s < 4; ++s) parts.looked_at[s] = parts.looked_at[s] || suit_terms[i].seats[s];
    parts.suit_terms[static_cast<std::size_t>(3 - index(suit_terms[i].suit))].push_back(&suit_terms[i]);
  }
  return parts;
}

std::optional<std::size_t> Model::Impl::make_suits(const Parts& parts, const Limits& limits) {
  std::vector<const SumTree*> trees;
  trees.reserve(parts.groups.size());
  for (const Group& group : parts.groups) trees.push_back(group.parts[0]);
  for (std::size_t s = 0; s < 4; ++s) {
    suits[s] = make_suit_table(space, kSuitsFromSpades[s], units, trees, parts.filters[s],
                               parts.suit_terms[s], limits);
    if (suits[s].too_large) return s;
  }
  return std::nullopt;
}

namespace {

// What to leave out of `used` when it is all too much: the term whose groups have most ids.
std::size_t costliest(const std::vector<Model::Impl::Foldable*>& used,
                      const std::vector<Model::Impl::Foldable*>& many,
                      const std::vector<GroupTable>& group_tables, const Limits& limits, int observed) {
  const Model::Impl::Foldable* best = nullptr;
  std::size_t highest = 0;
  for (const Model::Impl::Foldable* one : many) {
    if (static_cast<int>(one->term) == observed) continue;
    std::size_t cost = 1;
    for (const auto& [group, part] : one->places) {
      const GroupTable& table = group_tables[group];
      cost = table.too_large ? limits.joins : std::min(limits.joins, cost * (table.ids[0] + table.ids[1]));
    }
    if (best == nullptr || cost > highest) {
      best = one;
      highest = cost;
    }
  }
  if (best == nullptr) return used.size() - 1;
  return static_cast<std::size_t>(std::find(used.begin(), used.end(), best) - used.begin());
}

}  // namespace

bool Model::Impl::make_halves(std::vector<GroupTable>& group_tables, const Limits& limits) {
  for (std::size_t s = 0; s < 4; ++s) merge_classes(suits[s], group_tables, s);
  const CardSet unseen = space.unseen();
  for (std::size_t h = 0; h < 2; ++h) {
    const std::size_t other_half = 2 - 2 * h;
    const int outside =
        unseen.length(kSuitsFromSpades[other_half]) + unseen.length(kSuitsFromSpades[other_half + 1]);
    halves[h] = make_half(suits[h * 2], suits[h * 2 + 1], units, outside, group_tables, h, limits);
    if (halves[h].too_large) return false;
  }
  return true;
}

// False when the tables would be too large; then `worst` is what should be left over.
bool Model::Impl::build(std::vector<Foldable*>& used, std::vector<std::size_t>& used_suit_terms,
                        const Limits& limits, std::size_t& worst, bool& worst_is_suit_term, int observed) {
  const Parts parts = sort_terms(used, used_suit_terms, observed);
  units = make_units(space, parts.looked_at);
  pool_ways = static_cast<double>(ways_to_deal_pools(units, space));
  if (const auto s = make_suits(parts, limits)) {
    worst_is_suit_term = !parts.suit_terms[*s].empty();
    worst = worst_is_suit_term ? 0 : used.size() - 1;
    if (worst_is_suit_term) {
      while (suit_terms[used_suit_terms[worst]].suit != kSuitsFromSpades[*s]) ++worst;
    }
    return false;
  }
  worst_is_suit_term = false;
  total = 0;
  halves = {};
  running.clear();
  if (std::any_of(suits.begin(), suits.end(), [](const SuitTable& one) { return one.classes.empty(); }))
    return true;
  std::vector<GroupTable> group_tables;
  group_tables.reserve(parts.groups.size());
  for (std::size_t g = 0; g < parts.groups.size(); ++g) {
    group_tables.push_back(
        make_group_table(parts.groups[g], {&suits[0], &suits[1], &suits[2], &suits[3]}, g, limits.pairs));
  }
  const bool fits = std::none_of(group_tables.begin(), group_tables.end(),
                                 [](const GroupTable& table) { return table.too_large; }) &&
                    make_halves(group_tables, limits) && join(parts.many, group_tables, limits, observed);
  if (!fits) worst = costliest(used, parts.many, group_tables, limits, observed);
  return fits;
}

// Puts the parts of a term into groups with equal leaves.
void Model::Impl::add_parts(Foldable& one, std::vector<Group>& groups) const {
  one.places.clear();
  const bool must_hold = one.skeleton.steps.size() == 1 && !terms[one.term].weight;
  for (const SumTree& tree : one.skeleton.parts) {
    std::size_t g = 0;
    while (g < groups.size() && !same_leaves(*groups[g].parts[0], tree)) ++g;
    if (g == groups.size()) groups.emplace_back();
    one.places.emplace_back(g, groups[g].parts.size());
    groups[g].parts.push_back(&tree);
    groups[g].must_hold.push_back(must_hold);
  }
}

void Model::Impl::deal_split(Random& random, const SuitTable& table, const Split& split,
                             std::array<CardSet, kUnits>& hands) const {
  for (std::size_t u = 0; u < units.size(); ++u) hands[u] |= CardSet::from_ranks(table.suit, split.single[u]);
  const std::uint8_t* share = table.shares.data() + split.shares;
  for (const auto& group : table.groups) {
    std::uint32_t ranks = 0;
    for (std::uint8_t rank : group) ranks |= 1U << rank;
    CardSet rest = CardSet::from_ranks(table.suit, ranks);
    for (std::size_t u = 0; u + 1 < units.size(); ++u) {
      const CardSet own = random_subset(random, rest, share[u]);
      rest -= own;
      hands[u] |= own;
    }
    hands[units.size() - 1] |= rest;
    share += units.size();
  }
}

Deal Model::Impl::assemble(Random& random, const std::array<CardSet, kUnits>& hands) const {
  Deal deal = space.held;
  for (std::size_t u = 0; u < units.size(); ++u) {
    CardSet rest = hands[u];
    for (std::size_t i = 0; i + 1 < units[u].seats.size(); ++i) {
      const Seat seat = units[u].seats[i];
      const CardSet own = random_subset(random, rest, space.slots_of(seat));
      deal[seat] |= own;
      rest -= own;
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

void Model::prepare_many_draws() {
  if (auto made = QuickDraw::make(*impl_)) quick_ = std::make_shared<const QuickDraw>(std::move(*made));
}

Deal Model::draw(Random& random) const {
  const Impl& m = *impl_;
  assert(m.total > 0);
  if (quick_) return quick_->draw(random);
  const auto found = std::upper_bound(m.running.begin(), m.running.end(), random.unit() * m.total);
  auto a = static_cast<std::size_t>(found - m.running.begin());
  if (a == m.running.size()) --a;  // rounding
  const double before = a == 0 ? 0 : m.running[a - 1];
  double target = random.unit() * (m.running[a] - before) / m.halves[0].weight[a];
  std::uint32_t b = 0;
  for (std::uint32_t i = m.range[a].first; i < m.range[a].second; ++i) {
    const double factor = m.pair_factor(a, i);
    if (factor <= 0) continue;
    b = i;
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
    BySeat<std::uint32_t> ranks{};
    for (Seat seat : kAllSeats) ranks[seat] = deal[seat].ranks(term.suit);
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
      fitting += static_cast<Count>(m.pair_factor(a, i));
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

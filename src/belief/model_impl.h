// The inside of Model, shared by the sources that build it and that ask it.
#pragma once

#include "half.h"
#include "sums.h"
#include "yomi/belief/model.h"

namespace yomi::belief {

struct Model::Impl {
  Space space;
  std::vector<Term> terms;
  std::vector<SuitTerm> suit_terms;
  std::vector<std::size_t> left_over;
  std::vector<std::size_t> suit_left_over;
  bool weighted = false;

  std::vector<Unit> units;
  std::array<SuitTable, 4> suits;  // spades first
  std::array<Half, 2> halves;
  // The factor of each joint term for a pair of halves: id of half 0 * columns + id of half 1.
  struct JointTerm {
    std::size_t columns = 0;
    std::array<std::vector<std::uint32_t>, 2> id;  // by half, by state
    std::vector<float> factor;
    std::vector<int> value;  // kept for observers only
  };
  std::vector<JointTerm> joint;
  // States of half 1 are sorted by hand sizes; those that fit a state of half 0 are one range.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> range;  // by state of half 0
  std::vector<double> running;  // weight of states of half 0 with all that fits, added up
  double total = 0;             // of splits among units
  double pool_ways = 1;         // ways to deal the pool among its hands

  Impl(const Space& given, std::span<const Term> given_terms, std::span<const SuitTerm> given_suit_terms,
       const Limits& limits, int observed);

  struct Foldable {
    std::size_t term = 0;
    Skeleton skeleton;
    int suits = 0;  // bit mask by index(suit) of suits in which hidden cards matter
    std::vector<std::pair<std::size_t, std::size_t>> places;  // by part: its group and its number there
  };
  // The terms, by how they take part.
  struct Parts {
    BySeat<bool> looked_at{};
    std::vector<Foldable*> many{};  // terms that need more than one suit
    std::vector<Group> groups{};
    std::array<std::vector<SuitFilter>, 4> filters{};  // both by suit, spades first
    std::array<std::vector<const SuitTerm*>, 4> suit_terms{};
  };
  Parts sort_terms(const std::vector<Foldable*>& used, const std::vector<std::size_t>& used_suit_terms,
                   int observed);
  // The tables of the suits; the first that is too large, otherwise nothing.
  std::optional<std::size_t> make_suits(const Parts& parts, const Limits& limits);
  bool build(std::vector<Foldable*>& used, std::vector<std::size_t>& used_suit_terms, const Limits& limits,
             std::size_t& worst, bool& worst_is_suit_term, int observed);
  // False when one would be too large.
  bool make_halves(std::vector<GroupTable>& group_tables, const Limits& limits);
  bool join(const std::vector<Foldable*>& many, const std::vector<GroupTable>& groups, const Limits& limits,
            int observed);
  bool join_parts(const Foldable& one, const std::vector<GroupTable>& groups, const Limits& limits);
  void add_parts(Foldable& one, std::vector<Group>& groups) const;
  [[nodiscard]] double pair_factor(std::size_t a, std::uint32_t b) const {
    double factor = halves[1].weight[b];
    for (const JointTerm& term : joint) {
      factor *= static_cast<double>(term.factor[term.id[0][a] * term.columns + term.id[1][b]]);
    }
    return factor;
  }
  [[nodiscard]] const SuitTable& suit_of(std::size_t half, std::size_t which) const {
    return suits[half * 2 + which];
  }
  [[nodiscard]] std::array<std::vector<double>, 2> class_shares(std::size_t h,
                                                                const std::vector<double>& state_share) const;
  void add_split(const SuitTable& table, const Split& split, double share, Marginals& result) const;
  void deal_split(Random& random, const SuitTable& table, const Split& split,
                  std::array<CardSet, kUnits>& hands) const;
  [[nodiscard]] Deal assemble(Random& random, const std::array<CardSet, kUnits>& hands) const;
};

}  // namespace yomi::belief

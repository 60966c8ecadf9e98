// All ways to split the unseen cards of one suit among the units (a hidden hand that some term looks at, or
// the pool of the hidden hands that none does), merged into classes that no term tells apart.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sums.h"
#include "yomi/belief/space.h"

namespace yomi::belief {

inline constexpr std::size_t kUnits = 4;

struct Unit {
  std::vector<Seat> seats;
  int slots = 0;
  [[nodiscard]] bool is_pool() const { return seats.size() > 1; }
};

// One way to split a suit: cards on their own go to a named unit, groups of cards alike are split by number.
struct Split {
  std::array<std::uint16_t, kUnits> single{};  // ranks by unit
  std::array<std::uint8_t, kUnits> cards{};    // how many cards of the suit each unit gets
  std::uint32_t shares = 0;                    // where the shares of the groups begin, units within groups
  double weight = 0;                           // number of ways, times factors of this suit
};

struct SplitClass {
  std::array<std::uint8_t, kUnits> cards{};
  std::vector<int> ids;  // for each part, the number of its vector of partial sums
  double weight = 0;
  std::uint32_t first = 0;  // its splits are [first, last) in SuitTable::splits
  std::uint32_t last = 0;
};

struct SuitTable {
  Suit suit = Suit::clubs;
  std::vector<std::vector<std::uint8_t>> groups;  // ranks of cards alike, at least two each
  std::vector<Split> splits;                      // by class
  std::vector<double> running;                    // weights of splits, added up within each class
  std::vector<std::uint8_t> shares;
  std::vector<SplitClass> classes;
  std::vector<std::vector<std::vector<int>>> vectors;  // by part, by id: partial sums
  bool too_large = false;
};

// A term that needs no other suit than this one: its factor for given partial sums is applied to each split.
struct SuitFilter {
  const Skeleton* skeleton = nullptr;
  const std::function<double(int)>* weight = nullptr;  // null: must hold
};

// `parts` are the functions of sums whose partial sums must be kept. `leaves` all leaves that matter in the
// suit, those of filters too.
SuitTable make_suit_table(const Space& space, Suit suit, std::span<const Unit> units,
                          std::span<const SumTree* const> parts, std::span<const SuitFilter> filters,
                          std::span<const SuitTerm* const> suit_terms, const Limits& limits);

}  // namespace yomi::belief

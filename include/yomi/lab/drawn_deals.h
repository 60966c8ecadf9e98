// Random deals for experiments that meet a specification, such as a contract that is neither cold nor
// hopeless.
#pragma once

#include <optional>

#include "yomi/bridge/contract.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/random.h"
#include "yomi/dd/solver.h"

namespace yomi::lab {

struct DealSpec {
  Contract contract{};
  // The share of layouts of the defenders' cards in which the contract makes double dummy, of `layouts` drawn
  // at random with declarer's and dummy's hands as they are.
  double least_chance = 0;
  double most_chance = 1;
  int layouts = 20;
  // Double dummy the contract is made or missed by at most so many tricks.
  std::optional<int> near{};
};

// Does this deal meet the specification? The random numbers are for the layouts.
bool matches(const DealSpec& spec, const Deal& deal, Random& random, dd::Solver& solver);

// Depends on the spec and the random numbers alone. Never returns if nothing meets the spec, unless
// `stopped`, which is asked between deals, says so; then it returns nothing.
template <class Stopped>
std::optional<Deal> draw_deal(const DealSpec& spec, Random& random, dd::Solver& solver, Stopped stopped) {
  while (!stopped()) {
    const Deal deal = random_deal(random);
    if (matches(spec, deal, random, solver)) return deal;
  }
  return std::nullopt;
}

}  // namespace yomi::lab

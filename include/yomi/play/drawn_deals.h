// Deals for experiments, drawn at random until they are as wished: neither cold nor hopeless.
#pragma once

#include <optional>

#include "yomi/bridge/contract.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/random.h"
#include "yomi/dd/solver.h"

namespace yomi::play {

struct DealWish {
  Contract contract{};
  // The share of layouts of the defenders' cards in which the contract makes double dummy, of `layouts` drawn
  // at random with declarer's and dummy's hands as they are.
  double least_chance = 0;
  double most_chance = 1;
  int layouts = 20;
  // Double dummy the contract is made or missed by at most so many tricks.
  std::optional<int> near{};
};

// Is this deal as wished? Random numbers are for the layouts.
bool is_as_wished(const DealWish& wish, const Deal& deal, Random& random, dd::Solver& solver);

// Depends on the wish and the random numbers alone. With a wish that nothing fulfils it does not return;
// `stopped` is asked between deals, and then nothing is returned.
template <class Stopped>
std::optional<Deal> draw_deal(const DealWish& wish, Random& random, dd::Solver& solver, Stopped stopped) {
  while (!stopped()) {
    const Deal deal = random_deal(random);
    if (is_as_wished(wish, deal, random, solver)) return deal;
  }
  return std::nullopt;
}

}  // namespace yomi::play

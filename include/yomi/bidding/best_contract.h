// Which contract two hands should be in, judged over the deals that the auction allows: the two hands are
// given, and those of the opponents are drawn at random from what their calls have shown.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "yomi/bidding/auction_state.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/random.h"
#include "yomi/dd/solver.h"

namespace yomi::bidding {

struct ContractChance {
  Contract contract;
  double makes = 0;   // share of the deals in which it makes, double-dummy
  double points = 0;  // expected, for the side that declares
};

struct ContractChances {
  std::vector<ContractChance>
      best;  // undoubled contracts of the side, most points first; one for each strain
  std::optional<ContractChance> reached;  // the contract of the auction, where this side declares it
  int deals = 0;
  bool readings_dropped = false;  // no deal fitted what the opponents' calls had shown
};

// `count` deals for the two hands of `side` in `deal`, which has four hands. Costs ten searches per deal,
// some ten milliseconds; when it is asked to stop it goes by the deals done so far. The same `random` gives
// the same answer.
ContractChances weigh_contracts(const AuctionState& state, const Deal& deal, Side side, int count,
                                Random random, dd::Solver& solver, const std::stop_token& stop = {});

}  // namespace yomi::bidding

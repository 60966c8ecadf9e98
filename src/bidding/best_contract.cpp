#include "yomi/bidding/best_contract.h"

#include <algorithm>

#include "yomi/belief/view.h"

namespace yomi::bidding {
namespace {

using TrickCounts = std::array<int, kRanks + 1>;  // deals by the tricks taken

// Both declarers of the side in all strains.
struct Cell {
  Strain strain;
  Seat declarer;
  TrickCounts deals{};
};

ContractChance chance_of(const Contract& contract, const TrickCounts& deals, Vulnerability vulnerability) {
  ContractChance made{.contract = contract};
  double all = 0;
  for (int tricks = 0; tricks <= kRanks; ++tricks) {
    const double share = deals[static_cast<std::size_t>(tricks)];
    all += share;
    if (tricks >= contract.tricks_needed()) made.makes += share;
    made.points += share * score(contract, is_vulnerable(vulnerability, contract.declarer), tricks);
  }
  made.makes /= std::max(all, 1.0);
  made.points /= std::max(all, 1.0);
  return made;
}

// The opponents' hands inside what they have shown, or any where nothing fits.
belief::Prepared prepare(const AuctionState& state, Side side, bool believed) {
  belief::Prepared prepared;
  for (const Seat seat : kAllSeats) {
    if (on(seat, side) || !believed) continue;
    std::array<std::uint64_t, kGridShapes> rows{};
    for (int shape = 0; shape < kGridShapes; ++shape)
      rows[static_cast<std::size_t>(shape)] = state.known(seat).row(shape);
    prepared.hands[seat].multiply(rows, 1, 0);
  }
  return prepared;
}

std::vector<ContractChance> best_by_strain(const std::vector<Cell>& cells, Vulnerability vulnerability) {
  std::vector<ContractChance> best;
  for (std::size_t i = 0; i < cells.size(); i += 2) {  // the two declarers of a strain
    std::optional<ContractChance> top;
    for (const Cell& cell : {cells[i], cells[i + 1]}) {
      for (int level = 1; level <= 7; ++level) {
        const Contract contract{.level = level, .strain = cell.strain, .declarer = cell.declarer};
        const ContractChance one = chance_of(contract, cell.deals, vulnerability);
        if (!top || one.points > top->points) top = one;
      }
    }
    best.push_back(*top);
  }
  std::stable_sort(best.begin(), best.end(),
                   [](const ContractChance& a, const ContractChance& b) { return a.points > b.points; });
  return best;
}

}  // namespace

ContractChances weigh_contracts(const AuctionState& state, const Deal& deal, Side side, int count,
                                Random random, dd::Solver& solver, const std::stop_token& stop) {
  ContractChances made;
  Deal held;
  std::vector<Cell> cells;
  for (const Seat seat : kAllSeats) {
    if (on(seat, side)) held[seat] = deal[seat];
  }
  for (const Strain strain : kAllStrains) {
    for (const Seat seat : kAllSeats) {
      if (on(seat, side)) cells.push_back({.strain = strain, .declarer = seat});
    }
  }
  belief::Prepared prepared = prepare(state, side, true);
  belief::View view;
  view.fill(belief::Space::filling(held), prepared);
  if (view.total() <= 0) {
    made.readings_dropped = true;
    prepared = prepare(state, side, false);
    view.fill(belief::Space::filling(held), prepared);
  }
  for (; made.deals < count && !stop.stop_requested(); ++made.deals) {
    const Deal one = view.draw(random);
    for (Cell& cell : cells) {
      const int lost = solver.tricks(Position(one, cell.strain, next(cell.declarer))).lower;
      ++cell.deals[static_cast<std::size_t>(kRanks - lost)];
    }
  }
  if (made.deals == 0) return made;
  made.best = best_by_strain(cells, state.vulnerability());
  if (const auto contract = state.auction().contract(); contract && on(contract->declarer, side)) {
    for (const Cell& cell : cells) {
      if (cell.strain == contract->strain && cell.declarer == contract->declarer)
        made.reached = chance_of(*contract, cell.deals, state.vulnerability());
    }
  }
  return made;
}

}  // namespace yomi::bidding

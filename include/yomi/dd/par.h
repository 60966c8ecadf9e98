// Par: the score when both sides bid as well as they can, knowing all four hands and the 20-cell table.
//
// A side bids on while it gains by it; a contract that goes down is doubled. Par can depend on who may speak
// first when both sides can make the same highest contract, so DDS defines it twice, and both are kept as
// they are there:
//
//   par(table, vulnerability, dealer)  (DealerPar) looks at the hands in turn from the dealer: a hand that
//   speaks
//       before its opponents may name the strain at the level it needs, one that speaks after must go one
//       higher.
//   par_by_side(table, vulnerability)  (SidesPar) knows only which side opens: the sides answer each other in
//   turn,
//       each with the bid that pays it most, until neither gains.
//
// A contract that makes is given as low as it may be bid: with overtricks where a lower level pays the same
// and the other side still has nothing better over it. "Par Calculation" in the documents of DDS has the
// idea; the tables of Matthew Kidd's ACBLmerge and of S. Hein's DealerPar the cases. Pure functions, any
// thread, about a microsecond each.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "yomi/bridge/contract.h"
#include "yomi/dd/solver.h"

namespace yomi::dd {

// One contract that reaches the par score. `declarers` are the hands of the side that may play it: one or
// both.
struct ParContract {
  int level = 0;
  Strain strain = Strain::clubs;
  bool doubled = false;  // a sacrifice
  Side side = Side::ns;
  BySeat<bool> declarers{};  // by seat
  int over = 0;              // tricks over the level; negative when down
  friend bool operator==(const ParContract&, const ParContract&) = default;
};

struct Par {
  int score_ns = 0;                    // points for north-south
  std::vector<ParContract> contracts;  // each strain at most once; empty when the board is passed out
  // By dealer, when the contracts are sacrifices: the strain of the contract that they are over.
  std::optional<Strain> against{};
  friend bool operator==(const Par&, const Par&) = default;
};

// Every cell of `table` must be 0 to 13 in all of these. The order of contracts is that of DDS: by `dealer`
// the contracts that make come from the highest down and sacrifices from clubs up; by side the contracts that
// make come best bid first and sacrifices from no trump down.

// Par when `dealer` calls first.
Par par(const Table& table, Vulnerability vulnerability, Seat dealer);
// Par when the side of the index calls first. Where the two scores differ, contracts that the other side
// would outbid are left out, and a list may end up empty.
BySide<Par> par_by_side(const Table& table, Vulnerability vulnerability);
// One of them.
Par par(const Table& table, Vulnerability vulnerability, Side first);

// As DealerPar writes it: "2S-EW", "4S*-EW-1", "4N-W+1": level, strain, a star when doubled, who declares,
// the tricks over or under.
std::string to_string(const ParContract& contract);

}  // namespace yomi::dd

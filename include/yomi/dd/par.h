// Par: the score when both sides bid as well as they can, knowing all four hands and the 20-cell table.
//
// Each side may always bid one more if it gains by it; a contract that goes down is doubled. As in DDS, par can
// depend on who may speak first when both sides can make the same highest contract, so it is computed for a
// given dealer, or for each side as the one to speak first.
#pragma once

#include <string>
#include <vector>

#include "yomi/bridge/contract.h"
#include "yomi/dd/solver.h"

namespace yomi::dd {

// One contract that reaches the par score. `declarers` are the hands of the side that may play it.
struct ParContract {
  int level = 0;
  Strain strain = Strain::clubs;
  bool doubled = false;  // a sacrifice
  Side side = Side::ns;
  std::array<bool, 4> declarers{};  // by seat
  int over = 0;                     // tricks over the level; negative when down
  friend bool operator==(const ParContract&, const ParContract&) = default;
};

struct Par {
  int score_ns = 0;                     // points for north-south
  std::vector<ParContract> contracts;   // empty when the board is passed out
  friend bool operator==(const Par&, const Par&) = default;
};

// Par when `dealer` calls first.
Par par(const Table& table, Vulnerability vulnerability, Seat dealer);
// Par when `side` calls first.
Par par(const Table& table, Vulnerability vulnerability, Side first);

// "2S-EW", "4S*-EW-1", "5HX-N": level, strain, doubling mark, side or hand.
std::string to_string(const ParContract& contract);

}  // namespace yomi::dd

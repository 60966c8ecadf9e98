// Boards played by experts, one JSON object a line, and the double-dummy tables of their deals.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "yomi/bridge/auction.h"
#include "yomi/bridge/deal.h"
#include "yomi/dd/solver.h"

namespace yomi::cli {

struct RecordedBoard {
  std::uint32_t line = 0;
  std::string text;  // the deal as written, by which tables are found
  Deal deal;
  Seat dealer = Seat::north;
  Vulnerability vulnerability = Vulnerability::none;
  std::vector<Call> calls;           // as recorded; perhaps not a whole auction
  std::optional<Contract> contract;  // nothing: passed out
  std::optional<Side> silent;        // the side that always passed, when the other did not
};

// {"dealer": "E", "vul": "NS", "deal": "N:...", "auction": ["P", "1D", ...], "contract": "3C", "declarer":
// "W"}
Result<RecordedBoard> parse_recorded_board(const std::string& line);

// From the lines that `yomi solve --table --json` writes.
using Tables = std::unordered_map<std::string, dd::Table>;
Result<Tables> read_tables(const std::string& path);

// The 20 cells of a deal: looked up, else solved.
dd::Table table_of(const RecordedBoard& board, const Tables& known, dd::Solver& solver);

}  // namespace yomi::cli

// Boards played by experts, one JSON object a line, and the double-dummy tables of their deals.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "yomi/dd/solver.h"
#include "yomi/formats/board_line.h"

namespace yomi::cli {

struct RecordedBoard : PlayedBoard {
  std::int64_t line = 0;
  std::string text;            // the deal in PBN, by which tables are found
  std::optional<Side> silent;  // the side that always passed, when the other did not
};

// A board line with its dealer and auction, which the exam needs.
Result<RecordedBoard> parse_recorded_board(const std::string& line);

// From the lines that `yomi solve --table --json` writes.
using Tables = std::unordered_map<std::string, dd::Table>;
Result<Tables> read_tables(const std::string& path);

// The 20 cells of a deal: looked up, else solved.
dd::Table table_of(const RecordedBoard& board, const Tables& known, dd::Solver& solver);

}  // namespace yomi::cli

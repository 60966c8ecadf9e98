// The double-dummy tables of recorded boards, and who bid on them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "yomi/bridge/board.h"
#include "yomi/dd/solver.h"

namespace yomi::cli::exam {

// The side that always passed, when the other did not.
std::optional<Side> silent_side(const Board& board);

// From the lines that `yomi solve --table --json` writes.
using Tables = std::unordered_map<std::string, dd::Table>;
Result<Tables> read_tables(const std::string& path);

// The 20 cells of a deal: looked up, else solved.
dd::Table table_of(const Board& board, const Tables& known, dd::Solver& solver);

}  // namespace yomi::cli::exam

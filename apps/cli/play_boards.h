// Boards to play again: deals with the contracts that people reached, and how they played them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lessons.h"
#include "yomi/formats/board_reader.h"

namespace yomi::cli {

struct BoardFilter {
  Half half = Half::all;
  std::int64_t count = -1;  // negative: all
  std::size_t cards = 0;    // only boards of which at least so many cards are recorded
  std::int64_t skip = 0;    // so many of these are left out at the start
};

// The boards of a file in any format ("-" is standard input) that have all four hands, and a contract unless
// they were passed out, until take() has enough and says false, or Ctrl-C. Faults of the others go to
// complain(). Throws Exit(2) if the file cannot be opened.
void each_played_board(const std::string& path, const std::function<void(const Error&)>& complain,
                       const std::function<bool(ReadBoard&&)>& take);

// Boards that were played, each deal only once, at its first occurrence. Boards that cannot be read are
// reported on stderr under `command` and counted in `bad`. Stops early, with what it has, on Ctrl-C.
std::vector<ReadBoard> read_play_boards(const std::string& command, const std::string& path,
                                        const BoardFilter& filter, int& bad);

}  // namespace yomi::cli

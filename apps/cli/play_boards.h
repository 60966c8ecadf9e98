// Boards to play again: deals with the contracts that people reached, and how they played them.
#pragma once

#include <string>
#include <vector>

#include "lessons.h"
#include "yomi/formats/board_reader.h"

namespace yomi::cli {

struct BoardFilter {
  Half half = Half::all;
  std::int64_t count = -1;  // negative: all
  std::size_t cards = 0;    // only boards of which at least so many cards are recorded
  std::int64_t skip = 0;    // of those the first ones are left out
};

// Reads PBN (by its name, *.pbn) or one JSON object a line ("-" is standard input), each deal once, where it
// occurs first, with a contract and all four hands; boards that were passed out are left out. What cannot be
// read is reported on stderr under `command`, and `bad` counts it. Throws Exit(2) when the file cannot be
// opened. Stops early, with what it has, on Ctrl-C.
std::vector<ReadBoard> read_play_boards(const std::string& command, const std::string& path,
                                        const BoardFilter& filter, int& bad);

// Are names like this taken for PBN?
bool is_pbn(const std::string& path);

}  // namespace yomi::cli

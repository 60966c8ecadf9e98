// Played boards as lessons.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "yomi/formats/board_line.h"
#include "yomi/lab/card_training.h"

namespace yomi::cli {

enum class Half { all, tuning, reporting };
// "tuning", "reporting" or "all".
Half half_named(const std::string& name);
// --half, which takes those names.
void add_half(Command& command, std::string& half);

// Boards of a file in any format ("-" is standard input) with their play. Boards that cannot be read are
// reported on stderr, left out and counted in `bad`. A file that cannot be opened is reported and throws
// Exit(2). Stops early, with what it has, on Ctrl-C or after `most` boards (negative: all).
std::vector<Board> read_played(const std::string& path, Half half, std::int64_t most, int& bad);
// The weights in a file, without a name those that ship; prints the place and the cause and throws Exit(2)
// when they cannot be read.
play::CardPolicy read_policy(const std::string& path);

}  // namespace yomi::cli

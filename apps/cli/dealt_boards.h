// Boards to be played, from a file, a dealer script or at random: the flags that commands share.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "yomi/table/room.h"

namespace yomi::cli {

inline constexpr int kUsualBoards = 16;

struct BoardSource {
  std::string boards{};  // a file of any format
  std::string script{};  // of the dealer language
  std::string theme{};   // dealer/themes.h
  int count = 0;         // 0: all of a file, otherwise kUsualBoards
  std::uint64_t seed = 1;
};

// --boards and --script.
void add_board_files(Command& command, BoardSource& source);
// --theme, beside them.
void add_theme_option(Command& command, BoardSource& source);
// The same, --count and --seed.
void add_board_options(Command& command, BoardSource& source);
// Board numbers are distinct; boards of a file keep theirs, and all of them are taken unless a count is
// given. Errors are reported on stderr and throw Exit(2).
std::vector<table::DealtBoard> dealt_boards(const BoardSource& source);

}  // namespace yomi::cli

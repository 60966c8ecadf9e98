// `yomi match` with whole boards: teams and pairs of players, in this process.
#pragma once

#include "dealt_boards.h"

namespace yomi::cli::match {

struct MatchBoardsOptions {
  std::vector<std::string> entrants;
  BoardSource source;
  std::string event = "teams";
  int rounds = 0;
  std::string record;
  bool resume = false;
  unsigned threads = 1;
  double answer_seconds = 600;
  std::string html;
  bool json = false;
};

// The flags that only a match of whole boards has.
void add_match_boards_options(Command& command, MatchBoardsOptions& options);
std::string match_boards_help();
void run_match_boards(const MatchBoardsOptions& options);

}  // namespace yomi::cli::match

// `yomi practise`: a person at a table with robots, on the terminal.
#pragma once

#include "command.h"

namespace yomi::cli {

inline constexpr int kMostPractised = 1000;  // boards

// Parts of it. Bridge is what it does without the name of a game.
void add_practise_daihinmin(Command& practise);
void add_practise_bidding(Command& practise);

}  // namespace yomi::cli

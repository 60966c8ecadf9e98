// `yomi practise`: a person at a table with robots, on the terminal.
#pragma once

#include "command.h"

namespace yomi::cli {

inline constexpr int kMostPractised = 1000;  // boards

// Its parts. Without the name of a game it plays bridge.
void add_practise_daihinmin(Command& practise);
void add_practise_bidding(Command& practise);

}  // namespace yomi::cli

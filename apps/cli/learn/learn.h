// What is learnt, each a subcommand of `yomi learn`.
#pragma once

#include "command.h"

namespace yomi::cli::learn {

void add_games(Command& learn);
void add_problems(Command& learn);
void add_auctions(Command& learn);

}  // namespace yomi::cli::learn

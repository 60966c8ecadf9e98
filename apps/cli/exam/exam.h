// The exams, each a subcommand of `yomi exam`.
#pragma once

#include "command.h"

namespace yomi::cli::exam {

void add_belief(Command& exam);
void add_bidding(Command& exam);
void add_boards(Command& exam);
void add_cards(Command& exam);
void add_contracts(Command& exam);
void add_decisions(Command& exam);
void add_endings(Command& exam);
void add_play(Command& exam);
void add_regret(Command& exam);

}  // namespace yomi::cli::exam

// The exams, each a subcommand of `yomi exam`.
#pragma once

#include "command.h"

namespace yomi::cli {

void add_exam_bidding(Command& exam);
void add_exam_boards(Command& exam);
void add_exam_contracts(Command& exam);
void add_exam_decisions(Command& exam);
void add_exam_endings(Command& exam);

}  // namespace yomi::cli

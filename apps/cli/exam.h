// The exams, each a subcommand of `yomi exam`.
#pragma once

#include "command.h"

namespace yomi::cli {

void add_exam_bidding(CLI::App& exam);
void add_exam_boards(CLI::App& exam);
void add_exam_endings(CLI::App& exam);

}  // namespace yomi::cli

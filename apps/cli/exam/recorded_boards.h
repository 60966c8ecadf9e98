// The double-dummy tables of recorded boards.
#pragma once

#include <string>

#include "yomi/lab/auction_exam.h"

namespace yomi::cli::exam {

// From the lines that `yomi solve --table --json` writes.
Result<lab::DealTables> read_tables(const std::string& path);

}  // namespace yomi::cli::exam

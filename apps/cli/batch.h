// A batch on several threads with a bar on the terminal; Ctrl-C stops it.
#pragma once

#include <cstddef>
#include <string>

#include "yomi/jobs/ordered_batch.h"

namespace yomi::cli {

struct BatchEnd {
  bool whole = false;    // false: it was stopped
  std::size_t done = 0;  // items done, counted from the first
};
// `unit` is what the bar counts. The batch's own tick is not used.
BatchEnd run_batch(const std::string& unit, jobs::OrderedBatch batch, std::size_t items);

}  // namespace yomi::cli

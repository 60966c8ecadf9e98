// The processor time that this process has used, all threads together: what benchmarks count.
#pragma once

#include <ctime>

namespace yomi::cli {

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace yomi::cli

// Processor time, by which players and methods are compared: the wall clock also counts what others do.
#pragma once

#include <ctime>

namespace yomi::jobs {

// Used by the calling thread so far.
inline double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace yomi::jobs

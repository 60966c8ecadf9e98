// Processor time, for comparing players and methods: wall time also depends on other load.
#pragma once

#include <ctime>

namespace yomi::jobs {

inline double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
// Used so far by the calling thread, and by all threads of the process.
inline double thread_cpu_seconds() {
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}
inline double process_cpu_seconds() {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

}  // namespace yomi::jobs

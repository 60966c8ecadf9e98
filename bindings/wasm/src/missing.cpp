// Stubs for what a browser lacks: per-thread clocks, and ranks with their messages and stores.
#include <pthread.h>

#include <cerrno>

#include "yomi/jobs/ordered_batch.h"

extern "C" int pthread_getcpuclockid(pthread_t /*thread*/, clockid_t* /*clock*/) {
  return ENOENT;
}

namespace yomi::jobs {

// Never called, since there is no transport.
bool run(const OrderedBatch& /*batch*/, std::size_t /*items*/) {
  return false;
}

}  // namespace yomi::jobs

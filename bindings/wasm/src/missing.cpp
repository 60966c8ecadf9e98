// What a browser does not have: clocks of single threads, and ranks, whose messages and stores stay out of
// the module.
#include <pthread.h>

#include <cerrno>

#include "yomi/jobs/ordered_batch.h"

extern "C" int pthread_getcpuclockid(pthread_t /*thread*/, clockid_t* /*clock*/) {
  return ENOENT;
}

namespace yomi::jobs {

// Never called: nothing has a transport.
bool run(const OrderedBatch& /*batch*/, std::size_t /*items*/) {
  return false;
}

}  // namespace yomi::jobs

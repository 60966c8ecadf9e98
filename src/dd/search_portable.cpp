// The search for any machine.
#include "team.h"

namespace yomi::dd {

std::unique_ptr<Engine> make_engine_portable(const EngineOptions& options) {
  return make_engine(options);
}

}  // namespace yomi::dd

// The search for any machine.
#include "search_body.h"

namespace yomi::dd {

std::unique_ptr<Engine> make_engine_portable(const EngineOptions& options) {
  return std::make_unique<Search>(options);
}

}  // namespace yomi::dd

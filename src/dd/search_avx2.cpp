// The search for x86-64 machines with AVX2 and BMI2; this file alone is compiled for them (see room.cmake).
#if defined(__AVX2__) && defined(__BMI2__)
#include "team.h"

namespace yomi::dd {

std::unique_ptr<Engine> make_engine_avx2(const EngineOptions& options) {
  return make_engine(options);
}

}  // namespace yomi::dd
#endif

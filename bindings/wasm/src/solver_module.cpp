// The solver's module.
#include "solver.h"

namespace yomi::wasm {

Result<std::string> ask(std::string_view question) {
  static dd::Solver solver{{.memory_bytes = kSolverMemory}};
  return answer(solver, question);
}

}  // namespace yomi::wasm

// The engine's module: the solver's questions, and those of `yomi engine` as JSON.
#include "solver.h"
#include "yomi/agent/requests.h"

namespace yomi::wasm {
namespace {

Result<std::string> ask_solver(std::string_view question) {
  static dd::Solver solver{{.memory_bytes = kSolverMemory}};
  return answer(solver, question);
}

agent::Settings settings() {
  agent::Settings made;
  made.play.threads = made.bidding.threads = 1;
  return made;
}

}  // namespace

Result<std::string> ask(std::string_view question) {
  if (!question.starts_with('{')) return ask_solver(question);
  static agent::Requests requests{settings()};
  const auto asked = Json::parse(question);
  if (!asked) return asked.error();
  const auto found = requests.answer(*asked, {});
  if (!found) return found.error();
  return found->dump();
}

}  // namespace yomi::wasm

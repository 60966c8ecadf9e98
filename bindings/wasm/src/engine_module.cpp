// The exports of the engine's module: the solver's questions, and those of `yomi engine` as JSON.
#include <optional>
#include <utility>

#include "solver.h"
#include "yomi/agent/requests.h"

namespace {

// A module has one thread and one caller: its state lives here.
struct Module {
  static constexpr std::size_t kMemory = std::size_t{32} << 20;
  yomi::Result<std::string> ask();

  std::optional<yomi::dd::Solver> solver;
  yomi::agent::Requests requests{settings()};
  std::string question;
  std::string answer;

 private:
  static yomi::agent::Settings settings() {
    yomi::agent::Settings made;
    made.play.threads = made.bidding.threads = 1;
    return made;
  }
};

yomi::Result<std::string> Module::ask() {
  if (!question.starts_with('{')) {
    if (!solver) solver.emplace(yomi::dd::Settings{.memory_bytes = kMemory});
    return yomi::wasm::answer(*solver, question);
  }
  const auto asked = yomi::Json::parse(question);
  if (!asked) return asked.error();
  const auto found = requests.answer(*asked, {});
  if (!found) return found.error();
  return found->dump();
}

Module& module() {
  static Module only;
  return only;
}

}  // namespace

extern "C" {

__attribute__((export_name("yomi_input"))) char* yomi_input(std::size_t bytes) {
  module().question.resize(bytes);
  return module().question.data();
}

// Whatever is thrown is no memory: there is nothing else that throws.
__attribute__((export_name("yomi_answer"))) const char* yomi_answer() {
  try {
    auto result = module().ask();
    module().answer = result ? std::move(*result) : '!' + result.error().to_string();
    return module().answer.c_str();
  } catch (...) {
    return "!no memory";
  }
}
}

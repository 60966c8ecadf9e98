// The exports of the solver's module.
#include "solver.h"

namespace {

// A module has one thread and one caller: its state lives here.
struct Module {
  static constexpr std::size_t kMemory = std::size_t{32} << 20;
  yomi::dd::Solver solver{{.memory_bytes = kMemory}};
  std::string question;
  std::string answer;
};

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

__attribute__((export_name("yomi_answer"))) const char* yomi_answer() {
  auto result = yomi::wasm::answer(module().solver, module().question);
  module().answer = result ? std::move(*result) : '!' + result.error().to_string();
  return module().answer.c_str();
}
}

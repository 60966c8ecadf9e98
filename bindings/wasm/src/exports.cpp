// What every module exports: a place for the question, and the answer to it.
#include <utility>

#include "solver.h"

namespace {

struct Texts {
  std::string question;
  std::string answer;
};

Texts& texts() {
  static Texts only;
  return only;
}

}  // namespace

extern "C" {

__attribute__((export_name("yomi_input"))) char* yomi_input(std::size_t bytes) {
  texts().question.resize(bytes);
  return texts().question.data();
}

// Only running out of memory throws.
__attribute__((export_name("yomi_answer"))) const char* yomi_answer() {
  try {
    auto result = yomi::wasm::ask(texts().question);
    texts().answer = result ? std::move(*result) : '!' + result.error().to_string();
    return texts().answer.c_str();
  } catch (...) {
    return "!no memory";
  }
}
}

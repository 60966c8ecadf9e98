// What must hold for every text whatever, as a problem text. Used by the fuzzer and by the replay of its
// corpus.
#pragma once

#include <cstdlib>
#include <string>

#include "yomi/formats/problem.h"
#include "yomi/formats/text.h"

namespace yomi::fuzz {

inline void check_problem(std::string bytes) {
  const auto require = [](bool holds) {
    if (!holds) std::abort();
  };
  const std::string text = text::decode(std::move(bytes));
  const auto problems = problem::parse(text, "fuzz");
  require(!problems.empty());
  for (const auto& problem : problems) {
    if (!problem) {
      require(problem.error().line > 0 && problem.error().column > 0 && problem.error().what.size() < 1000);
      continue;
    }
    require(problem->position().ok());
    const auto again = problem::parse(problem::to_string(*problem), "again");
    require(again.size() == 1 && again[0].ok() && *again[0] == *problem);
  }
}

}  // namespace yomi::fuzz

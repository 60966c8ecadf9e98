// What the solver's module answers; see solver.cpp for the questions.
#pragma once

#include <string>
#include <string_view>

#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"

namespace yomi::wasm {

Result<std::string> answer(dd::Solver& solver, std::string_view question);

// Answers a question; each module defines its own. A module has one thread and one caller, so it keeps its
// state inside.
Result<std::string> ask(std::string_view question);
inline constexpr std::size_t kSolverMemory = std::size_t{32} << 20;

}  // namespace yomi::wasm

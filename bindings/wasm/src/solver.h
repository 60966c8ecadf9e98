// What the solver's module answers; see solver.cpp for the questions.
#pragma once

#include <string>
#include <string_view>

#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"

namespace yomi::wasm {

Result<std::string> answer(dd::Solver& solver, std::string_view question);

// What a module answers: each has one of its own. A module has one thread and one caller, so its state is in
// there.
Result<std::string> ask(std::string_view question);
inline constexpr std::size_t kSolverMemory = std::size_t{32} << 20;

}  // namespace yomi::wasm

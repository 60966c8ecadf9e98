// What the solver's module answers; see solver.cpp for the questions.
#pragma once

#include <string>
#include <string_view>

#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"

namespace yomi::wasm {

Result<std::string> answer(dd::Solver& solver, std::string_view question);

}  // namespace yomi::wasm

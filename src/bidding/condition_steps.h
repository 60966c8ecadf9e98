// What binding, running and printing of conditions share.
#pragma once

#include <array>

#include "yomi/bidding/condition.h"

namespace yomi::bidding {

// How many values a step takes from the stack.
int argument_count(Op op);
// Is its value a condition, or a number?
bool gives_condition(Op op);
// What a combining step gives for values; conditions are 0 and 1.
int combined(Op op, const std::array<int, 3>& values);
// What a step that takes no values gives for a hand.
int value_of(const Step& step, const HandFeatures& hand, const LawAdvice* law);

}  // namespace yomi::bidding

// Applies an operator of an expression to its arguments' values, wherever they come from.
#pragma once

#include "yomi/belief/expression.h"

namespace yomi::belief {

// argument(i) is evaluated only if it is needed.
template <class Argument>
int apply_to(Op op, const Argument& argument) {
  switch (op) {
    case Op::all_of:
      return argument(0) != 0 && argument(1) != 0 ? 1 : 0;
    case Op::any_of:
      return argument(0) != 0 || argument(1) != 0 ? 1 : 0;
    case Op::none_of:
      return argument(0) == 0 ? 1 : 0;
    case Op::negate:
      return apply(Op::subtract, 0, argument(0));
    case Op::choose:
      return argument(0) != 0 ? argument(1) : argument(2);
    default:
      return apply(op, argument(0), argument(1));
  }
}

}  // namespace yomi::belief

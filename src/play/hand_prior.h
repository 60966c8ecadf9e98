// How likely hands are before anything is known.
#pragma once

#include <array>
#include <vector>

#include "yomi/belief/view.h"

namespace yomi::play {

// By shape number, then points; they add up to one. Made once, shared.
using HandChances = std::vector<std::array<double, belief::HandTable::kPoints>>;
const HandChances& before_the_auction();

}  // namespace yomi::play

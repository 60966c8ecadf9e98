// What a set of hands is, for people.
#pragma once

#include <string>

#include "yomi/bidding/hand_grid.h"

namespace yomi::bidding {

// As in_words() of its summary, but with points as they typically are, without the rare hands at both ends.
std::string in_words(const HandGrid& grid);

}  // namespace yomi::bidding

// What makes two players with private cards different from one: a defender's choices with different hands
// interact only through partner, who cannot tell those hands apart.
#pragma once

#include <vector>

#include "ending_tree.h"

namespace yomi::lab {

// The parts of `layouts` that share no hand of either defender: they can be decided one by one.
std::vector<Layouts> separate(Layouts layouts, const Hands& left, const Hands& right);

// The layouts of each different hand in `layouts`, in the order of their first layout.
struct HandGroup {
  std::uint8_t hand = 0;
  Layouts layouts = 0;
};
std::vector<HandGroup> group_by_hand(Layouts layouts, const Hands& hands);

}  // namespace yomi::lab

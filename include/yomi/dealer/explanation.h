// Explanations of calls as people and programs write them, "7+ !C; 5-9 HCP", "12-14, 4+ spades", as
// conditions.
//
// What is understood: lengths of suits ("5+ !H", "2-3 !s", "<3 spades", "at least 4 hearts", "6- !D"), points
// ("11-15", "16+ HCP", "4-7p", "10 12 hcp"), suits alone (four cards or more), "majors", "minors", "no M",
// "balanced", "weak", "strong", "GF", "natural", a shape such as 5314, shortness ("!S stiff", "xx !C"), and
// names of conventions that say something of the hand by themselves (a transfer, a splinter, Stayman, a limit
// raise). Other words are ignored. The conditions are promises of an ordinary player, not proofs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "yomi/bridge/call.h"

namespace yomi::dealer {

// A condition in the dealer language about `self`; nothing if no part is understood. A bare "2+" refers to
// `call`.
std::optional<std::string> explained(std::string_view text, Call call);

}  // namespace yomi::dealer

// A call's meaning, written as a note that begins with `shows`: a condition in the dealer language in which
// `self` is the caller's own hand. "shows hcp(self) >= 12 && hcp(self) <= 14 && shape(self, any 4333 + any
// 4432)"
#pragma once

#include <optional>
#include <string_view>

#include "yomi/belief/evidence.h"
#include "yomi/bridge/board.h"
#include "yomi/cards/result.h"

namespace yomi::dealer {

// Nothing when the note is not a meaning. The error's column counts in the note. A meaning of strength 1 is a
// promise that gives way only where it cannot be true.
Result<std::optional<belief::SoftConstraint>> call_meaning(Seat caller, Call call, std::string_view note,
                                                           double strength = 1);
// The constraints from the explanations of a board's calls: from those that are meanings or, if there are
// none, from those in words (explanation.h) provided most calls have one. `told` gets for each call whether
// it was used. The error names the call.
Result<std::vector<belief::SoftConstraint>> call_meanings(const Board& board,
                                                          std::vector<bool>* told = nullptr);

}  // namespace yomi::dealer

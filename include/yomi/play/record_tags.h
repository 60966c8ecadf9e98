// What the tags of a record request of a card-player.
#pragma once

#include <string>

#include "yomi/bridge/board.h"
#include "yomi/play/settings.h"

namespace yomi::play {

// "D", "CA D5", "C2,CK": suits and cards, as far as they are in `legal`.
Result<CardSet> parse_candidates(const std::string& text, CardSet legal);

// [Candidates "CA D"]: only these are considered; empty without the tag.
Result<CardSet> tagged_candidates(const Board& board, CardSet legal);
// [Signals "none"]: nothing can be inferred from the cards before the decision beyond the rules.
bool has_signals(const Board& board);
Settings without_signals(Settings settings);

}  // namespace yomi::play

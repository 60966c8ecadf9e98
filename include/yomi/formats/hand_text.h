// Hands and auctions as people type them.
//
//   hand      AK4.QJ.T987.5432, "ak4 qj 10987 5432", "S AK4 H QJ D T987 C 5432", "♠AK4 ♥QJ ♦T987 ♣5432";
//             x is any small card, 10 is T, - is a void
//   auction   "1S Pass 2H", 1s-p-2h, "1♠ (2D) dbl", "1NT! p 2C"; signs of alerts and brackets are left out,
//             AP is as many passes as end the auction
#pragma once

#include <string_view>
#include <vector>

#include "yomi/bridge/call.h"
#include "yomi/cards/card_set.h"
#include "yomi/cards/result.h"

namespace yomi {

// Thirteen cards. The error's column counts bytes of `text` from 1.
Result<CardSet> parse_hand_text(std::string_view text);
// From the dealer. The calls need not be legal.
Result<std::vector<Call>> parse_calls_text(std::string_view text);

}  // namespace yomi

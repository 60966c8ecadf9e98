// Played boards as one JSON object a line, the form in which collections of expert play come:
//   {"dealer": "E", "vul": "NS", "deal": "N:...", "auction": ["P", "1D", ...], "contract": "3C",
//    "declarer": "W", "play": ["DK", ...], "tricks": 7}
// "auction", "play", "vul" and "tricks" may be missing, and "dealer" where there is no auction; "contract" is
// "PASS" when nobody bid.
#pragma once

#include <string>
#include <string_view>

#include "yomi/bridge/board.h"
#include "yomi/cards/result.h"

namespace yomi {

// The error says what was expected in the line.
Result<Board> parse_board_line(std::string_view line);
// The same line again, without its end; nothing is written of what is not there.
std::string to_board_line(const Board& board);

// Boards are shared out by deal into a half to tune on and a half to report on, whatever file they are in.
bool in_reporting_half(const Deal& deal);

}  // namespace yomi

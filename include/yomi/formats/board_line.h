// A board on one line.
//
// As a JSON object, the form in which collections of expert play come:
//   {"dealer": "E", "vul": "NS", "deal": "N:...", "auction": ["P", "1D", ...], "contract": "3C",
//    "declarer": "W", "play": ["DK", ...], "tricks": 7}
// Everything may be missing except the deal; "contract" is "PASS" when nobody bid. All else that a Board has
// is there too when it is not empty (docs/reference/formats.md).
//
// As a deal alone, from any chair: "N:AK4.QJ.T987.5432 ...", or as the dealer tool writes it,
// "n AK4.QJ.T987.5432 e ... s ... w ...", or as a list of DDS's test program has it, PBN 0 0 4 3 "N:...".
#pragma once

#include <string>
#include <string_view>

#include "yomi/bridge/board.h"
#include "yomi/cards/result.h"

namespace yomi {

// The error says what was expected in the line.
Result<Board> parse_board_line(std::string_view line);
// The line for a board, without the line end; empty members are left out.
std::string to_board_line(const Board& board);

// Four hands, of which some may be "-".
Result<Board> parse_deal_line(std::string_view line);
std::string to_deal_line(const Board& board);
// Is it another line of such a list, such as the count or a board's results?
bool is_list_remark(std::string_view line);

// Boards are shared out by deal into a half to tune on and a half to report on, whatever file they are in.
bool in_reporting_half(const Deal& deal);

}  // namespace yomi

// Played boards as one JSON object a line, the form in which collections of expert play come:
//   {"dealer": "E", "vul": "NS", "deal": "N:...", "auction": ["P", "1D", ...], "contract": "3C",
//    "declarer": "W", "play": ["DK", ...], "tricks": 7}
// "auction", "play", "vul" and "tricks" may be missing; "contract" is "PASS" when nobody bid.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "yomi/bridge/auction.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/result.h"

namespace yomi {

struct PlayedBoard {
  Seat dealer = Seat::north;
  std::optional<Vulnerability> vulnerability;
  Deal deal;
  std::optional<Auction> auction;    // when it is there and legal from the first call to the last
  std::optional<Contract> contract;  // nothing when passed out
  std::vector<Card> play;            // legal from the first card to the last
  std::optional<int> tricks;         // declarer's, after claims
};

// The error says what was expected in the line.
Result<PlayedBoard> parse_board_line(std::string_view line);

// Boards are shared out by deal into a half to tune on and a half to report on, whatever file they are in.
bool in_reporting_half(const Deal& deal);

}  // namespace yomi

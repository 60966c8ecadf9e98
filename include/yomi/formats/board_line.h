// Played boards as one JSON object a line, the form in which collections of expert play come:
//   {"dealer": "E", "vul": "NS", "deal": "N:...", "auction": ["P", "1D", ...], "contract": "3C",
//    "declarer": "W", "play": ["DK", ...], "tricks": 7}
// "auction", "play", "vul" and "tricks" may be missing, and "dealer" where there is no auction; "contract" is
// "PASS" when nobody bid.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bridge/auction.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/result.h"

namespace yomi {

struct PlayedBoard {
  Seat dealer = Seat::north;
  Vulnerability vulnerability = Vulnerability::none;  // also when it is not said
  Deal deal;
  std::vector<Call> calls{};           // as recorded; perhaps not a whole auction, or not a legal one
  std::optional<Contract> contract{};  // nothing when passed out
  std::vector<Card> play{};            // legal from the first card to the last
  std::optional<int> tricks{};         // declarer's, after claims

  // The calls, when they are there and legal from the first to the last.
  [[nodiscard]] std::optional<Auction> auction() const;
};

// The error says what was expected in the line.
Result<PlayedBoard> parse_board_line(std::string_view line);
// The same line again, without its end; nothing is written of what is not there.
std::string to_board_line(const PlayedBoard& board);

// Boards are shared out by deal into a half to tune on and a half to report on, whatever file they are in.
bool in_reporting_half(const Deal& deal);

}  // namespace yomi

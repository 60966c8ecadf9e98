// A game as text, to keep and to read again:
//
//   game 3
//   names yomi snowl a b c     of players 0 to 4; may be left out
//   seats 2 0 4 1 3            the player in each seat
//   ranks 0 3 1 4 2            by seat; left out when there was no exchange
//   hand 0 D3 S4 ...           after the exchange, one line a seat
//   gift 0 4 C3 D5             from the rich seat to the poor one
//   play 0 D3                  in turn, with the seat
//   play 1 pass 0.152          it took so many seconds, where that was measured
//   play 2 pass 0.004 refused  what it wanted to play was not legal
//   places 2 0 1 3 4           by seat, 0 first
//
// An empty line ends a game.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/daihinmin/game.h"

namespace yomi::daihinmin {

struct Record {
  int game = 0;
  std::array<std::uint8_t, kPlayers> player_at{0, 1, 2, 3, 4};
  bool ranked = false;
  std::array<std::uint8_t, kPlayers> rank{};
  std::array<Cards, kPlayers> hands{};
  std::array<Cards, kPlayers> gave{};  // by the two rich seats
  std::vector<Move> moves;
  std::vector<PlayNote> notes;                // one a move
  std::array<std::string, kPlayers> names{};  // by player; all empty when they are not known
  std::array<std::uint8_t, kPlayers> place{};

  friend bool operator==(const Record&, const Record&) = default;
};

Record record_of(const GameLoop& loop, const std::array<std::uint8_t, kPlayers>& player_at, int game,
                 const std::array<std::string, kPlayers>& names = {});
std::string to_text(const Record& record);
// All games of a text. Every hand and play is checked against the rules; the error names line and column.
Result<std::vector<Record>> parse_records(std::string_view text);

}  // namespace yomi::daihinmin

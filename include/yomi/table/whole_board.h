// A whole board in one process: four players, asked in turn.
#pragma once

#include <functional>

#include "yomi/agent/player.h"
#include "yomi/table/room.h"

namespace yomi::table {

// Bids and plays a board to the last card. Each player sees what it would see at a table; explanations go to
// the opponents only. The error names a player whose answer was missing or illegal; `stopped` is asked before
// each decision, and ends it early with an error.
Result<PlayedBoard> play_board(const DealtBoard& board, const BySeat<agent::Player*>& players,
                               const std::function<bool()>& stopped = {});

}  // namespace yomi::table

// Converts records to boards of the page and back.
#pragma once

#include "yomi/bridge/board.h"
#include "yomi/web/bridge_game.h"

namespace yomi::web {

// A board in the page's form: number, hands, names, auction, contract, play and tags, as far as known.
Json board_json(const Board& board);

// All boards of a text in a format that formats/board_reader.h knows, or of lines with a deal each: `boards`,
// each with its `errors` where something is wrong with it, and `more` when there are more than `most`. The
// error: the text is neither.
Result<Json> boards_json(const std::string& text, std::size_t most);

// A board of the page as a record: the calls with their meanings, the play, the result.
Board record_of(const BridgeGame& game);

}  // namespace yomi::web

// Boards to play again: deals with the contracts that people reached, and how they played them.
#pragma once

#include <string>
#include <vector>

#include "lessons.h"
#include "yomi/play/decision.h"

namespace yomi::cli {

struct PlayBoard {
  std::int64_t line = 0;      // where it was found, from 1
  play::PlayContext context;  // the calls not yet read
  std::optional<Auction> auction;
  Deal deal;
  std::vector<Card> play;  // as recorded; legal, perhaps not to the end

  // The context with the calls read, unless the record explains them itself. Nearly a megabyte.
  [[nodiscard]] play::PlayContext heard(const play::CallReader& reader) const;
};

struct BoardFilter {
  Half half = Half::all;
  std::int64_t count = -1;  // negative: all
  std::size_t cards = 0;    // only boards of which at least so many cards are recorded
  std::int64_t skip = 0;    // of those the first ones are left out
};

// Reads PBN (by its name, *.pbn) or one JSON object a line ("-" is standard input), each deal once, where it
// occurs first; boards that were passed out are left out. What cannot be read is reported on stderr under
// `command`, and `bad` counts it. Throws Exit(2) when the file cannot be opened. Stops early, with what it
// has, on Ctrl-C.
std::vector<PlayBoard> read_play_boards(const std::string& command, const std::string& path,
                                        const BoardFilter& filter, int& bad);

// Are names like this taken for PBN?
bool is_pbn(const std::string& path);

}  // namespace yomi::cli

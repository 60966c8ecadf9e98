// The part of `yomi exam play` that looks at whole boards: every card that experts played, beside the
// engine's and the double-dummy best.
#pragma once

#include "play_boards.h"
#include "play_options.h"
#include "yomi/play/contestant.h"

namespace yomi::cli::exam {

struct BoardExam {
  BoardFilter filter{};
  std::string player{};  // a contestant's spec; empty: the engine of the flags
  bool leads_only = false;
  bool json_output = false;
};

// The player of --player, at the settings of the flags; without it their engine. Prints why and throws
// Exit{2} when it cannot be read.
play::ContestantSpec player_named(const PlayFlags& flags, const std::string& player);

// Prints the agreement on the boards of `path`. Sets `failed` if something could not be read. When stopped it
// prints what was done and throws Exit(130).
void examine_boards(const std::string& path, const PlayFlags& flags, const BoardExam& exam, bool& failed);

}  // namespace yomi::cli::exam

// `yomi play --all`: a played board card by card, each from the chair that played it.
#pragma once

#include <optional>
#include <stop_token>

#include "complaints.h"
#include "play_options.h"
#include "yomi/formats/board_reader.h"

namespace yomi::cli {

struct ReviewStyle {
  bool json_output = false;
  bool ascii = false;
};

// The players that comment. Without a time limit, the reader narrows many cards down by double-dummy values
// first.
struct ReviewPlayers {
  ReviewPlayers(const play::Settings& settings, const play::Carding& carding);
  play::Player engine;
  std::optional<play::Player> first_look{};
};

// Comments on every card of the record. False when something could not be read; the message is on stderr.
// Stops after the card in progress on Ctrl-C.
bool review_board(const ReadBoard& read, const std::string& file, ReviewPlayers& players,
                  const play::CallReader* calls, const PlayFlags& flags, const ReviewStyle& style,
                  Complaints& complaints, const std::stop_token& stop);

}  // namespace yomi::cli

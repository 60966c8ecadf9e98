// Flags that `yomi play`, `yomi exam play` and `yomi versus` share.
#pragma once

#include <memory>
#include <string>

#include "command.h"
#include "time_options.h"
#include "yomi/bridge/board.h"
#include "yomi/play/player.h"

namespace yomi::cli {

struct PlayFlags {
  std::string engine = "reader";
  std::size_t deals = 0;
  std::size_t beliefs = 0;
  TimeOptions time{};
  std::uint64_t seed = 1;
  int threads = 0;
  std::string method = "probing";
  std::string ties = "risk-averse";
  std::string others = "expert";
  std::string style = "experts";
  int depth = -1;
  std::string small{};
  std::string leaf = "double-dummy";
  int worlds_ahead = 0;
  double risk = -1;
  std::string carding{};
  std::string system = "two-over-one";

  void add_to(Command& command);
  // The words as settings; prints the reason and throws Exit{2} when one cannot be read.
  [[nodiscard]] play::Settings settings() const;
  [[nodiscard]] play::Carding read_carding() const;
  // By the system of both sides; nothing: calls that the record does not explain say nothing.
  [[nodiscard]] std::shared_ptr<const play::CallReader> call_reader() const;
};

// "D", "CA D5", "C2,CK": suits and cards, as far as they are in `legal`.
Result<CardSet> parse_candidates(const std::string& text, CardSet legal);

// What the tags of a record ask for. [Candidates "CA D"]: only these are considered; empty without the tag.
Result<CardSet> tagged_candidates(const Board& board, CardSet legal);
// [Signals "none"]: the cards before the decision say no more than the rules make them say.
bool has_signals(const Board& board);
play::Settings without_signals(play::Settings settings);

}  // namespace yomi::cli

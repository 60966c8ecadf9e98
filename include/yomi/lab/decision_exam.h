// Several players at the same decisions of played boards; where their cards differ, they are judged by
// playing out deals of the chair's belief.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "yomi/bridge/board.h"
#include "yomi/lab/judge.h"
#include "yomi/lab/versus.h"

namespace yomi::lab {

// What the players did at one decision. Gains are IMPs over the first player's card.
struct JudgedDecision {
  std::int64_t line = 0;
  std::size_t played = 0;  // cards before it
  bool declares = false;
  std::vector<Card> cards{};    // by player
  std::vector<double> gains{};  // by player
};

struct DecisionExam {
  std::vector<play::ContestantSpec> players{};
  Judge judge{};
  std::optional<Role> role{};  // nothing: both
  int first_trick = 1;
  int last_trick = 9;
  std::uint64_t seed = 1;

  // One decision of the board, drawn at random; nothing when it has none of the kind, or when it was stopped.
  // `line` names the board.
  [[nodiscard]] std::optional<JudgedDecision> examine(const Board& board, std::int64_t line,
                                                      const std::stop_token& stop) const;

 private:
  [[nodiscard]] std::vector<std::size_t> decisions_of(const Board& board,
                                                      const play::PlayContext& context) const;
};

}  // namespace yomi::lab

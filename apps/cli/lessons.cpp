#include "lessons.h"

#include <fmt/core.h>

#include "complaints.h"
#include "fail.h"
#include "input.h"
#include "play_boards.h"

namespace yomi::cli {

Half half_named(const std::string& name) {
  return name == "all" ? Half::all : name == "tuning" ? Half::tuning : Half::reporting;
}

void add_half(Command& command, std::string& half) {
  command.add_option("--half", half, "Which boards: tuning, reporting or all (split by deal)")
      ->check(one_of({"tuning", "reporting", "all"}))
      ->shows_default();
}

std::vector<Board> read_played(const std::string& path, Half half, std::int64_t most, int& bad) {
  std::vector<Board> boards;
  Complaints complaints("");
  const auto complain = [&](const Error& error) {
    complaints.say(error);
    ++bad;
  };
  each_played_board(path, complain, [&](ReadBoard&& read) {
    Board& board = read.board;
    const bool wanted = half == Half::all || in_reporting_half(board.deal) == (half == Half::reporting);
    if (wanted && !board.passed_out && !board.play.empty()) boards.push_back(std::move(board));
    return most < 0 || static_cast<std::int64_t>(boards.size()) < most;
  });
  return boards;
}

play::CardPolicy read_policy(const std::string& path) {
  if (path.empty()) return play::CardPolicy::shipped();
  const auto text = or_fail(read_input(path));
  const auto policy = play::CardPolicy::parse(text);
  if (!policy) fail(policy.error().at(path, policy.error().line, policy.error().column).to_string());
  return *policy;
}

}  // namespace yomi::cli

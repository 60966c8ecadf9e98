#include "lessons.h"

#include <fmt/core.h>

#include "complaints.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"

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
  InputLines in(path);
  std::vector<Board> boards;
  std::string line;
  Complaints complaints("");
  while ((most < 0 || static_cast<std::int64_t>(boards.size()) < most) && !Interrupt::requested() &&
         in.next(line)) {
    auto board = parse_played_line(line);
    if (!board) {
      complaints.say(board.error().at(path, static_cast<std::uint32_t>(in.number()), 0));
      ++bad;
      continue;
    }
    if (!board->contract || board->play.empty()) continue;
    if (half != Half::all && in_reporting_half(board->deal) != (half == Half::reporting)) continue;
    boards.push_back(*std::move(board));
  }
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

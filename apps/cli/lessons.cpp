#include "lessons.h"

#include <fmt/core.h>

#include "input.h"
#include "interrupt.h"
#include "yomi/formats/board_line.h"

namespace yomi::cli {

std::vector<play::Lesson> read_lessons(const std::string& path, Half half, std::int64_t most, int& bad) {
  InputLines in(path);
  std::vector<play::Lesson> lessons;
  std::string line;
  while ((most < 0 || static_cast<std::int64_t>(lessons.size()) < most) && !Interrupt::requested() &&
         in.next(line)) {
    const auto board = parse_board_line(line);
    if (!board) {
      fmt::print(stderr, "{}:{}: {}\n", path, in.number(), board.error().to_string());
      ++bad;
      continue;
    }
    if (!board->contract || board->play.empty()) continue;
    if (half != Half::all && in_reporting_half(board->deal) != (half == Half::reporting)) continue;
    const auto auction = board->auction();
    lessons.push_back({.contract = *board->contract,
                       .calls = auction ? play::calls_of(*auction) : play::Calls{},
                       .deal = board->deal,
                       .play = board->play});
  }
  return lessons;
}

}  // namespace yomi::cli

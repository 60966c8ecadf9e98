#include "lessons.h"

#include <fmt/core.h>

#include <fstream>
#include <iostream>

#include "command.h"
#include "interrupt.h"
#include "yomi/formats/board_line.h"

namespace yomi::cli {

std::vector<play::Lesson> read_lessons(const std::string& path, Half half, std::int64_t most, int& bad) {
  std::ifstream file;
  if (path != "-") {
    file.open(path);
    if (!file) {
      fmt::print(stderr, "{}: cannot be opened\n", path);
      throw Exit{2};
    }
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::vector<play::Lesson> lessons;
  std::string line;
  std::int64_t number = 0;
  while ((most < 0 || static_cast<std::int64_t>(lessons.size()) < most) && !Interrupt::requested() &&
         std::getline(in, line)) {
    ++number;
    const auto board = parse_board_line(line);
    if (!board) {
      fmt::print(stderr, "{}:{}: {}\n", path, number, board.error().to_string());
      ++bad;
      continue;
    }
    if (!board->contract || board->play.empty()) continue;
    if (half != Half::all && in_reporting_half(board->deal) != (half == Half::reporting)) continue;
    lessons.push_back({.contract = *board->contract,
                       .calls = board->auction ? play::calls_of(*board->auction) : play::Calls{},
                       .deal = board->deal,
                       .play = board->play});
  }
  return lessons;
}

}  // namespace yomi::cli

#include "dealt_boards.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "board_file.h"
#include "fail.h"
#include "input.h"
#include "yomi/cards/number.h"
#include "yomi/dd/solver.h"
#include "yomi/dealer/run.h"
#include "yomi/dealer/themes.h"
#include "yomi/formats/text.h"

namespace yomi::cli {
namespace {

using table::DealtBoard;

int count_of(const BoardSource& source) {
  return source.count > 0 ? source.count : kUsualBoards;
}

DealtBoard numbered(int number, const Deal& deal) {
  return {.number = number,
          .dealer = board_dealer(number),
          .vulnerability = board_vulnerability(number),
          .deal = deal};
}

std::vector<DealtBoard> from_file(const std::string& path) {
  auto file = or_fail("", BoardFile::open(path));
  std::vector<DealtBoard> made;
  std::set<int> numbers;
  while (const auto read = file.next()) {
    const Board& board = read->board;
    if (!board.deal.is_full())
      fail("",
           read->ok() ? read->error("expected a board with four hands", file.name()) : read->errors.front());
    const int number = leading_number<int>(board.number).value_or(static_cast<int>(made.size()) + 1);
    DealtBoard one = numbered(number, board.deal);
    if (board.dealer) one.dealer = *board.dealer;
    if (board.vulnerability) one.vulnerability = *board.vulnerability;
    if (std::find(made.begin(), made.end(), one) != made.end()) continue;  // from the other room
    if (!numbers.insert(number).second)
      fail("", read->error(fmt::format("there are two boards {}", number), file.name()));
    made.push_back(one);
  }
  if (made.empty()) fail("", {.what = "expected boards, found none", .file = file.name()});
  return made;
}

std::vector<DealtBoard> from_script(const BoardSource& source, std::string_view text,
                                    const std::string& name) {
  auto script = or_fail("", dealer::parse_script(text, name));
  dd::Solver solver;
  script.oracle->tricks = [&solver](const Deal& deal, Seat declarer, Strain strain) {
    return kRanks - solver.tricks(Position(deal, strain, next(declarer)), 6).lower;
  };
  std::vector<DealtBoard> made;
  dealer::RunOptions options;
  options.seed = source.seed;
  options.produce = count_of(source);
  options.write = [](std::string_view) {};
  options.each_deal = [&](const Deal& deal, std::int64_t) {
    DealtBoard board = numbered(static_cast<int>(made.size()) + 1, deal);
    if (script.dealer) board.dealer = *script.dealer;
    if (script.vulnerability) board.vulnerability = *script.vulnerability;
    made.push_back(board);
  };
  or_fail("", dealer::run(script, options));
  if (made.empty()) fail("", {.what = "expected deals that meet the condition, found none", .file = name});
  return made;
}

}  // namespace

void add_board_files(Command& command, BoardSource& source) {
  command.add_option("--boards", source.boards, "The boards of this file");
  command.add_option("--script", source.script, "Boards from this script of the dealer language")
      ->excludes("--boards");
}

void add_theme_option(Command& command, BoardSource& source) {
  command.add_option("--theme", source.theme, "Boards of one kind: " + dealer::theme_names())
      ->excludes("--boards")
      ->excludes("--script");
}

void add_board_options(Command& command, BoardSource& source) {
  add_board_files(command, source);
  command.add_option("--count", source.count, "How many boards: all of a file, otherwise 16 unless given")
      ->check(range(1, 1'000'000));
  command.add_option("--seed", source.seed, "Seed of the deals")->shows_default();
}

std::vector<DealtBoard> dealt_boards(const BoardSource& source) {
  std::vector<DealtBoard> made;
  if (!source.boards.empty()) {
    made = from_file(source.boards);
    if (source.count > 0 && made.size() > static_cast<std::size_t>(source.count))
      made.resize(static_cast<std::size_t>(source.count));
    return made;
  }
  if (!source.script.empty()) {
    const auto text = or_fail("", read_input(source.script));
    return from_script(source, text, input_name(source.script));
  }
  if (!source.theme.empty()) {
    const dealer::Theme* theme = dealer::find_theme(source.theme);
    if (theme == nullptr)
      fail("", {.what = fmt::format("--theme: expected one of {}, found {}", dealer::theme_names(),
                                    text::quote(source.theme))});
    return from_script(source, theme->script, std::string(theme->name));
  }
  for (int number = 1; number <= count_of(source); ++number) {
    Random random = Random(source.seed).split(static_cast<std::uint64_t>(number));
    made.push_back(numbered(number, random_deal(random)));
  }
  return made;
}

}  // namespace yomi::cli

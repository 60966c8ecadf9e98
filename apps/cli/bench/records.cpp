// yomi bench records: reading boards from text, timed by CPU on one thread. What is read is compared with the
// boards that were written.
#include <fmt/core.h>

#include <algorithm>

#include "bench/bench.h"
#include "board_file.h"
#include "input.h"
#include "yomi/cards/random.h"
#include "yomi/formats/board_writer.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/cpu_time.h"

namespace yomi::cli::bench {
namespace {

constexpr int kBoards = 2000;

// A whole board: names, an auction, 52 cards.
Board random_board(int number, Random& random) {
  Board board;
  board.number = std::to_string(number);
  board.names = {"North Player", "East Player", "South Player", "West Player"};
  board.dealer = board_dealer(number);
  board.vulnerability = board_vulnerability(number);
  board.set_deal(random_deal(random));
  board.set_tag("Event", "A match of no importance");
  board.set_tag("Site", "Here");
  board.set_tag("Date", "2026.11.16");
  board.set_tag("Scoring", "IMP");
  Auction auction(*board.dealer);
  while (!auction.is_over()) {
    auto calls = auction.legal_calls();
    const bool passes = auction.last_bid() && random.below(3) > 0;
    const Call call =
        passes ? Call::pass()
               : calls[random.below(static_cast<std::uint32_t>(std::min<std::size_t>(calls.size(), 8)))];
    auction.add(call);
    board.calls.push_back({.call = call});
  }
  const auto contract = auction.contract();
  board.passed_out = !contract;
  if (!contract) return board;
  board.set_contract(*contract);
  board.leader = contract->leader();
  Position position(board.deal, contract->strain, contract->leader());
  int tricks = 0;
  while (board.play.size() < 52) {
    const CardSet legal = position.legal();
    auto left = random.below(static_cast<std::uint32_t>(legal.size()));
    for (const Card card : legal) {
      if (left-- > 0) continue;
      position.play(card);
      board.play.push_back(card);
      break;
    }
    if (position.table().empty() && on(position.turn(), side_of(contract->declarer))) ++tricks;
  }
  board.tricks = tricks;
  return board;
}

struct RecordsRow {
  std::string name;
  double bytes = 0;
  double boards = 0;
  double seconds = 0;
  std::size_t wrong = 0;  // boards with errors, or other than those written
};

// Reads `again` times through a window, as files are read.
RecordsRow time_text(const std::string& name, const std::string& text, BoardFormat format, int again,
                     const std::vector<Board>& expected) {
  RecordsRow row{.name = name};
  for (int run = 0; run < again; ++run) {
    std::size_t at = 0;
    text::Window window([&](char* to, std::size_t most) {
      const std::size_t count = text.copy(to, most, at);
      at += count;
      return count;
    });
    BoardReader reader(window, name, format);
    const double start = jobs::thread_cpu_seconds();
    for (std::size_t i = 0; auto board = reader.next(); ++i) {
      ++row.boards;
      if (!board->ok() || (run == 0 && i < expected.size() && !(board->board == expected[i]))) ++row.wrong;
    }
    row.seconds += jobs::thread_cpu_seconds() - start;
    row.bytes += static_cast<double>(text.size());
  }
  if (!expected.empty() && row.boards != static_cast<double>(expected.size()) * again) ++row.wrong;
  return row;
}

void print_records(const RecordsRow& row, bool json) {
  const double speed = row.bytes / row.seconds / 1e6;
  if (json) {
    fmt::print("{}\n", Json{{"name", row.name},
                            {"bytes", row.bytes},
                            {"boards", row.boards},
                            {"cpu_seconds", row.seconds},
                            {"mb_per_second", speed},
                            {"wrong", row.wrong}}
                           .dump());
  } else {
    fmt::print("{:<12} {:>7.1f} MB  {:>8.0f} boards  {:>7.1f} MB/s  {:>9.0f} boards/s  {}\n", row.name,
               row.bytes / 1e6, row.boards, speed, row.boards / row.seconds,
               row.wrong == 0 ? "all as written" : fmt::format("{} boards wrong", row.wrong));
  }
}

int time_file(const BenchRecordsOptions& options) {
  auto file = BoardFile::open(options.file);
  if (!file) {
    fmt::print(stderr, "yomi bench records: {}\n", file.error().to_string());
    return 2;
  }
  RecordsRow row{.name = file->name()};
  const double start = jobs::thread_cpu_seconds();
  while (const auto board = file->next()) {
    ++row.boards;
    if (board->ok()) continue;
    if (row.wrong++ == 0) fmt::print(stderr, "{}\n", board->errors.front().to_string());
  }
  if (row.boards == 0) nothing_read(options.file, "a board");
  row.seconds = jobs::thread_cpu_seconds() - start;
  row.bytes = static_cast<double>(file->bytes());
  print_records(row, options.json);
  return row.wrong == 0 ? 0 : 2;
}

}  // namespace

int bench_records(const BenchRecordsOptions& options) {
  if (!options.file.empty()) return time_file(options);
  std::vector<Board> boards;
  Random random(options.seed);
  for (int number = 1; number <= kBoards; ++number) boards.push_back(random_board(number, random));
  std::size_t wrong = 0;
  for (const BoardFormat format : {BoardFormat::pbn, BoardFormat::lin, BoardFormat::json_lines}) {
    BoardWriter writer(format);
    std::string text;
    for (const Board& board : boards) text += writer.add(board);
    text += writer.finish();
    // What the format cannot hold is not compared.
    std::vector<Board> expected;
    if (writer.lost().empty()) expected = boards;
    const RecordsRow row = time_text(std::string(to_string(format)), text, format, options.scale, expected);
    print_records(row, options.json);
    wrong += row.wrong;
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace yomi::cli::bench

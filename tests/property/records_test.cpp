// Boards say the same after they went through another format.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/boards.h"
#include "yomi/formats/board_line.h"
#include "yomi/formats/board_reader.h"
#include "yomi/formats/board_writer.h"
#include "yomi/formats/lin.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

namespace fs = std::filesystem;

fs::path shared(const std::string& name) {
  return fs::path(YOMI_SOURCE_DIR) / ".." / "shared" / "data" / name;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Board> boards_in(const std::string& text, BoardFormat format, bool expect_ok = true) {
  std::vector<Board> boards;
  BoardReader reader(text, "again", format);
  while (auto read = reader.next()) {
    EXPECT_TRUE(!expect_ok || read->ok()) << read->errors.front().to_string() << "\n" << text.substr(0, 3000);
    boards.push_back(std::move(read->board));
  }
  return boards;
}

std::string written(const std::vector<Board>& boards, BoardFormat format,
                    std::vector<std::string>* lost = nullptr) {
  BoardWriter writer(format);
  std::string text;
  for (const Board& board : boards) text += writer.add(board);
  text += writer.finish();
  if (lost != nullptr) *lost = writer.lost();
  return is_machine_format(format) ? text : text::decode(text);
}

void expect_equal(const std::vector<Board>& boards, const std::vector<Board>& again,
                  const std::string& text) {
  ASSERT_EQ(again.size(), boards.size()) << text.substr(0, 3000);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    ASSERT_TRUE(again[i] == boards[i]) << to_board_line(boards[i]) << "\n" << to_board_line(again[i]);
  }
}

// The fields of a LIN text without pages, and with what is written in several ways written in one.
std::vector<std::string> fields_of(const std::string& text) {
  std::vector<std::string> fields;
  std::string rest = text;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t bar = text.find('|', at);
    if (bar == std::string::npos) break;
    const std::size_t end = std::min(text.find('|', bar + 1), text.size());
    const std::string name(text::trim(std::string_view(text).substr(at, bar - at)));
    const std::string value = text.substr(bar + 1, end - bar - 1);
    at = end + 1;
    const bool known = name == "pg" || name == "md" || name == "sv" || name == "pn" || name == "mc";
    if (!known) fields.push_back(name + "|" + text::lower(text::to_utf8(text::trim(value))));
  }
  return fields;
}

TEST(Records, LinFilesGoThroughPbnAndBack) {
  const fs::path folder = shared("lin");
  if (!fs::exists(folder)) GTEST_SKIP() << folder << " is not here";
  std::size_t boards = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string text = text::decode(bytes_of(entry.path()));
    ASSERT_EQ(guess_format(text), BoardFormat::lin) << entry.path();
    const std::vector<Board> read = boards_in(text, BoardFormat::lin, false);
    boards += read.size();
    for (const Board& board : read) EXPECT_TRUE(board.deal.is_full()) << entry.path();
    const std::string pbn = written(read, BoardFormat::pbn);
    const std::vector<Board> from_pbn = boards_in(pbn, BoardFormat::pbn, false);
    expect_equal(read, from_pbn, pbn);
    const std::string lin = written(from_pbn, BoardFormat::lin);
    expect_equal(read, boards_in(lin, BoardFormat::lin, false), lin);
    // Every field is back in its place.
    EXPECT_EQ(fields_of(lin), fields_of(text)) << entry.path();
    const std::string lines = written(read, BoardFormat::json_lines);
    expect_equal(read, boards_in(lines, BoardFormat::json_lines), lines);
  }
  EXPECT_EQ(boards, 988U);
}

TEST(Records, PbnFilesSayTheSameInStandardWords) {
  const fs::path folder = shared("pbn");
  if (!fs::exists(folder)) GTEST_SKIP() << folder << " is not here";
  std::size_t boards = 0;
  for (const fs::path& where : {folder, shared("boards")}) {
    for (const auto& entry : fs::directory_iterator(where)) {
      const std::string text = text::decode(bytes_of(entry.path()));
      const std::vector<Board> read = boards_in(text, BoardFormat::pbn);
      boards += read.size();
      const std::string pbn = written(read, BoardFormat::pbn);
      expect_equal(read, boards_in(pbn, BoardFormat::pbn), pbn);
      const std::string lines = written(read, BoardFormat::json_lines);
      expect_equal(read, boards_in(lines, BoardFormat::json_lines), lines);
    }
  }
  EXPECT_GT(boards, 20U);
}

// What LIN has a place for.
Board for_lin(Board board, Random& random) {
  board.tags.clear();
  board.set_tag("Event", "An event");
  if (random.below(2) == 0) board.set_tag("Room", random.below(2) == 0 ? "Open" : "Closed");
  board.number = std::to_string(1 + random.below(40));
  std::erase_if(board.asides, [](const Aside& aside) { return aside.after < 0 || !aside.field.empty(); });
  for (Aside& aside : board.asides) std::replace(aside.text.begin(), aside.text.end(), '|', '/');
  for (BoardCall& call : board.calls) {
    std::replace(call.explanation.begin(), call.explanation.end(), '|', '/');
    call.alerted = random.below(3) == 0;
  }
  for (Seat seat : kAllSeats) board.names[seat] = "P" + std::to_string(random.below(9));
  if (!board.tricks && !board.passed_out && random.below(2) == 0)
    board.tricks = static_cast<int>(random.below(14));
  return board;
}

TEST(Records, RandomBoardsComeBackFromEveryFormat) {
  Random random(31);
  for (int i = 0; i < 400 && !::testing::Test::HasFailure(); ++i) {
    std::vector<Board> boards;
    for (std::uint32_t left = 1 + random.below(4); left > 0; --left) {
      const std::string text = pbn::write(testing::random_record(random));
      for (Board& board : boards_in(text, BoardFormat::pbn)) boards.push_back(std::move(board));
    }
    for (BoardFormat format : {BoardFormat::pbn, BoardFormat::json_lines}) {
      const std::string text = written(boards, format);
      expect_equal(boards, boards_in(text, format), text);
    }
    for (Board& board : boards) board = for_lin(std::move(board), random);
    std::vector<std::string> lost;
    const std::string lin = written(boards, BoardFormat::lin, &lost);
    EXPECT_TRUE(lost.empty()) << lost.front();
    std::vector<Board> again = boards_in(lin, BoardFormat::lin);
    // The head of the file is new.
    for (Board& board : again)
      std::erase_if(board.asides, [](const Aside& aside) { return aside.field == "vg"; });
    expect_equal(boards, again, lin);
  }
}

TEST(Records, DealsComeBackFromFilesOfMachines) {
  Random random(32);
  for (BoardFormat format : {BoardFormat::bri, BoardFormat::dge, BoardFormat::dup, BoardFormat::deal_lines}) {
    std::vector<Board> boards;
    for (int i = 0; i < 50; ++i) {
      Board& board = boards.emplace_back();
      board.set_deal(random_deal(random));
      if (format == BoardFormat::deal_lines) continue;
      board.number = std::to_string(i + 1);
      board.dealer = board_dealer(i + 1);
      board.vulnerability = board_vulnerability(i + 1);
    }
    const std::string bytes = written(boards, format);
    expect_equal(boards, boards_in(bytes, format), bytes);
  }
}

// However the text is cut into parts, the boards are the same.
TEST(Records, AWindowShowsTheSameBoards) {
  Random random(33);
  std::string text;
  for (int i = 0; i < 400; ++i) text += pbn::write(testing::random_record(random)) + "\n";
  const std::vector<Board> whole = boards_in(text, BoardFormat::pbn);
  for (std::size_t step : {std::size_t{7}, std::size_t{1000}, std::size_t{70'000}, std::size_t{1} << 20}) {
    std::size_t at = 0;
    std::string with_returns;
    for (char c : text) with_returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
    text::Window window([&](char* to, std::size_t most) {
      const std::size_t count = std::min({most, step, with_returns.size() - at});
      with_returns.copy(to, count, at);
      at += count;
      return count;
    });
    BoardReader reader(window, "window", BoardFormat::pbn);
    std::vector<Board> boards;
    while (auto read = reader.next()) boards.push_back(std::move(read->board));
    expect_equal(whole, boards, "");
  }
}

}  // namespace
}  // namespace yomi

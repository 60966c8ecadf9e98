// The record of a match and its books: what was played is read back, once, also from a file that was cut off.
#include <gtest/gtest.h>

#include <filesystem>

#include "support/program.h"
#include "yomi/table/team_match.h"

namespace yomi::table {
namespace {

DealtBoard dealt(int number) {
  Random random = Random(3).split(static_cast<std::uint64_t>(number));
  return {.number = number,
          .dealer = board_dealer(number),
          .vulnerability = board_vulnerability(number),
          .deal = random_deal(random)};
}

// 3NT by the dealer with the lowest legal card to every trick; every fourth board is passed out.
PlayedBoard played(int number) {
  PlayedBoard made{.board = dealt(number)};
  Auction auction(made.board.dealer);
  const auto call = [&](Call one, std::string explanation) {
    made.calls.push_back({.seat = auction.turn(),
                          .call = one,
                          .alert = !explanation.empty(),
                          .explanation = std::move(explanation)});
    auction.add(one);
  };
  call(number % 4 == 0 ? Call::pass() : Call::bid(3, Strain::no_trump), number % 4 == 0 ? "" : "to \"play\"");
  while (!auction.is_over()) call(Call::pass(), auction.calls().size() == 2 ? "weak; nothing" : "");
  made.contract = auction.contract();
  made.seconds = {12.25, 3.5};
  if (!made.contract) return made;
  Position position(made.board.deal, made.contract->strain, made.contract->leader());
  while (!position.is_over()) {
    made.play.push_back(position.legal().lowest());
    position.play(made.play.back());
  }
  made.tricks = position.tricks(side_of(made.contract->declarer));
  return made;
}

RecordedTable recorded(int number, RoomName room) {
  return {.room = room,
          .round = number / 4,
          .table = 0,
          .teams = {"A", "the 'B' team"},
          .played = played(number),
          .imps_ns = {},
          .double_dummy = number % 4 == 0 ? std::nullopt : std::optional(number)};
}

TEST(TableRecord, IsReadBackAsItWasPlayed) {
  std::string text;
  std::vector<RecordedTable> tables;
  for (int number = 1; number <= 8; ++number) {
    tables.push_back(recorded(number, number % 2 == 0 ? RoomName::open : RoomName::closed));
    if (number == 5) tables.back().imps_ns = -7;
    text += to_pbn(tables.back(), {.event = "Test", .date = "2026.11.16"}) + "\n";
  }
  const auto read = parse_record(text, "match.pbn");
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(*read, tables);
  EXPECT_NE(text.find("[Room \"Closed\"]"), std::string::npos);
  EXPECT_NE(text.find("[ScoreIMP \"NS -7\"]"), std::string::npos);
}

TEST(TableRecord, AFileThatWasCutOffAnywhereLosesOnlyTheBoardThatWasBeingWritten) {
  const testing::Folder folder;
  const std::string path = (folder.path() / "match.pbn").string();
  std::vector<std::size_t> ends{0};
  {
    auto file = RecordFile::open(path, false, {});
    ASSERT_TRUE(file) << file.error().to_string();
    EXPECT_FALSE(RecordFile::open(path, true, {}));  // one program at a time
    for (int number = 1; number <= 3; ++number) {
      ASSERT_TRUE(file->add(recorded(number, RoomName::open)));
      ends.push_back(std::filesystem::file_size(path));
    }
  }
  EXPECT_FALSE(RecordFile::open(path, false, {}));
  const std::string whole = testing::content(path);
  for (std::size_t size = 0; size <= whole.size(); size += size % 61 + 1) {
    const std::string part = folder.file("part.pbn", whole.substr(0, size));
    std::size_t boards = 0;
    while (boards < 3 && ends[boards + 1] <= size) ++boards;
    auto file = RecordFile::open(part, true, {});
    ASSERT_TRUE(file) << size << ": " << file.error().to_string();
    EXPECT_EQ(file->boards().size(), boards);
    EXPECT_EQ(file->was_cut(), size != ends[boards]);
    ASSERT_TRUE(file->add(recorded(4, RoomName::closed)));
    const auto again = parse_record(testing::content(part), part);
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_EQ(again->size(), boards + 1);
    EXPECT_EQ(again->back(), recorded(4, RoomName::closed));
  }
}

TEST(TeamMatchBooks, CountsEveryBoardOnceAndScoresWhatBothRoomsHavePlayed) {
  TeamMatch match({dealt(1), dealt(2)});
  match.set_team(0, "A");
  match.set_team(1, "B");
  EXPECT_EQ(match.team(RoomName::open, Side::ns), "A");
  EXPECT_EQ(match.team(RoomName::closed, Side::ns), "B");
  PlayedBoard first = played(1);
  match.add(RoomName::open, first);
  EXPECT_EQ(match.next(RoomName::open)->number, 2);
  EXPECT_EQ(match.next(RoomName::closed)->number, 1);
  EXPECT_EQ(match.boards_scored(), 0);
  PlayedBoard other = first;
  other.contract.reset();
  const RecordedTable made = match.add(RoomName::closed, other);
  EXPECT_EQ(match.imps(), imps(first.score_ns()));
  EXPECT_EQ(made.imps_ns, -imps(first.score_ns()));
  EXPECT_EQ(made.teams[Side::ns], "B");
  EXPECT_EQ(match.boards_scored(), 1);
}

TEST(TeamMatchBooks, TakesARecordOfThisMatchOnly) {
  TeamMatch match({dealt(1), dealt(2)});
  RecordedTable one = recorded(1, RoomName::closed);
  one.teams = {"B", "A"};
  ASSERT_TRUE(match.take(one));
  EXPECT_EQ(match.teams()[0], "A");
  EXPECT_FALSE(match.take(one));  // twice
  one.played = played(2);
  one.teams = {"A", "B"};
  EXPECT_FALSE(match.take(one));  // other teams
  one.teams = {"B", "A"};
  one.played.board.number = 3;
  EXPECT_FALSE(match.take(one));  // another board
}

}  // namespace
}  // namespace yomi::table

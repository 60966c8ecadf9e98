// `yomi practise bidding` through a pipe.
#include <gtest/gtest.h>

#include <sstream>

#include "support/program.h"
#include "yomi/dealer/themes.h"
#include "yomi/formats/json.h"

namespace yomi::testing {
namespace {

std::vector<Json> objects(const std::string& text) {
  std::vector<Json> made;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto one = Json::parse(line);
    EXPECT_TRUE(one) << line;
    if (one) made.push_back(*one);
  }
  return made;
}

constexpr const char* kFast = " --rules --deals 4 --ascii ";

TEST(PractiseBidding, ABoardThroughAPipe) {
  const Folder folder;
  const std::string in =
      folder.file("typed", "?\nexplain 2c\nnonsense\n2h\nundo\n7nt\nundo\nhint\n2C!\np\nquit\n");
  const Ran ran = run_program("practise bidding --theme stayman --seed 3 --count 1 --json" +
                              std::string(kFast) + "<" + in);
  ASSERT_EQ(ran.status, 0) << ran.err;
  for (const char* part : {"Your call > ", "2C would say: asks for a four-card major", "found 'nonsense'",
                           "Taken back", "Hint: 2C", "The system calls", "double-dummy", "Par: N-S",
                           "your two hands belong in", "agreed in"}) {
    EXPECT_NE(ran.err.find(part), std::string::npos) << part << "\n" << ran.err;
  }
  EXPECT_EQ(ran.err.find("\u2663"), std::string::npos) << "--ascii";
  const auto boards = objects(ran.out);
  ASSERT_EQ(boards.size(), 1U);
  const Json& board = boards.front();
  EXPECT_EQ(board.find("deals")->integer(), 4);
  EXPECT_EQ(board.text_of("contract"), "2S");
  ASSERT_NE(board.find("reached"), nullptr);
  double last = 1e9;
  for (const Json& one : board.find("best")->elements()) {
    EXPECT_LE(one.find("points")->number().value(), last);
    last = one.find("points")->number().value();
  }
  bool compared = false;
  for (const Json& call : board.find("calls")->elements()) {
    EXPECT_FALSE(call.text_of("shows").empty());
    if (call.text_of("call") != "2C") continue;
    compared = true;
    EXPECT_EQ(call.text_of("system"), "2C");
    EXPECT_FALSE(call.text_of("why").empty());
  }
  EXPECT_TRUE(compared);
}

// Every theme deals boards, for a person in any chair.
TEST(PractiseBidding, EveryTheme) {
  for (const dealer::Theme& theme : dealer::themes()) {
    const Ran ran = run_program("practise bidding --watch --seat West --count 1 --seed 5 --json --theme " +
                                std::string(theme.name) + kFast);
    EXPECT_EQ(ran.status, 0) << theme.name << ran.err;
    EXPECT_EQ(objects(ran.out).size(), 1U) << theme.name;
  }
}

TEST(PractiseBidding, TheSystemBidsGivenHands) {
  const Ran ran = run_program(
      "practise bidding --watch --silent --json --seed 4 --hand AQJ73.KQ.A62.Q94 --partner K952.A76.QT84.J7" +
      std::string(kFast));
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto boards = objects(ran.out);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_NE(boards.front().text_of("deal").find("K952.A76.QT84.J7"), std::string::npos);
  EXPECT_NE(boards.front().text_of("deal").find("AQJ73.KQ.A62.Q94"), std::string::npos);
  EXPECT_EQ(boards.front().text_of("contract"), "4S");
}

TEST(PractiseBidding, BoardsOfAFileAndAScript) {
  const Folder folder;
  const std::string script = folder.file("slams.dl", "condition hcp(north) + hcp(south) >= 33\n");
  const std::string file = YOMI_SOURCE_DIR "/examples/cumberland.pbn";
  EXPECT_EQ(
      objects(run_program("practise bidding --watch --json --count 1 --boards " + file + kFast).out).size(),
      1U);
  EXPECT_EQ(
      objects(run_program("practise bidding --watch --json --count 2 --script " + script + kFast).out).size(),
      2U);
}

TEST(PractiseBidding, WhatIsWrongIsNamed) {
  const Ran theme = run_program("practise bidding --theme nothing </dev/null");
  EXPECT_EQ(theme.status, 2);
  EXPECT_NE(theme.err.find("expected one of competitive, "), std::string::npos) << theme.err;
  const Ran hand = run_program("practise bidding --hand AKQ </dev/null");
  EXPECT_EQ(hand.status, 2);
  EXPECT_NE(hand.err.find("--hand: column"), std::string::npos) << hand.err;
  const Ran twice =
      run_program("practise bidding --hand AQJ73.KQ.A62.Q94 --partner AQJ73.KQ.A62.Q94 </dev/null");
  EXPECT_EQ(twice.status, 2);
  EXPECT_EQ(run_program("practise bidding --seat Nowhere </dev/null").status, 2);
  EXPECT_EQ(run_program("practise bidding --seed 1 </dev/null").status, 0);
}

}  // namespace
}  // namespace yomi::testing

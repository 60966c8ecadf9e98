// `yomi practise` at a terminal of 80 by 24, and through a pipe.
#include <gtest/gtest.h>

#include "support/program.h"
#include "yomi/formats/json.h"

namespace yomi::testing {
namespace {

void expect_terminal(const std::string& what) {
  const std::string command =
      "python3 " YOMI_SOURCE_DIR "/tests/integration/practise_terminal.py " YOMI_PROGRAM " " + what;
  EXPECT_EQ(std::system(command.c_str()), 0) << command;  // NOLINT(concurrency-mt-unsafe)
}

TEST(Practise, ABoardOfBridgeOnATerminal) {
  expect_terminal("bridge");
}

TEST(Practise, AGameOfDaihinminOnATerminal) {
  expect_terminal("daihinmin");
}

TEST(Practise, CtrlCEndsIt) {
  expect_terminal("stopped");
}

// Where there is no terminal, pages follow each other as plain text.
TEST(Practise, ThroughAPipe) {
  const Folder folder;
  std::string typed = "p\np\np\np\n";
  for (int card = 0; card < 60; ++card) typed += "s\nh\nd\nc\n";
  const std::string in = folder.file("typed", typed + "quit\n");
  const std::string record = (folder.path() / "mine.pbn").string();
  const Ran ran = run_program(
      "practise --seed 9 --robots pimc:deals=1,bidding=rules --hints "
      "pimc:deals=1,bidding=rules --count 1 --json --ascii --record " +
      record + " <" + in);
  EXPECT_EQ(ran.status, 0) << ran.err.substr(0, 500);
  EXPECT_EQ(ran.err.find('\033'), std::string::npos);
  const auto report = Json::parse(ran.out);
  ASSERT_TRUE(report) << ran.out;
  EXPECT_EQ(report->find("board")->integer(), 1);
  EXPECT_NE(content(record).find("[Deal "), std::string::npos);
  EXPECT_EQ(run_program("solve " + record).status, 0);
  const Ran wrong = run_program("practise --robots nobody </dev/null");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("--robots: column 1"), std::string::npos) << wrong.err;
  EXPECT_EQ(run_program("practise --seed 1 --robots pimc:deals=1,bidding=rules </dev/null").status, 0);
}

}  // namespace
}  // namespace yomi::testing

// Matches over TCP on this machine: `yomi table`, `yomi seat` and a picky player in Python, which was written
// from the description of the protocol alone. YOMI_TABLE_RUNS (1 unless set) is the number of matches of each
// kind: 100 is the full measure.
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/program.h"

namespace yomi::testing {
namespace {

int runs() {
  const char* text = std::getenv("YOMI_TABLE_RUNS");  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? 1 : std::atoi(text);
}

void expect_matches(const std::string& arguments) {
  const std::string command = "python3 " YOMI_SOURCE_DIR "/tests/integration/table_match.py " YOMI_PROGRAM
                              " " +
                              arguments + " --runs " + std::to_string(runs());
  EXPECT_EQ(std::system(command.c_str()), 0) << command;  // NOLINT(concurrency-mt-unsafe)
}

TEST(Table, APickyPlayerPlaysAMatch) {
  expect_matches("match --boards 16");
}

TEST(Table, NoBoardIsLostOrCountedTwiceWhenAProcessIsKilled) {
  expect_matches("kill --boards 6 --kills 4 --moment 3");
}

TEST(Table, ACrowdOfConnectionsDisturbsNobody) {
  expect_matches("crowd --boards 4");
}

TEST(Table, SaysWhatIsWrong) {
  const Ran missing = run_program("table --boards /nowhere.pbn");
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.err.find("/nowhere.pbn"), std::string::npos) << missing.err;
  const Ran resume = run_program("table --resume");
  EXPECT_EQ(resume.status, 2);
  EXPECT_NE(resume.err.find("--record"), std::string::npos) << resume.err;
  const Ran seat = run_program("seat --seat Up");
  EXPECT_EQ(seat.status, 2);
  EXPECT_NE(seat.err.find("North, East, South or West"), std::string::npos) << seat.err;
  const Ran player = run_program("seat --player reader:colour=red");
  EXPECT_EQ(player.status, 2);
  EXPECT_NE(player.err.find("--player: column"), std::string::npos) << player.err;
  const Ran nobody = run_program("seat --port 1 --connect 0");
  EXPECT_EQ(nobody.status, 2);
  EXPECT_NE(nobody.err.find("cannot connect"), std::string::npos) << nobody.err;
}

}  // namespace
}  // namespace yomi::testing

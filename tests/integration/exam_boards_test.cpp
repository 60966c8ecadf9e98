// yomi exam boards, as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/program.h"

namespace yomi {
namespace {

using testing::Folder;
using testing::run_program;

// A deal of the writer's own: south has twelve tricks in spades, east and west pass.
constexpr const char* kBoard =
    R"({"dealer":"S","vul":"None","deal":"N:QJ4.K73.A982.K65 987.QJT9.J76.T98 AKT652.A4.KQ3.A4 3.8652.T54.QJ732",)"
    R"("auction":["1S","P","2S","P","6S","P","P","P"],"contract":"6S","declarer":"S"})";

TEST(ExamBoards, JudgesABoardAgainstTheExperts) {
  const Folder folder;
  const auto ran =
      run_program("exam boards " + folder.file("one.jsonl", std::string(kBoard) + "\n") + " --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto out = nlohmann::json::parse(ran.out);
  EXPECT_EQ(out["deals"], 1);
  EXPECT_EQ(out["auctions"], 2);
  EXPECT_EQ(out["illegal"], 0);
  EXPECT_EQ(out["against_silent"]["boards"], 1);
}

TEST(ExamBoards, ADealCountsOnceAndBadLinesAreNamed) {
  const Folder folder;
  const std::string file =
      folder.file("boards.jsonl", std::string(kBoard) + "\n{\"deal\":\"N:A\"}\n" + kBoard + "\n");
  const auto ran = run_program("exam boards " + file + " --json");
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("boards.jsonl:2:4: expected four suits"), std::string::npos) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out)["deals"], 1);
}

TEST(ExamBoards, TablesAreTakenFromSolve) {
  const Folder folder;
  const std::string boards = folder.file("one.jsonl", std::string(kBoard) + "\n");
  const auto deal = nlohmann::json::parse(kBoard)["deal"].get<std::string>();
  const auto solved = run_program("solve --deal \"" + deal + "\" --table --json");
  ASSERT_EQ(solved.status, 0) << solved.err;
  const std::string tables = folder.file("tables.jsonl", solved.out);
  const auto looked_up =
      run_program("exam boards " + boards + " --tables " + tables + " --no-solving --list");
  const auto by_itself = run_program("exam boards " + boards + " --list");
  ASSERT_EQ(looked_up.status, 0) << looked_up.err;
  const auto first_lines = [](const std::string& text) { return text.substr(0, text.find("Against")); };
  EXPECT_EQ(first_lines(looked_up.out), first_lines(by_itself.out));
  const auto broken = run_program("exam boards " + boards + " --tables " + boards);
  EXPECT_EQ(broken.status, 2);
  EXPECT_NE(broken.err.find("one.jsonl:1"), std::string::npos) << broken.err;
}

TEST(ExamBoards, ExpertsDealsAreBidToTheEnd) {
  const auto path =
      std::filesystem::path(YOMI_SOURCE_DIR) / ".." / "shared" / "data" / "vugraph" / "boards.jsonl.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
  const Folder folder;
  const std::string none = folder.file("none.jsonl", "");
  const std::string all = folder.file("boards.jsonl", "");
  ASSERT_EQ(std::system(("zcat " + path.string() + " > " + all).c_str()),
            0);  // NOLINT(concurrency-mt-unsafe)
  const auto bid = run_program("exam boards --every 10 --no-solving --tables " + none + " --json " + all);
  ASSERT_EQ(bid.status, 0) << bid.err;
  const auto out = nlohmann::json::parse(bid.out);
  EXPECT_EQ(out["deals"], 1065);
  EXPECT_EQ(out["illegal"], 0);
  EXPECT_EQ(out["too_long"], 0);
  EXPECT_GT(out["auctions_per_second"].get<double>(), 100);
}

}  // namespace
}  // namespace yomi

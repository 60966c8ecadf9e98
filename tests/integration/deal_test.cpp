// yomi deal and yomi exam belief, as a user runs them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/program.h"

namespace yomi {
namespace {

using testing::Folder;
using testing::Ran;
using testing::run_program;

constexpr const char* kBoard =
    "% PBN 2.1\n"
    "[Board \"1\"]\n[Dealer \"S\"]\n[Vulnerable \"NS\"]\n"
    "[Deal \"N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543\"]\n"
    "[Declarer \"S\"]\n[Contract \"3NT\"]\n[Auction \"S\"]\n2NT =1= Pass 3NT Pass\nPass Pass\n"
    "[Note \"1:shows hcp(self) >= 21 && hcp(self) <= 22 && shape(self, any 4333 + any 4432 + any 5332)\"]\n"
    "[Play \"W\"]\nH6 H2 HK HA\nC3 C7 - CQ\n*\n";

TEST(Deal, HelpHasExamples) {
  const auto ran = run_program("deal --help");
  EXPECT_EQ(ran.status, 0);
  EXPECT_NE(ran.out.find("--from board.pbn"), std::string::npos);
}

TEST(Deal, RunsAConditionFromTheCommandLine) {
  const auto ran = run_program("deal -n 3 -s 1 -c 'hcp(north) >= 30 action printes(hcp(north) >= 30)' -q");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "111");
  for (const char* format : {"pbn", "lin", "oneline"}) {
    EXPECT_EQ(run_program(std::string("deal -n 2 -s 1 -c 1 --format ") + format).status, 0);
  }
  const auto json = nlohmann::json::parse(run_program("deal -n 2 -s 5 -c 'hcp(west) > 25' --json").out);
  EXPECT_EQ(json["deals"].size(), 2U);
  EXPECT_EQ(json["seed"], 5);
}

TEST(Deal, AnswersForACondition) {
  const auto ran =
      run_program("deal -c 'hcp(north) >= 37' --chance 'north has SA' --chance 'hcp(south) == 3'");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "north has SA: 100.0%\nhcp(south) == 3: 3.1%\n");
  const auto explained = run_program("deal -c 'predeal north SAKQJT98765432 east HAKQJT98765432' --explain");
  EXPECT_NE(explained.out.find("10400600 layouts are possible"), std::string::npos)
      << explained.out << explained.err;
}

TEST(Deal, BadInputIsNamedAndEndsWithTwo) {
  const Folder folder;
  const auto script = run_program("deal " + folder.file("bad.dl", "produce 3\ncondition hcp(north >= 3"));
  EXPECT_EQ(script.status, 2);
  EXPECT_NE(script.err.find("bad.dl:2:21: expected ')'"), std::string::npos) << script.err;
  EXPECT_EQ(run_program("deal no-such-file.dl").status, 2);
  const auto never = run_program("deal -c 'hcp(north) >= 25 && hcp(south) >= 16'");
  EXPECT_EQ(never.status, 2);
  EXPECT_NE(never.err.find("cannot hold together"), std::string::npos);
  EXPECT_EQ(run_program("deal --from no-such-file.pbn").status, 2);
  EXPECT_EQ(run_program("deal --from " + folder.file("b.pbn", kBoard) + " --view X").status, 2);
  EXPECT_EQ(run_program("deal --from " + folder.file("b.pbn", kBoard) + " --chance 'west has QQ'").status, 2);
}

TEST(Deal, SeesABoardFromAChair) {
  const Folder folder;
  const std::string board = folder.file("board.pbn", kBoard);
  const auto explained = run_program("deal --from " + board +
                                     " --view E --explain --chance 'west has SA' --chance 'hcp(west) == 0'");
  EXPECT_EQ(explained.status, 0) << explained.err;
  EXPECT_NE(explained.out.find("South's 2NT shows"), std::string::npos);
  EXPECT_NE(explained.out.find("7810 layouts are possible"), std::string::npos) << explained.out;
  EXPECT_NE(explained.out.find("west has SA: 0.0%"), std::string::npos);
  EXPECT_NE(explained.out.find("hcp(west) == 0: 100.0%"), std::string::npos);
  EXPECT_NE(explained.out.find("SA  S 100.0% ####################"), std::string::npos);
  const auto json = nlohmann::json::parse(run_program("deal --from " + board + " --json -n 5 -s 1").out);
  EXPECT_EQ(json["view"], "E");
  EXPECT_EQ(json["deals"].size(), 5U);
  EXPECT_NEAR(json["hands"]["S"]["cards"]["SA"].get<double>(), 1, 1e-9);
  // Before the lead three hands are hidden.
  const auto early =
      nlohmann::json::parse(run_program("deal --from " + board + " --view W --cards 0 --json").out);
  EXPECT_EQ(early["hands"].size(), 3U);
}

TEST(Exam, TheTrueDealIsAlwaysPossible) {
  const auto data =
      std::filesystem::path(YOMI_SOURCE_DIR) / ".." / "shared" / "data" / "vugraph" / "boards.jsonl.gz";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << data << " is not here";
  const Folder folder;
  const std::string boards = (folder.path() / "boards").string();
  const std::string unpack = "zcat " + data.string() + " >" + boards;
  ASSERT_EQ(std::system(unpack.c_str()), 0);  // NOLINT(concurrency-mt-unsafe)
  const auto ran = run_program("exam belief " + boards + " --facts-only --every 100 --json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  const auto json = nlohmann::json::parse(ran.out);
  EXPECT_GT(json["boards"], 100);
  EXPECT_GT(json["views"], 10'000);
  EXPECT_EQ(json["impossible"], 0);
}

// Which calls were read, and how.
TEST(Deal, SaysHowCallsWereRead) {
  const Folder folder;
  const std::string head =
      "[Dealer \"N\"]\n[Vulnerable \"None\"]\n"
      "[Deal \"N:AK52.K3.Q984.AJ7 J93.QT82.A72.K94 Q764.J954.KJ.652 T8.A76.T653.QT83\"]\n[Auction \"N\"]\n";
  const std::string plain = folder.file("plain.pbn", head + "1NT Pass Pass Pass\n[Play \"E\"]\n");
  const Ran none = run_program("deal --from " + plain + " --explain");
  EXPECT_NE(none.out.find("No call was read."), std::string::npos) << none.out;
  const Ran system = run_program("deal --from " + plain + " --explain --system two-over-one");
  EXPECT_NE(system.out.find("North 1NT, by the system: 15-17 balanced"), std::string::npos) << system.out;
  EXPECT_NE(system.out.find("North's 1NT shows hcp(north) >= 15"), std::string::npos) << system.out;
  const std::string said = folder.file(
      "said.pbn", head + "1NT =1= Pass Pass Pass\n[Note \"1:shows hcp(self) >= 15\"]\n[Play \"E\"]\n");
  const Ran explained = run_program("deal --from " + said + " --json");
  EXPECT_NE(explained.out.find("\"read_by\":\"explanation\""), std::string::npos) << explained.out;
  EXPECT_EQ(run_program("deal --from " + plain + " --system nonsense").status, 2);
}

}  // namespace
}  // namespace yomi

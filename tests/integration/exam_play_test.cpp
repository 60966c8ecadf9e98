// yomi exam play, as a user runs it: problems, and the cards of played boards.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/examples.h"
#include "support/program.h"

namespace yomi {
namespace {

using nlohmann::json;
using testing::example_path;
using testing::Folder;
using testing::run_program;

TEST(ExamPlay, Problems) {
  const auto ran = run_program("exam play " + example_path(2) + " --engine pimc --deals 4 --seeds 2 --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json answer = json::parse(ran.out);
  ASSERT_EQ(answer["problems"].size(), 1U);
  EXPECT_EQ(answer["problems"][0]["tries"], 2);
}

// --player stands in for the engine on problems too.
TEST(ExamPlay, PlayersOnProblems) {
  const auto by = [&](const std::string& player, const std::string& file) {
    return run_program("exam play " + file + " --player " + player + " --json");
  };
  const auto policy = by("policy", example_path(2));
  ASSERT_EQ(policy.status, 0) << policy.err;
  EXPECT_EQ(json::parse(policy.out)["engine"], "policy");
  EXPECT_TRUE(json::parse(policy.out)["classes"][0]["engines"].contains("policy")) << policy.out;
  // The same settings, written in two ways.
  const auto named = json::parse(by("pimc:deals=3", example_path(2)).out)["problems"][0]["cards"];
  const auto flags = run_program("exam play " + example_path(2) + " --engine pimc --deals 3 --json");
  EXPECT_EQ(named, json::parse(flags.out)["problems"][0]["cards"]);
  EXPECT_EQ(by("robot", example_path(2)).status, 2);
  // Who looks into all hands needs them.
  const Folder folder;
  const std::string hidden = folder.file(
      "hidden.pbn",
      "[Deal \"N:AKQJ.AKQJ.AKQ.AK - 654.765.765.QJ76 32.432.J432.5432\"]\n[Dealer \"N\"]\n[Declarer \"N\"]\n"
      "[Contract \"7NT\"]\n[Answer \"S4\"]\n[Play \"E\"]\nST\n*\n");
  const auto blind = by("double-dummy", hidden);
  EXPECT_EQ(blind.status, 2);
  EXPECT_NE(blind.err.find("double-dummy needs all four hands"), std::string::npos) << blind.err;
}

// North is cold for all thirteen tricks in any strain, so every card is best, and the play is over soon.
constexpr const char* kBoards =
    R"({"dealer":"N","deal":"N:AKQJ.AKQJ.AKQ.AK T987.T98.T98.T98 654.765.765.QJ76 32.432.J432.5432","contract":"7NT","declarer":"N","play":["T9","T"]}
{"dealer":"N","deal":"N:AKQJ.AKQJ.AKQ.AK T987.T98.T98.T98 654.765.765.QJ76 32.432.J432.5432","contract":"7NT","declarer":"N","play":["ST","S4","S2","SA","SK","S7","S5","S3"]}
{"dealer":"E","deal":"N:Q5.KJ832.A94.T72 AT9.Q954.K76.854 KJ8742.A.QT2.KQ3 63.T76.J853.AJ96","contract":"4S","declarer":"S","play":["CA","C2"]}
)";

TEST(ExamPlay, PlayedBoards) {
  const Folder folder;
  const std::string file = folder.file("boards.jsonl", kBoards);
  const auto ran = run_program("exam play " + file + " --half all --engine pimc --deals 2 --json");
  EXPECT_EQ(ran.status, 2);  // for the first line
  EXPECT_NE(ran.err.find("boards.jsonl:1: play: expected a card, found"), std::string::npos) << ran.err;
  const json answer = json::parse(ran.out);
  EXPECT_EQ(answer["boards"], 2);
  EXPECT_EQ(answer["opening_leads"]["cards"], 2);
  EXPECT_EQ(answer["declarer"]["cards"], 5);  // S4 SA SK S5, C2
  EXPECT_EQ(answer["defence"]["cards"], 2);   // S2 S7; S3 was the only one
  EXPECT_EQ(answer["declarer"]["expert_best"], 1.0);
  for (const char* part : {"opening_leads", "declarer", "defence"}) {
    EXPECT_GE(answer[part]["same_or_equal"], answer[part]["same"]);
    EXPECT_GT(answer[part]["random_best"].get<double>(), 0);
    EXPECT_LE(answer[part]["random_best"].get<double>(), 1);
  }
  const auto leads =
      run_program("exam play " + file + " --half all --engine pimc --deals 2 --leads --threads 2");
  EXPECT_NE(leads.out.find("opening leads          2"), std::string::npos) << leads.out;
  EXPECT_EQ(leads.out.find("declarer  "), std::string::npos) << leads.out;
  const auto seeing = run_program("exam play " + file + " --half all --player double-dummy --json");
  for (const char* part : {"opening_leads", "declarer", "defence"})
    EXPECT_EQ(json::parse(seeing.out)[part]["engine_best"], 1.0);
  EXPECT_EQ(run_program("exam play " + file + " --half all --player robot").status, 2);
  EXPECT_EQ(run_program("exam play no-such.jsonl").status, 2);
}

// From each board one decision is drawn; what the first player chose is worth 0, and the seed decides all.
TEST(ExamDecisions, ComparesWithTheFirst) {
  const Folder folder;
  const std::string file = folder.file("boards.jsonl", kBoards);
  const std::string out = (folder.path() / "decisions.jsonl").string();
  const std::string command =
      "exam decisions " + file +
      " --half all --tricks 1 2 --players 'policy;pimc:deals=2;policy' --judge policy "
      "--deals 3 --seed 2 --threads 1 --json --out ";
  const auto ran = run_program(command + out);
  EXPECT_EQ(ran.status, 2);  // for the first line
  std::istringstream rows(ran.out);
  int count = 0;
  for (std::string row; std::getline(rows, row); ++count) {
    const json answer = json::parse(row);
    EXPECT_EQ(answer["first"], "policy");
    if (answer["player"] == "policy") {
      EXPECT_EQ(answer["differ"], 0);
      EXPECT_EQ(answer["imps_per_100"], 0.0);
    }
  }
  EXPECT_EQ(count % 2, 0);
  EXPECT_GT(count, 0);
  const json one = json::parse(testing::content(out).substr(0, testing::content(out).find('\n')));
  EXPECT_EQ(one["cards"].size(), 3U);
  EXPECT_EQ(one["gains"][0], 0.0);
  EXPECT_EQ(run_program(command + out).out, ran.out);
  EXPECT_EQ(run_program("exam decisions " + file + " --players robot").status, 2);
}

}  // namespace
}  // namespace yomi

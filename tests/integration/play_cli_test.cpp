// yomi play, as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/examples.h"
#include "support/program.h"

namespace yomi {
namespace {

using nlohmann::json;
using testing::example_path;
using testing::example_text;
using testing::Folder;
using testing::run_program;

TEST(PlayCommand, HelpHasAnExample) {
  const auto ran = run_program("play --help");
  EXPECT_EQ(ran.status, 0);
  EXPECT_NE(ran.out.find("yomi play examples/otawa-1.pbn --explain"), std::string::npos);
}

TEST(PlayCommand, AnswersInJson) {
  const auto ran = run_program("play " + example_path(3) + " --candidates D --engine pimc --deals 10 --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json answer = json::parse(ran.out);
  EXPECT_EQ(answer["cards"].size(), 5U);
  EXPECT_EQ(answer["chair"], "S");
  EXPECT_TRUE(answer["ms"].is_number());
  for (const json& one : answer["cards"]) {
    EXPECT_EQ(one["value"], answer["cards"][0]["value"]);
    EXPECT_EQ(one["pimc"], one["value"]);
  }
}

TEST(PlayCommand, EveryEngineGivesALegalCard) {
  for (const char* engine :
       {"pimc", "alphamu --ahead 1", "abc --beliefs 1 --depth 4", "reader --beliefs 2"}) {
    const auto ran = run_program("play " + example_path(1) + " --deals 4 --json --engine " + engine);
    ASSERT_EQ(ran.status, 0) << ran.err;
    const std::string card = json::parse(ran.out)["card"];
    EXPECT_TRUE(card == "C2" || card == "CK") << engine << ": " << card;
  }
}

TEST(PlayCommand, ExplainsItself) {
  const auto ran = run_program("play " + example_path(2) + " --deals 6 --beliefs 2 --explain --ascii");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("4H by South, West to play."), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("East gives West the CA with"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("West plays "), std::string::npos) << ran.out;
}

TEST(PlayCommand, BadInputIsNamedAndTheRestIsPlayed) {
  const Folder folder;
  std::string revoke = example_text(1);
  revoke.replace(revoke.find("H6 H2 HK HA"), 11, "H6 H2 D9 HA");
  const std::string file = folder.file("two.pbn", revoke + "\n" + example_text(1));
  const auto ran = run_program("play " + file + " --engine pimc --deals 4");
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("a revoke"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("two.pbn:"), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find("East plays"), std::string::npos) << ran.out;
  EXPECT_EQ(run_program("play no-such-file.pbn").status, 2);
  EXPECT_EQ(run_program("play " + folder.file("empty.pbn", "")).status, 2);
  const auto candidates = run_program("play " + example_path(1) + " --candidates \"C2 SA\"");
  EXPECT_EQ(candidates.status, 2);
  EXPECT_NE(candidates.err.find("column 4: 'SA' cannot be played here"), std::string::npos) << candidates.err;
  EXPECT_EQ(run_program("play " + example_path(1) + " --time soon").status, 2);
  const auto carding =
      run_program("play " + example_path(1) + " --carding " + folder.file("c.txt", "count = up\n"));
  EXPECT_EQ(carding.status, 2);
  EXPECT_NE(carding.err.find("c.txt:1:1: expected standard"), std::string::npos) << carding.err;
}

}  // namespace
}  // namespace yomi

// yomi play, as a user runs it.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/examples.h"
#include "support/program.h"

namespace yomi {
namespace {

using nlohmann::json;
using testing::content;
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
  EXPECT_NE(ran.out.find("East thinks West has the CA:"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("Calls read by"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("West plays "), std::string::npos) << ran.out;
}

// West's hand takes all tricks whatever is led.
constexpr const char* kHighHand = R"([Event "claim"]
[Board "1"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:5432.432.432.432 T98.T98.T98.T987 76.765.J765.QJ65 AKQJ.AKQJ.AKQ.AK"]
[Declarer "W"]
[Contract "7NT"]
[Play "N"]
S5 S8 S6 SA
H2 H8 H5 HA
)";

TEST(PlayCommand, DoesAsTheTagsOfTheRecordSay) {
  const Folder folder;
  // A defender's problem at 7NT, so that a trick is worth 50 points in every layout.
  const std::string all = content(std::string(YOMI_SOURCE_DIR) + "/problems/hold-ups.pbn");
  const std::size_t second = all.find("[Event ", all.find("[Event ") + 1);
  const std::string record = all.substr(0, second);
  const auto values = [&](const std::string& name, const std::string& text, const std::string& flags) {
    const auto ran = run_program("play " + folder.file(name, text) + " --engine pimc --json" + flags);
    EXPECT_EQ(ran.status, 0) << ran.err;
    std::map<std::string, double> made;
    const json answer = json::parse(ran.out);
    for (const json& one : answer["cards"]) made[one["card"]] = one["value"];
    return made;
  };
  auto seen = values("plain.pbn", record, "");
  ASSERT_EQ(seen.size(), 2U);
  // All layouts are equally likely: 2.333 and 2 tricks by the proof.
  EXPECT_NEAR(seen["DJ"] - seen["DK"], 50.0 / 3, 1e-9);
  const std::string tag = "[Signals \"none\"]\n";
  const std::size_t at = record.find(tag);
  ASSERT_NE(at, std::string::npos);
  const std::string without = record.substr(0, at) + record.substr(at + tag.size());
  seen = values("signals.pbn", without, "");
  EXPECT_GT(std::abs(seen["DJ"] - seen["DK"] - 50.0 / 3), 0.1);

  const std::string narrow = record.substr(0, at) + "[Candidates \"DK\"]\n" + record.substr(at);
  EXPECT_EQ(values("narrow.pbn", narrow, "").size(), 1U);
  EXPECT_EQ(values("flag.pbn", narrow, " --candidates D").size(), 2U);
  const std::string wrong = record.substr(0, at) + "[Candidates \"SA\"]\n" + record.substr(at);
  const auto ran = run_program("play " + folder.file("wrong.pbn", wrong));
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("Candidates: 'SA' cannot be played here"), std::string::npos) << ran.err;
}

TEST(PlayCommand, SaysWhenTheRestIsCertain) {
  const Folder folder;
  const std::string file = folder.file("claim.pbn", kHighHand);
  const auto words = run_program("play " + file + " --engine pimc --deals 2");
  ASSERT_EQ(words.status, 0) << words.err;
  EXPECT_NE(words.out.find("West can claim the last 11 tricks"), std::string::npos) << words.out;
  const auto ran = run_program("play " + file + " --engine pimc --deals 2 --json");
  const json claim = json::parse(ran.out)["claim"];
  EXPECT_EQ(claim["side"], "EW");
  EXPECT_EQ(claim["tricks"], 11);
  EXPECT_EQ(claim["line"].size(), 11U);
  EXPECT_FALSE(json::parse(run_program("play " + example_path(1) + " --engine pimc --deals 2 --json").out)
                   .contains("claim"));
}

TEST(PlayCommand, GoesThroughAWholePlay) {
  const auto ran = run_program("play " + example_path(1) + " --all --engine pimc --deals 4 --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::istringstream lines(ran.out);
  std::vector<json> cards;
  for (std::string line; std::getline(lines, line);) cards.push_back(json::parse(line));
  ASSERT_EQ(cards.size(), 7U);
  const std::vector<std::string> played = {"H6", "H2", "HK", "HA", "CQ", "C3", "C7"};
  const std::vector<std::string> chairs = {"W", "S", "E", "S", "S", "W", "S"};  // South plays North's cards
  for (std::size_t i = 0; i < cards.size(); ++i) {
    EXPECT_EQ(cards[i]["number"], i + 1);
    EXPECT_EQ(cards[i]["trick"], i / 4 + 1);
    EXPECT_EQ(cards[i]["played"], played[i]);
    EXPECT_EQ(cards[i]["chair"], chairs[i]);
    EXPECT_GE(cards[i]["cost"].get<double>(), 0);
    if (cards[i]["card"] == cards[i]["played"]) {
      EXPECT_EQ(cards[i]["cost"], 0);
    }
  }
  const auto words = run_program("play " + example_path(1) + " --all --engine pimc --deals 4 --ascii");
  EXPECT_NE(words.out.find("3NT by South"), std::string::npos) << words.out;
  EXPECT_NE(words.out.find("Defence: 3 choices"), std::string::npos) << words.out;
  const Folder folder;
  const std::string claim = folder.file("claim.pbn", kHighHand);
  const auto high = run_program("play " + claim + " --all --engine pimc --deals 2");
  EXPECT_NE(high.out.find("West can claim the last 13 tricks"), std::string::npos) << high.out;
  std::string bare = kHighHand;
  bare.erase(bare.find("[Play"));
  const auto none = run_program("play " + folder.file("bare.pbn", bare) + " --all");
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("expected a play to comment on"), std::string::npos) << none.err;
}

// Cards that come to the same are not told apart: from North's 5 4 3 2 and after West's hand is high.
TEST(PlayCommand, EqualCardsAreNotCriticised) {
  const Folder folder;
  const std::string file = folder.file("claim.pbn", kHighHand);
  const auto ran = run_program("play " + file + " --all --engine reader --deals 4 --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::istringstream lines(ran.out);
  int compared = 0;
  for (std::string line; std::getline(lines, line);) {
    const json card = json::parse(line);
    EXPECT_EQ(card["cost"], 0) << line;
    compared = std::max(compared, static_cast<int>(card["cards"].size()));
  }
  EXPECT_EQ(compared, 3);  // one of a suit, and the best three of those, in place of thirteen
  const auto words = run_program("play " + file + " --all --engine reader --deals 4 --ascii");
  EXPECT_NE(words.out.find("S8    all cards are equal"), std::string::npos) << words.out;
  EXPECT_EQ(words.out.find("is worth"), std::string::npos) << words.out;
}

// The table is sorted, and where the card is not its first line the words say why.
TEST(PlayCommand, SaysWhyItIsNotTheHighestNumber) {
  int others = 0;
  for (int seed = 1; seed <= 5; ++seed) {
    const auto ran = run_program("play " + example_path(4) +
                                 " --deals 16 --beliefs 2 --explain --ascii --seed " + std::to_string(seed));
    ASSERT_EQ(ran.status, 0) << ran.err;
    std::istringstream lines(ran.out);
    std::string top;
    double last = 1e9;
    for (std::string line; std::getline(lines, line) && (top.empty() || !line.empty());) {
      std::istringstream words(line);
      std::string card;
      double value = 0;
      if (!(words >> card >> value) || card.size() != 2) continue;
      if (top.empty()) top = card;
      EXPECT_LE(value, last) << ran.out;
      last = value;
    }
    const bool is_top = ran.out.find("plays " + top) != std::string::npos;
    const bool says_why = ran.out.find(top + " has the higher number, but ") != std::string::npos;
    EXPECT_TRUE(is_top || says_why) << ran.out;
    others += is_top ? 0 : 1;
  }
  EXPECT_GT(others, 0);
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

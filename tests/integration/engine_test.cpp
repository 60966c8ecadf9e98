#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/program.h"

namespace yomi::testing {
namespace {

using nlohmann::json;

std::vector<json> ask(const std::string& lines) {
  const Folder folder;
  const Ran ran = run_program("engine <" + folder.file("requests", lines));
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  std::vector<json> answers;
  std::stringstream out(ran.out);
  for (std::string line; std::getline(out, line);) answers.push_back(json::parse(line));
  return answers;
}

TEST(Engine, AnswersInOrderWithTheIdAndNeverEndsEarly) {
  const auto answers = ask(R"({"do":"call","hand":"AKJ52.K4.QJ3.A62","look_ahead":false,"id":7}
{"do":"fly","id":"a"}
nonsense
[1,2]
{"do":"call","hand":"AKJ52","id":null}
{"do":"call","hand":"AKJ52.K4.QJ3.A62","auction":["1S","1H"]}
{"do":"version","id":[1]}
)");
  ASSERT_EQ(answers.size(), 7U);
  EXPECT_EQ(answers[0]["id"], 7);
  EXPECT_EQ(answers[0]["call"], "1S");
  EXPECT_EQ(answers[0]["simulated"], false);
  EXPECT_NE(answers[0]["line"].get<std::string>().find(".toml:"), std::string::npos);
  EXPECT_EQ(answers[1]["id"], "a");
  for (std::size_t i : {1, 2, 3, 4, 5}) EXPECT_TRUE(answers[i].contains("error")) << answers[i];
  EXPECT_NE(answers[4]["error"].get<std::string>().find("hand: column"), std::string::npos);
  EXPECT_NE(answers[5]["error"].get<std::string>().find("auction: call 2"), std::string::npos);
  EXPECT_TRUE(answers[6].contains("version"));
}

constexpr const char* kDeal =
    R"("deal":"N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853")";

TEST(Engine, SolvesAndMakesTables) {
  const auto answers = ask(std::string(R"({"do":"solve",)") + kDeal +
                           R"(,"trump":"NT","leader":"W","play":["S9"]}
{"do":"table",)" + kDeal + R"(,"vulnerable":"NS"}
{"do":"solve",)" + kDeal + R"(,"trump":"NT","leader":"W","play":["SA"]}
)");
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0]["turn"], "N");
  EXPECT_EQ(answers[0]["tricks"], 13);
  EXPECT_EQ(answers[1]["tricks"]["N"]["NT"], 13);
  EXPECT_EQ(answers[1]["par"]["score"], 2220);
  EXPECT_NE(answers[2]["error"].get<std::string>().find("play: card 1"), std::string::npos);
}

TEST(Engine, NamesFieldsThatThereAreNot) {
  const auto answers = ask(R"({"do":"explain","auction":"1NT","sytem":"acol","level":"fast"}
{"do":"explain","auction":"1NT","system":"acol"}
)");
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0]["unknown"], json({"sytem"}));
  EXPECT_FALSE(answers[1].contains("unknown"));
}

// The first example of Otawa and Uehara, by the explanation of the 2NT that its notes give.
TEST(Engine, PlaysAndBelievesByExplanations) {
  const std::string view =
      R"("hand":"QJT.KJT9.QJT9.K2","dummy":"432.32.32.AJT987","dealer":"S",)"
      R"("auction":[{"call":"2NT","shows":"hcp(self) >= 21 && hcp(self) <= 22"},"Pass","3NT","Pass","Pass","Pass"],)"
      R"("play":["H6","H2","HT","HA","CQ","C5","C7"])";
  const auto answers = ask(R"({"do":"play",)" + view + R"(,"engine":"pimc","deals":30,"seed":3}
{"do":"believe",)" + view + R"(,"count":5}
{"do":"play",)" + view + R"(,"candidates":["S2"]}
{"do":"play",)" + view + R"(,"seat":"N"}
)");
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0]["hand"], "E");
  EXPECT_EQ(answers[0]["cards"].size(), 2U);
  EXPECT_GT(answers[1]["chances"]["S"]["SA"].get<double>(), 0.7);
  EXPECT_EQ(answers[1]["deals"].size(), 5U);
  EXPECT_NE(answers[2]["error"].get<std::string>().find("S2 cannot be played"), std::string::npos);
  EXPECT_NE(answers[3]["error"].get<std::string>().find("not North"), std::string::npos);
}

TEST(Engine, ReviewsAPlayAndShowsALine) {
  const auto answers =
      ask(std::string(R"({"do":"review",)") + kDeal +
          R"(,"contract":"6NT","declarer":"S","vulnerable":"NS","play":["S9","SQ","SK","SA","C7"]}
{"do":"review",)" +
          kDeal + R"(,"contract":"6NT","declarer":"S","play":["SA"]}
{"do":"review",)" +
          kDeal + R"(}
{"do":"solve",)" +
          kDeal + R"(,"trump":"NT","leader":"W","line":true}
)");
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0]["tricks"].size(), 6U);
  EXPECT_EQ(answers[0]["tricks"][0], 13);
  EXPECT_EQ(answers[0]["points"][0], 1470);
  EXPECT_EQ(answers[0]["cards"][0]["cost"], 0);
  EXPECT_NE(answers[1]["error"].get<std::string>().find("play: card 1"), std::string::npos);
  EXPECT_NE(answers[2]["error"].get<std::string>().find("contract"), std::string::npos);
  EXPECT_EQ(answers[3]["line"].size(), 52U);
}

// Declarer believes less in the king when East follows with the small card, and that is what decides.
TEST(Engine, SaysWhyACardIsPlayed) {
  const std::string view =
      R"("dealer":"S","vulnerable":"NS","auction":[{"call":"2NT","shows":)"
      R"x("hcp(self) >= 21 && hcp(self) <= 22 && shape(self, any 4333 + any 4432 + any 5332)"},)x"
      R"("Pass","3NT","Pass","Pass","Pass"],)"
      R"("dummy":"432.32.32.AJT987","play":["H6","H2","HK","HA","CQ","C3","C7"])";
  const auto answers = ask(R"({"do":"play",)" + view +
                           R"(,"hand":"QJT.KJT9.QJT9.K2","explain":true,"deals":60}
{"do":"believe",)" + view +
                           R"(,"hand":"AK9.AQ87.AK87.Q6","seat":"S"}
{"do":"believe",)" + view +
                           R"(,"hand":"8765.654.654.543","seat":"W","signals":false}
)");
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0]["card"], "C2") << answers[0];
  EXPECT_FALSE(answers[0]["thoughts"].empty());
  EXPECT_TRUE(answers[0]["thoughts"][0]["after"].contains("C2"));
  EXPECT_FALSE(answers[0]["deciding"].empty());
  EXPECT_GT(answers[1]["chances"]["E"]["CK"].get<double>(), 0.2);
  EXPECT_TRUE(answers[2]["chances"].contains("S")) << answers[2];
}

TEST(Engine, DealsAndExplains) {
  const auto answers = ask(R"({"do":"deal","condition":"hcp(north) >= 25","count":3,"seed":5}
{"do":"explain","auction":"1NT (p) 2C p 2D","dealer":"E"}
{"do":"deal","condition":"hcp(north >= 25"}
)");
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0]["deals"].size(), 3U);
  EXPECT_EQ(answers[1]["calls"].size(), 5U);
  EXPECT_EQ(answers[1]["calls"][0]["seat"], "East");
  EXPECT_TRUE(answers[2].contains("error"));
}

}  // namespace
}  // namespace yomi::testing

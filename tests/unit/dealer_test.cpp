// The dealer language: what scripts mean, what they print, and what is said about bad ones.
#include <gtest/gtest.h>

#include <cmath>

#include "yomi/dealer/meaning.h"
#include "yomi/dealer/run.h"

namespace yomi::dealer {
namespace {

// All 52 cards are given, so that nothing depends on chance.
const std::string kFixed =
    "predeal north SAKQ, HA5432, DK2, CJT9\n"
    "east SJT98765, H6, DA43, CA2\n"
    "south S432, HKQJ, DQJT, CK876\n"
    "west HT987, D98765, CQ543\n";

std::string output(const std::string& text, const std::function<void(RunOptions&)>& change = {}) {
  const auto script = parse_script(text);
  if (!script) return "ERROR " + script.error().to_string();
  std::string out;
  RunOptions options;
  options.statistics = false;
  options.write = [&out](std::string_view part) { out += part; };
  if (change) change(options);
  const auto result = run(*script, options);
  return result ? out : "ERROR " + result.error().to_string();
}

std::string value(const std::string& expression, const std::string& before = "") {
  return output(kFixed + before + "produce 1\naction printes(" + expression + ")");
}

TEST(Dealer, PrintsAsTheToolDoes) {
  EXPECT_EQ(output(kFixed + "produce 1 action printall"),
            "   1.\n"
            "A K Q               J T 9 8 7 6 5       4 3 2               - \n"
            "A 5 4 3 2           6                   K Q J               T 9 8 7 \n"
            "K 2                 A 4 3               Q J T               9 8 7 6 5 \n"
            "J T 9               A 2                 K 8 7 6             Q 5 4 3 \n\n");
  EXPECT_EQ(output(kFixed + "produce 1 action printoneline (hcp(north)), printcompact"),
            "n AKQ.A5432.K2.JT9 e JT98765.6.A43.A2 s 432.KQJ.QJT.K876 w .T987.98765.Q543 17\n"
            "n AKQ.A5432.K2.JT9\ne JT98765.6.A43.A2\ns 432.KQJ.QJT.K876\nw .T987.98765.Q543\n");
  EXPECT_EQ(output(kFixed +
                   "produce 2 action average \"a\" hcp(north), average 1, frequency \"f\" (hcp(east), 8, 9)"),
            "a: 17\n1\nFrequency f:\n    8\t       0\n    9\t       2\n");
  EXPECT_EQ(output(kFixed + "produce 2 action frequency (hcp(east), 9, 9, spades(east), 1, 2)"),
            "Frequency :\n"
            "        Low      1      2   High    Sum\n"
            "Low       0      0      0      0      0\n"
            "   9      0      0      0      2      2\n"
            "High      0      0      0      0      0\n"
            "Sum       0      0      0      2      2\n\n");
  EXPECT_EQ(output(kFixed + "produce 1 action printew"),
            "-                   J T 9 8 7 6 5 \nT 9 8 7             6 \n9 8 7 6 5           A 4 3 \nQ 5 4 3 "
            "            A 2 \n\n");
}

TEST(Dealer, Evaluates) {
  EXPECT_EQ(value("hcp(north), \" \", hcp(north, spades), \" \", controls(north), \" \", losers(north), \" "
                  "\", c13(north)"),
            "17 9 6 6 " + std::to_string(6 + 4 + 2 + 6 + 4 + 1));
  EXPECT_EQ(value("1 ? 0 ? 3 : 2 : 1, 10 % 8 / 2, -7 / 2, 2 - -1, !0 * 2, 1 || 0 && 0"), "21-3321");
  EXPECT_EQ(value("score(vul, x3N, 9), \" \", score(nv, x4S, 9), \" \", imps(430), \" \", imps(-20)"),
            "600 -50 10 -1");
  EXPECT_EQ(value("shape(north, any 5332), shape(north, 3523 - 3xxx), shape(north, 4432, 3523)"), "101");
  EXPECT_EQ(value("hascard(west, QC), hascard(west, 2S), top3(south, hearts)"), "102");
  EXPECT_EQ(value("hcp(north), \" \", pt3(north)", "pointcount 6 4 2 1\naltcount 3 10 5\n"), "23 30");
  EXPECT_EQ(value("a + b, \\n", "a = hcp(north)\nb = a * 2\n"), "51\n");
  EXPECT_EQ(value("top2(north) // two\n /* and */ , \"x\""), "4x");
}

TEST(Dealer, SaysWhereAndWhy) {
  const auto error = [](const std::string& text) { return parse_script(text, "s.dl").error().to_string(); };
  EXPECT_EQ(error("produce 5\ncondition hcp(nroth) > 3"),
            "s.dl:2:15: expected north, east, south or west, found 'nroth'");
  EXPECT_EQ(error("hcp(north) >\n\n"), "s.dl:3:1: expected an expression, found the end");
  EXPECT_EQ(error("x = y + 1"), "s.dl:1:5: unknown variable 'y'");
  EXPECT_EQ(error("x = 1 x = 2"), "s.dl:1:7: variable 'x' is defined twice");
  EXPECT_EQ(error("shape(north, 4437)"), "s.dl:1:14: the shape 4437 does not have thirteen cards");
  EXPECT_EQ(error("predeal north SA, SA"), "s.dl:1:19: card SA is dealt twice");
  EXPECT_EQ(error("action average \"foo"), "s.dl:1:16: text without end: expected '\"'");
  EXPECT_EQ(error("hcp = 3"), "s.dl:1:1: 'hcp' is a word of the language, not a variable");
  EXPECT_EQ(error("condition 1 \x01"), "s.dl:1:13: unexpected byte that is not text");
  EXPECT_NE(error(std::string(1000, '(')).find("nested too deeply"), std::string::npos);
  std::string doubling = "a = hcp(north)";
  for (char c = 'b'; c <= 'z'; ++c)
    doubling += std::string("\n") + c + " = " + char(c - 1) + " + " + char(c - 1);
  EXPECT_NE(error(doubling).find("too large"), std::string::npos);
}

TEST(Dealer, NamesConditionsThatCannotHoldTogether) {
  EXPECT_EQ(output("condition hcp(north) >= 25 && spades(east) >= 2 && hcp(south) >= 16 && hcp(west) <= 12"),
            "ERROR no deal can fit: these cannot hold together:\n  hcp(north) >= 25\n  hcp(south) >= 16");
  EXPECT_EQ(output("hcp(north) >= 38"), "ERROR no deal can fit: this can never hold: hcp(north) >= 38");
  EXPECT_EQ(output(kFixed + "condition hascard(north, AC)"),
            "ERROR no deal can fit: this can never hold: hascard(north, AC)");
}

TEST(Dealer, KeepsTheLimits) {
  EXPECT_EQ(output("produce 3 generate 2 action printes(\"x\")"), "xx");
  EXPECT_EQ(output("produce 3 action printes(\"x\")"), "xxx");
  // `generate` counts deals that would have been looked at, also where none is looked at.
  std::int64_t produced = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto script = parse_script("generate 1000000 condition hcp(north) >= 28 action average 1");
    RunOptions options;
    options.seed = seed;
    options.write = [](std::string_view) {};
    const auto result = run(*script, options);
    ASSERT_TRUE(result.ok());
    EXPECT_TRUE(result->used_model);
    EXPECT_EQ(result->generated, 1'000'000);
    produced += result->produced;
  }
  const double p = *belief::chance(belief::Space::filling({}), {}, {}, belief::hcp(Seat::north) >= 28);
  EXPECT_NEAR(static_cast<double>(produced), 2e7 * p, 5 * std::sqrt(2e7 * p));
}

TEST(Dealer, SameSeedSameDeals) {
  const std::string script = "produce 5 condition hcp(north) >= 22 action printoneline";
  const auto with = [&](std::uint64_t seed) {
    return output(script, [seed](RunOptions& options) { options.seed = seed; });
  };
  EXPECT_EQ(with(7), with(7));
  EXPECT_NE(with(7), with(8));
  EXPECT_EQ(output("seed 7 " + script), with(7));
}

TEST(Dealer, PredealtLengthsAreKept) {
  const std::string out = output("predeal spades(north)==7 produce 50 action printes(spades(north))");
  EXPECT_EQ(out, std::string(50, '7'));
}

TEST(Meaning, ReadsShowsNotes) {
  const auto constraint =
      call_meaning(Seat::south, *parse_call("1NT"), "shows hcp(self) >= 12 && hcp(self) <= 14");
  ASSERT_TRUE(constraint.ok() && constraint->has_value());
  EXPECT_EQ((*constraint)->label, "South's 1NT shows hcp(south) >= 12 && hcp(south) <= 14");
  EXPECT_FALSE(call_meaning(Seat::south, Call::pass(), "forcing")->has_value());
  EXPECT_FALSE(call_meaning(Seat::south, Call::pass(), "showsomething")->has_value());
  const auto wrong = call_meaning(Seat::south, Call::pass(), "shows hcp(me) > 3");
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().column, 11U);
}

TEST(Event, ReadsWordsAndTheLanguage) {
  const std::vector<Seat> hidden = {Seat::east, Seat::west};
  EXPECT_EQ(to_string(*parse_event("west has CK", hidden)), "hascard(west, KC)");
  EXPECT_EQ(to_string(*parse_event("spades 4-2", hidden)),
            "spades(east) == 4 && spades(west) == 2 || spades(east) == 2 && spades(west) == 4");
  EXPECT_EQ(to_string(*parse_event("hcp(east) >= 10", hidden)), "hcp(east) >= 10");
  EXPECT_FALSE(parse_event("west has XX", hidden).ok());
  EXPECT_FALSE(parse_event("spades 4-2", std::vector<Seat>{Seat::east}).ok());
}

}  // namespace
}  // namespace yomi::dealer

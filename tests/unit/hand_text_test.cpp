#include "yomi/formats/hand_text.h"

#include <gtest/gtest.h>

#include "yomi/bridge/deal.h"

namespace yomi {
namespace {

TEST(HandText, ManyWaysToWriteAHand) {
  const CardSet hand = *parse_hand("AK4.QJ.T987.5432");
  for (const char* text : {"AK4.QJ.T987.5432", "ak4.qj.10987.5432", "AK4 QJ T987 5432",
                           " AK4, QJ, 10987, 5432 ", "S AK4 H QJ D T987 C 5432", "C5432 D10987 HQJ SAK4",
                           "\u2660AK4 \u2665QJ \u2666T987 \u26635432", "S:AK4.H:QJ.D:T987.C:5432"}) {
    const auto read = parse_hand_text(text);
    ASSERT_TRUE(read) << text << ": " << read.error().to_string();
    EXPECT_EQ(*read, hand) << text;
  }
  EXPECT_EQ(*parse_hand_text(".AKJ65.A98654.92"), *parse_hand(".AKJ65.A98654.92"));
  EXPECT_EQ(*parse_hand_text("- AKJ65 A98654 92"), *parse_hand(".AKJ65.A98654.92"));
  EXPECT_EQ(parse_hand_text("AKxxxx.Jx.xx.Kxx")->in(Suit::spades),
            parse_hand("AK5432.J2.32.K32")->in(Suit::spades));
}

TEST(HandText, SaysWhereAHandIsWrong) {
  const std::vector<std::pair<std::string, std::uint32_t>> wrong = {
      {"AKZ.QJ.T987.5432", 3},    {"AKA.QJ.T987.5432", 3},   {"AK4.QJ.T987", 12},
      {"AK4.QJ.T987.5432.2", 17}, {"AK4.QJ.T987.543", 1},    {"", 1},
      {"4 S AK QJ", 1},           {"AK4 QJ T987 5432 2", 17}};
  for (const auto& [text, column] : wrong) {
    const auto read = parse_hand_text(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().column, column) << text << ": " << read.error().what;
  }
}

TEST(CallsText, ManyWaysToWriteAnAuction) {
  const std::vector<Call> calls = {Call::bid(1, Strain::spades), Call::bid(2, Strain::diamonds), Call::x(),
                                   Call::pass(), Call::bid(3, Strain::no_trump)};
  for (const char* text : {"1S 2D X Pass 3NT", "1s-2d-dbl-p-3n", "1S (2D) X! (P) 3NT",
                           "1\u2660, 2\u2666, D, -, 3NT", "1S!, (2D)?, double; pass; 3nt*"}) {
    const auto read = parse_calls_text(text);
    ASSERT_TRUE(read) << text << ": " << read.error().to_string();
    // A lone dash is a sign between calls, not a pass.
    if (std::string_view(text).find(" -,") != std::string_view::npos) continue;
    EXPECT_EQ(*read, calls) << text;
  }
  EXPECT_EQ(parse_calls_text("AP")->size(), 4U);
  EXPECT_EQ(parse_calls_text("1S ap")->size(), 4U);
  EXPECT_EQ(parse_calls_text("1S p p AP")->size(), 4U);
  EXPECT_EQ(parse_calls_text("1S 8H").error().column, 4U);
}

}  // namespace
}  // namespace yomi

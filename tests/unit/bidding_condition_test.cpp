#include "yomi/bidding/condition.h"

#include <gtest/gtest.h>

#include "yomi/bridge/deal.h"

namespace yomi::bidding {
namespace {

HandFeatures hand(std::string_view text) {
  const auto cards = parse_hand(text);
  EXPECT_TRUE(cards.ok()) << text;
  return HandFeatures(*cards);
}

Condition parsed(std::string_view text) {
  const auto condition = parse_condition(text);
  EXPECT_TRUE(condition.ok()) << text << ": " << condition.error().to_string();
  return condition.ok() ? *condition : Condition{};
}

bool holds(std::string_view text, std::string_view cards, const Situation& now = {}) {
  const auto bound = parsed(text).bind(now, Letters{});
  EXPECT_TRUE(bound.has_value()) << text;
  return bound && bound->holds(hand(cards));
}

TEST(BiddingFeatures, Numbers) {
  const HandFeatures one = hand("AKQ52.K3.Q984.J7");
  EXPECT_EQ(one.hcp, 15);
  EXPECT_EQ(one.total_points, 16);
  EXPECT_EQ(one.controls, 4);
  EXPECT_EQ(one.quick, 5);
  EXPECT_EQ(one.support(Suit::diamonds), 17);
  EXPECT_EQ(one.support(Suit::hearts), 15);
  EXPECT_EQ(one.keycards(Suit::hearts), 2);  // the ace and the king of trumps
  EXPECT_EQ(one.keycards(Suit::clubs), 1);
}

TEST(BiddingFeatures, StoppersAndTricks) {
  EXPECT_TRUE(hand("K2.Q32.J432.5432")[Suit::spades].stopper);
  EXPECT_TRUE(hand("K2.Q32.J432.5432")[Suit::hearts].stopper);
  EXPECT_TRUE(hand("K2.Q32.J432.5432")[Suit::diamonds].stopper);
  EXPECT_FALSE(hand("K2.Q32.J432.5432")[Suit::clubs].stopper);
  EXPECT_TRUE(hand("K.Q2.J32.T865432")[Suit::spades].half_stopper);
  EXPECT_TRUE(hand("K.Q2.J32.T865432")[Suit::hearts].half_stopper);
  EXPECT_TRUE(hand("K.Q2.J32.T865432")[Suit::diamonds].half_stopper);
  EXPECT_TRUE(hand("K.Q2.J32.T865432")[Suit::clubs].half_stopper);
  EXPECT_TRUE(hand("AKQ7432.2.32.432")[Suit::spades].solid);
  EXPECT_FALSE(hand("AKQ743.32.32.432")[Suit::spades].solid);
  EXPECT_EQ(hand("AKQ7432.2.32.432").playing, 7);
  EXPECT_EQ(hand("AKQJ54.AK2.32.32").playing, 8);
}

TEST(BiddingFeatures, Shapes) {
  EXPECT_TRUE(Lengths(5, 3, 3, 2).balanced());
  EXPECT_TRUE(Lengths(4, 4, 3, 2).balanced());
  EXPECT_FALSE(Lengths(5, 4, 2, 2).balanced());
  EXPECT_TRUE(Lengths(5, 4, 2, 2).semibalanced());
  EXPECT_TRUE(Lengths(6, 3, 2, 2).semibalanced());
  EXPECT_FALSE(Lengths(7, 2, 2, 2).semibalanced());
  EXPECT_FALSE(Lengths(4, 4, 4, 1).semibalanced());
  EXPECT_EQ(Lengths(6, 5, 1, 1).length_points(), 3);
  EXPECT_EQ(Lengths(4, 5, 4, 0).support_points(Suit::spades), 5);
  EXPECT_EQ(Lengths(3, 6, 4, 0).support_points(Suit::spades), 3);
  EXPECT_EQ(Lengths(2, 7, 4, 0).support_points(Suit::spades), 0);
}

TEST(BiddingCondition, SaysYesAndNo) {
  EXPECT_TRUE(holds("hcp in 15..17 and balanced", "AK52.K3.Q984.AJ7"));
  EXPECT_FALSE(holds("hcp in 15..16 and balanced", "AK52.K3.Q984.AJ7"));
  EXPECT_TRUE(holds("S >= 4 and not H > 2 or false", "AK52.K3.Q984.AJ7"));
  EXPECT_TRUE(holds("2 * S + D - 1 == 11", "AK52.K3.Q984.AJ7"));
  EXPECT_TRUE(holds("if(S >= 5, 0, max(S, H, D)) == 4", "AK52.K3.Q984.AJ7"));
  EXPECT_TRUE(holds("has(SA) and king(H) and not queen(C) and top(S,3) == 2", "AK52.K3.Q984.AJ7"));
  EXPECT_TRUE(holds("not not balanced", "AK52.K3.Q984.AJ7"));
}

TEST(BiddingCondition, PublicNames) {
  Situation now;
  now.shown[static_cast<std::size_t>(Chair::partner)].hand.hcp.min = 12;
  now.shown[static_cast<std::size_t>(Chair::partner)].hand.length[3].min = 5;
  EXPECT_TRUE(holds("both.hcp == 29 and fit(S) == 9", "AK52.K3.Q984.AJ7", now));
  EXPECT_FALSE(holds("competitive or vul or passed", "AK52.K3.Q984.AJ7", now));
  now.competitive = true;
  EXPECT_EQ(parsed("competitive and partner.hcp.min >= 12").bind(now, Letters{})->constant(), true);
  EXPECT_FALSE(parsed("competitive and partner.hcp.min >= 12").asks_hand());
  EXPECT_TRUE(parsed("competitive and S >= 4").asks_hand());
}

TEST(BiddingCondition, ASuitThatIsNotThere) {
  const Situation now;
  EXPECT_FALSE(parsed("trump >= 4").bind(now, Letters{}).has_value());
  EXPECT_FALSE(parsed("not trump >= 4").bind(now, Letters{}).has_value());
  EXPECT_EQ(parsed("agreed and trump >= 4").bind(now, Letters{})->constant(), false);
  EXPECT_EQ(parsed("not agreed or trump >= 4").bind(now, Letters{})->constant(), true);
}

TEST(BiddingCondition, Words) {
  const auto words = [](std::string_view text) {
    return parsed(text).bind(Situation{}, Letters{})->in_words();
  };
  EXPECT_EQ(words("hcp in 12..21 and S >= 5"), "12-21 HCP, 5+ spades");
  EXPECT_EQ(words("balanced and not (S > 4 or H == 5)"), "balanced, not (5+ spades or exactly 5 hearts)");
  EXPECT_EQ(words("S > H and C <= 3"), "spades more than hearts, at most 3 clubs");
  EXPECT_EQ(words("both.hcp >= 25"), "25+ HCP");
}

// The column of the first thing that is wrong.
std::uint32_t wrong_at(std::string_view text) {
  const auto condition = parse_condition(text);
  EXPECT_FALSE(condition.ok()) << text;
  if (condition.ok()) return 0;
  EXPECT_FALSE(condition.error().what.empty());
  return condition.error().column;
}

TEST(BiddingCondition, ErrorsNameThePlace) {
  EXPECT_EQ(wrong_at("hpc >= 5"), 1U);
  EXPECT_EQ(wrong_at("hcp >= "), 8U);
  EXPECT_EQ(wrong_at("hcp >= 5 and"), 13U);
  EXPECT_EQ(wrong_at("hcp 5"), 5U);
  EXPECT_EQ(wrong_at("hcp"), 1U);
  EXPECT_EQ(wrong_at("(hcp > 5"), 9U);
  EXPECT_EQ(wrong_at("hcp in 5"), 9U);
  EXPECT_EQ(wrong_at("S >= 100"), 6U);
  EXPECT_EQ(wrong_at("balanced + 1 > 2"), 1U);
  EXPECT_EQ(wrong_at("S and H >= 4"), 3U);
  EXPECT_EQ(wrong_at("stopper(x)"), 9U);
  EXPECT_EQ(wrong_at("top(S, 7) > 1"), 8U);
  EXPECT_EQ(wrong_at("has(XA)"), 5U);
  EXPECT_EQ(wrong_at("law(9S)"), 5U);
  EXPECT_EQ(wrong_at("S >= 4 ; H"), 8U);
  EXPECT_EQ(wrong_at("S*H*D*C > 3"), 6U);
  EXPECT_EQ(wrong_at(""), 1U);
  const auto second_line = parse_condition("S >= 4 and\n  nothing");
  ASSERT_FALSE(second_line.ok());
  EXPECT_EQ(second_line.error().line, 2U);
  EXPECT_EQ(second_line.error().column, 3U);
  EXPECT_GT(wrong_at(std::string(200, '(') + "S > 1"), 0U);
}

}  // namespace
}  // namespace yomi::bidding

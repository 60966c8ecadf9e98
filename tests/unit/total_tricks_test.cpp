// The Law of Total Tricks: the two worked examples of Nakahara, Otawa and Uehara, and each adjustment.
#include "yomi/bidding/total_tricks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "yomi/bridge/deal.h"

namespace yomi::bidding {
namespace {

CardSet hand(std::string_view text) {
  const auto parsed = parse_hand(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? *parsed : CardSet{};
}

Auction auction(Seat dealer, std::initializer_list<std::string_view> calls) {
  Auction made(dealer);
  for (std::string_view text : calls) EXPECT_TRUE(made.add(parse_call(text).value())) << text;
  return made;
}

LawHand shows(Suit suit, int least, int low, int high) {
  LawHand shown;
  shown.least[suit] = least;
  shown.hcp_least = low;
  shown.hcp_most = high;
  return shown;
}

// South AKxxxx Jx xx Kxx: 1S (2D) 2S (3D) ?, nobody vulnerable.
LawQuestion first_example() {
  return {.hand = hand("AK6543.J2.32.K32"),
          .auction = auction(Seat::south, {"1S", "2D", "2S", "3D"}),
          .vulnerability = Vulnerability::none,
          .shown = {shows(Suit::spades, 3, 6, 10), shows(Suit::diamonds, 3, 6, 10), LawHand{},
                    shows(Suit::diamonds, 5, 10, 16)}};
}

// South AQxxxx x KQJx xx(x): 1C (P) 1S (2H) 2S (3H) ?, east-west vulnerable. The paper prints fourteen cards;
// the third small club is left out here, which keeps its ten spades, one heart and two suits.
LawQuestion second_example() {
  LawHand north = shows(Suit::spades, 4, 12, 14);
  north.least[0] = 3;
  return {.hand = hand("AQ6543.2.KQJ2.32"),
          .auction = auction(Seat::north, {"1C", "P", "1S", "2H", "2S", "3H"}),
          .vulnerability = Vulnerability::ew,
          .shown = {north, shows(Suit::hearts, 3, 5, 9), LawHand{}, shows(Suit::hearts, 5, 9, 15)}};
}

bool adjusted(const TotalTricks& total, Adjustment adjustment) {
  return total.adjusted[static_cast<std::size_t>(adjustment)];
}
int adjustments(const TotalTricks& total) {
  return static_cast<int>(std::count(total.adjusted.begin(), total.adjusted.end(), true));
}

TEST(TotalTricks, FirstExampleHasSeventeenAndBidsThreeSpades) {
  const LawQuestion question = first_example();
  const TotalTricks total = total_tricks(question);
  EXPECT_TRUE(total.applies);
  EXPECT_EQ(total.ours, (Fit{Suit::spades, 9}));
  EXPECT_EQ(total.theirs, (Fit{Suit::diamonds, 8}));
  EXPECT_EQ(adjustments(total), 0);
  EXPECT_EQ(total.total, 17);
  EXPECT_EQ(to_string(total.preferred), "3S");
  EXPECT_TRUE(total.prefers(Call::bid(3, Strain::spades)));
  EXPECT_FALSE(total.prefers(Call::pass()));
  EXPECT_FALSE(total.prefers(Call::x()));
}

TEST(TotalTricks, FirstExampleHasTheTableOfThePaper) {
  const TotalTricks total = total_tricks(first_example());
  const LawAction* bid = total.action(Call::bid(3, Strain::spades));
  const LawAction* pass = total.action(Call::pass());
  ASSERT_TRUE(bid != nullptr && pass != nullptr);
  std::map<int, std::pair<int, int>> rows;
  for (std::size_t i = 0; i < total.splits.size(); ++i) {
    const Split& split = total.splits[i];
    EXPECT_EQ(split.ours + split.theirs, 17);
    rows[split.ours] = {bid->scores[i], pass->scores[i]};
  }
  EXPECT_EQ(rows[10], std::pair(170, 100));
  EXPECT_EQ(rows[9], std::pair(140, 50));
  EXPECT_EQ(rows[8], std::pair(-50, -110));
  const std::string text = explain(first_example(), total);
  EXPECT_NE(text.find("we have 9 spades, they have 8 diamonds: 17 trumps"), std::string::npos) << text;
  EXPECT_NE(text.find("10    +170         7    +100"), std::string::npos) << text;
  EXPECT_NE(text.find(" 9    +140         8     +50"), std::string::npos) << text;
  EXPECT_NE(text.find(" 8     -50         9    -110"), std::string::npos) << text;
  EXPECT_NE(text.find("3S is better in every row"), std::string::npos) << text;
}

TEST(TotalTricks, SecondExampleHasEighteenAndOne) {
  const TotalTricks total = total_tricks(second_example());
  EXPECT_EQ(total.ours, (Fit{Suit::spades, 10}));
  EXPECT_EQ(total.theirs, (Fit{Suit::hearts, 8}));
  EXPECT_EQ(total.trumps(), 18);
  EXPECT_EQ(adjustments(total), 1);
  EXPECT_TRUE(adjusted(total, Adjustment::singleton_in_theirs));
  EXPECT_EQ(total.total, 19);
  EXPECT_EQ(to_string(total.preferred), "4S");
  EXPECT_NE(explain(second_example(), total).find("+1 a singleton in their trump suit"), std::string::npos);
}

TEST(TotalTricks, EachAdjustmentHasItsReason) {
  struct Case {
    std::string_view hand;
    std::vector<Adjustment> applies;
  };
  // Partner has raised spades (3), they have bid and raised diamonds (5 + 3).
  const std::vector<Case> cases = {
      {"AK6543..5432.K32", {Adjustment::void_suit}},
      {"AK6543.J32.2.K32", {Adjustment::singleton_in_theirs}},
      {"AKJ65.J32.32.K32", {Adjustment::balanced}},
      {"AKJ654.A32.3.432", {Adjustment::pure, Adjustment::singleton_in_theirs}},
      {"AK6543.J2.QJ2.32", {Adjustment::impure}},
      {"AK6543.QJ.32.K32", {Adjustment::impure}},
      {"AK6543.KQ.32.432", {}},
      {"J65432.J32.32.32", {Adjustment::few_points}},
  };
  for (const Case& each : cases) {
    LawQuestion question = first_example();
    question.hand = hand(each.hand);
    const TotalTricks total = total_tricks(question);
    for (int i = 0; i < kAdjustments; ++i) {
      const auto adjustment = static_cast<Adjustment>(i);
      const bool wanted = std::count(each.applies.begin(), each.applies.end(), adjustment) > 0;
      EXPECT_EQ(adjusted(total, adjustment), wanted)
          << each.hand << " " << to_string(adjustment) << ": " << reason(question, total, adjustment);
      EXPECT_FALSE(reason(question, total, adjustment).empty());
    }
  }
}

TEST(TotalTricks, DoubleFitAndMisfitComeFromPartnersSuits) {
  LawQuestion question = first_example();
  question.shown[0].least[Suit::clubs] = 5;
  TotalTricks total = total_tricks(question);
  EXPECT_TRUE(adjusted(total, Adjustment::double_fit));
  EXPECT_EQ(total.total, 18);

  question.hand = hand("AK6543.J32.432.K");
  total = total_tricks(question);
  EXPECT_TRUE(adjusted(total, Adjustment::misfit));
  EXPECT_FALSE(adjusted(total, Adjustment::double_fit));
}

TEST(TotalTricks, DoublesWhenTheyAreTooHigh) {
  LawQuestion question = first_example();
  question.hand = hand("AK654.Q2.KJT9.A2");
  question.auction = auction(Seat::south, {"1S", "2D", "2S", "4D"});
  const TotalTricks total = total_tricks(question);
  EXPECT_TRUE(total.preferred == Call::x()) << explain(question, total);
}

TEST(TotalTricks, SellsOutWithFewTrumpsAndPoints) {
  LawQuestion question = first_example();
  question.hand = hand("KJ765.Q2.K43.Q32");
  question.shown[0] = shows(Suit::spades, 2, 5, 7);
  const TotalTricks total = total_tricks(question);
  EXPECT_TRUE(total.preferred == Call::pass()) << explain(question, total);
}

}  // namespace
}  // namespace yomi::bidding

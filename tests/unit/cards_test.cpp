#include <gtest/gtest.h>

#include <set>

#include "yomi/cards/card_set.h"
#include "yomi/cards/number.h"
#include "yomi/cards/random.h"
#include "yomi/cards/result.h"
#include "yomi/cards/seat.h"

namespace yomi {
namespace {

TEST(Card, ParseAndPrintInvertEachOther) {
  int count = 0;
  for (Card card : CardSet::full()) {
    EXPECT_EQ(parse_card(to_string(card)), card);
    EXPECT_EQ(parse_card(std::string{to_char(card.rank()), to_char(card.suit())}), card);
    ++count;
  }
  EXPECT_EQ(count, 52);
  EXPECT_EQ(parse_card("h10"), Card(Suit::hearts, Rank::ten));
  EXPECT_EQ(parse_card("10H"), Card(Suit::hearts, Rank::ten));
  for (const char* bad : {"", "S", "SS", "1S", "S1", "SAK", "XA", "S 2", "100"})
    EXPECT_FALSE(parse_card(bad)) << bad;
}

TEST(CardSet, SetAlgebra) {
  const CardSet hand = {Card(Suit::spades, Rank::ace), Card(Suit::spades, Rank::two),
                        Card(Suit::clubs, Rank::ten)};
  EXPECT_EQ(hand.size(), 3);
  EXPECT_EQ(hand.length(Suit::spades), 2);
  EXPECT_EQ(hand.in(Suit::spades).highest(), Card(Suit::spades, Rank::ace));
  EXPECT_EQ(hand.lowest(), Card(Suit::clubs, Rank::ten));
  EXPECT_EQ(hand_to_string(hand), "A2...T");
  EXPECT_EQ(ranks_to_string(hand, Suit::hearts), "-");
  EXPECT_EQ((CardSet::full() - hand).size(), 49);
  EXPECT_TRUE(CardSet::full().contains(hand));
}

TEST(Seat, TurnsClockwise) {
  EXPECT_EQ(next(Seat::west), Seat::north);
  EXPECT_EQ(next(Seat::north, -1), Seat::west);
  EXPECT_EQ(partner(Seat::east), Seat::west);
  EXPECT_EQ(distance(Seat::west, Seat::south), 3);
  for (Seat seat : kAllSeats) {
    EXPECT_EQ(parse_seat(to_name(seat)), seat);
    EXPECT_EQ(parse_seat(std::string(1, to_char(seat))), seat);
  }
  EXPECT_FALSE(parse_seat("Northern"));
  EXPECT_FALSE(parse_seat(""));
}

TEST(Random, TheStreamIsPartOfTheContract) {
  Random random(1);
  EXPECT_EQ(random(), Random(1)());
  EXPECT_NE(Random(1)(), Random(2)());
  EXPECT_EQ(Random(7).split(3)(), Random(7).split(3)());
  EXPECT_NE(Random(7).split(3)(), Random(7).split(4)());
}

TEST(Random, BelowIsUniform) {
  Random random(5);
  std::array<int, 7> counts{};
  constexpr int draws = 70'000;
  for (int i = 0; i < draws; ++i) ++counts[random.below(7)];
  double chi_squared = 0;
  for (int count : counts) chi_squared += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
  EXPECT_LT(chi_squared, 22.5);  // 6 degrees of freedom, p = 0.001
}

TEST(Suit, ASignIsReadBack) {
  for (Suit suit : kAllSuits) {
    const std::string sign(to_sign(suit));
    EXPECT_EQ(leading_sign(sign + "AK4").suit, suit);
    EXPECT_EQ(leading_sign(sign + "AK4").length, sign.size());
    EXPECT_EQ(leading_sign(sign + "\uFE0F" + "AK4").length, sign.size() + 3);  // as telephones write it
    EXPECT_FALSE(leading_sign(to_string(suit)).suit);
    EXPECT_FALSE(leading_sign(sign.substr(0, 2)).suit);
  }
  EXPECT_EQ(leading_sign("\u2661Q").suit, Suit::hearts);  // not filled
  EXPECT_FALSE(leading_sign("").suit);
}

TEST(Number, AllOfATextOrItsStart) {
  EXPECT_EQ(parse_number<int>("-12"), -12);
  EXPECT_EQ(parse_number<double>("0.5"), 0.5);
  for (const char* none : {"", "-", "+1", " 1", "1 ", "1x", "99999999999"})
    EXPECT_FALSE(parse_number<int>(none));
  EXPECT_FALSE(parse_number<unsigned>("-1"));
  EXPECT_EQ(leading_number<int>("12 boards"), 12);
  EXPECT_FALSE(leading_number<int>("boards"));
  EXPECT_FALSE(leading_number<int>("99999999999"));
}

TEST(Error, SaysWhere) {
  const Error error{.what = "expected a rank"};
  EXPECT_EQ(error.to_string(), "expected a rank");
  EXPECT_EQ(error.at("a.pbn", 3, 9).to_string(), "a.pbn:3:9: expected a rank");
}

}  // namespace
}  // namespace yomi

#include <gtest/gtest.h>

#include "yomi/bridge/auction.h"
#include "yomi/bridge/deal.h"
#include "yomi/bridge/position.h"

namespace yomi {
namespace {

int points(const char* contract, bool vulnerable, int tricks) {
  return score(*parse_contract(contract, Seat::south), vulnerable, tricks);
}

// Law 77, one line for each kind of entry.
TEST(Score, MadeContracts) {
  EXPECT_EQ(points("1C", false, 7), 70);
  EXPECT_EQ(points("1NT", false, 7), 90);
  EXPECT_EQ(points("2S", true, 10), 170);
  EXPECT_EQ(points("3NT", false, 9), 400);
  EXPECT_EQ(points("3NT", true, 11), 660);
  EXPECT_EQ(points("4S", false, 10), 420);
  EXPECT_EQ(points("5D", true, 11), 600);
  EXPECT_EQ(points("6NT", false, 12), 990);
  EXPECT_EQ(points("6H", true, 12), 1430);
  EXPECT_EQ(points("7NT", true, 13), 2220);
  EXPECT_EQ(points("7C", false, 13), 1440);
}

TEST(Score, DoubledAndRedoubled) {
  EXPECT_EQ(points("2SX", false, 8), 470);
  EXPECT_EQ(points("2DX", false, 8), 180);
  EXPECT_EQ(points("2DX", true, 10), 580);
  EXPECT_EQ(points("1NTXX", false, 7), 560);
  EXPECT_EQ(points("1CXX", false, 8), 430);
  EXPECT_EQ(points("2SXX", true, 10), 1640);
  EXPECT_EQ(points("7NTXX", true, 13), 2980);
}

TEST(Score, Undertricks) {
  EXPECT_EQ(points("3NT", false, 7), -100);
  EXPECT_EQ(points("3NT", true, 7), -200);
  const int doubled[] = {-100, -300, -500, -800, -1100, -1400};
  const int doubled_vulnerable[] = {-200, -500, -800, -1100, -1400, -1700};
  for (int under = 1; under <= 6; ++under) {
    EXPECT_EQ(points("4HX", false, 10 - under), doubled[under - 1]);
    EXPECT_EQ(points("4HX", true, 10 - under), doubled_vulnerable[under - 1]);
    EXPECT_EQ(points("4HXX", true, 10 - under), 2 * doubled_vulnerable[under - 1]);
  }
  EXPECT_EQ(points("7NTXX", true, 0), -7600);
}

TEST(Score, ImpsAndMatchpoints) {
  EXPECT_EQ(imps(0), 0);
  EXPECT_EQ(imps(10), 0);
  EXPECT_EQ(imps(20), 1);
  EXPECT_EQ(imps(-50), -2);
  EXPECT_EQ(imps(430), 10);
  EXPECT_EQ(imps(420), 9);
  EXPECT_EQ(imps(3990), 23);
  EXPECT_EQ(imps(9000), 24);
  const int scores[] = {420, 420, -50, 450};
  EXPECT_EQ(matchpoints(scores), (std::vector<int>{3, 3, 0, 6}));
}

TEST(Vulnerability, BoardsAndNames) {
  const char* expected[] = {"None", "NS",  "EW",   "All", "NS",  "EW",   "All", "None",
                            "EW",   "All", "None", "NS",  "All", "None", "NS",  "EW"};
  for (int board = 1; board <= 32; ++board) {
    EXPECT_EQ(to_string(board_vulnerability(board)), expected[(board - 1) % 16]);
    EXPECT_EQ(index(board_dealer(board)), (board - 1) % 4);
  }
  for (const char* name : {"None", "NS", "EW", "All"}) EXPECT_EQ(to_string(*parse_vulnerability(name)), name);
  EXPECT_EQ(parse_vulnerability("N/S"), Vulnerability::ns);
  EXPECT_FALSE(parse_vulnerability("some"));
}

TEST(Call, ParseAndPrintInvertEachOther) {
  for (int code = 0; code < kCalls; ++code) {
    const Call call = Call::from_code(code);
    EXPECT_EQ(parse_call(to_string(call)), call);
  }
  EXPECT_EQ(parse_call("3n"), Call::bid(3, Strain::no_trump));
  for (const char* bad : {"", "8C", "0NT", "1", "1X", "XXX", "NT"}) EXPECT_FALSE(parse_call(bad)) << bad;
}

Auction auction_of(Seat dealer, std::initializer_list<const char*> calls) {
  Auction auction(dealer);
  for (const char* call : calls) EXPECT_TRUE(auction.add(*parse_call(call))) << call;
  return auction;
}

TEST(Auction, DeclarerIsTheFirstToNameTheStrain) {
  const Auction auction =
      auction_of(Seat::south, {"P", "1H", "1S", "2H", "X", "4H", "P", "P", "X", "XX", "P", "P", "P"});
  ASSERT_TRUE(auction.is_over());
  const auto contract = auction.contract();
  ASSERT_TRUE(contract);
  EXPECT_EQ(to_string(*contract), "4HXX");
  EXPECT_EQ(contract->declarer, Seat::west);
  EXPECT_EQ(contract->leader(), Seat::north);
}

TEST(Auction, Legality) {
  Auction auction = auction_of(Seat::north, {"1S"});
  EXPECT_FALSE(auction.is_legal(Call::xx()));
  EXPECT_FALSE(auction.is_legal(Call::bid(1, Strain::hearts)));
  EXPECT_TRUE(auction.add(Call::pass()));
  EXPECT_FALSE(auction.is_legal(Call::x())) << "one's own side's bid";
  EXPECT_TRUE(auction.add(Call::pass()));
  EXPECT_TRUE(auction.add(Call::x()));
  EXPECT_FALSE(auction.is_legal(Call::x()));
  EXPECT_TRUE(auction.is_legal(Call::xx()));
  EXPECT_TRUE(auction_of(Seat::east, {"P", "P", "P", "P"}).is_over());
  EXPECT_FALSE(auction_of(Seat::east, {"P", "P", "P"}).is_over());
  EXPECT_FALSE(auction_of(Seat::east, {"P", "P", "P", "P"}).contract());
}

TEST(Deal, ParseAndPrintInvertEachOther) {
  Random random(11);
  for (int i = 0; i < 200; ++i) {
    const Deal deal = random_deal(random, 1 + i % 13);
    for (Seat first : kAllSeats) {
      const auto read = parse_deal(to_string(deal, first));
      ASSERT_TRUE(read) << read.error().to_string();
      EXPECT_EQ(*read, deal);
    }
  }
}

TEST(Deal, ErrorsNameTheColumn) {
  const auto column_of = [](std::string_view text) {
    const auto deal = parse_deal(text);
    return deal ? 0U : deal.error().column;
  };
  EXPECT_EQ(column_of("N:AK.x.. - - -"), 6U);
  EXPECT_EQ(column_of("Q:A... - - -"), 1U);
  EXPECT_EQ(column_of("N:A... A... - -"), 8U);
  EXPECT_EQ(column_of("N:AA... - - -"), 4U);
  EXPECT_EQ(column_of("N:A... - -"), 11U);
  EXPECT_EQ(column_of("N:A... - - - 2..."), 14U);
  EXPECT_EQ(column_of("N:A.. - - -"), 6U);
}

TEST(Position, TricksAreWonByTrumpThenBySuit) {
  const auto deal = parse_deal("N:A2... .A2.. K3... .K.2.");
  ASSERT_TRUE(deal);
  auto position = make_position(*deal, Strain::hearts, Seat::north);
  ASSERT_TRUE(position) << position.error().to_string();
  for (const char* card : {"SA", "H2", "S3", "D2"}) {
    ASSERT_TRUE(position->is_legal(*parse_card(card))) << card;
    position->play(*parse_card(card));
  }
  EXPECT_EQ(position->leader(), Seat::east);
  EXPECT_EQ(position->tricks(Side::ew), 1);
  EXPECT_EQ(position->tricks_left(), 1);
}

TEST(Position, RejectsWhatCannotBe) {
  const auto make = [](const char* deal, std::initializer_list<const char*> table) {
    std::vector<Card> cards;
    for (const char* card : table) cards.push_back(*parse_card(card));
    return make_position(*parse_deal(deal), Strain::no_trump, Seat::north, cards);
  };
  EXPECT_FALSE(make("N:A2... K3... Q5... J...", {}));
  EXPECT_TRUE(make("N:A... K3... Q5... J4...", {"S2"}));
  EXPECT_FALSE(make("N:A... K... Q5... J4...", {"S2", "H2"})) << "east revokes";
  EXPECT_FALSE(make("N:A... K3... Q5... J4...", {"SA"}));
}

}  // namespace
}  // namespace yomi

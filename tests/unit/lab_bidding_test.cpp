// Solved deals, matches in bidding, regrets of calls and bidding challenges.
#include <gtest/gtest.h>

#include "yomi/bidding/bid_out.h"
#include "yomi/lab/bidding_match.h"
#include "yomi/lab/challenge.h"
#include "yomi/lab/regret.h"

namespace yomi::lab {
namespace {

std::shared_ptr<const bidding::System> shipped(const char* name) {
  return std::make_shared<const bidding::System>(bidding::load_shipped_system(name).value());
}

SolvedDeal some_deal(std::uint64_t seed) {
  Random random(seed);
  SolvedDeal made;
  made.deal = random_deal(random);
  made.dealer = seat_at(static_cast<int>(random.below(4)));
  made.vulnerability = static_cast<Vulnerability>(random.below(4));
  for (Strain strain : kAllStrains) {
    for (Seat seat : kAllSeats) made.table.tricks[strain][seat] = static_cast<std::uint8_t>(random.below(14));
  }
  return made;
}

TEST(SolvedDeal, ReadsWhatItWrites) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const SolvedDeal deal = some_deal(seed);
    const auto again = parse_solved_deal(to_string(deal));
    ASSERT_TRUE(again.ok()) << again.error().to_string();
    EXPECT_EQ(again->deal, deal.deal);
    EXPECT_EQ(again->dealer, deal.dealer);
    EXPECT_EQ(again->vulnerability, deal.vulnerability);
    EXPECT_EQ(again->table, deal.table);
  }
}

TEST(SolvedDeal, SaysWhereItIsWrong) {
  const std::string good = to_string(some_deal(1));
  EXPECT_FALSE(parse_solved_deal("").ok());
  EXPECT_EQ(parse_solved_deal("Q" + good.substr(1)).error().column, 1U);
  std::string tricks = good;
  tricks.back() = 'E';
  EXPECT_EQ(parse_solved_deal(tricks).error().column, good.size());
  EXPECT_FALSE(parse_solved_deal(good.substr(0, good.size() - 1)).ok());
}

TEST(BiddingMatch, ASystemDrawsWithItself) {
  const auto system = shipped("two-over-one");
  BiddingMatch match({.system = system, .reads = nullptr}, {.system = system, .reads = nullptr});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const MatchBoard board = match.play(some_deal(seed));
    EXPECT_EQ(board.imps, 0);
    EXPECT_FALSE(board.differs);
    EXPECT_EQ(board.tables[0].lines.size(), board.tables[0].calls.size());
  }
}

TEST(BiddingMatch, TheFirstDifferenceIsPutDownToTheFirst) {
  BiddingMatch match({.system = shipped("two-over-one"), .reads = nullptr},
                     {.system = shipped("sayc"), .reads = nullptr});
  std::vector<SolvedDeal> deals;
  std::vector<MatchBoard> boards;
  int sum = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    deals.push_back(some_deal(seed));
    boards.push_back(match.play(deals.back()));
    if (boards.back().differs) sum += boards.back().imps;
  }
  int by_lines = 0;
  for (const LineTally& tally : by_line(deals, boards)) by_lines += tally.imps;
  EXPECT_EQ(by_lines, sum);
}

// The same in the plain way: each deal bid again from the first call, with one call put in.
TEST(Regret, IsWhatBiddingAgainGives) {
  const auto ours = shipped("two-over-one");
  const auto theirs = shipped("sayc");
  for (const OtherCalls others : {OtherCalls::likeliest, OtherCalls::all}) {
    RegretExam exam(ours, theirs, others);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const SolvedDeal deal = some_deal(seed);
      const auto bid_with = [&](std::size_t at, std::optional<Call> other) {
        const bidding::AuctionState start({ours, theirs}, deal.dealer, deal.vulnerability,
                                          std::make_shared<bidding::GridMemory>());
        return bid_out(start, deal.deal, [&](const bidding::AuctionState& state, CardSet hand) {
          return other && state.auction().calls().size() == at ? *other : bidding::call_by_rules(state, hand);
        });
      };
      const auto usual = bid_with(0, std::nullopt);
      const RegretDeal judged = exam.judge(deal);
      EXPECT_EQ(judged.calls, usual.auction().calls());
      for (const CallRegret& one : judged.regrets) {
        EXPECT_NE(one.made, one.other);
        EXPECT_EQ(judged.calls[one.at], one.made);
        const auto changed = bid_with(one.at, one.other);
        const int gained =
            deal.score_ns(changed.auction().contract()) - deal.score_ns(usual.auction().contract());
        const bool north_south = side_of(next(deal.dealer, static_cast<int>(one.at))) == Side::ns;
        EXPECT_EQ(one.imps, imps(north_south ? gained : -gained)) << to_string(changed.auction());
      }
    }
  }
}

TEST(Regret, LinesAreAddedUp) {
  const Call pass = Call::pass();
  const Call spade = Call::bid(1, Strain::spades);
  std::vector<RegretDeal> deals(4);
  for (int i = 0; i < 4; ++i) {
    auto& regrets = deals[static_cast<std::size_t>(i)].regrets;
    regrets.push_back({.line = "a", .made = pass, .other = spade, .imps = 5 + i % 2});
    regrets.push_back({.line = "a", .made = spade, .other = pass, .imps = -2});
    regrets.push_back({.line = "b", .made = pass, .other = spade, .imps = i % 2 == 0 ? 9 : -8});
  }
  const auto lines = by_line(deals, 4);
  ASSERT_EQ(lines.size(), 1U) << "the others lose, or gain no more than chance may";
  EXPECT_EQ(lines[0].line, "a");
  EXPECT_EQ(lines[0].made, pass);
  EXPECT_EQ(lines[0].other, spade);
  EXPECT_EQ(lines[0].cases, 4);
  EXPECT_EQ(lines[0].imps, 22);
  EXPECT_DOUBLE_EQ(lines[0].mean(), 5.5);
  EXPECT_GT(lines[0].error, 0);
  EXPECT_TRUE(by_line(deals, 5).empty());
}

TEST(Challenge, OpponentsMakeTheirCallsAndContractsAreAwarded) {
  const auto challenge =
      parse_challenge("7\tN\tNone\tAK9752.3.AQ4.872\tQ763.A2.KJ75.Q43\t? 2H ? Pass\t4S=10 N3N=7 3N=4 E2HX=2");
  ASSERT_TRUE(challenge.ok()) << challenge.error().to_string();
  const auto system = shipped("two-over-one");
  const auto end =
      bid_challenge(bidding::AuctionState({system, shipped("natural")}, challenge->dealer,
                                          challenge->vulnerability, std::make_shared<bidding::GridMemory>()),
                    *challenge, bidding::call_by_rules);
  EXPECT_EQ(to_string(end.auction().calls()[1]), "2H");
  EXPECT_EQ(challenge->award(end.auction().contract()), 10) << to_string(end.auction());
  EXPECT_EQ(challenge->best(), 10);
  Contract no_trump;
  no_trump.level = 3;
  no_trump.strain = Strain::no_trump;
  no_trump.declarer = Seat::north;
  EXPECT_EQ(challenge->award(no_trump), 7);
  no_trump.declarer = Seat::south;
  EXPECT_EQ(challenge->award(no_trump), 4);
  EXPECT_EQ(challenge->award(std::nullopt), 0);
}

TEST(Challenge, SaysWhereItIsWrong) {
  EXPECT_FALSE(parse_challenge("one field").ok());
  const auto bad = parse_challenge("7\tN\tNone\tAK9752.3.AQ4.872\tQ763.A2.KJ75.Q43\t\t4S=ten");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().column, 45U);
}

}  // namespace
}  // namespace yomi::lab

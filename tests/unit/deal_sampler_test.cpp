// The deals that a chair imagines: facts kept, calls and cards read, the same whatever the number of threads.
#include "yomi/play/deal_sampler.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "yomi/bidding/auction_state.h"
#include "yomi/play/policy_reader.h"

namespace yomi::play {
namespace {

constexpr const char* kDeal = "N:AQ73.KJ4.KJ8.A96 J42.Q9753.A4.J42 965.A82.QT97.KQ8 KT8.T6.6532.T753";

Auction auction_of(Seat dealer, const std::vector<std::string>& calls) {
  Auction made(dealer);
  for (const std::string& call : calls) EXPECT_TRUE(made.add(*parse_call(call)));
  return made;
}

PlayContext context_of(const std::string& contract, Seat declarer, const Auction* auction) {
  PlayContext context;
  context.contract = *parse_contract(contract, declarer);
  if (auction != nullptr) {
    context.calls = calls_of(*auction);
    context.readings = SystemReader::usual().read(*auction, Vulnerability::none);
  }
  return context;
}

double mean_points(const belief::Sample& sample, Seat seat) {
  double sum = 0;
  for (const belief::WeightedDeal& one : sample.deals) sum += one.weight * belief::hcp(one.deal[seat]);
  return sum;
}

TEST(Imagine, KeepsToTheFacts) {
  const Deal deal = *parse_deal(kDeal);
  const PlayContext context = context_of("3NT", Seat::north, nullptr);
  const std::vector<Card> play = {*parse_card("H5"), *parse_card("H2"), *parse_card("HT"), *parse_card("HJ")};
  const Decision decision = look(context, deal, play);
  const SamplingOptions how{.count = 50};
  Random random(3);
  const belief::Sample sample = sample_deals(context, decision.seen, how, random);
  const belief::Space space = belief::facts_unchecked(decision.seen);
  double sum = 0;
  ASSERT_FALSE(sample.deals.empty());
  ASSERT_LE(sample.deals.size(), 50U);
  for (const belief::WeightedDeal& one : sample.deals) {
    EXPECT_TRUE(space.allows(one.deal));
    sum += one.weight;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(Imagine, DoesNotDependOnThreads) {
  const Deal deal = *parse_deal(kDeal);
  const Auction auction = auction_of(Seat::north, {"1NT", "P", "3NT", "P", "P", "P"});
  const PlayContext context = context_of("3NT", Seat::north, &auction);
  const Decision decision = look(context, deal, {*parse_card("H5"), *parse_card("H2")});
  std::vector<belief::Sample> made;
  jobs::ThreadPool thread_pool(3);
  for (jobs::ThreadPool* each : {static_cast<jobs::ThreadPool*>(nullptr), &thread_pool}) {
    const SamplingOptions how{.count = 40, .thread_pool = each};
    Random random(8);
    made.push_back(sample_deals(context, decision.seen, how, random));
  }
  ASSERT_EQ(made[0].deals.size(), made[1].deals.size());
  for (std::size_t i = 0; i < made[0].deals.size(); ++i) {
    EXPECT_EQ(made[0].deals[i].deal, made[1].deals[i].deal);
    EXPECT_EQ(made[0].deals[i].weight, made[1].deals[i].weight);
  }
}

// Opener has shown 15 to 17 points; East, on lead with ten, imagines that, and without the calls does not.
TEST(Imagine, ReadsTheCallsBeforeTheLead) {
  const Deal deal = *parse_deal(kDeal);
  const Auction auction = auction_of(Seat::north, {"1NT", "P", "3NT", "P", "P", "P"});
  const SamplingOptions how{.count = 100};
  Random random(5);
  const PlayContext read = context_of("3NT", Seat::north, &auction);
  const belief::Sample with = sample_deals(read, look(read, deal, {}).seen, how, random);
  EXPECT_GT(mean_points(with, Seat::north), 14);
  EXPECT_LT(mean_points(with, Seat::north), 17.5);
  const PlayContext unread = context_of("3NT", Seat::north, nullptr);
  const belief::Sample without = sample_deals(unread, look(unread, deal, {}).seen, how, random);
  EXPECT_LT(mean_points(without, Seat::north), 12);
}

// The same calls once dummy is down, seen by a defender.
TEST(Imagine, ReadsTheCallsWithDummyInView) {
  const Deal deal = *parse_deal(kDeal);
  const Auction auction = auction_of(Seat::north, {"1NT", "P", "3NT", "P", "P", "P"});
  const PlayContext context = context_of("3NT", Seat::north, &auction);
  const Decision decision = look(context, deal, {*parse_card("H5"), *parse_card("H2")});
  ASSERT_EQ(decision.seen.chair, Seat::west);
  Random random(5);
  const belief::Sample sample = sample_deals(context, decision.seen, {.count = 100}, random);
  EXPECT_GT(mean_points(sample, Seat::north), 14);
  EXPECT_LT(mean_points(sample, Seat::north), 18.5);
}

TEST(SystemReader, DoubtsButDoesNotRuleOut) {
  const Auction auction = auction_of(Seat::north, {"1NT", "P", "P", "P"});
  const auto tables = SystemReader::usual().read(auction, Vulnerability::none);
  const belief::HandTable& opener = tables->hands[Seat::north];
  const int balanced = belief::HandTable::shape_number(4, 3, 3);
  EXPECT_GT(opener.at(balanced, 16), 5 * opener.at(balanced, 8));
  EXPECT_GT(opener.at(balanced, 8), 0);
}

TEST(PolicyReader, ReadsWithoutRulingOut) {
  const auto system = std::make_shared<const bidding::System>(*bidding::load_shipped_system("two-over-one"));
  const PolicyReader reader({system, system}, {CallTrust::partner(), CallTrust::stranger()});
  const Auction auction = auction_of(Seat::north, {"1NT", "P", "P", "2S", "P", "P", "P"});
  const auto tables = reader.read(auction, Vulnerability::none);
  for (const Seat seat : kAllSeats) {
    for (int shape = 0; shape < belief::HandTable::kShapes; ++shape) {
      for (int points = 0; points < belief::HandTable::kPoints; ++points)
        ASSERT_GT(tables->hands[seat].at(shape, points), 0) << shape << " " << points;
    }
  }
  const int balanced = belief::HandTable::shape_number(4, 3, 3);
  const belief::HandTable& opener = tables->hands[Seat::north];
  EXPECT_GT(opener.at(balanced, 16), 50 * opener.at(balanced, 8));
  const belief::HandTable& balancing = tables->hands[Seat::west];
  EXPECT_GT(balancing.at(belief::HandTable::shape_number(6, 3, 2), 10), 3 * balancing.at(balanced, 10));
  EXPECT_EQ(reader.read(auction, Vulnerability::none), tables);  // kept
  EXPECT_NE(reader.read(auction, Vulnerability::both), tables);
}

// A call that somebody explained is left to the explanation; the others are read as ever.
TEST(CallReader, LeavesOutWhatWasTold) {
  const auto system = std::make_shared<const bidding::System>(*bidding::load_shipped_system("two-over-one"));
  const Auction auction = auction_of(Seat::north, {"1NT", "P", "3NT", "P", "P", "P"});
  const std::vector<bool> told = {true, false, false, false, false, false};
  const auto same = [](const belief::HandTable& one, const belief::HandTable& two) {
    for (int shape = 0; shape < belief::HandTable::kShapes; ++shape) {
      for (int points = 0; points < belief::HandTable::kPoints; ++points) {
        if (one.at(shape, points) != two.at(shape, points)) return false;
      }
    }
    return true;
  };
  const SystemReader rules({system, system});
  const PolicyReader policy({system, system}, {CallTrust::partner(), CallTrust::stranger()});
  for (const CallReader* reader :
       {static_cast<const CallReader*>(&rules), static_cast<const CallReader*>(&policy)}) {
    const auto all = reader->read(auction, Vulnerability::none);
    const auto rest = reader->read(auction, Vulnerability::none, told);
    EXPECT_FALSE(same(all->hands[Seat::north], rest->hands[Seat::north]));
    EXPECT_TRUE(same(all->hands[Seat::south], rest->hands[Seat::south]));
    EXPECT_TRUE(same(all->hands[Seat::east], rest->hands[Seat::east]));
  }
}

// One call of the record is explained, not as the system has it: the deals go by that, and by what the system
// says of the other calls. The explanation may also be of single cards, which no table of hands knows.
TEST(Imagine, ExplanationsStandBesideTheSystem) {
  const Auction auction = auction_of(Seat::north, {"1NT", "P", "2NT", "P", "3NT", "P", "P", "P"});
  const Deal deal = *parse_deal(kDeal);
  Random random(5);
  const auto drawn = [&](const std::string& note, std::size_t cards) {
    Board board;
    board.deal = deal;
    for (Seat seat : kAllSeats) board.known[seat] = true;
    board.dealer = Seat::north;
    for (const Call call : auction.calls()) board.calls.push_back({.call = call});
    board.calls[0].explanation = note;
    board.play = {*parse_card("H5"), *parse_card("H2"), *parse_card("HT"), *parse_card("HJ")};
    const auto decision = look(board, cards, &SystemReader::usual());
    EXPECT_TRUE(decision) << decision.error().to_string();
    // The opening leader, or East again when the trick is over.
    const SamplingOptions how{.count = 300, .enumerate_up_to = 0};
    return sample_deals(decision->context, decision->seen, how, random);
  };
  for (const std::size_t cards : {std::size_t{0}, std::size_t{2}}) {
    const auto plain = drawn("", cards);
    const auto told = drawn("shows hcp(self) >= 11 && hcp(self) <= 13", cards);
    if (cards == 0) EXPECT_GT(mean_points(plain, Seat::north), 15);
    EXPECT_LT(mean_points(told, Seat::north), 13.01);
    // South's raise is read by the system in both.
    if (cards == 0) EXPECT_NEAR(mean_points(told, Seat::south), mean_points(plain, Seat::south), 1);
    const auto ace = drawn("shows hascard(self, AS) && hcp(self) >= 11", cards);
    for (const belief::WeightedDeal& one : ace.deals) {
      if (one.weight > 1e-3) EXPECT_TRUE(one.deal[Seat::north].contains(*parse_card("SA")));
    }
  }
}

// What the policy opens one spade with, counted: mostly what the rules say. What it passes with is nothing
// long and strong.
TEST(PolicyMeaning, IsAboutTheHandsOfTheCall) {
  const bidding::System system = *bidding::load_shipped_system("two-over-one");
  const auto meaning = [&](const std::vector<std::string>& calls, const bidding::HandGrid& rules) {
    return policy_meaning(auction_of(Seat::north, calls), Vulnerability::none, system, rules);
  };
  const PolicyMeaning spade = meaning({"1S"}, bidding::HandGrid::everything());
  EXPECT_NEAR(spade.within, 1, 1e-9);
  EXPECT_GE(spade.hand.hcp.min, 8);
  EXPECT_LE(spade.hand.hcp.max, 21);
  EXPECT_GE(spade.hand.of(Suit::spades).min, 4);
  EXPECT_EQ(spade.hand.of(Suit::clubs), (bidding::Range{0, 13})) << "not told";
  EXPECT_EQ(meaning({"1S"}, bidding::HandGrid{}).within, 0);
  const PolicyMeaning pass = meaning({"P"}, bidding::HandGrid::everything());
  EXPECT_LE(pass.hand.hcp.max, 12);
  // The caller's earlier calls count, other chairs' do not.
  const PolicyMeaning again = meaning({"1S", "P", "2S", "P", "4S"}, bidding::HandGrid::everything());
  EXPECT_GE(again.hand.hcp.min, spade.hand.hcp.min);
  EXPECT_GE(again.hand.of(Suit::spades).min, 5);
}

TEST(PolicyReader, LeavesRulesAloneWhereToldTo) {
  const auto system = std::make_shared<const bidding::System>(*bidding::load_shipped_system("two-over-one"));
  const PolicyReader reader({system, system}, {CallTrust::rules_alone(), CallTrust::stranger()});
  const Auction auction = auction_of(Seat::north, {"1S", "2H", "2S", "P", "P", "P"});
  const auto tables = reader.read(auction, Vulnerability::none);
  const auto rules = SystemReader({system, system}).read(auction, Vulnerability::none);
  bool other = false;
  for (int shape = 0; shape < belief::HandTable::kShapes; ++shape) {
    for (int points = 0; points < belief::HandTable::kPoints; ++points) {
      EXPECT_EQ(tables->hands[Seat::north].at(shape, points), rules->hands[Seat::north].at(shape, points));
      other =
          other || tables->hands[Seat::east].at(shape, points) != rules->hands[Seat::east].at(shape, points);
    }
  }
  EXPECT_TRUE(other);
}

// What a call says is weaker where no agreement explains it.
TEST(SystemReader, BelievesGeneralLinesLess) {
  const auto system = std::make_shared<const bidding::System>(*bidding::load_shipped_system("two-over-one"));
  const SystemReader trusting({system, system}, {.general = Doubts{}.call});
  const SystemReader doubting({system, system}, {.general = 0.5});
  const auto outside = [](const SystemReader& reader, const Auction& auction, Seat seat) {
    const auto tables = reader.read(auction, Vulnerability::none);
    double least = 1;
    for (int points = 0; points < belief::HandTable::kPoints; ++points)
      least = std::min(least, static_cast<double>(
                                  tables->hands[seat].at(belief::HandTable::shape_number(4, 3, 3), points)));
    return least;
  };
  const Auction agreed = auction_of(Seat::north, {"1NT", "P", "3NT", "P", "P", "P"});
  EXPECT_EQ(outside(trusting, agreed, Seat::north), outside(doubting, agreed, Seat::north));
  const auto is_general = [&](const bidding::InterpretedCall& call) {
    return call.line == bidding::RuleMatch::kNoLine || system->groups[system->lines[call.line].group].general;
  };
  int general = 0;
  for (const auto& calls : {std::vector<std::string>{"1S", "2H", "3H", "4H", "4S", "5H"},
                            {"1C", "1H", "2C", "2H", "3D", "3H", "5C"},
                            {"1D", "1S", "2C", "2S", "3C", "3S", "4D"}}) {
    bidding::AuctionState state({system, system}, Seat::north, Vulnerability::none,
                                std::make_shared<bidding::GridMemory>());
    for (const std::string& call : calls) ASSERT_TRUE(state.add(*parse_call(call))) << call;
    for (const bidding::InterpretedCall& one : state.interpreted_calls()) {
      if (one.call.is_pass() || !is_general(one)) continue;
      ++general;
      EXPECT_GE(outside(doubting, state.auction(), one.seat), outside(trusting, state.auction(), one.seat));
    }
  }
  EXPECT_GT(general, 0);
}

// Pieces come one after the other: what the first ones are does not depend on how many are asked for later.
TEST(DealSampler, GivesPieceAfterPiece) {
  const Deal deal = *parse_deal(kDeal);
  const Auction auction = auction_of(Seat::north, {"1NT", "P", "3NT", "P", "P", "P"});
  const PlayContext context = context_of("3NT", Seat::north, &auction);
  for (const std::vector<Card>& play : {std::vector<Card>{}, std::vector<Card>{*parse_card("H5")}}) {
    const Decision decision = look(context, deal, play);
    const belief::Space space = belief::facts_unchecked(decision.seen);
    std::vector<std::vector<Deal>> runs;
    for (const int pieces : {2, 4}) {
      DealSampler sampler(context, decision.seen, {});
      Random random(9);
      std::vector<Deal>& deals = runs.emplace_back();
      for (int i = 0; i < pieces; ++i) {
        const belief::Sample piece = sampler.next(5, random);
        EXPECT_FALSE(piece.is_complete);
        double sum = 0;
        for (const belief::WeightedDeal& one : piece.deals) {
          EXPECT_TRUE(space.allows(one.deal));
          deals.push_back(one.deal);
          sum += one.weight;
        }
        EXPECT_NEAR(sum, 1, 1e-9);
      }
    }
    ASSERT_LT(runs[0].size(), runs[1].size());
    EXPECT_TRUE(std::equal(runs[0].begin(), runs[0].end(), runs[1].begin()));
  }
}

std::vector<Card> lowest_cards(const Deal& deal, const PlayContext& context, std::size_t count) {
  Position position(deal, Strain::no_trump, context.contract.leader());
  std::vector<Card> play;
  while (play.size() < count) {
    play.push_back(position.legal().lowest());
    position.play(play.back());
  }
  return play;
}

// Few layouts are the first piece, all of them, and nothing comes after it.
TEST(DealSampler, GivesFewLayoutsAllAtOnce) {
  const Deal deal = *parse_deal(kDeal);
  const PlayContext context = context_of("3NT", Seat::north, nullptr);
  const std::vector<Card> play = lowest_cards(deal, context, 40);
  const Decision decision = look(context, deal, play);
  DealSampler sampler(context, decision.seen, {});
  Random random(1);
  const belief::Sample all = sampler.next(4, random);
  EXPECT_TRUE(all.is_complete);
  Random other(2);
  EXPECT_EQ(all.deals.size(), sample_deals(context, decision.seen, {}, other).deals.size());
  EXPECT_GT(all.deals.size(), 4U);
  EXPECT_TRUE(sampler.next(4, random).deals.empty());
}

// One who looks at a part of them only has a fair part: each layout is in the first half about half of the
// times.
TEST(DealSampler, ShufflesFewLayouts) {
  const Deal deal = *parse_deal(kDeal);
  const PlayContext context = context_of("3NT", Seat::north, nullptr);
  const Decision decision = look(context, deal, lowest_cards(deal, context, 40));
  constexpr int kTimes = 400;
  Random random(3);
  std::vector<Deal> met;
  std::vector<int> early;
  for (int i = 0; i < kTimes; ++i) {
    const belief::Sample all = sample_deals(context, decision.seen, {.read_cards = false}, random);
    ASSERT_TRUE(all.is_complete);
    for (std::size_t at = 0; at < all.deals.size(); ++at) {
      const auto found = std::find(met.begin(), met.end(), all.deals[at].deal);
      const auto place = static_cast<std::size_t>(found - met.begin());
      if (found == met.end()) {
        met.push_back(all.deals[at].deal);
        early.push_back(0);
      }
      if (2 * at < all.deals.size()) ++early[place];
    }
  }
  for (const int times : early) {
    EXPECT_GT(times, kTimes / 3);
    EXPECT_LT(times, kTimes * 2 / 3 + 40);  // an odd number has a larger first half
  }
}

}  // namespace
}  // namespace yomi::play

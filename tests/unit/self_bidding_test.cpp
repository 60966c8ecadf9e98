// Auctions over plain arrays, as accelerators bid them, beside the types of the bridge room.
#include "../../src/lab/self_bidding.h"

#include <gtest/gtest.h>

#include <memory>

#include "yomi/bidding/auction_policy.h"
#include "yomi/bridge/auction.h"
#include "yomi/cards/random.h"

namespace yomi::bidding::self_bidding {
namespace {

SolvedDeal drawn(Random& random, Deal& deal) {
  deal = random_deal(random);
  SolvedDeal made{};
  for (const Seat seat : kAllSeats) {
    made.hands[index(seat)] = deal[seat].bits();
    for (int strain = 0; strain < kStrains; ++strain)
      made.tricks[strain][index(seat)] = static_cast<std::uint8_t>(random.below(14));
  }
  return made;
}

TEST(SelfBidding, RulesAndScoresAreThoseOfTheBridgeRoom) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    Deal deal;
    const SolvedDeal solved = drawn(random, deal);
    Bidding bidding;
    bidding.dealer = static_cast<int>(random.below(4));
    Auction auction(seat_at(bidding.dealer));
    const auto vulnerability = static_cast<Vulnerability>(random.below(4));
    while (!bidding.is_over()) {
      ASSERT_EQ(index(auction.turn()), bidding.turn());
      std::vector<int> legal;
      for (int code = 0; code < kCalls; ++code) {
        ASSERT_EQ(auction.is_legal(Call::from_code(code)), bidding.is_legal(code));
        if (bidding.is_legal(code)) legal.push_back(code);
      }
      const int code =
          random.below(2) == 0
              ? 0
              : legal[random.below(static_cast<std::uint32_t>(std::min<std::size_t>(legal.size(), 6)))];
      bidding.add(code);
      auction.add(Call::from_code(code));
    }
    if (!auction.is_over()) continue;  // too long for the arrays
    const auto contract = auction.contract();
    const int expected = contract
                             ? score_ns(*contract, vulnerability,
                                        solved.tricks[index(contract->strain)][index(contract->declarer)])
                             : 0;
    ASSERT_EQ(score_ns(bidding, static_cast<unsigned>(vulnerability), solved), expected)
        << to_string(auction);
  }
}

TEST(SelfBidding, ChancesAreThoseOfThePolicy) {
  const AuctionPolicy& policy = AuctionPolicy::shipped();
  const float* const weights = policy.weights().all().data();
  const OneLane lane;
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    Deal deal;
    const SolvedDeal solved = drawn(random, deal);
    Seating table{};
    table.vulnerable = random.below(4);
    table.told[0] = table.told[1] = inputs::kSystems;
    Bidding bidding;
    Auction auction(Seat::north);
    while (!bidding.is_over()) {
      Switches switches;
      set_switches(lane, solved, table, bidding, switches);
      Activations made;
      forward(lane, weights, weights + kFirstAt, switches, made);
      std::array<float, kCalls> chances{};
      legal_chances(lane, bidding, made.outputs, chances.data());
      const CallChances expected = policy.chances(auction, static_cast<Vulnerability>(table.vulnerable),
                                                  deal[auction.turn()], PolicySystem::two_over_one);
      for (std::size_t code = 0; code < kCalls; ++code) ASSERT_NEAR(chances[code], expected[code], 1e-4);
      const int code = likeliest(expected).code();
      bidding.add(code);
      auction.add(Call::from_code(code));
    }
  }
}

// Slopes of a decision add up to nothing, and the price is the derivative of the distance.
TEST(SelfBidding, SlopesAreThoseOfTheGainAndThePrice) {
  const float* const weights = AuctionPolicy::shipped().weights().all().data();
  const OneLane lane;
  auto room = std::make_unique<Room>();
  const Players players{{weights, weights, weights},
                        {weights + kFirstAt, weights + kFirstAt, weights + kFirstAt}};
  Random random(3);
  int lessons = 0;
  for (int round = 0; round < 40; ++round) {
    Deal deal;
    const SolvedDeal solved = drawn(random, deal);
    Seating table{};
    table.told[0] = table.told[1] = inputs::kSystems;
    Activations near;
    DealTree<OneLane> tree(lane, *room, near, players, solved, table);
    Lots lots{static_cast<std::uint64_t>(round)};
    if (!tree.bid(16, lots)) continue;
    tree.lessons([&](const Node& node) {
      ++lessons;
      Lesson lesson{};
      std::copy(std::begin(node.chances), std::end(node.chances), lesson.chances);
      lesson.share = tree.slopes(node, 16, lesson.slopes);
      float sum = 0;
      for (const float slope : lesson.slopes) sum += slope;
      EXPECT_NEAR(sum, 0, 1e-3);
      // To itself the distance is nothing, and nothing is added.
      const Lesson before = lesson;
      EXPECT_NEAR(add_price(lane, {1, 1}, node.made.outputs, lesson), 0, 1e-4);
      for (int code = 0; code < kCalls; ++code) EXPECT_NEAR(lesson.slopes[code], before.slopes[code], 1e-4);
    });
  }
  EXPECT_GT(lessons, 20);
}

}  // namespace
}  // namespace yomi::bidding::self_bidding

// Whole auctions by the systems that ship, on random deals.
#include <gtest/gtest.h>

#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/bidder.h"

namespace yomi::bidding {
namespace {

std::shared_ptr<const System> load(const std::string& name) {
  auto loaded = load_shipped_system(name);
  EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  return std::make_shared<const System>(std::move(loaded).value());
}

// What must be true of a decision before it is made.
void check(const Talk& talk, const Choice& choice, const Deal& deal) {
  const CardSet hand = deal[talk.turn()];
  const std::string where = to_string(talk.auction()) + " | " + to_string(choice.call) + " | " +
                            hand_to_string(hand) + " | " + place_of(talk, talk.offers()[choice.offer]);
  ASSERT_TRUE(talk.auction().is_legal(choice.call)) << where;
  // Meaning and choice agree.
  const Talk::Meaning meaning = talk.meaning(choice.call);
  ASSERT_TRUE(meaning.hands.contains(hand)) << where;
  ASSERT_TRUE(talk.known(talk.turn()).contains(hand)) << where;
  if (talk.situation().forced) {
    ASSERT_FALSE(choice.call.is_pass()) << where;
  }
  // Being the right hand for a call and being inside what it shows is the same for every call on offer.
  ASSERT_EQ(choice.call, candidates(talk, HandFeatures(hand)).front().call) << where;
}

class Auctions : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Auctions, MeaningAndChoiceAgreeAndTheAuctionEnds) {
  const auto ours = load(GetParam().first);
  const auto theirs = load(GetParam().second);
  const auto memory = std::make_shared<GridMemory>();
  Random random(7);
  std::size_t longest = 0;
  for (int i = 0; i < 1500; ++i) {
    const Deal deal = random_deal(random);
    const auto vulnerability = static_cast<Vulnerability>(i % 4);
    const Seat dealer = seat_at(i / 4);
    const std::optional<Side> silent = i % 3 == 0 ? std::optional(Side::ew) : std::nullopt;
    const Caller caller = [&](const Talk& now, CardSet hand) {
      const Choice choice = choose(now, HandFeatures(hand));
      check(now, choice, deal);
      return choice.call;
    };
    const Talk talk = bid_out(Talk({ours, theirs}, dealer, vulnerability, memory), deal, caller, silent);
    ASSERT_TRUE(talk.auction().is_over()) << to_string(talk.auction());
    longest = std::max(longest, talk.auction().calls().size());
    ASSERT_LE(talk.auction().calls().size(), 30U) << to_string(talk.auction()) << " " << to_string(deal);
    for (Seat seat : kAllSeats) {
      if (silent == side_of(seat)) continue;
      ASSERT_TRUE(talk.known(seat).contains(deal[seat])) << to_string(talk.auction());
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(longest, 8U);
}

INSTANTIATE_TEST_SUITE_P(Systems, Auctions,
                         ::testing::Values(std::pair{"two-over-one", "natural"},
                                           std::pair{"sayc", "two-over-one"},
                                           std::pair{"natural", "natural"}));

// Any legal calls whatever: the talk reads them all, and the player to call always has an answer.
TEST(BiddingTalk, NoAuctionIsTooStrange) {
  const auto ours = load("two-over-one");
  const auto theirs = load("natural");
  const auto memory = std::make_shared<GridMemory>();
  Random random(8);
  for (int i = 0; i < 300; ++i) {
    const Deal deal = random_deal(random);
    Talk talk({ours, theirs}, seat_at(i), static_cast<Vulnerability>(i / 4 % 4), memory);
    while (!talk.auction().is_over()) {
      const Choice choice = choose(talk, HandFeatures(deal[talk.turn()]));
      ASSERT_TRUE(talk.auction().is_legal(choice.call));
      if (talk.situation().forced) {
        ASSERT_FALSE(choice.call.is_pass()) << to_string(talk.auction());
      }
      const std::vector<Call> legal = talk.auction().legal_calls();
      // Low bids are more likely, so that the auctions are long.
      const auto bound = static_cast<std::uint32_t>(legal.size());
      ASSERT_TRUE(talk.add(legal[std::min({random.below(bound), random.below(bound), random.below(bound)})]));
      for (Seat seat : kAllSeats) ASSERT_FALSE(talk.known(seat).empty());
    }
  }
}

}  // namespace
}  // namespace yomi::bidding

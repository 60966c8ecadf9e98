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
void check(const AuctionState& state, const Choice& choice, const Deal& deal) {
  const CardSet hand = deal[state.turn()];
  const std::string where = to_string(state.auction()) + " | " + to_string(choice.call) + " | " +
                            hand_to_string(hand) + " | " + place_of(state, state.matches()[choice.match]);
  ASSERT_TRUE(state.auction().is_legal(choice.call)) << where;
  // Meaning and choice agree.
  const AuctionState::Meaning meaning = state.meaning(choice.call);
  ASSERT_TRUE(meaning.hands.contains(hand)) << where;
  ASSERT_TRUE(state.known(state.turn()).contains(hand)) << where;
  if (state.situation().forced) {
    ASSERT_FALSE(choice.call.is_pass()) << where;
  }
  // Being the right hand for a call and being inside what it shows is the same for every call there is.
  ASSERT_EQ(choice.call, candidates(state, HandFeatures(hand)).front().call) << where;
}

// The contract is no artificial bid that was left to be played: where the last bid was artificial, the suit
// is one that the side has.
void check_contract(const AuctionState& state, const Deal& deal) {
  const auto contract = state.auction().contract();
  if (!contract || contract->strain == Strain::no_trump) return;
  const InterpretedCall* last = nullptr;
  for (const InterpretedCall& made : state.interpreted_calls()) {
    if (made.call.is_bid()) last = &made;
  }
  ASSERT_NE(last, nullptr);
  if (!last->artificial) return;
  int trumps = 0;
  for (const Seat seat : {contract->declarer, partner(contract->declarer)}) {
    trumps += HandFeatures(deal[seat]).lengths[*trump_suit(contract->strain)];
  }
  ASSERT_GE(trumps, 7) << to_string(state.auction()) << " " << to_string(deal);
}

class Auctions : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Auctions, MeaningAndChoiceAgreeAndTheAuctionEnds) {
  const auto ours = load(GetParam().first);
  const auto theirs = load(GetParam().second);
  const auto memory = std::make_shared<GridMemory>();
  Random random(7);
  std::size_t longest = 0;
  for (int i = 0; i < 1200; ++i) {
    const Deal deal = random_deal(random);
    const auto vulnerability = static_cast<Vulnerability>(i % 4);
    const Seat dealer = seat_at(i / 4);
    const std::optional<Side> silent = i % 3 == 0 ? std::optional(Side::ew) : std::nullopt;
    const Caller caller = [&](const AuctionState& now, CardSet hand) {
      const Choice choice = choose(now, HandFeatures(hand));
      check(now, choice, deal);
      return choice.call;
    };
    const AuctionState state =
        bid_out(AuctionState({ours, theirs}, dealer, vulnerability, memory), deal, caller, silent);
    ASSERT_TRUE(state.auction().is_over()) << to_string(state.auction());
    longest = std::max(longest, state.auction().calls().size());
    check_contract(state, deal);
    ASSERT_LE(state.auction().calls().size(), 30U) << to_string(state.auction()) << " " << to_string(deal);
    for (Seat seat : kAllSeats) {
      if (silent == side_of(seat)) continue;
      ASSERT_TRUE(state.known(seat).contains(deal[seat])) << to_string(state.auction());
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(longest, 8U);
}

INSTANTIATE_TEST_SUITE_P(Systems, Auctions,
                         ::testing::Values(std::pair{"two-over-one", "natural"},
                                           std::pair{"sayc", "two-over-one"}, std::pair{"acol", "precision"},
                                           std::pair{"natural", "natural"}));

// Any legal calls whatever: the state reads them all, and the player to call always has an answer.
TEST(AuctionState, NoAuctionIsTooStrange) {
  const auto ours = load("two-over-one");
  const auto theirs = load("natural");
  const auto memory = std::make_shared<GridMemory>();
  Random random(8);
  for (int i = 0; i < 300; ++i) {
    const Deal deal = random_deal(random);
    AuctionState state({ours, theirs}, seat_at(i), static_cast<Vulnerability>(i / 4 % 4), memory);
    while (!state.auction().is_over()) {
      const Choice choice = choose(state, HandFeatures(deal[state.turn()]));
      ASSERT_TRUE(state.auction().is_legal(choice.call));
      if (state.situation().forced) {
        ASSERT_FALSE(choice.call.is_pass()) << to_string(state.auction());
      }
      const std::vector<Call> legal = state.auction().legal_calls();
      // Low bids are more likely, so that the auctions are long.
      const auto bound = static_cast<std::uint32_t>(legal.size());
      ASSERT_TRUE(
          state.add(legal[std::min({random.below(bound), random.below(bound), random.below(bound)})]));
      for (Seat seat : kAllSeats) ASSERT_FALSE(state.known(seat).empty());
    }
  }
}

}  // namespace
}  // namespace yomi::bidding

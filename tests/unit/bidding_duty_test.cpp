// Who may not pass: forcing calls, game forces and contracts that nobody meant, with the opponents in.
#include <gtest/gtest.h>

#include "yomi/bidding/bidder.h"
#include "yomi/bidding/duty.h"

namespace yomi::bidding {
namespace {

// After these calls from North, both sides playing two over one.
AuctionState after(std::string_view calls) {
  static const auto system = std::make_shared<const System>(load_shipped_system("two-over-one").value());
  AuctionState state({system, system}, Seat::north, Vulnerability::none, std::make_shared<GridMemory>());
  for (std::size_t at = 0; at < calls.size();) {
    const std::size_t end = std::min(calls.find(' ', at), calls.size());
    EXPECT_TRUE(state.add(*parse_call(calls.substr(at, end - at)))) << calls;
    at = end + 1;
  }
  return state;
}

Duty duty(std::string_view calls) {
  return after(calls).situation().duty;
}

TEST(Duty, AForcingCallIsAnswered) {
  EXPECT_EQ(duty("1S P"), Duty::none);
  EXPECT_EQ(duty("1S P 2C P"), Duty::answer);
  EXPECT_EQ(duty("1S P 1NT P"), Duty::answer);
  EXPECT_EQ(duty("1S P 2S P"), Duty::none);
  EXPECT_EQ(duty("1S P 4D P"), Duty::answer);  // a splinter
}

TEST(Duty, OverADoubleTheMakerHasAnotherTurn) {
  EXPECT_EQ(duty("1NT P 2H X"), Duty::none);
  EXPECT_EQ(duty("1NT P 2H X P P"), Duty::rescue);
  EXPECT_EQ(duty("P P 1S P 2C X P P"), Duty::rescue);  // Drury
  EXPECT_EQ(duty("1D 1S P 2D X P P"), Duty::rescue);   // a cue bid
  EXPECT_EQ(duty("1S P 2S X P P"), Duty::none);        // natural
}

TEST(Duty, ARedoubleOfOnesOwnArtificialBidIsForRescue) {
  EXPECT_EQ(duty("1NT P 2H X P P XX P"), Duty::answer);
  EXPECT_EQ(duty("1NT P 2C X XX P"), Duty::none);  // opener has good clubs
  EXPECT_EQ(duty("1S P 2S X P P XX P"), Duty::none);
}

TEST(Duty, ARedoubleOfPartnersArtificialBidIsPlayedOnlyInASuitThatWasShown) {
  EXPECT_EQ(duty("P P 1S P 2C X XX P"), Duty::answer);  // Drury
  EXPECT_EQ(duty("2C P 2D X XX P"), Duty::answer);      // a waiting bid
  EXPECT_EQ(duty("1NT P 2C X XX P"), Duty::none);       // Stayman: opener has good clubs
  EXPECT_EQ(duty("1S P 2S X XX P"), Duty::none);        // natural
}

TEST(Duty, AGameForceSurvivesTheirDouble) {
  EXPECT_EQ(duty("1S P 2C X P P"), Duty::game);
  EXPECT_EQ(duty("1S P 2C P 2S X P P"), Duty::game);
}

TEST(Duty, ATakeOutDoubleRedoubledIsRun) {
  EXPECT_EQ(duty("1S X XX P P"), Duty::rescue);
  EXPECT_EQ(duty("1S X XX"), Duty::none);
}

TEST(Duty, AGameForceSurvivesTheirBids) {
  EXPECT_EQ(duty("1S P 2C 3D"), Duty::none);
  EXPECT_TRUE(after("1S P 2C 3D").situation().forcing_pass);
  EXPECT_EQ(duty("1S P 2C 3D P P"), Duty::game);
  EXPECT_EQ(duty("1S P 2C P 4S 5D P P"), Duty::penalty);
  EXPECT_EQ(duty("1S P 2S 3D P P"), Duty::none);
}

TEST(Duty, TwoClubsIsForcingToGameOnceTheyBid) {
  EXPECT_EQ(duty("2C P 2D P 2NT P"), Duty::none);
  EXPECT_EQ(duty("2C 3D P P"), Duty::answer);  // the pass waits, and is forcing
  EXPECT_EQ(duty("2C P 2D 3D X 4D P P"), Duty::game);
}

TEST(Duty, NobodyPassesUnderADuty) {
  for (const char* calls : {"1NT P 2H X P P", "1S X XX P P", "1S P 2C 3D P P", "1S P 2C P 4S 5D P P"}) {
    const AuctionState state = after(calls);
    for (const RuleMatch& match : state.matches()) EXPECT_FALSE(match.call.is_pass()) << calls;
  }
}

TEST(SystemsOn, ADoubledConventionIsAnsweredAsIfUndoubled) {
  const auto call = [](std::string_view calls, std::string_view hand) {
    return to_string(choose(after(calls), HandFeatures(*parse_hand(hand))).call);
  };
  EXPECT_EQ(call("1NT P 2H X", "K75.AQ64.KJ3.QJ8"), "2S");
  EXPECT_EQ(call("P P 1S P 2C X", "AQ754.K64.A32.87"), call("P P 1S P 2C P", "AQ754.K64.A32.87"));
}

}  // namespace
}  // namespace yomi::bidding

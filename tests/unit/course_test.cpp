// The course of the play agrees with the position it describes.
#include "yomi/play/course.h"

#include <gtest/gtest.h>

#include "yomi/cards/random.h"

namespace yomi::play {
namespace {

TEST(Course, FollowsThePosition) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    const Contract contract{.level = 1 + static_cast<int>(random.below(7)),
                            .strain = strain_at(static_cast<int>(random.below(5))),
                            .doubling = Doubling::none,
                            .declarer = seat_at(static_cast<int>(random.below(4)))};
    Position position(random_deal(random), contract.strain, contract.leader());
    const Deal start = position.hands();
    Course course(contract);
    while (!position.is_over()) {
      ASSERT_EQ(course.turn(), position.turn());
      ASSERT_EQ(course.leader(), position.leader());
      ASSERT_EQ(course.winning(), position.winning());
      ASSERT_EQ(course.table().size(), position.table().size());
      const Sight sight = sight_of_turn(course, position.hands());
      ASSERT_EQ(sight.legal(course), position.legal());
      for (Seat seat : kAllSeats) {
        ASSERT_EQ(course.played(seat), start[seat] - position.hand(seat));
        for (Suit suit : kAllSuits) {
          if (course.is_void(seat, suit)) {
            ASSERT_EQ(position.hand(seat).length(suit), 0);
          }
        }
      }
      for (Side side : {Side::ns, Side::ew}) ASSERT_EQ(course.tricks(side), position.tricks(side));
      const CardSet legal = position.legal();
      auto card = legal.begin();
      for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(legal.size())); skip > 0; --skip)
        ++card;
      position.play(*card);
      course.add(*card);
    }
    EXPECT_EQ(course.trick_number(), 13);
  }
}

TEST(Course, RemembersTheFirstCardsAndWhoOpenedASuit) {
  Course course(
      {.level = 3, .strain = Strain::no_trump, .doubling = Doubling::none, .declarer = Seat::south});
  for (const char* name : {"S4", "S2", "SK", "S5", "S9", "SA", "D3", "S3"}) course.add(*parse_card(name));
  EXPECT_EQ(course.leader(), Seat::south);
  EXPECT_EQ(course.opened_by(Suit::spades), Seat::west);
  EXPECT_EQ(course.opened_by(Suit::hearts), std::nullopt);
  EXPECT_EQ(course.rounds(Suit::spades), 2);
  EXPECT_EQ(course.first_card(Seat::east, Suit::spades), Rank::king);
  EXPECT_EQ(course.first_card(Seat::west, Suit::diamonds), Rank::three);
  EXPECT_TRUE(course.is_void(Seat::west, Suit::spades));
  EXPECT_FALSE(course.is_void(Seat::north, Suit::spades));
  EXPECT_EQ(course.tricks(Side::ns), 1);
  EXPECT_EQ(course.tricks(Side::ew), 1);
}

TEST(Calls, WhatTheAuctionNamed) {
  Auction auction(Seat::west);
  for (const char* call : {"P", "1D", "2C", "X", "2H", "P", "3C", "P", "P", "P"})
    ASSERT_TRUE(auction.add(*parse_call(call)));
  const Calls calls = calls_of(auction);
  EXPECT_EQ(calls.opener, Seat::north);
  EXPECT_EQ(calls.named[Seat::east][0], 2);
  EXPECT_EQ(calls.highest[Seat::east], 3);
  EXPECT_TRUE(calls.doubled[Seat::south]);
}

}  // namespace
}  // namespace yomi::play

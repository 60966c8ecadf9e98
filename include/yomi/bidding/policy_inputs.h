// The switches of a decision and of a full deal, from plain numbers: the same code runs on processors and on
// accelerators (apps/train), where the bit functions of the standard library cannot be used. The order of
// the switches is part of the file formats of the weights.
//
// Hands are masks of sixteen bits a suit (CardSet::bits), calls are codes (Call::code), seats and strains
// their indices. `to` has add(std::size_t).
#pragma once

#include <cstddef>
#include <cstdint>

#include "yomi/bridge/call.h"
#include "yomi/cards/seat.h"

namespace yomi::bidding::inputs {

using Size = std::size_t;

constexpr Size at_most(Size value, Size limit) {
  return value < limit ? value : limit;
}
// High-card points of a rank.
constexpr Size points_of(Size rank) {
  constexpr auto kTen = static_cast<Size>(index(Rank::ten));
  return rank > kTen ? rank - kTen : 0;
}
constexpr bool holds(std::uint64_t cards, Size suit, Size rank) {
  return (cards >> (16 * suit + rank) & 1) != 0;
}

// Of a policy.
inline constexpr Size kBids = kCalls - 3;
inline constexpr Size kLengths = 10;     // 0 to 9, longer suits count as 9
inline constexpr Size kPoints = 26;      // of a hand, 25 and more as one
inline constexpr Size kSuitPoints = 11;  // of a suit
inline constexpr Size kControls = 13;    // 12 and more as one
inline constexpr Size kRounds = 6;
inline constexpr Size kSystems = 4;

inline constexpr Size kCardAt = 0;
inline constexpr Size kLengthAt = kCardAt + 52;
inline constexpr Size kPointsAt = kLengthAt + kSuits * kLengths;
inline constexpr Size kSuitPointsAt = kPointsAt + kPoints;
inline constexpr Size kVulnerableAt = kSuitPointsAt + kSuits * kSuitPoints;
inline constexpr Size kDealerAt = kVulnerableAt + 4;
inline constexpr Size kBidAt = kDealerAt + kSeats;           // who made each bid
inline constexpr Size kDoubledAt = kBidAt + kBids * kSeats;  // and who doubled it
inline constexpr Size kRedoubledAt = kDoubledAt + kBids * kSeats;
inline constexpr Size kLastBidAt = kRedoubledAt + kBids * 2;  // ours or theirs
inline constexpr Size kDoublingAt = kLastBidAt + kBids * 2;
inline constexpr Size kLastCallsAt = kDoublingAt + 3;  // of the right, partner, the left
inline constexpr Size kFirstBidOfAt = kLastCallsAt + Size{3} * kCalls;
inline constexpr Size kLastBidOfAt = kFirstBidOfAt + kBids * kSeats;
inline constexpr Size kOursAt = kLastBidOfAt + kBids * kSeats;
inline constexpr Size kTheirsAt = kOursAt + kSystems;  // the last one: not known
inline constexpr Size kRoundAt = kTheirsAt + kSystems + 1;
inline constexpr Size kControlsAt = kRoundAt + kRounds;
inline constexpr Size kPolicyInputs = kControlsAt + kControls;

template <class To>
constexpr void add_hand(std::uint64_t hand, To& to) {
  Size points = 0;
  Size controls = 0;
  for (Size suit = 0; suit < kSuits; ++suit) {
    Size length = 0;
    Size suit_points = 0;
    for (Size rank = 0; rank < kRanks; ++rank) {
      if (!holds(hand, suit, rank)) continue;
      ++length;
      suit_points += points_of(rank);
      constexpr auto kQueen = static_cast<Size>(index(Rank::queen));
      controls += rank > kQueen ? rank - kQueen : 0;
      to.add(kCardAt + suit * kRanks + rank);
    }
    points += suit_points;
    to.add(kLengthAt + suit * kLengths + at_most(length, kLengths - 1));
    to.add(kSuitPointsAt + suit * kSuitPoints + suit_points);
  }
  to.add(kPointsAt + at_most(points, kPoints - 1));
  to.add(kControlsAt + at_most(controls, kControls - 1));
}

// An auction as its next caller sees it.
struct Decision {
  const std::uint8_t* calls = nullptr;
  int count = 0;
  int dealer = 0;
  unsigned vulnerable = 0;  // one bit a side
  Size ours = 0;
  Size theirs = kSystems;  // kSystems: not known
};

template <class To>
constexpr void add_auction(const Decision& decision, To& to) {
  const int me = (decision.dealer + decision.count) % kSeats;
  const int us = me % 2;
  to.add(kVulnerableAt + (decision.vulnerable >> us & 1U));
  to.add(kVulnerableAt + 2 + (decision.vulnerable >> (1 - us) & 1U));
  to.add(kDealerAt + static_cast<Size>((decision.dealer - me + kSeats) % kSeats));
  to.add(kOursAt + decision.ours);
  to.add(kTheirsAt + decision.theirs);
  to.add(kRoundAt + at_most(static_cast<Size>(decision.count) / kSeats, kRounds - 1));

  constexpr Size kNone = kBids;
  Size first[kSeats] = {kNone, kNone, kNone, kNone};
  Size last[kSeats] = {kNone, kNone, kNone, kNone};
  Size bid = 0;
  Size bidder = 0;
  Size doubling = 0;
  for (int i = 0; i < decision.count; ++i) {
    const auto who = static_cast<Size>((decision.dealer + i - me + 4 * kSeats * kCalls) % kSeats);
    const Size code = decision.calls[i];
    if (code >= 3) {
      bid = code - 3;
      bidder = who;
      doubling = 0;
      to.add(kBidAt + bid * kSeats + who);
      if (first[who] == kNone) first[who] = bid;
      last[who] = bid;
    } else if (code == 1) {
      doubling = 1;
      to.add(kDoubledAt + bid * kSeats + who);
    } else if (code == 2) {
      doubling = 2;
      to.add(kRedoubledAt + bid * 2 + who % 2);
    }
  }
  if (last[bidder] != kNone) to.add(kLastBidAt + bid * 2 + bidder % 2);
  to.add(kDoublingAt + doubling);
  for (int back = 1; back <= 3 && back <= decision.count; ++back)
    to.add(kLastCallsAt + static_cast<Size>(back - 1) * kCalls + decision.calls[decision.count - back]);
  for (Size who = 0; who < kSeats; ++who) {
    if (first[who] != kNone) to.add(kFirstBidOfAt + who * kBids + first[who]);
    if (last[who] != kNone) to.add(kLastBidOfAt + who * kBids + last[who]);
  }
}

// Of an estimate of tricks. By suits in their order, trumps first: who has each card (from the declarer,
// clockwise), lengths of the four hands, cards of declarer's side; then its high-card points.
inline constexpr Size kHandLengths = 9;  // 8 and more as one
inline constexpr Size kHolderAt = 0;
inline constexpr Size kHandLengthAt = kHolderAt + Size{52} * kSeats;
inline constexpr Size kTogetherAt = kHandLengthAt + Size{kSuits} * kSeats * kHandLengths;
inline constexpr Size kSidePointsAt = kTogetherAt + Size{kSuits} * (kRanks + 1);
inline constexpr Size kTrickInputs = kSidePointsAt + 41;

// `suits`: the four indices of suits.
template <class To>
constexpr void add_deal(const std::uint64_t* hands, Size declarer, const Size* suits, To& to) {
  Size points = 0;
  for (Size place = 0; place < kSuits; ++place) {
    Size together = 0;
    for (Size who = 0; who < kSeats; ++who) {
      const std::uint64_t hand = hands[(declarer + who) % kSeats];
      const bool ours = who % 2 == 0;
      Size length = 0;
      for (Size rank = 0; rank < kRanks; ++rank) {
        if (!holds(hand, suits[place], rank)) continue;
        ++length;
        if (ours) points += points_of(rank);
      }
      to.add(kHandLengthAt + (place * kSeats + who) * kHandLengths + at_most(length, kHandLengths - 1));
      if (ours) together += length;
      for (Size rank = 0; rank < kRanks; ++rank)
        if (holds(hand, suits[place], rank)) to.add(kHolderAt + (place * kRanks + rank) * kSeats + who);
    }
    to.add(kTogetherAt + place * (kRanks + 1) + together);
  }
  to.add(kSidePointsAt + points);
}

}  // namespace yomi::bidding::inputs

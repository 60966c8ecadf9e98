// A decision as switches. Their order is part of the file format of the weights.
#include <algorithm>

#include "yomi/bidding/auction_policy.h"

namespace yomi::bidding {
namespace {

constexpr std::size_t kBids = kCalls - 3;
constexpr std::size_t kLengths = 10;     // 0 to 9, longer suits count as 9
constexpr std::size_t kPoints = 26;      // of a hand, 25 and more as one
constexpr std::size_t kSuitPoints = 11;  // of a suit
constexpr std::size_t kControls = 13;    // 12 and more as one
constexpr std::size_t kRounds = 6;

// Where each kind of switch begins.
constexpr std::size_t kCardAt = 0;
constexpr std::size_t kLengthAt = kCardAt + 52;
constexpr std::size_t kPointsAt = kLengthAt + kSuits * kLengths;
constexpr std::size_t kSuitPointsAt = kPointsAt + kPoints;
constexpr std::size_t kVulnerableAt = kSuitPointsAt + kSuits * kSuitPoints;
constexpr std::size_t kDealerAt = kVulnerableAt + 4;
constexpr std::size_t kBidAt = kDealerAt + kSeats;           // who made each bid
constexpr std::size_t kDoubledAt = kBidAt + kBids * kSeats;  // and who doubled it
constexpr std::size_t kRedoubledAt = kDoubledAt + kBids * kSeats;
constexpr std::size_t kLastBidAt = kRedoubledAt + kBids * 2;  // ours or theirs
constexpr std::size_t kDoublingAt = kLastBidAt + kBids * 2;
constexpr std::size_t kLastCallsAt = kDoublingAt + 3;  // of the right, partner, the left
constexpr std::size_t kFirstBidOfAt = kLastCallsAt + std::size_t{3} * kCalls;
constexpr std::size_t kLastBidOfAt = kFirstBidOfAt + kBids * kSeats;
constexpr std::size_t kOursAt = kLastBidOfAt + kBids * kSeats;
constexpr std::size_t kTheirsAt = kOursAt + kPolicySystems;  // the last one: not known
constexpr std::size_t kRoundAt = kTheirsAt + kPolicySystems + 1;
constexpr std::size_t kControlsAt = kRoundAt + kRounds;
static_assert(kControlsAt + kControls == std::tuple_size_v<decltype(PolicyWeights::input)>);

constexpr std::size_t number(auto value) {
  return static_cast<std::size_t>(value);
}
constexpr std::size_t bid_number(Call bid) {
  return number(bid.code() - 3);
}

}  // namespace

void add_hand(CardSet hand, ActiveInputs& to) {
  std::size_t points = 0;
  std::size_t controls = 0;
  for (const Suit suit : kAllSuits) {
    std::size_t length = 0;
    std::size_t suit_points = 0;
    for (const Card card : hand.in(suit)) {
      ++length;
      const int rank = index(card.rank());
      suit_points += number(std::max(0, rank - index(Rank::ten)));
      controls += number(std::max(0, rank - index(Rank::queen)));
      to.add(kCardAt + number(index(suit)) * kRanks + number(rank));
    }
    points += suit_points;
    to.add(kLengthAt + number(index(suit)) * kLengths + std::min(length, kLengths - 1));
    to.add(kSuitPointsAt + number(index(suit)) * kSuitPoints + suit_points);
  }
  to.add(kPointsAt + std::min(points, kPoints - 1));
  to.add(kControlsAt + std::min(controls, kControls - 1));
}

void add_auction(const Auction& auction, Vulnerability vulnerability, PolicySystem ours,
                 std::optional<PolicySystem> theirs, ActiveInputs& to) {
  const Seat me = auction.turn();
  const Side us = side_of(me);
  const std::vector<Call>& calls = auction.calls();
  to.add(kVulnerableAt + number(is_vulnerable(vulnerability, us)));
  to.add(kVulnerableAt + 2 + number(is_vulnerable(vulnerability, other(us))));
  to.add(kDealerAt + number(distance(me, auction.dealer())));
  to.add(kOursAt + number(ours));
  to.add(kTheirsAt + (theirs ? number(*theirs) : number(kPolicySystems)));
  to.add(kRoundAt + std::min(calls.size() / kSeats, kRounds - 1));

  std::array<std::optional<std::size_t>, kSeats> first;
  std::array<std::optional<std::size_t>, kSeats> last;
  std::size_t bid = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const std::size_t who = number(distance(me, auction.caller(i)));
    if (calls[i].is_bid()) {
      bid = bid_number(calls[i]);
      to.add(kBidAt + bid * kSeats + who);
      if (!first[who]) first[who] = bid;
      last[who] = bid;
    } else if (calls[i] == Call::x()) {
      to.add(kDoubledAt + bid * kSeats + who);
    } else if (calls[i] == Call::xx()) {
      to.add(kRedoubledAt + bid * 2 + who % 2);
    }
  }
  if (const auto bidder = auction.last_bidder())
    to.add(kLastBidAt + bid * 2 + (side_of(*bidder) == us ? 0U : 1U));
  to.add(kDoublingAt + number(auction.doubling()));
  for (std::size_t back = 1; back <= 3 && back <= calls.size(); ++back)
    to.add(kLastCallsAt + (back - 1) * kCalls + number(calls[calls.size() - back].code()));
  for (std::size_t who = 0; who < kSeats; ++who) {
    if (first[who]) to.add(kFirstBidOfAt + who * kBids + *first[who]);
    if (last[who]) to.add(kLastBidOfAt + who * kBids + *last[who]);
  }
}

}  // namespace yomi::bidding

// The Law of Total Tricks for hands and auctions however strange: sums, seats turned, colours exchanged.
#include "yomi/bidding/total_tricks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "yomi/bridge/deal.h"

namespace yomi::bidding {
namespace {

// Legal calls with many passes, so that most auctions stay low; never over.
Auction random_auction(Random& random) {
  Auction auction(seat_at(static_cast<int>(random.below(4))));
  const std::uint32_t calls = random.below(12);
  for (std::uint32_t i = 0; i < calls; ++i) {
    Auction more = auction;
    const std::vector<Call> legal = auction.legal_calls();
    const std::uint32_t reach = std::min<std::uint32_t>(static_cast<std::uint32_t>(legal.size()), 8);
    more.add(random.below(3) == 0 ? Call::pass() : legal[random.below(reach)]);
    if (!more.is_over()) auction = more;
  }
  return auction;
}

// What a hand may have shown: truths about it.
LawHand random_shown(CardSet hand, Random& random) {
  LawHand shown;
  for (Suit suit : kAllSuits) {
    shown.least[suit] = static_cast<int>(random.below(static_cast<std::uint32_t>(hand.length(suit)) + 1));
    shown.most[suit] = hand.length(suit) + static_cast<int>(random.below(4));
  }
  const auto points = static_cast<int>(random.below(20));
  shown.hcp_least = points;
  shown.hcp_most = points + static_cast<int>(random.below(10));
  return shown;
}

LawQuestion random_question(Random& random) {
  LawQuestion question{.hand = {}, .auction = random_auction(random)};
  const Deal deal = random_deal(random);
  question.hand = deal[question.auction.turn()];
  question.vulnerability = static_cast<Vulnerability>(random.below(4));
  for (Seat seat : kAllSeats) {
    if (random.below(3) != 0) {
      question.shown[seat] = random_shown(deal[seat], random);
    }
  }
  return question;
}

TEST(TotalTricksProperty, SumsHoldAndTheAnswerIsLegal) {
  Random random(20261);
  for (int i = 0; i < 5000; ++i) {
    const LawQuestion question = random_question(random);
    const TotalTricks total = total_tricks(question);
    int adjusted = 0;
    for (int a = 0; a < kAdjustments; ++a) {
      if (total.adjusted[static_cast<std::size_t>(a)]) adjusted += amount(static_cast<Adjustment>(a));
    }
    ASSERT_EQ(total.total, total.trumps() + adjusted);
    double weights = 0;
    for (const Split& split : total.splits) {
      weights += split.weight;
      ASSERT_TRUE(split.theirs == total.total - split.ours || split.theirs == 0 || split.theirs == kRanks);
    }
    ASSERT_NEAR(weights, 1, 1e-9);
    ASSERT_TRUE(question.auction.is_legal(total.preferred));
    ASSERT_TRUE(total.preferred.is_bid() || total.prefers(total.preferred));
    for (const LawAction& action : total.actions) {
      ASSERT_TRUE(question.auction.is_legal(action.call));
      ASSERT_EQ(action.scores.size(), total.splits.size());
      ASSERT_TRUE(std::isfinite(action.imps));
      ASSERT_GE(action.they_bid_on, 0);
      ASSERT_LE(action.they_bid_on, 1 + 1e-9);
    }
    ASSERT_FALSE(explain(question, total).empty());
  }
}

TEST(TotalTricksProperty, TurningTheTableChangesNothing) {
  Random random(20262);
  for (int i = 0; i < 1000; ++i) {
    const LawQuestion question = random_question(random);
    LawQuestion turned = question;
    turned.auction = Auction(next(question.auction.dealer()));
    for (Call call : question.auction.calls()) turned.auction.add(call);
    turned.vulnerability = question.vulnerability == Vulnerability::ns   ? Vulnerability::ew
                           : question.vulnerability == Vulnerability::ew ? Vulnerability::ns
                                                                         : question.vulnerability;
    for (Seat seat : kAllSeats) {
      turned.shown[next(seat)] = question.shown[seat];
    }
    const TotalTricks a = total_tricks(question);
    const TotalTricks b = total_tricks(turned);
    ASSERT_EQ(a.total, b.total);
    ASSERT_TRUE(a.preferred == b.preferred);
    ASSERT_EQ(explain(question, a), explain(turned, b));
  }
}

// Exchanging the minors, or the majors, everywhere moves no total when there are no ties to break.
TEST(TotalTricksProperty, SuitsOfOneKindAreAlike) {
  Random random(20263);
  for (int i = 0; i < 3000; ++i) {
    LawQuestion question = random_question(random);
    question.auction = Auction(question.auction.turn());
    const bool majors = random.below(2) != 0;
    const Suit low = majors ? Suit::hearts : Suit::clubs;
    const Suit high = majors ? Suit::spades : Suit::diamonds;
    LawQuestion other = question;
    other.hand = (question.hand - CardSet::of_suit(low) - CardSet::of_suit(high)) |
                 CardSet::from_ranks(low, question.hand.ranks(high)) |
                 CardSet::from_ranks(high, question.hand.ranks(low));
    for (LawHand& shown : other.shown) {
      std::swap(shown.least[low], shown.least[high]);
      std::swap(shown.most[low], shown.most[high]);
    }
    const TotalTricks a = total_tricks(question);
    const TotalTricks b = total_tricks(other);
    ASSERT_EQ(a.trumps(), b.trumps());
    ASSERT_DOUBLE_EQ(a.hcp_ours, b.hcp_ours);
    const auto swapped = [&](Suit suit) { return suit == low ? high : suit == high ? low : suit; };
    if (b.ours.suit == swapped(a.ours.suit) && b.theirs.suit == swapped(a.theirs.suit)) {
      ASSERT_EQ(a.adjusted, b.adjusted);
    }
  }
}

}  // namespace
}  // namespace yomi::bidding

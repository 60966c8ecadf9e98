// Conditions: the hand grid in three-valued logic against the hand itself.
#include <gtest/gtest.h>

#include <string>

#include "yomi/belief/view.h"
#include "yomi/bidding/condition.h"
#include "yomi/bridge/deal.h"

namespace yomi::bidding {
namespace {

std::string pick(Random& random, std::initializer_list<std::string_view> from) {
  return std::string(*(from.begin() + random.below(static_cast<std::uint32_t>(from.size()))));
}

std::string random_condition(Random& random, int depth);

std::string random_number(Random& random, int depth) {
  if (depth > 0 && random.below(3) == 0) {
    const std::string a = random_number(random, depth - 1);
    const std::string b = random_number(random, depth - 1);
    switch (random.below(5)) {
      case 0:
        return "(" + a + " + " + b + ")";
      case 1:
        return "(" + a + " - " + b + ")";
      case 2:
        return "min(" + a + ", " + b + ")";
      case 3:
        return "max(" + a + ", " + b + ")";
      default:
        return "if(" + random_condition(random, depth - 1) + ", " + a + ", " + b + ")";
    }
  }
  if (random.below(4) == 0) return std::to_string(random.below(22));
  return pick(random, {"hcp",
                       "tp",
                       "S",
                       "H",
                       "D",
                       "C",
                       "hcp(S)",
                       "hcp(C)",
                       "sp(H)",
                       "sp(D)",
                       "losers",
                       "controls",
                       "aces",
                       "kings",
                       "queens",
                       "quick",
                       "ptricks",
                       "top(S,3)",
                       "top(D,5)",
                       "keycards(H)",
                       "voids",
                       "singletons",
                       "doubletons",
                       "longest",
                       "second",
                       "shortest",
                       "fit(S)",
                       "both.hcp",
                       "both.tp",
                       "both.sp(C)",
                       "partner.hcp.min",
                       "rho.max(H)",
                       "level",
                       "seat"});
}

std::string random_condition(Random& random, int depth) {
  if (depth > 0 && random.below(2) == 0) {
    const std::string a = random_condition(random, depth - 1);
    const std::string b = random_condition(random, depth - 1);
    switch (random.below(4)) {
      case 0:
        return "(" + a + " and " + b + ")";
      case 1:
        return "(" + a + " or " + b + ")";
      case 2:
        return "not (" + a + ")";
      default:
        return "if(" + a + ", " + b + ", " + random_condition(random, depth - 1) + ")";
    }
  }
  if (random.below(3) == 0) {
    return pick(random, {"balanced", "semibalanced", "stopper(S)", "half(H)", "stoppers", "has(SA)",
                         "has(D7)", "queen(C)", "king(H)", "ace(D)", "rule20", "rule15", "solid(C)", "vul",
                         "true", "false", "passed", "competitive", "higher(S, H)"});
  }
  const std::string a = random_number(random, depth);
  if (random.below(4) == 0) {
    const std::uint32_t low = random.below(16);
    return a + " in " + std::to_string(low) + ".." + std::to_string(low + random.below(8));
  }
  return a + " " + pick(random, {"==", "!=", "<", "<=", ">", ">="}) + " " + random_number(random, depth);
}

Situation random_situation(Random& random) {
  Situation made;
  for (Shown& shown : made.shown) {
    shown.hand.hcp.min = static_cast<std::int16_t>(random.below(15));
    shown.hand.total_points.min = static_cast<std::int16_t>(random.below(15));
    for (Range& range : shown.hand.length) range.min = static_cast<std::int16_t>(random.below(6));
    if (random.below(2) == 0) shown.suits.insert(suit_at(static_cast<int>(random.below(4))));
  }
  made.vulnerable = random.below(2) == 0;
  made.competitive = random.below(2) == 0;
  return made;
}

TEST(BiddingCondition, TheGridAgreesWithTheHand) {
  Random random(41);
  int exact = 0;
  int cells_seen = 0;
  for (int round = 0; round < 1500; ++round) {
    const std::string text = random_condition(random, 3);
    const auto condition = parse_condition(text);
    ASSERT_TRUE(condition.ok()) << text << ": " << condition.error().to_string();
    const auto bound = condition->bind(random_situation(random), Letters{});
    ASSERT_TRUE(bound.has_value()) << text;
    const Cells cells = bound->cells();
    EXPECT_EQ(cells.must - cells.may, HandGrid{}) << text;
    for (int i = 0; i < 10; ++i) {
      const Deal deal = random_deal(random);
      for (Seat seat : kAllSeats) {
        const bool holds = bound->holds(HandFeatures(deal[seat]));
        const bool may = cells.may.contains(deal[seat]);
        const bool must = cells.must.contains(deal[seat]);
        EXPECT_TRUE(!holds || may) << text << " on " << hand_to_string(deal[seat]);
        EXPECT_TRUE(!must || holds) << text << " on " << hand_to_string(deal[seat]);
        exact += may == must ? 1 : 0;
        ++cells_seen;
      }
    }
    EXPECT_FALSE(bound->in_words().empty());
  }
  // The grid must also say something: most cells are decided.
  EXPECT_GT(exact, cells_seen / 2);
}

TEST(BiddingCondition, LengthsAndPointsAreExact) {
  Random random(42);
  for (const std::string text :
       {"hcp in 15..17 and balanced", "S >= 5 and hcp >= 12 or tp >= 13 and H >= 5", "rule20 and S > H",
        "sp(H) in 10..12 and H >= 4", "S + H >= 9 and not hcp >= 11", "2*hcp + 3*S >= 40",
        "if(H >= 4, sp(H), tp) >= 11"}) {
    const auto condition = parse_condition(text);
    ASSERT_TRUE(condition.ok()) << text;
    const auto bound = condition->bind(Situation{}, Letters{});
    const Cells cells = bound->cells();
    EXPECT_EQ(cells.may, cells.must) << text;
    for (int i = 0; i < 200; ++i) {
      const CardSet hand = random_deal(random)[Seat::north];
      EXPECT_EQ(bound->holds(HandFeatures(hand)), cells.may.contains(hand)) << text << hand_to_string(hand);
    }
  }
}

TEST(BiddingCondition, EveryHandHasACell) {
  Random random(43);
  for (int i = 0; i < 20000; ++i) {
    const Deal deal = random_deal(random);
    for (Seat seat : kAllSeats) ASSERT_TRUE(HandGrid::everything().contains(deal[seat]));
  }
  for (int i = 0; i < kGridShapes; ++i) {
    const Lengths& lengths = grid_shapes()[static_cast<std::size_t>(i)];
    EXPECT_EQ(belief::HandTable::shape_number(lengths[Suit::spades], lengths[Suit::hearts],
                                              lengths[Suit::diamonds]),
              i);
  }
}

}  // namespace
}  // namespace yomi::bidding

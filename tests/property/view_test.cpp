// The fast view against the general model: the same weights, the same draws.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "yomi/belief/view.h"

namespace yomi::belief {
namespace {

struct Case {
  Space space;
  std::vector<Term> terms;
  std::vector<SuitTerm> suit_terms;
  Prepared prepared;
};

Case random_case(Random& random, int hidden) {
  Case made;
  const Deal deal = random_deal(random);
  made.space.held = deal;
  const Seat a = seat_at(static_cast<int>(random.below(4)));
  const Seat b = next(a, 1 + static_cast<int>(random.below(3)));
  for (Seat seat : {a, b}) {
    std::vector<Card> cards;
    for (Card card : deal[seat]) cards.push_back(card);
    random.shuffle(std::span(cards));
    for (int i = 0; i < hidden; ++i) made.space.held[seat].erase(cards[static_cast<std::size_t>(i)]);
    made.space.slots[seat] = static_cast<std::uint8_t>(hidden);
  }
  if (random.below(3) == 0) {
    // The true deal stays possible: bar a suit in which this hand got none of the hidden cards.
    const CardSet own = deal[a] - made.space.held[a];
    for (Suit suit : kAllSuits) {
      if (own.in(suit).empty()) made.space.barred[a] |= CardSet::of_suit(suit);
    }
  }
  const auto condition = [&](Seat seat) -> Expression {
    switch (random.below(4)) {
      case 0:
        return hcp(seat) >= hcp(deal[seat]) - static_cast<int>(random.below(4)) &&
               hcp(seat) <= hcp(deal[seat]) + 2;
      case 1:
        return balanced(seat) || hcp(seat) > 9;
      case 2:
        return length(seat, Suit::spades) >= deal[seat].length(Suit::spades) - 1;
      default:
        return length(seat, Suit::hearts) + hcp(seat) > 7;
    }
  };
  for (Seat seat : {a, b}) {
    const Expression one = condition(seat);
    const double fails = random.below(2) == 0 ? 0 : 0.125;
    made.terms.push_back({one, [fails](int value) { return value != 0 ? 1.0 : fails; }});
    EXPECT_TRUE(made.prepared.hands[seat].multiply(one, seat, 1, fails));
  }
  if (random.below(2) == 0) {
    BySeat<bool> seats{};
    seats[a] = true;
    made.suit_terms.push_back({Suit::diamonds, seats, [a](const auto& ranks) {
                                 return 0.1 + std::popcount(ranks[a] & 0x0FFU) * 0.5 + (ranks[a] >> 12 & 1);
                               }});
  }
  return made;
}

TEST(View, HasTheTotalOfTheModel) {
  Random random(3);
  View view;
  for (int round = 0; round < 300; ++round) {
    const Case one = random_case(random, 1 + static_cast<int>(random.below(13)));
    view.fill(one.space, one.prepared, one.suit_terms);
    const Model model(one.space, one.terms, one.suit_terms);
    ASSERT_TRUE(model.is_exact());
    ASSERT_NEAR(view.total(), model.total(), 2e-5 * model.total()) << round;
  }
}

TEST(View, DrawsInProportionToWeight) {
  Random random(9);
  View view;
  int tested = 0;
  for (int round = 0; round < 60; ++round) {
    const Case one = random_case(random, 4);
    const Model model(one.space, one.terms, one.suit_terms);
    if (model.total() <= 0) continue;
    view.fill(one.space, one.prepared, one.suit_terms);
    std::map<std::uint64_t, double> expected;
    const Seat seat = [&] {
      for (Seat s : kAllSeats) {
        if (one.space.slots_of(s) > 0) return s;
      }
      return Seat::north;
    }();
    model.for_each([&](const Deal& deal, double weight) {
      expected[deal[seat].bits()] = weight;
      return true;
    });
    if (expected.size() < 3) continue;
    ++tested;
    constexpr int kDraws = 40'000;
    std::map<std::uint64_t, int> drawn;
    for (int i = 0; i < kDraws; ++i) {
      const Deal deal = view.draw(random);
      ASSERT_TRUE(one.space.allows(deal));
      ++drawn[deal[seat].bits()];
    }
    double chi2 = 0;
    int seen = 0;
    for (const auto& [code, weight] : expected) {
      const double mean = kDraws * weight / model.total();
      chi2 += (drawn[code] - mean) * (drawn[code] - mean) / mean;
      seen += drawn[code];
    }
    EXPECT_EQ(seen, kDraws);
    const double freedom = static_cast<double>(expected.size()) - 1;
    EXPECT_LT(chi2, freedom + 6 * std::sqrt(2 * freedom)) << round;
  }
  EXPECT_GT(tested, 30);
}

TEST(View, ServesOneHiddenHandAndNone) {
  Random random(2);
  View view;
  const Prepared nothing;
  const Deal deal = random_deal(random);
  Space space;
  space.held = deal;
  view.fill(space, nothing);
  EXPECT_EQ(view.total(), 1);
  EXPECT_EQ(view.draw(random), deal);
  space.held[Seat::west].erase(deal[Seat::west].lowest());
  space.slots = {0, 0, 0, 1};
  view.fill(space, nothing);
  EXPECT_EQ(view.total(), 1);
  EXPECT_EQ(view.draw(random), deal);
}

TEST(HandTable, RefusesWhatItCannotHold) {
  HandTable table;
  EXPECT_FALSE(table.multiply(hcp(Seat::east, Suit::hearts) > 2, Seat::east, 1, 0));
  EXPECT_FALSE(table.multiply(hcp(Seat::north) > 2, Seat::east, 1, 0));
  EXPECT_FALSE(table.multiply(controls(Seat::east) > 2, Seat::east, 1, 0));
  EXPECT_TRUE(table.multiply(hcp(Seat::east) > 2, Seat::east, 1, 0));
  EXPECT_EQ(table.at(17, 2), 0);
  EXPECT_EQ(table.at(17, 3), 1);
}

TEST(HandTable, CellsAndConditionsGiveTheSameWeights) {
  const Expression condition = hcp(Seat::east) + 2 * length(Seat::east, Suit::hearts) > 17;
  std::array<std::uint64_t, HandTable::kShapes> cells{};
  for (int spades = 0; spades <= kRanks; ++spades) {
    for (int hearts = 0; spades + hearts <= kRanks; ++hearts) {
      for (int diamonds = 0; spades + hearts + diamonds <= kRanks; ++diamonds) {
        auto& row = cells[static_cast<std::size_t>(HandTable::shape_number(spades, hearts, diamonds))];
        for (int points = 0; points < HandTable::kPoints; ++points) {
          if (points + 2 * hearts > 17) row |= std::uint64_t{1} << points;
        }
      }
    }
  }
  HandTable by_condition;
  HandTable by_cells;
  ASSERT_TRUE(by_condition.multiply(condition, Seat::east, 0.75, 0.25));
  by_cells.multiply(cells, 0.75, 0.25);
  for (int shape = 0; shape < HandTable::kShapes; ++shape) {
    for (int points = 0; points < HandTable::kPoints; ++points) {
      ASSERT_EQ(by_cells.at(shape, points), by_condition.at(shape, points));
      ASSERT_EQ(by_cells.mirrored(shape)[points], by_condition.mirrored(shape)[points]);
    }
    ASSERT_EQ(by_cells.span(shape).low, by_condition.span(shape).low);
    ASSERT_EQ(by_cells.span(shape).high, by_condition.span(shape).high);
    ASSERT_EQ(by_cells.span(shape).flat, by_condition.span(shape).flat);
  }
}

}  // namespace
}  // namespace yomi::belief

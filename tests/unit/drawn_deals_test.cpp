// Random deals as asked for, against what the solver says of them.
#include "yomi/lab/drawn_deals.h"

#include <gtest/gtest.h>

namespace yomi::lab {
namespace {

const auto kNever = [] { return false; };

TEST(DrawnDeals, AreNearTheContract) {
  dd::Solver solver;
  Random random(1);
  const DealSpec spec{.contract = *parse_contract("4S", Seat::south), .near = 1};
  for (int i = 0; i < 5; ++i) {
    const auto deal = draw_deal(spec, random, solver, kNever);
    ASSERT_TRUE(deal);
    EXPECT_TRUE(deal->is_full());
    EXPECT_NEAR(solver.table(*deal)->at(Strain::spades, Seat::south), 10, 1);
  }
}

// The share of layouts is that of the layouts drawn, so a spec for nothing but sure ones gives deals that
// make in most others too.
TEST(DrawnDeals, AreAsGoodAsWished) {
  dd::Solver solver;
  Random random(2);
  DealSpec spec{.contract = *parse_contract("3NT", Seat::north), .least_chance = 1, .layouts = 12};
  const Deal sure = *draw_deal(spec, random, solver, kNever);
  spec.least_chance = 0.75;
  spec.layouts = 40;
  EXPECT_TRUE(matches(spec, sure, random, solver));
  spec.least_chance = 0;
  spec.most_chance = 0.25;
  EXPECT_FALSE(matches(spec, sure, random, solver));
}

TEST(DrawnDeals, DependOnTheRandomNumbersAlone) {
  const DealSpec spec{.contract = *parse_contract("3NT", Seat::south),
                      .least_chance = 0.3,
                      .most_chance = 0.7,
                      .layouts = 10};
  dd::Solver used;
  used.table(*parse_deal("N:AK32.K32.A32.432 QJ4.QJ4.QJ54.QJ5 T98.A98.K98.A987 765.T765.T76.KT6"));
  dd::Solver fresh;
  Random a(3);
  Random b(3);
  EXPECT_EQ(*draw_deal(spec, a, used, kNever), *draw_deal(spec, b, fresh, kNever));
}

TEST(DrawnDeals, CanBeStopped) {
  dd::Solver solver;
  Random random(1);
  const DealSpec impossible{
      .contract = *parse_contract("7NT", Seat::south), .least_chance = 1, .most_chance = 0};
  int asked = 0;
  EXPECT_FALSE(draw_deal(impossible, random, solver, [&] { return ++asked > 20; }));
}

}  // namespace
}  // namespace yomi::lab

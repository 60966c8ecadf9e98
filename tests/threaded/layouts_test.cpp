#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "support/random_position.h"
#include "yomi/dd/layouts.h"

namespace yomi::dd {
namespace {

std::vector<Position> some_layouts(int count) {
  Random random(11);
  std::vector<Position> layouts;
  layouts.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) layouts.push_back(testing::random_position(random, 5));
  return layouts;
}

TEST(Layouts, AnswersAreThoseOfASolverWhateverTheThreads) {
  const std::vector<Position> layouts = some_layouts(200);
  Solver alone;
  for (const unsigned threads : {1U, 3U}) {
    LayoutSolver solver(threads, {.memory_bytes = std::size_t{4} << 20});
    EXPECT_EQ(solver.threads(), threads);
    const auto tricks = solver.tricks(layouts);
    const auto cards = solver.cards(layouts);
    ASSERT_EQ(tricks.size(), layouts.size());
    ASSERT_EQ(cards.size(), layouts.size());
    for (std::size_t i = 0; i < layouts.size(); ++i) {
      EXPECT_EQ(tricks[i], alone.tricks(layouts[i])) << testing::describe(layouts[i]);
      const auto expected = alone.cards(layouts[i]);
      ASSERT_EQ(cards[i].size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_EQ(cards[i][k].card, expected[k].card);
        EXPECT_EQ(cards[i][k].tricks, expected[k].tricks);
      }
    }
    EXPECT_GT(solver.nodes(), 0U);
  }
}

TEST(Layouts, StopsAndWorksAgain) {
  const auto deal = parse_deal("N:A95.K842.QT73.J6 K84.QT73.J6.A952 QT73.J6.A95.K84 J62.A95.K842.QT73");
  const std::vector<Position> layouts(4, Position(*deal, Strain::no_trump, Seat::north));
  LayoutSolver solver(2, {.memory_bytes = std::size_t{1} << 20, .reuse_positions = false});
  std::thread stopper([&solver] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    solver.stop();
  });
  const auto bounds = solver.tricks(layouts);
  stopper.join();
  for (const Bounds& bound : bounds) EXPECT_FALSE(bound.exact());
  solver.rearm();
  const std::vector<Position> short_ones = some_layouts(3);
  for (const Bounds& bound : solver.tricks(short_ones)) EXPECT_TRUE(bound.exact());
  EXPECT_TRUE(solver.tricks({}).empty());
}

}  // namespace
}  // namespace yomi::dd

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "yomi/dd/solver.h"

namespace yomi::dd {
namespace {

// A deal that takes any solver far longer than the test waits: all hands alike, every suit split evenly.
Position long_work() {
  const auto deal = parse_deal("N:A95.K842.QT73.J6 K84.QT73.J6.A952 QT73.J6.A95.K84 J62.A95.K842.QT73");
  return {*deal, Strain::no_trump, Seat::north};
}

TEST(SolverStop, AnotherThreadMayStopIt) {
  Solver solver({.memory_bytes = std::size_t{1} << 20, .reuse_positions = false});
  std::thread stopper([&solver] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    solver.stop();
  });
  const auto start = std::chrono::steady_clock::now();
  const Bounds bounds = solver.tricks(long_work());
  const auto spent = std::chrono::steady_clock::now() - start;
  stopper.join();
  EXPECT_FALSE(bounds.exact());
  EXPECT_LE(0, bounds.lower);
  EXPECT_LE(bounds.upper, 13);
  EXPECT_LT(spent, std::chrono::seconds(10));
  EXPECT_FALSE(solver.table(long_work().hands())) << "it stays stopped";
  EXPECT_FALSE(solver.can_take(long_work(), Side::ns, 7).can);
  EXPECT_TRUE(solver.line(long_work()).empty());
}

TEST(SolverStop, WorksAgainWhenRearmed) {
  const Position position(*parse_deal("N:AK... QJ... 32... 54..."), Strain::no_trump, Seat::north);
  Solver solver;
  solver.stop();
  EXPECT_FALSE(solver.tricks(position).exact());
  solver.rearm();
  EXPECT_EQ(solver.tricks(position), (Bounds{2, 2}));
}

TEST(SolverStop, SolversOnManyThreadsDoNotMeet) {
  std::vector<Position> positions;
  positions.reserve(200);
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    positions.emplace_back(random_deal(random, 6), strain_at(i % 5), seat_at(i));
  }
  std::vector<int> expected;
  expected.reserve(positions.size());
  Solver alone;
  for (const Position& position : positions) expected.push_back(alone.tricks(position).lower);
  std::vector<std::vector<int>> found(4);
  std::vector<std::thread> threads;
  threads.reserve(found.size());
  for (auto& mine : found) {
    threads.emplace_back([&mine, &positions] {
      Solver solver({.memory_bytes = std::size_t{4} << 20});
      for (const Position& position : positions) mine.push_back(solver.tricks(position).lower);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : found) EXPECT_EQ(mine, expected);
}

}  // namespace
}  // namespace yomi::dd

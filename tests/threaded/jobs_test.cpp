#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <new>
#include <thread>
#include <vector>

#include "yomi/cards/random.h"
#include "yomi/jobs/statistics.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::jobs {
namespace {

// An item that throws ends the work in order: nobody works any more when it comes out, and the pool is as
// good as before.
TEST(ThreadPool, AnExceptionComesOut) {
  for (int threads : {1, 2, 5}) {
    ThreadPool thread_pool(threads);
    for (std::size_t bad : {0U, 3U, 40U}) {
      std::atomic<int> working = 0;
      const auto work = [&](std::size_t item, int) {
        ++working;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        --working;
        if (item >= bad) throw std::bad_alloc();
      };
      EXPECT_THROW(thread_pool.each(60, work), std::bad_alloc);
      EXPECT_EQ(working, 0);
    }
    std::atomic<int> done = 0;
    thread_pool.each(20, [&](std::size_t, int) { ++done; });
    EXPECT_EQ(done, 20);
  }
}

TEST(ThreadPool, EveryItemOnceHoweverManyThreads) {
  for (int threads : {1, 2, 5}) {
    ThreadPool thread_pool(threads);
    EXPECT_EQ(thread_pool.size(), threads);
    for (std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
      std::vector<std::atomic<int>> seen(count);
      std::vector<std::atomic<int>> busy(static_cast<std::size_t>(threads));
      thread_pool.each(count, [&](std::size_t item, int worker) {
        EXPECT_EQ(busy[static_cast<std::size_t>(worker)].fetch_add(1), 0) << "one item a worker at a time";
        seen[item].fetch_add(1);
        busy[static_cast<std::size_t>(worker)].fetch_sub(1);
      });
      for (const auto& times : seen) EXPECT_EQ(times.load(), 1);
    }
  }
}

TEST(Statistics, MeanWithInterval) {
  const std::vector<double> values = {1, 2, 3, 4, 5};
  const Mean mean = mean_of(values);
  EXPECT_DOUBLE_EQ(mean.value, 3);
  EXPECT_NEAR(mean.error, 2.776 * std::sqrt(2.5 / 5), 1e-3);
  EXPECT_EQ(mean_of({}).count, 0U);
  EXPECT_EQ(mean_of(std::span(values).first(1)).error, 0);
}

TEST(Statistics, TheIntervalCoversTheTruthAsOftenAsItSays) {
  Random random(1);
  int covered = 0;
  constexpr int rounds = 2000;
  for (int round = 0; round < rounds; ++round) {
    std::array<double, 12> values;
    for (double& value : values) value = random.unit();
    const Mean mean = mean_of(values);
    covered += std::abs(mean.value - 0.5) < mean.error;
  }
  EXPECT_NEAR(covered / double{rounds}, 0.95, 0.02);
}

TEST(Statistics, PairedBootstrap) {
  Random random(2);
  std::vector<double> a(200), b(200);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double common = 10 * random.unit();
    a[i] = common + 0.5 + 0.1 * random.unit();
    b[i] = common;
  }
  const Interval interval = paired_bootstrap(a, b, 1000, 3);
  EXPECT_NEAR(interval.mean, 0.55, 0.02);
  EXPECT_LT(interval.low, interval.mean);
  EXPECT_GT(interval.low, 0.5);
  EXPECT_GT(interval.high, interval.mean);
  EXPECT_LT(interval.high, 0.6);
}

}  // namespace
}  // namespace yomi::jobs

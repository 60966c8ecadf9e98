#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include "yomi/jobs/ordered_batch.h"

namespace yomi::jobs {
namespace {

TEST(OrderedBatch, ResultsComeInOrderWhateverTheThreads) {
  for (unsigned threads : {1U, 2U, 7U}) {
    std::vector<std::size_t> squares(500);
    std::vector<std::size_t> order;
    OrderedBatch batch{.threads = threads};
    batch.work = [&](unsigned worker, std::size_t item) {
      ASSERT_LT(worker, threads);
      squares[item] = item * item;
    };
    batch.done = [&](std::size_t item) {
      EXPECT_EQ(squares[item], item * item);
      order.push_back(item);
    };
    EXPECT_TRUE(run(batch, squares.size()));
    std::vector<std::size_t> expected(500);
    std::iota(expected.begin(), expected.end(), std::size_t{0});
    EXPECT_EQ(order, expected);
  }
}

TEST(OrderedBatch, NoItemsAndOneItem) {
  int calls = 0;
  OrderedBatch batch{.threads = 4, .work = [&](unsigned, std::size_t) { ++calls; }};
  EXPECT_TRUE(run(batch, 0));
  EXPECT_EQ(calls, 0);
  EXPECT_TRUE(run(batch, 1));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(workers(batch, 2), 2U);
}

TEST(OrderedBatch, StopsWhenToldTo) {
  using namespace std::chrono_literals;
  std::atomic<bool> cancelled{false};
  std::atomic<int> started{0};
  int ticks = 0;
  std::vector<std::size_t> order;
  OrderedBatch batch{.threads = 3};
  batch.work = [&](unsigned, std::size_t item) {
    ++started;
    if (item < 4) return;
    for (int i = 0; i < 2000 && !cancelled; ++i) std::this_thread::sleep_for(5ms);
  };
  batch.done = [&](std::size_t item) { order.push_back(item); };
  batch.tick = [&] { return ++ticks < 3; };
  batch.cancel = [&] { cancelled = true; };
  EXPECT_FALSE(run(batch, 1'000'000));
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_LT(started, 20);
}

}  // namespace
}  // namespace yomi::jobs

// Many threads in libyomi_dds.so at once, without set-up and with any thread numbers: every answer is the one
// that a single thread gets.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "support/dds_cases.h"

#if defined(YOMI_HAS_DDS_HEADER) && defined(YOMI_DDS_LIBRARY)
namespace yomi::test {
namespace {

struct Task {
  deal board{};
  int target = -1;
  std::vector<std::string> expected;
};

std::vector<Task> tasks(int count) {
  Random random(51);
  std::vector<Task> result(static_cast<std::size_t>(count));
  for (Task& task : result) {
    task.board = to_dds(
        random_position(random, 3 + static_cast<int>(random.below(5)), static_cast<int>(random.below(4))));
    futureTricks answer{};
    EXPECT_EQ(ours().SolveBoard(task.board, -1, 3, 1, &answer, 0), RETURN_NO_FAULT);
    task.expected = cards_of(answer);
  }
  return result;
}

TEST(DdsThreads, MoreThreadsThanCoresSolveAtOnce) {
  ASSERT_NE(ours().handle, nullptr) << dlerror();
  const auto work = tasks(60);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  threads.reserve(40);
  for (int t = 0; t < 40; ++t) {
    threads.emplace_back([&work, &wrong, t] {
      for (std::size_t i = 0; i < work.size(); ++i) {
        const Task& task = work[(i + static_cast<std::size_t>(t)) % work.size()];
        futureTricks answer{};
        if (ours().SolveBoard(task.board, -1, 3, 1, &answer, 1000 * t - 7) != RETURN_NO_FAULT ||
            cards_of(answer) != task.expected) {
          ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(DdsThreads, BatchesAndSettingsAtOnce) {
  ASSERT_NE(ours().handle, nullptr) << dlerror();
  const auto work = tasks(40);
  auto batch = std::make_unique<boards>();
  batch->noOfBoards = static_cast<int>(work.size());
  for (int i = 0; i < batch->noOfBoards; ++i) {
    batch->deals[i] = work[static_cast<std::size_t>(i)].board;
    batch->target[i] = -1;
    batch->solutions[i] = 3;
    batch->mode[i] = 1;
  }
  std::atomic<int> wrong{0};
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  threads.reserve(6);
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&] {
      auto solved = std::make_unique<solvedBoards>();
      for (int round = 0; round < 3; ++round) {
        if (ours().SolveAllChunksBin(batch.get(), solved.get(), 1) != RETURN_NO_FAULT) ++wrong;
        for (std::size_t i = 0; i < work.size(); ++i) {
          if (cards_of(solved->solvedBoard[i]) != work[i].expected) ++wrong;
        }
      }
    });
  }
  std::thread settings([&done] {
    for (int i = 0; !done; ++i) {
      ours().FreeMemory();
      ours().SetMaxThreads(i % 3);
      ours().SetResources(i % 2 == 0 ? 0 : 100, 0);
      DDSInfo info{};
      ours().GetDDSInfo(&info);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  for (std::thread& thread : threads) thread.join();
  done = true;
  settings.join();
  ours().SetResources(0, 0);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace yomi::test
#else
TEST(DdsThreads, NeedsTheHeaderOfDds) {
  GTEST_SKIP() << "dds/dll.h is not installed (libdds-dev)";
}
#endif

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "support/random_position.h"
#include "yomi/dd/team_solver.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::dd {
namespace {

// Searches on the threads of a pool.
struct Team {
  explicit Team(int threads, const Settings& settings = {})
      : pool(threads), solver(settings, threads, [this](int count, const std::function<void(int)>& work) {
          pool.each(static_cast<std::size_t>(count),
                    [&work](std::size_t item, int) { work(static_cast<int>(item)); });
        }) {}
  jobs::ThreadPool pool;
  TeamSolver solver;
};

void expect_same_cards(const std::vector<CardTricks>& one, const std::vector<CardTricks>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].card, other[i].card);
    EXPECT_EQ(one[i].equals, other[i].equals);
    EXPECT_EQ(one[i].tricks, other[i].tricks);
  }
}

TEST(TeamSolver, AnswersAsASolverDoes) {
  Random random(11);
  Solver alone;
  for (int threads : {2, 4}) {
    Team team(threads);
    for (int cards : {1, 2, 5, 8, 9, 10}) {
      for (int i = 0; i < 4; ++i) {
        const Position position = testing::random_position(random, cards);
        SCOPED_TRACE(testing::describe(position));
        EXPECT_EQ(team.solver.tricks(position), alone.tricks(position));
        expect_same_cards(team.solver.cards(position), alone.cards(position));
        EXPECT_EQ(team.solver.line(position), alone.line(position));
      }
    }
  }
}

TEST(TeamSolver, TablesAreTheSame) {
  Random random(12);
  Solver alone;
  Team team(2);
  for (int i = 0; i < 3; ++i) {
    const Deal deal = random_deal(random, 10);
    EXPECT_EQ(team.solver.table(deal), alone.table(deal));
  }
}

// With the least memory the store fills up again and again.
TEST(TeamSolver, LittleMemoryGivesTheSameAnswers) {
  Random random(13);
  Solver alone;
  Team team(3, {.memory_bytes = 1});
  for (int i = 0; i < 3; ++i) {
    const Position position = testing::random_position(random, 12);
    SCOPED_TRACE(testing::describe(position));
    expect_same_cards(team.solver.cards(position), alone.cards(position));
  }
}

TEST(TeamSolver, SearchesOneAfterTheOtherAnswerToo) {
  Random random(14);
  Solver alone;
  TeamSolver team({}, 3, [](int count, const std::function<void(int)>& work) {
    for (int i = 0; i < count; ++i) work(i);
  });
  for (int i = 0; i < 20; ++i) {
    const Position position = testing::random_position(random, 7);
    EXPECT_EQ(team.tricks(position), alone.tricks(position)) << testing::describe(position);
  }
}

TEST(TeamSolver, StopsWithWhatItKnows) {
  Random random(15);
  Team team(2);
  const Position position = testing::random_position(random, 13);
  team.solver.stop();
  EXPECT_FALSE(team.solver.tricks(position).exact());
  team.solver.rearm();
  std::thread other([&team] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    team.solver.stop();
  });
  const Bounds bounds = team.solver.tricks(position);
  other.join();
  team.solver.rearm();
  const Bounds whole = team.solver.tricks(position);
  ASSERT_TRUE(whole.exact());
  EXPECT_LE(bounds.lower, whole.lower);
  EXPECT_GE(bounds.upper, whole.upper);
}

}  // namespace
}  // namespace yomi::dd

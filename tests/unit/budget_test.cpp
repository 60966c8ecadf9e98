// The time of a board is spread over its decisions, saved where there is nothing to think about, and never
// overdrawn.
#include "yomi/agent/budget.h"

#include <gtest/gtest.h>

#include "yomi/agent/spec.h"
#include "yomi/cards/random.h"

namespace yomi::agent {
namespace {

TEST(BoardBudget, EarlyCardsGetMoreThanLateOnesAndDeclarerSpreadsOverBothHands) {
  BoardBudget budget(10);
  budget.begin_board();
  EXPECT_GT(budget.for_card(0, false), budget.for_card(0, true));
  EXPECT_LT(budget.for_card(0, false), 5);
  EXPECT_GT(budget.for_card(0, false), 1);
  EXPECT_NEAR(budget.for_call(), 1, 0.01);
  double before = budget.for_card(0, false);
  for (int trick = 0; trick < 11; ++trick) {
    const double now = budget.for_card(trick, false);
    EXPECT_LE(now, before + 1e-9) << trick;
    budget.spend(now);
    before = now;
  }
}

// Whatever is forced, whoever declares, and if every decision runs over a little: over a match no more is
// used than was given, by the little, and most of it is used.
TEST(BoardBudget, IsKeptOverAMatch) {
  Random random(5);
  constexpr double kBoard = 10;
  constexpr double kOver = 0.005;
  BoardBudget budget(kBoard);
  double used = 0;
  int decisions = 0;
  constexpr int kBoards = 200;
  const auto spend = [&](double seconds) {
    budget.spend(seconds + kOver);
    used += seconds + kOver;
    ++decisions;
  };
  for (int board = 0; board < kBoards; ++board) {
    budget.begin_board();
    for (int call = 0; call < 4; ++call) {
      if (random.below(10) == 0) spend(budget.for_call());
    }
    const auto role = random.below(4);  // declarer, dummy, two defenders
    if (role == 1) continue;
    for (int card = 0; card < (role == 0 ? 26 : 13); ++card) {
      const int trick = role == 0 ? card / 2 : card;
      if (random.unit() < 0.7) spend(budget.for_card(trick, role == 0));
    }
  }
  EXPECT_LT(used, 1.01 * kBoard * kBoards);
  EXPECT_GT(used, 0.97 * kBoard * kBoards);
}

TEST(BoardBudget, SavesNoMoreThanAFewBoards) {
  BoardBudget budget(10);
  for (int board = 0; board < 100; ++board) budget.begin_board();
  EXPECT_LE(budget.left(), 50);
}

TEST(PlayerSpec, NamesAnEngineAndWhatIsSpecial) {
  const auto plain = parse_spec("reader");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->system, "two-over-one");
  const auto spec = parse_spec("pimc:deals=40,system=sayc,opponents=natural,bidding=rules");
  ASSERT_TRUE(spec) << spec.error().what;
  EXPECT_EQ(spec->play.engine, play::Engine::pimc);
  EXPECT_EQ(spec->play.deals, 40U);
  EXPECT_EQ(spec->system, "sayc");
  EXPECT_EQ(spec->their_system, "natural");
  EXPECT_FALSE(spec->look_ahead);
  EXPECT_EQ(spec->play.clock, play::TimeSource::wall);
  const auto timed = parse_spec("reader:system=sayc,time=0.1s,clock=cpu");
  ASSERT_TRUE(timed) << timed.error().what;
  EXPECT_EQ(timed->play.time->count(), 100);
  EXPECT_NEAR(timed->bidding.seconds, 0.1, 1e-9);
  EXPECT_EQ(timed->play.clock, play::TimeSource::cpu);
  const auto board = parse_spec("reader:board=20s");
  ASSERT_TRUE(board);
  EXPECT_EQ(board->seconds_per_board, 20);
  const auto fast = parse_spec("fast:system=sayc");
  ASSERT_TRUE(fast) << fast.error().what;
  EXPECT_EQ(fast->play.engine, play::Engine::reader);
  EXPECT_EQ(fast->play.time->count(), 50);
  EXPECT_EQ(fast->system, "sayc");
}

TEST(PlayerSpec, SaysWhatIsWrong) {
  for (const char* text :
       {"", "chess", "reader:", "reader:colour=red", "reader:system=", "reader:bidding=loud",
        "reader:board=soon", "double-dummy", "pimc:deals=x,system=sayc"}) {
    const auto spec = parse_spec(text);
    if (std::string(text) == "reader:") continue;  // nothing special
    EXPECT_FALSE(spec) << text;
  }
}

}  // namespace
}  // namespace yomi::agent

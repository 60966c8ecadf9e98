// Card players on several threads: the answer does not depend on how many, and a time limit is kept.
#include <gtest/gtest.h>

#include <stop_token>
#include <thread>

#include "support/examples.h"
#include "yomi/jobs/cpu_time.h"
#include "yomi/play/player.h"

namespace yomi::play {
namespace {

using testing::read_example;

TEST(PlayThreads, TheSameSeedGivesTheSameAnswer) {
  const Decision decision = read_example(2);
  const CardSet candidates{*parse_card("CA"), *parse_card("D5"), *parse_card("C4")};
  for (const Engine engine : {Engine::pimc, Engine::alphamu, Engine::abc, Engine::reader}) {
    Settings settings;
    settings.engine = engine;
    settings.deals = 5;
    settings.beliefs = 2;
    settings.abc.depth = 4;
    settings.alphamu.worlds_ahead = 1;
    settings.seed = 7;
    std::vector<Advice> all;
    for (const int threads : {1, 2, 3}) {
      settings.threads = threads;
      all.push_back(Player(settings).choose(decision, candidates));
    }
    for (const Advice& one : all) {
      EXPECT_EQ(one.card, all.front().card) << to_string(engine);
      ASSERT_EQ(one.cards.size(), all.front().cards.size());
      for (std::size_t i = 0; i < one.cards.size(); ++i) {
        EXPECT_EQ(one.cards[i].card, all.front().cards[i].card) << to_string(engine);
        EXPECT_EQ(one.cards[i].value, all.front().cards[i].value) << to_string(engine);
        EXPECT_EQ(one.cards[i].playouts, all.front().cards[i].playouts) << to_string(engine);
      }
    }
  }
}

TEST(PlayThreads, ACardComesWhenTheTimeIsUp) {
  const Decision decision = read_example(4);
  for (const Engine engine : {Engine::pimc, Engine::alphamu, Engine::abc, Engine::reader}) {
    Settings settings;
    settings.engine = engine;
    settings.deals = 5000;
    settings.threads = 2;
    settings.time = std::chrono::milliseconds(10);
    Player player(settings);
    for (int round = 0; round < 3; ++round) {
      const Advice advice = player.choose(decision);
      EXPECT_TRUE(decision.legal.contains(advice.card)) << to_string(engine);
      EXPECT_FALSE(advice.in_time) << to_string(engine);
      // On a machine that does nothing else it is 50 ms; here other work may hold the threads up.
      EXPECT_LT(advice.took.count(), 2000) << to_string(engine);
    }
  }
}

// Every engine answers soon after it is asked to stop, with a time limit and without, and plays on as usual.
TEST(PlayThreads, ACardComesWhenItIsStopped) {
  const Decision decision = read_example(4);
  for (const Engine engine : {Engine::pimc, Engine::alphamu, Engine::abc, Engine::reader}) {
    for (const bool limited : {false, true}) {
      Settings settings;
      settings.engine = engine;
      settings.deals = engine == Engine::alphamu ? 64 : 5000;
      settings.alphamu.worlds_ahead = 3;
      settings.threads = 2;
      if (limited) settings.time = std::chrono::minutes(10);
      Player player(settings);
      std::stop_source stop;
      std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        stop.request_stop();
      });
      const Advice advice = player.choose(decision, {}, stop.get_token());
      EXPECT_TRUE(decision.legal.contains(advice.card)) << to_string(engine);
      EXPECT_FALSE(advice.in_time) << to_string(engine);
      EXPECT_LT(advice.took.count(), 2000) << to_string(engine);
      EXPECT_FALSE(player.choose(decision, {}, stop.get_token()).in_time) << to_string(engine);
    }
  }
  Settings settings{.engine = Engine::pimc, .deals = 6, .threads = 2};
  Player player(settings);
  std::stop_source stop;
  stop.request_stop();
  player.choose(decision, {}, stop.get_token());
  EXPECT_EQ(player.choose(decision).card, Player(settings).choose(decision).card);
}

// With time to spare a limit changes nothing from run to run: the deals come in the same order.
TEST(PlayThreads, AGenerousLimitGivesTheSameAnswerAgain) {
  const Decision decision = read_example(2);
  const CardSet candidates{*parse_card("CA"), *parse_card("D5"), *parse_card("C4")};
  Settings settings;
  settings.engine = Engine::pimc;
  settings.deals = 24;
  settings.threads = 2;
  settings.time = std::chrono::minutes(2);
  const Advice first = Player(settings).choose(decision, candidates);
  const Advice second = Player(settings).choose(decision, candidates);
  EXPECT_TRUE(first.in_time);
  EXPECT_GE(first.deals, 20U);
  EXPECT_EQ(first.card, second.card);
  for (std::size_t i = 0; i < first.cards.size(); ++i) EXPECT_EQ(first.cards[i].value, second.cards[i].value);
}

// The clock may be the thread's own CPU time. Plain Monte Carlo does not stop before its deals are used up,
// as the reader does when the choice is clear.
TEST(PlayThreads, ALimitOfCpuTimeIsKept) {
  Settings settings;
  settings.engine = Engine::pimc;
  settings.deals = 100'000;
  settings.threads = 1;
  settings.time = std::chrono::milliseconds(60);
  settings.clock = TimeSource::cpu;
  Player player(settings);
  const Decision decision = read_example(3);
  player.choose(read_example(1));  // solvers are made, and have not learned anything of what follows
  const double before = jobs::thread_cpu_seconds();
  const Advice advice = player.choose(decision);
  const double used = jobs::thread_cpu_seconds() - before;
  EXPECT_TRUE(decision.legal.contains(advice.card));
  EXPECT_FALSE(advice.in_time);
  EXPECT_GT(used, 0.03);
  EXPECT_LT(used, 1.0);
}

// From the opening lead to the last card, through all that reader does in a hurry: deals imagined on the way,
// few and single layouts, lookahead and play-outs that are cut off or not.
TEST(PlayThreads, AHurriedReaderPlaysWholeDeals) {
  Random random(8);
  for (const int limit : {2, 5, 20}) {
    const Deal dealt = random_deal(random);
    const PlayContext context{.contract = {.level = 2, .strain = Strain::hearts, .declarer = Seat::east}};
    Settings settings;
    settings.threads = 2;
    settings.time = std::chrono::milliseconds(limit);
    Player player(settings);
    Position position(dealt, context.contract.strain, context.contract.leader());
    std::vector<Card> play;
    while (!position.is_over()) {
      const CardSet legal = position.legal();
      const Card card = legal.size() == 1 ? legal.lowest() : player.choose(look(context, dealt, play)).card;
      ASSERT_TRUE(legal.contains(card));
      position.play(card);
      play.push_back(card);
    }
    EXPECT_EQ(position.tricks(Side::ew) + position.tricks(Side::ns), 13);
  }
}

TEST(PlayThreads, APlayerServesOneCardAfterAnother) {
  Settings settings;
  settings.deals = 4;
  settings.beliefs = 2;
  settings.threads = 2;
  Player player(settings);
  for (const int number : {2, 1, 2}) {
    const Decision decision = read_example(number);
    const Advice again = player.choose(decision);
    const Advice fresh = Player(settings).choose(decision);
    EXPECT_EQ(again.card, fresh.card);
    for (std::size_t i = 0; i < again.cards.size(); ++i)
      EXPECT_EQ(again.cards[i].value, fresh.cards[i].value);
  }
}

}  // namespace
}  // namespace yomi::play

// reader at its default settings on the worked examples, also turned round the table and with suits renamed.
#include <gtest/gtest.h>

#include "support/examples.h"
#include "yomi/play/player.h"

namespace yomi::play {
namespace {

using testing::example_text;
using testing::read_example;
using testing::read_situation;
using testing::relabelled;

Card choice(const Decision& decision, std::uint64_t seed, CardSet candidates = {}) {
  Settings settings;
  settings.seed = seed;
  return Player(settings).choose(decision, candidates).card;
}

TEST(Reader, MisleadsDeclarer) {
  EXPECT_EQ(to_string(choice(read_example(1), 1)), "C2");
}

TEST(Reader, KeepsPartnerFromGoingWrong) {
  for (const std::uint64_t seed : {1, 2}) EXPECT_EQ(to_string(choice(read_example(2), seed)), "CA");
}

TEST(Reader, MisleadsADefender) {
  const Decision decision = read_example(3);
  const std::string card = to_string(choice(decision, 1, decision.legal.in(Suit::diamonds)));
  EXPECT_TRUE(card == "D9" || card == "DT") << card;
}

// Seeds at which play-outs once ended too soon: the deals that speak for the card had hardly come up, or a
// card that is as good was ahead for a while.
TEST(Reader, IsNotMisledByTheFirstPlayouts) {
  EXPECT_EQ(to_string(choice(read_example(1), 61)), "C2");
  EXPECT_EQ(to_string(choice(read_example(4), 20)), "C2");
}

// This limit is not reached: the choice is clear after some play-outs.
TEST(Reader, FindsTheSameWithATimeLimit) {
  const Settings settings{.time = std::chrono::minutes(1), .threads = 1, .clock = TimeSource::cpu};
  EXPECT_EQ(to_string(Player(settings).choose(read_example(1)).card), "C2");
}

// As far as the paper's program went: small cards not told apart, a count of tricks at the end of the search.
TEST(Abc, FindsThePapersCards) {
  const Settings settings{.engine = Engine::abc,
                          .abc = {.depth = 4, .small = Rank::nine, .leaf = Leaf::quick_tricks}};
  EXPECT_EQ(to_string(Player(settings).choose(read_example(1)).card), "C2");
  EXPECT_EQ(to_string(Player(settings).choose(read_example(2)).card), "CA");
}

TEST(Reader, DoesNotDependOnChairsAndNames) {
  EXPECT_EQ(relabelled(example_text(1), 0), example_text(1));
  const Decision first = read_situation(relabelled(example_text(1), 1, "HSCD"));  // clubs become diamonds
  EXPECT_EQ(first.seen.chair, Seat::south);
  EXPECT_EQ(to_string(choice(first, 1)), "D2");
  const Decision second = read_situation(relabelled(example_text(2), 3));
  EXPECT_EQ(second.seen.chair, Seat::south);
  EXPECT_EQ(to_string(choice(second, 1)), "CA");
}

}  // namespace
}  // namespace yomi::play

// Levels by name, and players by a word and their settings.
#include <gtest/gtest.h>

#include "yomi/agent/level.h"
#include "yomi/agent/player.h"
#include "yomi/agent/spec.h"
#include "yomi/dealer/explanation.h"

namespace yomi::agent {
namespace {

using std::chrono::milliseconds;

TEST(Level, NamesAndTimes) {
  for (Level level : {Level::fast, Level::normal, Level::strong})
    EXPECT_EQ(parse_level(to_string(level)), level);
  EXPECT_FALSE(parse_level("slow"));
  EXPECT_EQ(level_names(), (std::vector<std::string>{"fast", "normal", "strong"}));
  Settings settings;
  set_level(settings, Level::strong);
  EXPECT_EQ(settings.play.time, milliseconds(3000));
  EXPECT_EQ(settings.bidding.seconds, 2.0);
}

TEST(Spec, LevelAndTime) {
  const auto normal = parse_spec("pimc:level=normal,system=sayc");
  ASSERT_TRUE(normal) << normal.error().to_string();
  EXPECT_EQ(normal->play.engine, play::Engine::pimc);
  EXPECT_EQ(normal->play.time, milliseconds(500));
  EXPECT_EQ(normal->bidding.seconds, 0.3);
  EXPECT_EQ(normal->system, "sayc");
  const auto timed = parse_spec("reader:time=0.2s,level=fast");  // a time says more than a level
  ASSERT_TRUE(timed) << timed.error().to_string();
  EXPECT_EQ(timed->play.time, milliseconds(200));
  EXPECT_EQ(timed->bidding.seconds, 0.2);
  const auto wrong = parse_spec("reader:level=slow");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().column, 8U);
}

// A stranger's "5+ hearts" is believed in the play, more than what the call would mean to us, and not
// blindly.
TEST(Reading, WordsOfTheOpponentsCount) {
  const auto systems = load_systems("two-over-one", "natural");
  ASSERT_TRUE(systems) << systems.error().to_string();
  const auto reader = make_reader({}, *systems, Side::ns);
  View view{.chair = Seat::south,
            .hand = *parse_hand("AQ73.KJ4.KJ8.A96"),
            .dealer = Seat::west,
            .calls = {{Call::pass()},
                      {Call::pass()},
                      {*parse_call("2D"), ""},
                      {Call::pass()},
                      {Call::pass()},
                      {Call::pass()}}};
  const auto chance_of_hearts = [&](const std::string& words) {
    view.calls[2].explanation = words;
    const auto seen = see(view, reader.get());
    EXPECT_TRUE(seen) << seen.error().to_string();
    const belief::HandTable& east = seen->context.readings->hands[Seat::east];
    const float hearts = east.at(belief::HandTable::shape_number(2, 6, 3), 8);
    return hearts / (hearts + east.at(belief::HandTable::shape_number(2, 2, 6), 8));
  };
  const float plain = chance_of_hearts("");
  EXPECT_EQ(chance_of_hearts("conventional"), plain);
  const float told = chance_of_hearts("5+ hearts");
  EXPECT_GT(told / (1 - told), 9 * plain / (1 - plain));
  EXPECT_LT(told, 1);
  EXPECT_LT(chance_of_hearts("6+ diamonds"), plain);
}

// The policy raises with other hands than the rules do: that is told, as a text that programs understand too,
// and it is not about the hand that is held.
TEST(Explaining, ThePolicysCallsAreToldAsTheyAre) {
  View view{.chair = Seat::south, .dealer = Seat::north, .calls = {{*parse_call("1S")}, {Call::pass()}}};
  Settings settings;
  settings.look_ahead = false;
  const auto told = [&](const char* hand) {
    auto player = make_player(settings);
    EXPECT_TRUE(player) << player.error().to_string();
    view.hand = *parse_hand(hand);
    const auto advice = (*player)->call(view);
    EXPECT_TRUE(advice) << advice.error().to_string();
    EXPECT_EQ(advice->call, *parse_call("2S"));
    return *advice;
  };
  const CallAdvice by_policy = told("AQ6.T2.8643.K987");
  EXPECT_TRUE(by_policy.explanation.starts_with("usually ")) << by_policy.explanation;
  EXPECT_TRUE(by_policy.alert);
  EXPECT_TRUE(dealer::explained(by_policy.explanation, by_policy.call)) << by_policy.explanation;
  EXPECT_EQ(told("KQ6.32.86432.K98").explanation, by_policy.explanation);
  settings.bidding.agreements = bidding::Agreements::rules;
  EXPECT_FALSE(told("KQ6.32.86432.K98").explanation.starts_with("usually "));
}

TEST(Reading, KeptAgreementsAreReadByTheirRules) {
  const auto systems = load_systems("two-over-one", "natural");
  ASSERT_TRUE(systems) << systems.error().to_string();
  Auction auction(Seat::north);
  for (const char* call : {"1S", "P", "2S", "P", "P", "P"}) ASSERT_TRUE(auction.add(*parse_call(call)));
  const auto north = [&](const Settings& settings) {
    return make_reader(settings, *systems, Side::ns)->read(auction, Vulnerability::none)->hands[Seat::north];
  };
  const auto same = [](const belief::HandTable& one, const belief::HandTable& two) {
    for (int shape = 0; shape < belief::HandTable::kShapes; ++shape) {
      for (int points = 0; points < belief::HandTable::kPoints; ++points) {
        if (one.at(shape, points) != two.at(shape, points)) return false;
      }
    }
    return true;
  };
  Settings keeps;
  keeps.bidding.agreements = bidding::Agreements::rules;
  Settings by_rules;
  by_rules.read_by_policy = false;
  EXPECT_TRUE(same(north(keeps), north(by_rules)));
  EXPECT_FALSE(same(north({}), north(by_rules)));
}

}  // namespace
}  // namespace yomi::agent

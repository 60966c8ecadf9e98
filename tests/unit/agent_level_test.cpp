// Levels by name, and players by a word and their settings.
#include <gtest/gtest.h>

#include "yomi/agent/level.h"
#include "yomi/agent/spec.h"

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

}  // namespace
}  // namespace yomi::agent

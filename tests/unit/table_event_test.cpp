// Who meets whom, victory points, matchpoints.
#include "yomi/table/event.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "yomi/cards/random.h"

namespace yomi::table {
namespace {

TEST(Event, InARoundRobinEverybodyMeetsEverybodyOnce) {
  for (int entrants = 2; entrants <= 13; ++entrants) {
    std::map<std::pair<int, int>, int> met;
    std::map<int, int> at_home;
    const int rounds = round_robin_rounds(entrants);
    for (int round = 1; round <= rounds; ++round) {
      std::set<int> busy;
      for (const Fixture& one : round_robin_round(entrants, round)) {
        EXPECT_EQ(one.round, round);
        EXPECT_TRUE(busy.insert(one.home).second);
        EXPECT_TRUE(busy.insert(one.visitor).second);
        ++met[std::minmax(one.home, one.visitor)];
        ++at_home[one.home];
      }
      EXPECT_EQ(busy.size(), static_cast<std::size_t>(entrants - entrants % 2));
    }
    EXPECT_EQ(met.size(), static_cast<std::size_t>(entrants * (entrants - 1) / 2)) << entrants;
    for (const auto& [who, times] : met) EXPECT_EQ(times, 1);
    for (const auto& [who, times] : at_home)
      EXPECT_NEAR(times, rounds / 2.0, 1.51) << entrants << ": " << who;
  }
  // And then again the other way round.
  const auto first = round_robin_round(4, 1);
  const auto again = round_robin_round(4, 4);
  EXPECT_EQ(first[0].home, again[0].visitor);
}

TEST(Event, InASwissNobodyMeetsAgainWhileThatCanBe) {
  Random random(3);
  for (const int entrants : {2, 5, 8, 9, 16}) {
    std::vector<Standing> standings;
    for (int i = 0; i < entrants; ++i) standings.push_back({.entrant = i});
    std::vector<std::vector<Fixture>> rounds;
    std::set<std::pair<int, int>> met;
    std::map<int, int> sat_out;
    const int most = entrants / 2;
    for (int round = 1; round <= most; ++round) {
      rounds.push_back(swiss_round(standings, rounds));
      EXPECT_EQ(rounds.back().size(), static_cast<std::size_t>(entrants / 2));
      std::set<int> busy;
      for (const Fixture& one : rounds.back()) {
        EXPECT_TRUE(busy.insert(one.home).second && busy.insert(one.visitor).second);
        EXPECT_TRUE(met.insert(std::minmax(one.home, one.visitor)).second) << entrants << " round " << round;
      }
      for (Standing& one : standings) {
        if (!busy.contains(one.entrant)) ++sat_out[one.entrant];
        one.score += random.unit();
      }
      rank(standings);
    }
    for (const auto& [who, times] : sat_out) EXPECT_EQ(times, 1);
  }
  // Two who have met have to meet again.
  const std::vector<Standing> two = {{.entrant = 0}, {.entrant = 1}};
  const std::vector<std::vector<Fixture>> before = {{{.round = 1, .table = 1, .home = 0, .visitor = 1}}};
  const auto again = swiss_round(two, before);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].home, 1);
}

// Values of the published table for 16 boards.
TEST(Event, VictoryPointsFollowTheContinuousScale) {
  EXPECT_EQ(victory_points(0, 16), std::pair(10.0, 10.0));
  EXPECT_NEAR(victory_points(1, 16).first, 10.31, 0.001);
  EXPECT_NEAR(victory_points(10, 16).first, 12.80, 0.001);
  EXPECT_NEAR(victory_points(30, 16).first, 16.73, 0.001);
  EXPECT_EQ(victory_points(60, 16), std::pair(20.0, 0.0));
  EXPECT_EQ(victory_points(-200, 16), std::pair(0.0, 20.0));
  for (int imps = 0; imps < 60; ++imps) {
    const auto [won, lost] = victory_points(imps, 16);
    EXPECT_NEAR(won + lost, 20, 1e-9);
    EXPECT_GT(victory_points(imps + 1, 16).first, won);
  }
}

TEST(Event, MatchpointsAreSharesOfTheOtherTables) {
  const std::vector<int> scores = {420, 420, -50, 620};
  EXPECT_EQ(matchpoint_shares(scores), (std::vector<double>{0.5, 0.5, 0, 1}));
  EXPECT_EQ(matchpoint_shares(std::vector<int>{100}), std::vector<double>{0.5});
}

}  // namespace
}  // namespace yomi::table

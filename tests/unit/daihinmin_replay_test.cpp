// Records told again, and what many of them say.
#include "yomi/daihinmin/replay.h"

#include <gtest/gtest.h>

#include "yomi/daihinmin/match.h"

namespace yomi::daihinmin {
namespace {

// Games of base, with names that try to break a page.
std::vector<Record> some_records(int games) {
  const Learnt learnt = built_in();
  MatchSettings settings;
  settings.players.fill("base");
  settings.games = settings.session = games;
  std::vector<Record> records;
  MatchCalls calls;
  calls.on_game = [&](int, int, const GameLoop& loop, const std::array<std::uint8_t, kPlayers>& player_at,
                      int game) {
    records.push_back(record_of(loop, player_at, game, {"a", "b\"", "</script>", "d\\", "大"}));
  };
  EXPECT_TRUE(play_match(settings, learnt, 1, {}, calls).ok());
  return records;
}

TEST(DaihinminReplay, EveryTurnFollowsFromTheOneBefore) {
  int locks = 0;
  int revolutions = 0;
  for (const Record& record : some_records(60)) {
    const std::vector<ReplayTurn> turns = replay(record, {});
    ASSERT_EQ(turns.size(), record.moves.size());
    State state = State::start(record.hands);
    for (const ReplayTurn& turn : turns) {
      EXPECT_EQ(turn.before, static_cast<const Public&>(state));
      EXPECT_EQ(turn.hands, state.hands);
      state.apply(turn.move);
      locks += turn.locks ? 1 : 0;
      revolutions += turn.turns ? 1 : 0;
      EXPECT_EQ(turn.place >= 0, (turn.hands[turn.before.turn] - turn.move.cards).empty());
    }
  }
  EXPECT_GT(locks, 20);
  EXPECT_GT(revolutions, 0);
}

TEST(DaihinminReplay, TextInBothLanguagesAndWhatIsBelieved) {
  const std::vector<Record> records = some_records(3);
  ReplayOptions options;
  EXPECT_NE(replay_text(records[1], options).find("richest"), std::string::npos);
  options.language = Language::japanese;
  options.belief = BeliefSettings{};
  options.draws = 20;
  const std::string text = replay_text(records[1], options);
  EXPECT_NE(text.find("大富豪"), std::string::npos);
  EXPECT_NE(text.find("推定"), std::string::npos);
  for (const ReplayTurn& turn : replay(records[2], options)) {
    for (const Believed& one : turn.believed) {
      EXPECT_LE(one.cards.size(), std::size_t{turn.before.counts[at(one.seat)]});
      for (const auto& [card, chance] : one.cards) EXPECT_FALSE(turn.hands[turn.before.turn].contains(card));
    }
  }
}

TEST(DaihinminReplay, ThePageIsWholeAndNoNameEndsItsScript) {
  const std::vector<Record> records = some_records(2);
  const std::string page = replay_page(records, {.language = Language::japanese});
  EXPECT_EQ(page.find("@GAMES@"), std::string::npos);
  EXPECT_NE(page.find("lang=\"ja\""), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos) << "it needs nothing beside it";
  std::size_t ends = 0;
  for (auto at = page.find("</script>"); at != std::string::npos; at = page.find("</script>", at + 1)) ++ends;
  EXPECT_EQ(ends, 1U);
  EXPECT_NE(page.find(R"("b\"")"), std::string::npos);
}

TEST(DaihinminReplay, StatisticsCountPlacesByRankAndIllegalPlays) {
  std::vector<Record> records = some_records(40);
  records[3].notes[0] = {.seconds = 0.5F, .refused = true};
  const auto all = statistics_of(records);
  ASSERT_EQ(all.size(), kPlayers);
  int refused = 0;
  int plays = 0;
  double points = 0;
  for (const PlayerStatistics& one : all) {
    EXPECT_EQ(one.games, 40);
    int places = 0;
    for (const auto& row : one.places) {
      for (const int count : row) places += count;
    }
    EXPECT_EQ(places, 40);
    refused += one.refused;
    plays += one.plays;
    points += one.points;
  }
  EXPECT_EQ(refused, 1);
  EXPECT_EQ(points, 40 * 15);
  std::size_t moves = 0;
  for (const Record& record : records) moves += record.moves.size();
  EXPECT_EQ(static_cast<std::size_t>(plays), moves);
}

TEST(DaihinminReplay, NotesAndNamesOfRecordsReadBack) {
  std::vector<Record> records = some_records(1);
  records[0].names = {"a", "b", "c", "d", "e"};
  records[0].notes[1] = {.seconds = 0.25F, .refused = true};
  records[0].notes[2] = {.seconds = -1, .refused = true};
  const auto back = parse_records(to_text(records[0]));
  ASSERT_TRUE(back.ok()) << back.error().to_string();
  EXPECT_EQ(back->front(), records[0]);
  EXPECT_FALSE(parse_records("game 1\nnames a b c\n\n").ok());
}

}  // namespace
}  // namespace yomi::daihinmin

#include <gtest/gtest.h>

#include "yomi/daihinmin/game.h"
#include "yomi/daihinmin/moves.h"

namespace yomi::daihinmin {
namespace {

Cards cards(std::string_view text) {
  return parse_cards(text).value();
}
Move move(std::string_view text) {
  return parse_move(text).value();
}

State start(std::array<std::string_view, kPlayers> hands, int leader) {
  std::array<Cards, kPlayers> parsed;
  for (std::size_t i = 0; i < kPlayers; ++i) parsed[i] = cards(hands[i]);
  State state = State::start(parsed);
  state.turn = state.owner = static_cast<std::uint8_t>(leader);
  return state;
}

TEST(DaihinminRules, TheDealIsElevenElevenElevenTenTenFromTheRichest) {
  Random random(1);
  const auto hands = deal(random, 3);
  EXPECT_EQ(hands[3].size(), 11);
  EXPECT_EQ(hands[4].size(), 11);
  EXPECT_EQ(hands[0].size(), 11);
  EXPECT_EQ(hands[1].size(), 10);
  EXPECT_EQ(hands[2].size(), 10);
  const State state = State::start(hands);
  EXPECT_TRUE(state.hands[state.turn].contains(diamond_three()));
}

TEST(DaihinminRules, APassLastsAndTheLastPlayerMayPlayOverItsOwnCards) {
  State state = start({"S4 S5 S6", "C3 C4", "C5 C6", "C7 C9", "D7 D9"}, 0);
  state.apply(move("S4"));
  for (int i = 0; i < 4; ++i) state.apply(Move::pass());
  EXPECT_EQ(state.turn, 0);
  EXPECT_FALSE(state.table_empty());
  state.apply(move("S5"));
  EXPECT_TRUE(state.locked) << "spade on spade locks, also on one's own";
  EXPECT_EQ(state.turn, 0) << "the others have passed until the table is cleared";
  state.apply(Move::pass());
  EXPECT_TRUE(state.table_empty());
  EXPECT_FALSE(state.locked);
  EXPECT_EQ(state.turn, 0);
}

TEST(DaihinminRules, WhenTheLeaderIsOutTheNextInTurnLeads) {
  State state = start({"S4", "C3 C4", "C5 C6", "C7 C9", "D7 D9"}, 0);
  state.apply(move("S4"));
  EXPECT_EQ(state.place[0], 0);
  for (int i = 0; i < 4; ++i) state.apply(Move::pass());
  EXPECT_TRUE(state.table_empty());
  EXPECT_EQ(state.turn, 1);
}

TEST(DaihinminRules, EightsClearAlsoTheJokerStandingForOne) {
  State state = start({"S8 S4", "C3 C4", "C5 C6", "C7 C9", "D7 D9"}, 0);
  state.apply(move("S8"));
  EXPECT_TRUE(state.table_empty());
  EXPECT_EQ(state.turn, 0);
  EXPECT_TRUE(move("H7-JO[H8]-H9").shows_eight());
  EXPECT_FALSE(Move::lone_joker().shows_eight());
}

TEST(DaihinminRules, SpadeThreeBeatsALoneJokerWhateverTheLock) {
  State state = start({"H4 H5", "H6 H7", "JO C6", "S3 C9", "D7 D9"}, 0);
  state.apply(move("H4"));
  state.apply(move("H6"));
  EXPECT_TRUE(state.locked);
  EXPECT_FALSE(state.accepts(move("C9")));
  EXPECT_TRUE(state.accepts(move("H9")));
  state.apply(Move::lone_joker());
  EXPECT_FALSE(state.accepts(move("D2")));
  ASSERT_TRUE(state.legal(move("S3")));
  state.apply(move("S3"));
  EXPECT_TRUE(state.table_empty());
  EXPECT_EQ(state.turn, 3);
}

TEST(DaihinminRules, RevolutionsReverseTheOrderButNotTheJoker) {
  State state = start({"C4 D4 H4 S4 C9", "C3 C5", "C6 JO", "C7 S9", "D7 D9"}, 0);
  state.apply(move("C4-D4-H4-S4"));
  EXPECT_TRUE(state.revolution);
  for (int i = 0; i < 5; ++i) state.apply(Move::pass());
  state.apply(move("C9"));
  EXPECT_TRUE(state.accepts(move("C3")));
  EXPECT_FALSE(state.accepts(move("CT")));
  EXPECT_TRUE(state.accepts(Move::lone_joker()));
  EXPECT_TRUE(move("S5-S6-S7-S8-S9").is_revolution());
  EXPECT_FALSE(move("S5-S6-S7-S8").is_revolution());
}

TEST(DaihinminRules, RunsMustLieWhollyAbove) {
  State state = start({"H4 H5 H6", "S6 S7 S8", "S7 S8 S9", "C7 S9", "D7 D9"}, 0);
  state.apply(move("H4-H5-H6"));
  EXPECT_FALSE(state.accepts(move("S6-S7-S8")));
  EXPECT_TRUE(state.accepts(move("S7-S8-S9")));
  EXPECT_TRUE(state.accepts(move("SA-S2-JO[S+]")));
  EXPECT_FALSE(state.accepts(move("JO[S-]-S3-S4")));
}

TEST(DaihinminRules, BadNotationSaysWhere) {
  EXPECT_EQ(parse_move("S5-X6").error().column, 4U);
  EXPECT_FALSE(parse_move("S5-S6").ok());
  EXPECT_FALSE(parse_move("S5-JO").ok());
  EXPECT_FALSE(parse_move("").ok());
  EXPECT_FALSE(parse_move("S5-S6-H7").ok());
  EXPECT_FALSE(parse_move("JO[S5]").ok());
  EXPECT_EQ(parse_cards("S3 S3").error().column, 4U);
}

TEST(DaihinminRules, TheExchangeOrderIsJokerRankThenSuits) {
  EXPECT_EQ(cards("C2 D2 S2 HA").best(2), cards("S2 D2"));
  EXPECT_EQ(cards("C2 D2 S2 JO").best(2), cards("S2 JO"));
}

// Asks for nothing but passes.
struct Passer : Player {
  void begin(std::uint64_t) override {}
  Cards give(const View&, int) override { return {}; }
  Move play(const View&) override { return Move::pass(); }
};

TEST(DaihinminGame, TwentyPassesEndItAndIllegalGiftsTakeTheStrongest) {
  Passer passer;
  Players players;
  players.fill(&passer);
  Random random(3);
  GameSetup setup{.hands = deal(random), .ranked = true, .rank = {0, 1, 2, 3, 4}, .games_left = 9, .seed = 5};
  GameLoop loop;
  const GameResult result = loop.play(setup, players);
  EXPECT_EQ(result.turns, kPassesThatEnd);
  unsigned places = 0;
  for (int place : result.place) places |= 1U << place;
  EXPECT_EQ(places, 31U);
  EXPECT_EQ(loop.seats()[4].gave, setup.hands[4].best(2));
  EXPECT_EQ(loop.seats()[0].gave, (setup.hands[0] | setup.hands[4].best(2)).best(2));
  EXPECT_EQ(loop.seats()[3].got.size(), 1);
}

}  // namespace
}  // namespace yomi::daihinmin

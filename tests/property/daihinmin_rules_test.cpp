#include <gtest/gtest.h>

#include <set>

#include "support/scale.h"
#include "support/slow_daihinmin.h"
#include "yomi/daihinmin/game.h"
#include "yomi/daihinmin/playout.h"

namespace yomi::daihinmin {
namespace {

std::set<std::string> texts(const MoveList& list) {
  std::set<std::string> all;
  for (const Move& move : list) all.insert(to_string(move));
  EXPECT_EQ(all.size(), list.size()) << "a move was listed twice";
  return all;
}

// Plays random games and hands each position met, small hands more often, to `check`.
template <class Check>
void walk(std::uint64_t seed, int games, Check&& check) {
  Random random(seed);
  for (int game = 0; game < games; ++game) {
    State state = State::start(deal(random, game % kPlayers));
    MoveList list;
    while (!state.over()) {
      check(state, random);
      moves(state, state.hands[state.turn], list);
      // Leading with big plays, and following, makes locks, runs and revolutions common.
      std::size_t pick = random.below(static_cast<std::uint32_t>(list.size()));
      for (int tries = 0; tries < 2; ++tries) {
        const std::size_t other = random.below(static_cast<std::uint32_t>(list.size()));
        if (list[other].size > list[pick].size) pick = other;
      }
      state.apply(list[pick]);
    }
  }
}

TEST(DaihinminMoves, AgreeWithTheSlowTwin) {
  int runs = 0;
  int locks = 0;
  int revolutions = 0;
  walk(1, testing::scaled(400), [&](const State& state, Random&) {
    MoveList list;
    const Cards hand = state.hands[state.turn];
    moves(state, hand, list);
    EXPECT_EQ(texts(list), slow::moves(state, hand)) << to_string(state) << " hand " << to_string(hand);
    runs += state.top.kind == Kind::run;
    locks += state.locked;
    revolutions += state.revolution;
    for (const Move& move : list) EXPECT_TRUE(state.legal(move)) << to_string(move);
  });
  EXPECT_GT(runs, testing::scaled(20));
  EXPECT_GT(locks, testing::scaled(20));
  EXPECT_GT(revolutions, testing::scaled(100));
}

TEST(DaihinminMoves, FollowsOnEveryTopAgreeWithTheSlowTwin) {
  // Any play of one hand as the top, with and without lock and revolution, for a joker-rich stretch of hands.
  Random random(2);
  for (int round = 0; round < testing::scaled(60); ++round) {
    auto hands = deal(random);
    hands[1] = (hands[1] | Cards::joker());
    hands[0] -= Cards::joker();
    hands[1] = (hands[1] | Cards::of(Card(Suit::spades, 1)));
    MoveList tops;
    Public table;
    moves(table, hands[0], tops);
    for (int tries = 0; tries < 12; ++tries) {
      table.top = tops[random.below(static_cast<std::uint32_t>(tops.size()))];
      if (tries == 0) table.top = Move::lone_joker();
      table.locked = random.below(2) == 0;
      table.revolution = random.below(2) == 0;
      std::uint64_t kept = random();  // about three cards of four
      kept |= random();
      const Cards hand = Cards(hands[1].bits() & kept) | Cards::joker();
      MoveList list;
      moves(table, hand, list);
      EXPECT_EQ(texts(list), slow::moves(table, hand)) << to_string(table) << " hand " << to_string(hand);
      EXPECT_EQ(can_follow(table, hand, 11), list.size() > 1)
          << to_string(table) << " hand " << to_string(hand);
    }
  }
}

TEST(DaihinminMoves, CanFollowIsExactForOneHand) {
  walk(3, 2000, [&](const State& state, Random&) {
    if (state.table_empty()) return;
    MoveList list;
    moves(state, state.hands[state.turn], list);
    EXPECT_EQ(can_follow(state, state.hands[state.turn], 11), list.size() > 1);
  });
}

TEST(DaihinminMoves, StandsMeansThatNobodyCanFollow) {
  walk(4, 300, [&](const State& state, Random& random) {
    MoveList list;
    moves(state, state.hands[state.turn], list);
    const Move move = list[random.below(static_cast<std::uint32_t>(list.size()))];
    if (move.is_pass()) return;
    State after = state;
    const int mover = state.turn;
    Cards others;
    int most = 0;
    for (int seat = 0; seat < kPlayers; ++seat) {
      if (seat == mover) continue;
      others |= state.hands[static_cast<std::size_t>(seat)];
      most = std::max<int>(most, state.counts[static_cast<std::size_t>(seat)]);
    }
    if (!stands(state, move, others, most)) return;
    after.apply(move);
    while (!after.over() && after.owner == mover && after.turn != mover && !after.table_empty()) {
      MoveList replies;
      moves(after, after.hands[after.turn], replies);
      ASSERT_EQ(replies.size(), 1U) << to_string(move) << " was followed: " << to_string(after);
      after.apply(replies[0]);
    }
  });
}

TEST(DaihinminMoves, TellingIsASubsetThatLosesNoChoiceOfCards) {
  walk(5, 60, [&](const State& state, Random&) {
    MoveList every;
    MoveList telling;
    const Cards hand = state.hands[state.turn];
    moves(state, hand, every);
    moves(state, hand, telling, Stands::telling);
    const auto all = texts(every);
    for (const auto& text : texts(telling)) EXPECT_TRUE(all.contains(text)) << text;
    EXPECT_EQ(every.size() > 1, telling.size() > 1);
  });
}

TEST(DaihinminPlayout, RandomGamesEndWithFivePlaces) {
  Random random(6);
  std::size_t longest = 0;
  for (int game = 0; game < 3000; ++game) {
    State state = State::start(deal(random));
    EXPECT_EQ(state.all_cards(), Cards::full());
    longest = std::max(longest, static_cast<std::size_t>(random_playout(state, random)));
    std::set<int> places(state.place.begin(), state.place.end());
    EXPECT_EQ(places, (std::set<int>{0, 1, 2, 3, 4}));
  }
  EXPECT_LT(longest, 300U);
}

TEST(DaihinminNotation, ParseAndPrintInvertEachOther) {
  walk(7, 100, [&](const State& state, Random&) {
    MoveList list;
    moves(state, state.hands[state.turn], list);
    for (const Move& move : list) {
      const auto back = parse_move(to_string(move));
      ASSERT_TRUE(back.ok()) << to_string(move) << ": " << back.error().to_string();
      EXPECT_EQ(*back, move) << to_string(move);
    }
    const auto cards = parse_cards(to_string(state.hands[state.turn]));
    ASSERT_TRUE(cards.ok());
    EXPECT_EQ(*cards, state.hands[state.turn]);
  });
}

}  // namespace
}  // namespace yomi::daihinmin

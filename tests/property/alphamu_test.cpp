// alpha-mu: fronts, and what must hold on random endings.
#include <gtest/gtest.h>

#include <bit>

#include "support/random_position.h"
#include "yomi/dd/solver.h"
#include "yomi/play/alphamu.h"

namespace yomi::play {
namespace {

TEST(Front, KeepsWhatNothingElseCovers) {
  Front front;
  front.add(0b011);
  front.add(0b001);
  front.add(0b100);
  EXPECT_EQ(front.vectors().size(), 2U);
  front.add(0b111);
  EXPECT_EQ(front.vectors(), std::vector<std::uint64_t>{0b111});
  Front other(0b101);
  EXPECT_TRUE(other.is_within(front));
  EXPECT_FALSE(front.is_within(other));
  EXPECT_EQ(join_min(front, other).vectors(), std::vector<std::uint64_t>{0b101});
  EXPECT_EQ(join_max(Front(0b010), other).vectors(), std::vector<std::uint64_t>{0b111});
}

// Worlds of one ending: the hands that the declarer does not see are dealt at random.
AlphaMuGame random_game(Random& random, int cards, std::size_t worlds) {
  AlphaMuGame game;
  const Position truth = [&] {
    for (;;) {
      const Position made = testing::random_position(random, cards);
      if (made.table().empty() && on(made.turn(), Side::ns)) return made;
    }
  }();
  game.max = game.declarer = truth.turn();
  game.goal = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(cards)));
  for (std::size_t w = 0; w < worlds; ++w) {
    Deal hands = truth.hands();
    std::vector<Card> pool;
    const Seat left = next(truth.turn());
    for (Card card : hands[left] | hands[partner(left)]) pool.push_back(card);
    random.shuffle(std::span<Card>(pool));
    hands[left] = hands[partner(left)] = {};
    for (std::size_t i = 0; i < pool.size(); ++i) hands[i % 2 == 0 ? left : partner(left)].insert(pool[i]);
    game.worlds.emplace_back(hands, truth.strain(), truth.turn());
  }
  return game;
}

int most(const Front& front) {
  int made = 0;
  for (std::uint64_t one : front.vectors()) made = std::max(made, std::popcount(one));
  return made;
}

TEST(AlphaMu, OneMoveIsTheSolverAndMoreMovesPromiseLess) {
  Random random(5);
  dd::Solver solver;
  const auto can = [&](const Position& position, Side side, int tricks) {
    return *solver.can_take(position, side, tricks).can;
  };
  for (int round = 0; round < 60; ++round) {
    const AlphaMuGame game = random_game(random, 2 + static_cast<int>(random.below(3)), 5);
    for (Card card : game.worlds.front().legal()) {
      std::uint64_t truth = 0;
      for (std::size_t w = 0; w < game.worlds.size(); ++w) {
        Position after = game.worlds[w];
        after.play(card);
        if (can(after, Side::ns, game.goal - after.tricks(Side::ns))) truth |= std::uint64_t{1} << w;
      }
      const Front one = AlphaMu(can).front(game, card, 1);
      ASSERT_EQ(one.vectors(), std::vector<std::uint64_t>{truth});
      Front before = one;
      for (int moves = 2; moves <= 3; ++moves) {
        AlphaMu with(can);
        AlphaMu without(can, false);
        const Front deeper = with.front(game, card, moves);
        ASSERT_EQ(most(deeper), most(without.front(game, card, moves))) << round;
        ASSERT_LE(with.nodes(), without.nodes());
        ASSERT_TRUE(deeper.is_within(before)) << round;
        before = deeper;
      }
    }
  }
}

TEST(AlphaMu, OneWorldIsDoubleDummyAtAnyDepth) {
  Random random(6);
  dd::Solver solver;
  const auto can = [&](const Position& position, Side side, int tricks) {
    return *solver.can_take(position, side, tricks).can;
  };
  for (int round = 0; round < 60; ++round) {
    const AlphaMuGame game = random_game(random, 3, 1);
    for (Card card : game.worlds.front().legal()) {
      const Front one = AlphaMu(can).front(game, card, 1);
      ASSERT_EQ(one.vectors(), AlphaMu(can).front(game, card, 3).vectors());
    }
  }
}

}  // namespace
}  // namespace yomi::play

// abc on random endings: one-pass, probing and a search that follows the definition word for word agree.
#include <gtest/gtest.h>

#include "support/plain_search.h"
#include "support/random_position.h"
#include "support/scale.h"
#include "yomi/play/abc.h"

namespace yomi::play {
namespace {

// The definition: three worlds as plain hands, every legal card of any of them, no cuts, nothing remembered.
class Oracle {
 public:
  Oracle(const AbcGame& game, Ties ties, int depth)
      : game_(game), ties_(ties), depth_(depth == 0 ? 99 : depth) {}

  AbcValues run() {
    std::array<std::optional<Position>, 3> worlds = {game_.root, world(game_.b), world(game_.c)};
    return search(worlds, depth_);
  }

 private:
  Position world(const Deal& hands) const {
    Deal before = hands;
    for (std::size_t i = 0; i < game_.root.table().size(); ++i)
      before[next(game_.root.leader(), static_cast<int>(i))].insert(game_.root.table()[i]);
    Position made(before, game_.root.strain(), game_.root.leader());
    for (Card card : game_.root.table()) made.play(card);
    return made;
  }

  static void take(std::optional<int>& into, std::optional<int> value, bool larger) {
    if (!value) return;
    if (!into || (larger ? *value > *into : *value < *into)) into = value;
  }

  AbcValues search(const std::array<std::optional<Position>, 3>& worlds, int depth) const {
    const Side declaring = side_of(game_.declarer);
    const Position* shown = nullptr;
    for (const auto& one : worlds) {
      if (one) shown = &*one;
    }
    std::array<std::optional<int>, 3> values;
    if (shown == nullptr) return {};
    if (shown->is_over() || depth == 0) {
      for (std::size_t w = 0; w < 3; ++w) {
        if (worlds[w])
          values[w] = game_.won + worlds[w]->tricks(declaring) + testing::plain_tricks(*worlds[w], declaring);
      }
      return {values[0], values[1], values[2]};
    }
    const Seat turn = shown->turn();
    const bool larger = on(turn, declaring);
    const Seat decider = turn == partner(game_.declarer) ? game_.declarer : turn;
    const std::size_t mover = decider == game_.a ? 0 : decider == game_.seat_b() ? 1 : 2;
    CardSet cards;
    for (const auto& one : worlds) {
      if (one) cards |= one->legal();
    }
    std::vector<std::array<std::optional<int>, 3>> children;
    std::vector<bool> in_d;
    for (Card card : cards) {
      auto after = worlds;
      for (auto& one : after) {
        if (one && one->is_legal(card))
          one->play(card);
        else
          one.reset();
      }
      in_d.push_back(after[0].has_value());
      const AbcValues got = search(after, depth - 1);
      children.push_back({got.a, got.b, got.c});
    }
    for (const auto& child : children) {
      for (std::size_t w = 1; w < 3; ++w) take(values[w], child[w], larger);
      if (mover == 0) take(values[0], child[0], larger);
    }
    if (mover != 0) {
      const bool a_declares = on(game_.a, declaring);
      const bool partner_moves = side_of(decider) == side_of(game_.a);
      const bool best_for_a = ties_ == Ties::cooperative && partner_moves;
      for (std::size_t i = 0; i < children.size(); ++i) {
        const bool tied = values[mover] ? children[i][mover] == values[mover] : in_d[i];
        if (tied) take(values[0], children[i][0], best_for_a == a_declares);
      }
    }
    return {values[0], values[1], values[2]};
  }

  const AbcGame& game_;
  Ties ties_;
  int depth_;
};

// Worlds that fit an ending: b's and c's own hands and dummy are as in a's world, the rest is dealt at
// random.
AbcGame random_game(Random& random, int cards) {
  AbcGame game{.root = testing::random_position(random, cards)};
  game.declarer = seat_at(static_cast<int>(random.below(4)));
  do {
    game.a = seat_at(static_cast<int>(random.below(4)));
  } while (game.a == partner(game.declarer));
  const auto deal = [&](Seat chair) {
    Deal hands = game.root.hands();
    if (random.below(4) == 0) return hands;
    std::array<Seat, 2> hidden{};
    std::size_t count = 0;
    for (Seat seat : kAllSeats) {
      if (seat != chair && seat != partner(game.declarer)) hidden[count++] = seat;
    }
    std::vector<Card> pool;
    for (Seat seat : hidden) {
      for (Card card : hands[seat]) pool.push_back(card);
    }
    // What a hand has played to the trick must not be a revoke there.
    for (int tries = 0; tries < 50; ++tries) {
      random.shuffle(std::span<Card>(pool));
      Deal made = hands;
      made[hidden[0]] = made[hidden[1]] = {};
      for (std::size_t i = 0; i < pool.size(); ++i)
        made[static_cast<int>(i) < hands[hidden[0]].size() ? hidden[0] : hidden[1]].insert(pool[i]);
      if (make_position(made, game.root.strain(), game.root.leader(), game.root.table()).ok()) return made;
    }
    return hands;
  };
  game.b = deal(game.seat_b());
  game.c = deal(game.seat_c());
  return game;
}

class Searches {
 public:
  AbcValues one_pass(const AbcGame& game, const AbcOptions& options) {
    AbcSearch search(options, a_, b_, c_);
    const AbcValues made = search.one_pass(game);
    nodes = search.nodes();
    return made;
  }
  std::optional<int> probing(const AbcGame& game, const AbcOptions& options) {
    return AbcSearch(options, a_, b_, c_).probing(game);
  }
  dd::Solver& solver() { return a_; }
  std::uint64_t nodes = 0;

 private:
  dd::Solver a_{dd::Settings{.memory_bytes = std::size_t{4} << 20}};
  dd::Solver b_{dd::Settings{.memory_bytes = std::size_t{4} << 20}};
  dd::Solver c_{dd::Settings{.memory_bytes = std::size_t{4} << 20}};
};

TEST(Abc, OnePassIsTheDefinition) {
  Random random(11);
  Searches searches;
  for (int round = 0; round < testing::scaled(300); ++round) {
    const AbcGame game = random_game(random, 1 + static_cast<int>(random.below(3)));
    const Ties ties = random.below(2) == 0 ? Ties::risk_averse : Ties::cooperative;
    const int depth = random.below(3) == 0 ? 1 + static_cast<int>(random.below(9)) : 0;
    const AbcValues truth = Oracle(game, ties, depth).run();
    const AbcValues whole = searches.one_pass(
        game, {.ties = ties, .depth = depth, .cuts = false, .table = false, .merge = false});
    ASSERT_EQ(whole, truth) << round << ": " << testing::describe(game.root);
    for (const bool cuts : {false, true}) {
      for (const bool table : {false, true}) {
        for (const bool merge : {false, true}) {
          ASSERT_EQ(searches.one_pass(game, {ties, depth, cuts, table, merge, std::nullopt}).a, truth.a)
              << round << " cuts " << cuts << " table " << table << " merge " << merge << ": "
              << testing::describe(game.root);
        }
      }
    }
    for (const bool table : {false, true}) {
      for (const bool merge : {false, true}) {
        ASSERT_EQ(searches.probing(game, {ties, depth, true, table, merge, std::nullopt}), truth.a)
            << round << " table " << table << " merge " << merge << ": " << testing::describe(game.root);
      }
    }
  }
}

TEST(Abc, ProbingIsOnePass) {
  Random random(12);
  Searches searches;
  for (int round = 0; round < testing::scaled(2000); ++round) {
    const AbcGame game = random_game(random, 1 + static_cast<int>(random.below(4)));
    for (const Ties ties : {Ties::risk_averse, Ties::cooperative}) {
      ASSERT_EQ(searches.probing(game, {.ties = ties}), searches.one_pass(game, {.ties = ties}).a)
          << round << ": " << testing::describe(game.root);
    }
  }
}

TEST(Abc, ProbingIsOnePassToo_WhenLeavesAreQuickTricks) {
  Random random(19);
  Searches searches;
  for (int round = 0; round < testing::scaled(600); ++round) {
    const AbcGame game = random_game(random, 2 + static_cast<int>(random.below(3)));
    AbcOptions options{.ties = random.below(2) == 0 ? Ties::risk_averse : Ties::cooperative,
                       .depth = 1 + static_cast<int>(random.below(8)),
                       .leaf = Leaf::quick_tricks};
    const std::optional<int> value = searches.probing(game, options);
    ASSERT_EQ(searches.one_pass(game, options).a, value) << round << ": " << testing::describe(game.root);
    options.cuts = options.table = options.merge = false;
    ASSERT_EQ(searches.one_pass(game, options).a, value) << round << ": " << testing::describe(game.root);
  }
}

TEST(Abc, SmallCardsThatAreNotToldApart) {
  Random random(16);
  Searches searches;
  int differ = 0;
  for (int round = 0; round < testing::scaled(200); ++round) {
    const AbcGame game = random_game(random, 1 + static_cast<int>(random.below(4)));
    const Ties ties = random.below(2) == 0 ? Ties::risk_averse : Ties::cooperative;
    const AbcOptions whole{.ties = ties, .cuts = false, .table = false, .merge = false, .small = Rank::nine};
    const auto value = searches.one_pass(game, whole).a;
    ASSERT_EQ(searches.one_pass(game, {.ties = ties, .merge = false, .small = Rank::nine}).a, value) << round;
    // Probing asks the solver, which knows of no stand-ins, so its value is its own.
    ASSERT_EQ(searches.probing(game, {.ties = ties, .merge = false, .small = Rank::nine}),
              searches.probing(game, {.ties = ties, .table = false, .merge = false, .small = Rank::nine}))
        << round;
    differ += value != searches.one_pass(game, {.ties = ties}).a ? 1 : 0;
  }
  if (testing::is_whole()) EXPECT_GT(differ, 0);
}

int double_dummy(Searches& searches, const AbcGame& game) {
  const int tricks = searches.solver().tricks(game.root).lower;
  const Side declaring = side_of(game.declarer);
  return game.root.tricks(declaring) +
         (on(game.root.turn(), declaring) ? tricks : game.root.tricks_left() - tricks);
}

TEST(Abc, TrueBeliefsGiveTheDoubleDummyValue) {
  Random random(13);
  Searches searches;
  for (int round = 0; round < testing::scaled(1000); ++round) {
    AbcGame game = random_game(random, 1 + static_cast<int>(random.below(5)));
    game.b = game.c = game.root.hands();
    for (const Ties ties : {Ties::risk_averse, Ties::cooperative}) {
      ASSERT_EQ(searches.probing(game, {.ties = ties}), double_dummy(searches, game))
          << round << ": " << testing::describe(game.root);
    }
  }
}

TEST(Abc, DeclarerLosesNothingByTheOthersErrors) {
  Random random(14);
  Searches searches;
  for (int round = 0; round < testing::scaled(1000); ++round) {
    AbcGame game = random_game(random, 1 + static_cast<int>(random.below(5)));
    if (game.a != game.declarer) continue;
    const auto value = searches.probing(game, {});
    ASSERT_TRUE(value.has_value());
    ASSERT_GE(*value, double_dummy(searches, game)) << round << ": " << testing::describe(game.root);
  }
}

TEST(Abc, CutsLeaveAThirdOfTheNodes) {
  Random random(15);
  Searches searches;
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  for (int round = 0; round < 40; ++round) {
    const AbcGame game = random_game(random, 4);
    const auto cut = searches.one_pass(game, {.table = false});
    with += searches.nodes;
    const auto whole = searches.one_pass(game, {.cuts = false, .table = false});
    without += searches.nodes;
    ASSERT_EQ(cut.a, whole.a);
  }
  EXPECT_LT(3 * with, without) << with << " of " << without;
  RecordProperty("nodes_with_cuts", std::to_string(with));
  RecordProperty("nodes_without", std::to_string(without));
}

}  // namespace
}  // namespace yomi::play

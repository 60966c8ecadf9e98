// Lookahead on random endings: the same as play in lock-step, written from the definition.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "yomi/play/lookahead.h"

namespace yomi::play {
namespace {

const CardPolicy& policy() {
  return CardPolicy::shipped();
}

// Every world goes its way card by card; where declarer is to play, the worlds with the same history of what
// declarer saw are asked together.
std::vector<std::uint8_t> in_lock_step(const LookaheadGame& game, Card card) {
  const Side declaring = side_of(game.context.contract.declarer);
  dd::Solver solver({.memory_bytes = std::size_t{1} << 20});
  struct Way {
    Position position;
    Course course;
    std::string seen;
  };
  std::vector<Way> ways;
  for (const Position& world : game.worlds) ways.push_back({world, game.course, {}});
  for (Way& way : ways) {
    way.position.play(card);
    way.course.add(card);
  }
  const auto is_done = [&](const Way& way) {
    return way.position.is_over() ||
           (way.position.table().empty() && way.position.tricks_left() <= game.left_at_end);
  };
  const auto result_of = [&](const Position& position, Card played) {
    Position after = position;
    after.play(played);
    const int won = after.tricks(declaring);
    if (after.is_over()) return won;
    const int rest = solver.tricks(after).lower;
    return won + (on(after.turn(), declaring) ? rest : after.tricks_left() - rest);
  };
  while (!is_done(ways.front())) {
    const std::vector<Way> before = ways;
    for (std::size_t w = 0; w < ways.size(); ++w) {
      const Position& position = before[w].position;
      const CardSet legal = position.legal();
      Card best = legal.lowest();
      double most = -1e9;
      if (on(position.turn(), declaring)) {
        for (Card one : legal) {
          double sum = 0;
          for (std::size_t other = 0; other < before.size(); ++other) {
            if (before[other].seen == before[w].seen)
              sum += game.worth(other, result_of(before[other].position, one));
          }
          if (sum > most) best = one;
          most = std::max(most, sum);
        }
        ways[w].position.play(best);
        ways[w].course.add(best);
        if (ways[w].position.table().empty()) ways[w].seen += to_char(ways[w].position.turn());
        continue;
      }
      const CardChances chances =
          policy().chances(before[w].course, sight_of_turn(before[w].course, position.hands()));
      // In the order of the solver's list, so that equal likings end alike.
      for (const dd::CardTricks& entry : solver.cards(position)) {
        for (Card one : entry.equals | CardSet::of(entry.card)) {
          if (chances.chance(one) < game.unlikely) continue;
          const double liking =
              std::log(chances.chance(one)) - game.nats_per_trick * result_of(position, one);
          if (liking > most + 1e-12) {
            best = one;
            most = liking;
          }
        }
      }
      ways[w].position.play(best);
      ways[w].course.add(best);
      ways[w].seen += to_string(strain_of(best.suit()));
      ways[w].seen += best.rank() < game.first_told ? 'x' : to_string(best).back();
      ways[w].seen += std::to_string(index(ways[w].position.winning()));
    }
  }
  std::vector<std::uint8_t> made;
  for (const Way& way : ways) {
    int tricks = way.position.tricks(declaring);
    if (!way.position.is_over()) {
      const int rest = solver.tricks(way.position).lower;
      tricks += on(way.position.turn(), declaring) ? rest : way.position.tricks_left() - rest;
    }
    made.push_back(static_cast<std::uint8_t>(tricks));
  }
  return made;
}

struct Ending {
  PlayContext context;
  Course course;
  std::vector<Position> worlds;
};

// A random deal, played down at random to declarer's or dummy's turn, and other ways for the two hidden hands
// to hold what is left.
std::optional<Ending> random_ending(Random& random, int cards, std::size_t worlds) {
  const Contract contract{.level = 3,
                          .strain = kAllStrains[random.below(5)],
                          .declarer = seat_at(static_cast<int>(random.below(4)))};
  Ending made{.context = {.contract = contract}, .course = Course(contract), .worlds = {}};
  Position position(random_deal(random), contract.strain, contract.leader());
  const Side declaring = side_of(contract.declarer);
  while (position.tricks_left() > cards || !on(position.turn(), declaring)) {
    if (position.tricks_left() < cards) return std::nullopt;
    auto skipped = random.below(static_cast<std::uint32_t>(position.legal().size()));
    Card card = position.legal().lowest();
    for (Card one : position.legal()) {
      if (skipped-- == 0) {
        card = one;
        break;
      }
    }
    position.play(card);
    made.course.add(card);
  }
  const Seat left = next(contract.declarer);
  const Seat right = partner(left);
  const std::vector<Card> table(position.table().begin(), position.table().end());
  for (int tries = 0; tries < 200 && made.worlds.size() < worlds; ++tries) {
    std::vector<Card> rest;
    for (Card card : position.hand(left) | position.hand(right)) rest.push_back(card);
    for (std::size_t i = rest.size(); i > 1; --i)
      std::swap(rest[i - 1], rest[random.below(static_cast<std::uint32_t>(i))]);
    Deal hands = position.hands();
    const auto count = static_cast<std::size_t>(position.hand(left).size());
    hands[left] = {};
    hands[right] = {};
    for (std::size_t i = 0; i < rest.size(); ++i) hands[i < count ? left : right].insert(rest[i]);
    bool fits = true;
    for (Seat seat : {left, right}) {
      for (Suit suit : kAllSuits)
        fits = fits && (!made.course.is_void(seat, suit) || hands[seat].in(suit).empty());
    }
    if (!fits) continue;
    const auto world = make_position(hands, contract.strain, position.leader(), table);
    if (world) made.worlds.push_back(*world);
  }
  if (made.worlds.empty()) return std::nullopt;
  return made;
}

LookaheadGame game_of(const Ending& ending, int left_at_end) {
  return {.context = ending.context,
          .policy = policy(),
          .worlds = ending.worlds,
          .course = ending.course,
          .left_at_end = left_at_end,
          .worth = [](std::size_t world, int tricks) {
            // Some worlds count for more, and the second of these tricks.
            return (1.0 + 0.1 * static_cast<double>(world)) * (tricks + (tricks > 1 ? 0.37 : 0.0));
          }};
}

TEST(Lookahead, EqualsPlayInLockStep) {
  const Random seed(20260);
  int compared = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    Random random = seed.split(i);
    const auto ending = random_ending(random, 3 + static_cast<int>(random.below(3)), 6);
    if (!ending) continue;
    const LookaheadGame game = game_of(*ending, static_cast<int>(random.below(3)));
    dd::Solver solver;
    for (Card card : ending->worlds.front().legal()) {
      ASSERT_EQ(look_ahead(game, card, solver), in_lock_step(game, card)) << i << ' ' << to_string(card);
      ++compared;
    }
  }
  EXPECT_GT(compared, 200);
}

// Whoever sees all loses nothing: with one world a card is worth what the solver says, or more where a
// defender gives something away.
TEST(Lookahead, OneWorldIsNeverWorthLessThanDoubleDummy) {
  const Random seed(20261);
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random random = seed.split(i);
    const auto ending = random_ending(random, 5, 1);
    if (!ending) continue;
    const LookaheadGame game = game_of(*ending, 0);
    dd::Solver solver;
    for (const dd::CardTricks& one : solver.cards(ending->worlds.front()))
      EXPECT_GE(look_ahead(game, one.card, solver).front(), one.tricks.lower);
  }
}

// Against defenders who give nothing away one who does not see takes no more than one who sees, and now and
// then less.
TEST(Lookahead, WhoDoesNotSeeTakesNoMore) {
  const Random seed(20263);
  int less = 0;
  int compared = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    Random random = seed.split(i);
    const auto ending = random_ending(random, 4, 6);
    if (!ending) continue;
    LookaheadGame game = game_of(*ending, 0);
    game.nats_per_trick = 1000;
    game.unlikely = 0;
    game.worth = [](std::size_t, int tricks) { return tricks; };
    dd::Solver solver;
    for (Card card : ending->worlds.front().legal()) {
      const std::vector<std::uint8_t> ahead = look_ahead(game, card, solver);
      for (std::size_t w = 0; w < ending->worlds.size(); ++w) {
        const auto seen = solver.cards(ending->worlds[w], CardSet::of(card));
        ASSERT_LE(ahead[w], seen.front().tricks.lower) << i << ' ' << to_string(card) << ' ' << w;
        less += ahead[w] < seen.front().tricks.lower ? 1 : 0;
        ++compared;
      }
    }
  }
  EXPECT_GT(less, compared / 200);
  EXPECT_LT(less, compared / 4);
}

TEST(Lookahead, StopsWhenAsked) {
  const Random seed(20262);
  for (std::uint64_t i = 0; i < 20; ++i) {
    Random random = seed.split(i);
    const auto ending = random_ending(random, 6, 8);
    if (!ending) continue;
    LookaheadGame game = game_of(*ending, 0);
    int questions = 0;
    game.stopped = [&questions] { return ++questions > 3; };
    dd::Solver solver;
    EXPECT_TRUE(look_ahead(game, ending->worlds.front().legal().lowest(), solver).empty());
  }
}

}  // namespace
}  // namespace yomi::play

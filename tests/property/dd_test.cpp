#include <gtest/gtest.h>

#include <cstdlib>

#include "support/plain_search.h"
#include "support/random_position.h"
#include "support/scale.h"
#include "yomi/dd/solver.h"

namespace yomi::dd {
namespace {

using testing::scaled;

// YOMI_TEST_SEED=7 draws other positions than usual.
std::uint64_t seeded(std::uint64_t seed) {
  const char* other = std::getenv("YOMI_TEST_SEED");
  return other == nullptr ? seed : seed + 1000 * std::strtoull(other, nullptr, 10);
}

void agrees_with_plain_search(const Settings& settings, std::uint64_t seed, int count, int most_cards) {
  Random random(seeded(seed));
  Solver solver(settings);
  for (int i = 0; i < count; ++i) {
    const int cards = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(most_cards)));
    const Position position = testing::random_position(random, cards);
    const int expected = testing::plain_tricks(position, side_of(position.turn()));
    const Bounds bounds = solver.tricks(position);
    ASSERT_TRUE(bounds.exact());
    ASSERT_EQ(bounds.lower, expected) << testing::describe(position) << " (number " << i << ")";
  }
}

TEST(Solver, AgreesWithPlainSearchOnEndings) {
  agrees_with_plain_search({}, 1, scaled(30'000), 4);
}

TEST(Solver, PortableCodeAgreesWithPlainSearch) {
  agrees_with_plain_search({.code = Settings::Code::portable}, 2, scaled(10'000), 4);
}

TEST(Solver, WithoutStoredPositionsAgreesWithPlainSearch) {
  agrees_with_plain_search({.reuse_positions = false}, 3, scaled(5'000), 4);
}

TEST(Solver, EveryCardAgreesWithPlainSearch) {
  Random random(seeded(4));
  Solver solver;
  for (int i = 0; i < scaled(5'000); ++i) {
    const Position position = testing::random_position(random, 1 + static_cast<int>(random.below(4)));
    const Side side = side_of(position.turn());
    CardSet seen;
    for (const CardTricks& scored : solver.cards(position)) {
      CardSet same = scored.equals;
      same.insert(scored.card);
      for (Card card : same) {
        Position after = position;
        after.play(card);
        const int expected = after.tricks(side) - position.tricks(side) + testing::plain_tricks(after, side);
        ASSERT_EQ(scored.tricks, (Bounds{expected, expected}))
            << testing::describe(position) << " " << to_string(card);
      }
      seen |= same;
    }
    ASSERT_EQ(seen, position.legal());
  }
}

// A solver that scored the cards of the position before knows the value of this one; another does not.
TEST(Solver, CardsOfAPlayAreWorthWhatAnotherSolverSays) {
  Random random(seeded(6));
  Solver one;
  Solver other;
  for (int i = 0; i < scaled(300); ++i) {
    Position position = testing::random_position(random, 1 + static_cast<int>(random.below(7)));
    while (!position.is_over()) {
      const auto scored = one.cards(position);
      for (const CardTricks& each : scored) {
        const auto alone = other.cards(position, CardSet::of(each.card));
        ASSERT_EQ(alone.size(), 1U);
        ASSERT_EQ(each.tricks, alone.front().tricks) << testing::describe(position);
        other = Solver({.memory_bytes = std::size_t{1} << 20});
      }
      const CardTricks& played = scored[random.below(static_cast<std::uint32_t>(scored.size()))];
      position.play(random.below(2) == 0 || played.equals.empty() ? played.card : played.equals.lowest());
    }
  }
}

TEST(Solver, LineKeepsTheValue) {
  Random random(seeded(5));
  Solver solver;
  for (int i = 0; i < scaled(300); ++i) {
    Position position = testing::random_position(random, 1 + static_cast<int>(random.below(7)));
    const Side side = side_of(position.turn());
    const Bounds value = solver.tricks(position);
    for (Card card : solver.line(position)) {
      ASSERT_TRUE(position.is_legal(card));
      position.play(card);
    }
    ASSERT_TRUE(position.is_over());
    ASSERT_EQ(position.tricks(side), value.lower);
  }
}

TEST(Solver, CanTakeProvesWithACard) {
  Random random(seeded(6));
  Solver solver;
  for (int i = 0; i < scaled(2'000); ++i) {
    const Position position = testing::random_position(random, 1 + static_cast<int>(random.below(5)));
    const Side mover = side_of(position.turn());
    const Side side = random.below(2) == 0 ? Side::ns : Side::ew;
    const int tricks = static_cast<int>(random.below(7));
    const int value = solver.tricks(position).lower;
    const int sides_value = mover == side ? value : position.tricks_left() - value;
    const Verdict verdict = solver.can_take(position, side, tricks);
    ASSERT_EQ(verdict.can, sides_value >= tricks) << testing::describe(position);
    ASSERT_EQ(verdict.proof.has_value(), *verdict.can == (mover == side));
    if (!verdict.proof) continue;
    const auto after = solver.cards(position, CardSet::of(*verdict.proof));
    ASSERT_EQ(after.size(), 1U);
    ASSERT_TRUE(mover == side ? after[0].tricks.lower >= tricks
                              : position.tricks_left() - after[0].tricks.lower < tricks)
        << testing::describe(position);
  }
}

// Deals that turning the table and renaming suits lead back to themselves: the table solves fewer cells.
TEST(Solver, TablesOfSymmetricDealsAreWhatTheCellsAre) {
  Random random(seeded(7));
  for (int i = 0; i < scaled(60); ++i) {
    // Each rank of the lowest suits goes to a holding; hand h holds the (h + s)th holding of suit s.
    BySeat<CardSet> hands;
    const int ranks = 4 + static_cast<int>(random.below(5));
    std::vector<int> holdings;
    holdings.reserve(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) holdings.push_back(static_cast<int>(random.below(4)));
    for (Suit suit : kAllSuits) {
      for (int rank = 0; rank < ranks; ++rank) {
        const int hand = (holdings[static_cast<std::size_t>(rank)] + index(suit)) % 4;
        hands[static_cast<std::size_t>(hand)].insert(Card(suit, rank_at(rank)));
      }
    }
    Deal deal;
    for (Seat seat : kAllSeats) deal[seat] = hands[seat];
    Solver solver;
    Solver cell_by_cell;
    const auto table = solver.table(deal);
    ASSERT_TRUE(table);
    for (Strain strain : kAllStrains) {
      for (Seat declarer : kAllSeats) {
        const Position position(deal, strain, next(declarer));
        const int expected = ranks - cell_by_cell.tricks(position).lower;
        ASSERT_EQ(table->at(strain, declarer), expected) << testing::describe(position);
      }
    }
  }
}

}  // namespace
}  // namespace yomi::dd

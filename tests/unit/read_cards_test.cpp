// Reading cards by the policy.
#include "yomi/play/read_cards.h"

#include <gtest/gtest.h>

#include <cmath>

namespace yomi::play {
namespace {

struct Game {
  Contract contract{
      .level = 3, .strain = Strain::no_trump, .doubling = Doubling::none, .declarer = Seat::south};
  Deal deal;
  std::vector<Card> play;
};
Game random_game(std::uint64_t seed, int cards) {
  Random random(seed);
  Game game;
  game.deal = random_deal(random);
  Course course(game.contract);
  Deal hands = game.deal;
  for (int i = 0; i < cards; ++i) {
    const Card card = CardPolicy::shipped().chances(course, sight_of_turn(course, hands)).draw(random);
    hands[course.turn()].erase(card);
    course.add(card);
    game.play.push_back(card);
  }
  return game;
}
belief::Seen seen_from(const Game& game, Seat chair) {
  belief::Seen seen;
  seen.chair = chair;
  seen.hand = game.deal[chair];
  seen.strain = game.contract.strain;
  seen.leader = game.contract.leader();
  seen.play = game.play;
  seen.dummy = game.contract.dummy();
  seen.dummy_hand = game.deal[game.contract.dummy()];
  return seen;
}

TEST(ReadCards, AddsUpTheOthersChances) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Game game = random_game(seed, 30);
    for (Seat chair : {Seat::south, Seat::west, Seat::east}) {
      double expected = 0;
      Course course(game.contract);
      Deal hands = game.deal;
      for (Card card : game.play) {
        const Seat turn = course.turn();
        const bool own = turn == chair || (turn == Seat::north && chair == Seat::south);
        const double chance =
            CardPolicy::shipped().chances(course, sight_of_turn(course, hands)).chance(card);
        if (!own) expected += std::log(std::max(1e-4, chance));
        hands[turn].erase(card);
        course.add(card);
      }
      const CardReading reading{.policy = &CardPolicy::shipped(), .trust = 0.5};
      EXPECT_NEAR(log_likelihood(reading, game.contract, {}, seen_from(game, chair), game.deal),
                  0.5 * expected, 1e-6);
    }
  }
}

// Games played by the policy itself: the truth must be likelier than a deal in which the hidden hands'
// unplayed cards are dealt anew, more often than not.
TEST(ReadCards, TheTruthIsLikelier) {
  int likelier = 0;
  int games = 0;
  for (std::uint64_t seed = 100; seed < 300; ++seed) {
    const Game game = random_game(seed, 32);
    const belief::Seen seen = seen_from(game, Seat::west);
    Random random(seed);
    Deal other = game.deal;
    std::vector<Card> cards;
    CardSet played;
    for (Card card : game.play) played.insert(card);
    for (Seat seat : {Seat::south, Seat::east}) {
      for (Card card : game.deal[seat] - played) cards.push_back(card);
      other[seat] = game.deal[seat] & played;
    }
    random.shuffle(std::span<Card>(cards));
    for (Card card : cards) other[other[Seat::south].size() < 13 ? Seat::south : Seat::east].insert(card);
    const auto space = belief::facts_unchecked(seen);
    if (!space.allows(other) || other == game.deal) continue;
    ++games;
    const CardReading reading;
    likelier += log_likelihood(reading, game.contract, {}, seen, game.deal) >
                        log_likelihood(reading, game.contract, {}, seen, other)
                    ? 1
                    : 0;
  }
  ASSERT_GT(games, 30);
  EXPECT_GT(likelier, games * 6 / 10) << likelier << " of " << games;
}

TEST(ReadCards, WeightsAddUpToWhatTheyAreWorth) {
  const auto even = as_weights(std::vector<double>{-40, -40, -40});
  EXPECT_NEAR(even[0] + even[1] + even[2], 3, 1e-9);
  const auto one = as_weights(std::vector<double>{0, -900, -900});
  EXPECT_NEAR(one[0], 1, 1e-9);
  EXPECT_NEAR(one[1], 0, 1e-9);
  EXPECT_TRUE(as_weights({}).empty());
}

}  // namespace
}  // namespace yomi::play

// Endings as games with hidden hands: known values, best replies against trying everything, and bounds.
#include "yomi/lab/ending.h"

#include <gtest/gtest.h>

#include <map>

#include "yomi/belief/evidence.h"
#include "yomi/lab/ending_deals.h"

namespace yomi::lab {
namespace {

// South declares and leads; hands as "SA SJ S2".
CardSet cards(const std::string& text) {
  CardSet made;
  for (std::size_t at = 0; at < text.size(); at += 3) made.insert(*parse_card(text.substr(at, 2)));
  return made;
}

EndingGame game_of(const std::string& north, const std::string& south,
                   const std::vector<std::pair<std::string, std::string>>& east_west) {
  EndingGame game;
  game.declarer = Seat::south;
  for (const auto& [east, west] : east_west) {
    Deal deal;
    deal[Seat::north] = cards(north);
    deal[Seat::south] = cards(south);
    deal[Seat::east] = cards(east);
    deal[Seat::west] = cards(west);
    game.layouts.emplace_back(deal, Strain::no_trump, Seat::south);
    game.weights.push_back(1 / static_cast<double>(east_west.size()));
  }
  game.count_tricks();
  return game;
}

TEST(Ending, TwoWayFinesseIsAGuess) {
  // West plays the 8 and 7, east the 6 and 5, wherever the queen is.
  const EndingGame game =
      game_of("SK ST S3", "SA SJ S2", {{"S6 S5 D9", "SQ S8 S7"}, {"SQ S6 S5", "S8 S7 D9"}});
  const auto value = equilibrium(game);
  ASSERT_TRUE(value);
  EXPECT_NEAR(value->value(), 2.5, 1e-5);
  EXPECT_LE(value->gap(), 1e-6);
  EXPECT_NEAR(double_dummy_mean(game), 3, 1e-9);
}

// An honour falls from east: alone, or from queen and jack? Finessing gives 4, 4 and 2 tricks, playing for
// the drop 3, 3 and 4: ten thirds either way, as long as east plays either honour from both. If it is known
// which one he plays, the other shows that it is alone: (3.5 + 3.5 + 4) / 3.
TEST(Ending, RestrictedChoice) {
  EndingGame game = game_of(
      "SA SK ST H4", "S4 S3 S2 HA",
      {{"SQ H9 H8 D9", "SJ S6 S5 D8"}, {"SJ H9 H8 D9", "SQ S6 S5 D8"}, {"SQ SJ H9 H8", "S6 S5 D8 D9"}});
  const auto value = equilibrium(game);
  ASSERT_TRUE(value);
  EXPECT_NEAR(value->value(), 10.0 / 3, 1e-5);
  for (Position& position : game.layouts) {
    for (const char* card : {"S4", "S5", "SA"}) position.play(*parse_card(card));
  }
  const auto later = equilibrium(game);
  ASSERT_TRUE(later);
  EXPECT_NEAR(later->value(), 10.0 / 3, 1e-5);
  for (const char* card : {"SQ", "SJ"}) {
    game.promise = Promise{cards("SQ SJ H9 H8"), CardSet::of(*parse_card(card))};
    const auto promised = equilibrium(game);
    ASSERT_TRUE(promised);
    EXPECT_NEAR(promised->value(), 11.0 / 3, 1e-5) << card;
  }
}

TEST(Ending, WhoSeesAllIsNeverWorse) {
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    DealtEnding ending = deal_ending(random, {.cards = 3, .layouts = 8, .low_cards = 0.8});
    const auto own = equilibrium(ending.game);
    ending.game.defenders_see_all = true;
    const auto all = equilibrium(ending.game);
    ASSERT_TRUE(own && all);
    EXPECT_LE(all->lower, own->upper + 1e-9);
    EXPECT_LE(all->lower, double_dummy_mean(ending.game) + 1e-6);
  }
}

// A side's pure plans, tried one and all: whenever a hand that has not been asked yet must choose, all its
// cards are tried.
class Everything {
 public:
  Everything(const EndingGame& game, const Plan& other, bool seeker_is_declarer)
      : game_(game), other_(other), seeker_is_declarer_(seeker_is_declarer) {}

  double best() {
    double sum = 0;
    for (std::size_t l = 0; l < game_.layouts.size(); ++l) {
      Position position = game_.layouts[l];
      std::vector<Card> played;
      while (!position.is_over()) {
        const Seat turn = position.turn();
        const bool declares = on(turn, side_of(game_.declarer));
        Card card;
        if (position.legal().size() == 1) {
          card = position.legal().lowest();
        } else if (declares != seeker_is_declarer_) {
          card = other_(played, l);
        } else {
          const Seat decides = declares ? game_.declarer : turn;
          const auto key = std::make_tuple(played, decides, game_.layouts[l].hand(decides).bits());
          const auto found = chosen_.find(key);
          if (found == chosen_.end()) {
            double most = seeker_is_declarer_ ? -1 : 99;
            for (Card one : position.legal()) {
              chosen_[key] = one;
              most = seeker_is_declarer_ ? std::max(most, best()) : std::min(most, best());
            }
            chosen_.erase(key);
            return most;
          }
          card = found->second;
        }
        position.play(card);
        played.push_back(card);
      }
      const int tricks = position.tricks(side_of(game_.declarer));
      sum += game_.weights[l] * game_.payoff[static_cast<std::size_t>(tricks)];
    }
    return sum;
  }

 private:
  const EndingGame& game_;
  const Plan& other_;
  bool seeker_is_declarer_;
  std::map<std::tuple<std::vector<Card>, Seat, std::uint64_t>, Card> chosen_;
};

// Some fixed plan that looks only at what the mover may see.
Plan odd_plan(const EndingGame& game, std::uint64_t seed) {
  return [&game, seed](std::span<const Card> played, std::size_t l) {
    Position position = game.layouts[l];
    for (Card card : played) position.play(card);
    const Seat turn = position.turn();
    const Seat decides = on(turn, side_of(game.declarer)) ? game.declarer : turn;
    std::uint64_t mix = seed ^ game.layouts[l].hand(decides).bits();
    for (Card card : played) mix = (splitmix64(mix) << 7) ^ static_cast<std::uint64_t>(card.bit());
    std::vector<Card> legal;
    for (Card card : position.legal()) legal.push_back(card);
    return legal[splitmix64(mix) % legal.size()];
  };
}

TEST(Ending, BestRepliesAreThoseOfTryingEverything) {
  Random random(7);
  int different = 0;
  for (int i = 0; i < 60; ++i) {
    const DealtEnding ending = deal_ending(random, {.cards = 2, .fewest = 3, .layouts = 6, .low_cards = 0.8});
    const Plan plan = odd_plan(ending.game, static_cast<std::uint64_t>(i));
    const auto reply = against_best_defence(ending.game, plan);
    ASSERT_TRUE(reply);
    const double defence = *reply;
    const double declarer = against_best_declarer(ending.game, plan);
    EXPECT_NEAR(defence, Everything(ending.game, plan, false).best(), 1e-9);
    EXPECT_NEAR(declarer, Everything(ending.game, plan, true).best(), 1e-9);
    const auto value = equilibrium(ending.game);
    ASSERT_TRUE(value);
    EXPECT_LE(defence, value->upper + 1e-9);
    EXPECT_GE(declarer, value->lower - 1e-9);
    const double met = play_out(ending.game, plan, plan);
    EXPECT_LE(defence, met + 1e-9);
    EXPECT_GE(declarer, met - 1e-9);
    different += declarer > defence + 1e-9 ? 1 : 0;
  }
  EXPECT_GT(different, 10);
}

TEST(Ending, BoundsMeetAndAPromiseNeverHelpsItsSide) {
  Random random(11);
  for (int i = 0; i < 60; ++i) {
    DealtEnding ending = deal_ending(random, {.cards = 3, .layouts = 8, .low_cards = 0.8});
    const auto value = equilibrium(ending.game);
    ASSERT_TRUE(value);
    EXPECT_LE(value->gap(), 1e-6);
    EXPECT_GE(value->gap(), 0);
    EXPECT_LE(value->upper, 13);
    const Position& truth = ending.game.layouts[ending.truth];
    const bool declares = on(truth.turn(), side_of(ending.game.declarer));
    for (Card card : truth.legal()) {
      ending.game.promise = Promise{truth.hand(truth.turn()), CardSet::of(card)};
      const auto bound = equilibrium(ending.game);
      ASSERT_TRUE(bound);
      if (declares)
        EXPECT_LE(bound->lower, value->upper + 1e-9);
      else
        EXPECT_GE(bound->upper, value->lower - 1e-9);
    }
  }
}

TEST(Ending, ACardPlayersBeliefIsThatOfTheGame) {
  Random random(5);
  for (int i = 0; i < 40; ++i) {
    const DealtEnding ending = deal_ending(random, {.cards = 4, .layouts = 40, .low_cards = 0.5});
    const Deal& truth = ending.deals[ending.truth];
    const play::Decision decision = play::look(ending.context, truth, ending.before);
    belief::Evidence evidence{.facts = belief::facts_unchecked(decision.seen),
                              .constraints = ending.context.meanings};
    const belief::Belief belief(std::move(evidence));
    Random draws(1);
    const belief::Sample sample = belief.sample(10, draws, 4000);
    ASSERT_TRUE(sample.is_complete);
    std::size_t expected = 0;
    for (const Deal& deal : ending.deals)
      expected += deal[decision.seen.chair] == truth[decision.seen.chair] ? 1 : 0;
    EXPECT_EQ(sample.deals.size(), expected);
    for (const belief::WeightedDeal& one : sample.deals)
      EXPECT_NEAR(one.weight, 1 / static_cast<double>(expected), 1e-9);
  }
}

}  // namespace
}  // namespace yomi::lab

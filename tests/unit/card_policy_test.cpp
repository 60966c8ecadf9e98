// The card policy: its text form, what it sees, and what it must not see.
#include "yomi/play/card_policy.h"

#include <gtest/gtest.h>

#include <vector>

#include "yomi/lab/card_training.h"

namespace yomi::play {
namespace {

// A board with `cards` cards played at random.
struct Played {
  Course course;
  Deal hands;
};
Played random_play(std::uint64_t seed, int cards) {
  Random random(seed);
  Contract contract{.level = 1 + static_cast<int>(random.below(7)),
                    .strain = strain_at(static_cast<int>(random.below(5))),
                    .doubling = Doubling::none,
                    .declarer = seat_at(static_cast<int>(random.below(4)))};
  Played made{.course = Course(contract), .hands = random_deal(random)};
  for (int i = 0; i < cards; ++i) {
    const CardSet legal = sight_of_turn(made.course, made.hands).legal(made.course);
    auto card = legal.begin();
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(legal.size())); skip > 0; --skip)
      ++card;
    made.hands[made.course.turn()].erase(*card);
    made.course.add(*card);
  }
  return made;
}

TEST(CardPolicy, ChancesAreOverTheLegalCardsAndAddUpToOne) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Played at = random_play(seed, static_cast<int>(seed % 52));
    const Sight sight = sight_of_turn(at.course, at.hands);
    const CardChances chances = CardPolicy::shipped().chances(at.course, sight);
    CardSet cards;
    double sum = 0;
    for (int i = 0; i < chances.count; ++i) {
      cards.insert(chances.cards[static_cast<std::size_t>(i)]);
      sum += chances.chances[static_cast<std::size_t>(i)];
    }
    EXPECT_EQ(cards, sight.legal(at.course));
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(CardPolicy, HiddenCardsDoNotMatter) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Played at = random_play(seed, static_cast<int>(seed % 52));
    const Sight sight = sight_of_turn(at.course, at.hands);
    Deal other = at.hands;  // the hidden cards change hands
    Random random(seed);
    std::vector<Seat> hidden;
    for (Seat seat : kAllSeats) {
      if (seat != sight.mover && seat != sight.open) hidden.push_back(seat);
    }
    std::vector<Card> cards;
    for (Card card : sight.unseen(at.course)) cards.push_back(card);
    random.shuffle(std::span(cards));
    auto card = cards.begin();
    for (Seat seat : hidden) {
      const int size = at.hands[seat].size();
      other[seat] = CardSet();
      for (int i = 0; i < size; ++i) other[seat].insert(*card++);
    }
    const auto first = CardPolicy::shipped().chances(at.course, sight);
    const auto second = CardPolicy::shipped().chances(at.course, sight_of_turn(at.course, other));
    EXPECT_EQ(first.chances, second.chances);
  }
}

TEST(CardPolicy, TextComesBack) {
  const std::string text = CardPolicy::shipped().to_text();
  const auto again = CardPolicy::parse(text);
  ASSERT_TRUE(again.ok()) << again.error().to_string();
  EXPECT_EQ(again->to_text(), text);
}

TEST(CardPolicy, BrokenTextSaysWhere) {
  const auto what = [](const std::string& text) {
    const auto policy = CardPolicy::parse(text);
    return policy.ok() ? std::string() : policy.error().to_string();
  };
  std::string text = CardPolicy::shipped().to_text();
  EXPECT_EQ(what(""), "line 1: expected the heading of a card policy, version 1");
  EXPECT_EQ(what("yomi card policy 1\nhidden 9\n"), "line 2: expected 64 hidden units");
  EXPECT_EQ(what(text.substr(0, text.size() / 2)).find("line "), 0U);
  EXPECT_NE(what(text + " 5").find("expected the end"), std::string::npos);
  std::string far = text;
  far.replace(far.find(' ', far.find("situation") + 20), 1, " -2147483648 ");
  EXPECT_NE(what(far).find("expected a whole number"), std::string::npos) << what(far);
  text.replace(text.find("situation"), 9, "sitzation");
  EXPECT_EQ(what(text).find("line 3: expected \"situation"), 0U);
}

// Suits change names: the answer changes names with them. Seats turn: nothing changes.
TEST(CardPolicy, RelabellingChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    BySuit<Suit> to{kAllSuits};
    random.shuffle(std::span<Suit>(to));
    const int turn = static_cast<int>(random.below(4));
    const auto card = [&](Card c) { return Card(to[c.suit()], c.rank()); };
    const auto set = [&](CardSet cards) {
      CardSet made;
      for (Card c : cards) made.insert(card(c));
      return made;
    };
    Contract contract{.level = 1 + static_cast<int>(random.below(7)),
                      .strain = strain_at(static_cast<int>(random.below(5))),
                      .doubling = Doubling::none,
                      .declarer = seat_at(static_cast<int>(random.below(4)))};
    Contract other = contract;
    if (const auto trumps = trump_suit(contract.strain)) other.strain = strain_of(to[*trumps]);
    other.declarer = next(contract.declarer, turn);
    Course a(contract);
    Course b(other);
    Deal hands = random_deal(random);
    for (std::uint32_t left = random.below(51); left > 0; --left) {
      const CardSet legal = sight_of_turn(a, hands).legal(a);
      const Card played = CardPolicy::shipped().chances(a, sight_of_turn(a, hands)).draw(random);
      ASSERT_TRUE(legal.contains(played));
      hands[a.turn()].erase(played);
      a.add(played);
      b.add(card(played));
    }
    Deal turned;
    for (Seat seat : kAllSeats) turned[next(seat, turn)] = set(hands[seat]);
    const auto here = CardPolicy::shipped().chances(a, sight_of_turn(a, hands));
    const auto there = CardPolicy::shipped().chances(b, sight_of_turn(b, turned));
    ASSERT_EQ(here.count, there.count);
    for (int i = 0; i < here.count; ++i) {
      const Card c = here.cards[static_cast<std::size_t>(i)];
      EXPECT_NEAR(here.chance(c), there.chance(card(c)), 1e-4);
    }
  }
}

// Boards played by a habit that can be learnt: always the highest card.
std::vector<Board> highest_cards() {
  std::vector<Board> boards;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    Board board;
    board.set_contract({.level = 3,
                        .strain = strain_at(static_cast<int>(random.below(5))),
                        .doubling = Doubling::none,
                        .declarer = seat_at(static_cast<int>(random.below(4)))});
    board.set_deal(random_deal(random));
    Course course(*board.contract);
    Deal hands = board.deal;
    while (course.cards_played() < 52) {
      const CardSet legal = sight_of_turn(course, hands).legal(course);
      Card best = legal.lowest();
      for (Card c : legal) best = c.rank() > best.rank() ? c : best;
      hands[course.turn()].erase(best);
      course.add(best);
      board.play.push_back(best);
    }
    boards.push_back(board);
  }
  return boards;
}

// A fit to a few boards must learn them: the way back is right.
TEST(CardTraining, LearnsWhatItIsShownAndIsTheSameOnAnyNumberOfThreads) {
  const std::vector<Board> boards = highest_cards();
  lab::Training training;
  training.epochs = 30;
  training.batch = 32;
  training.decay = 0;
  training.threads = 1;
  std::vector<double> losses;
  training.report = [&](int, double loss) {
    losses.push_back(loss);
    return true;
  };
  const CardPolicy policy = lab::train(boards, training);
  EXPECT_LT(losses.back(), 0.25 * losses.front());
  EXPECT_GT(lab::agreement(policy, boards).all.same, lab::agreement(policy, boards).all.cards * 9 / 10);
  training.threads = 3;
  EXPECT_EQ(lab::train(boards, training).to_text(), policy.to_text());
}

// Going on from weights: with no step to speak of they stay, and what was known before is the start.
TEST(CardTraining, GoesOnFromWeights) {
  const std::vector<Board> boards = highest_cards();
  lab::Training training{.start = CardPolicy::shipped(), .epochs = 1, .batch = 32, .rate = 1e-9, .decay = 0};
  training.threads = 1;
  EXPECT_EQ(lab::train(boards, training).to_text(), CardPolicy::shipped().to_text());
  training.rate = 1e-3;
  training.epochs = 3;
  const lab::Agreement before = lab::agreement(CardPolicy::shipped(), boards);
  const lab::Agreement after = lab::agreement(lab::train(boards, training), boards);
  EXPECT_LT(after.all.loss, 0.7 * before.all.loss);
}

TEST(CardPolicy, StylesHaveNamesAndWeightsOfTheirOwn) {
  EXPECT_NE(CardPolicy::shipped(Style::engine).to_text(), CardPolicy::shipped().to_text());
}

}  // namespace
}  // namespace yomi::play

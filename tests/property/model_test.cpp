// The exact model against what it must equal: every deal looked at one by one, on small decks.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "yomi/belief/model.h"
#include "yomi/belief/sampler.h"

namespace yomi::belief {
namespace {

// Every deal of a space, by giving the unseen cards out one after the other.
void each_deal(const Space& space, const std::function<void(const Deal&)>& visit) {
  std::vector<Card> cards;
  for (Card card : space.unseen()) cards.push_back(card);
  Deal deal = space.held;
  BySeat<int> left{};
  for (std::size_t i = 0; i < 4; ++i) left[i] = space.slots[i];
  const std::function<void(std::size_t)> give = [&](std::size_t at) {
    if (at == cards.size()) {
      visit(deal);
      return;
    }
    for (Seat seat : kAllSeats) {
      if (left[seat] == 0 || space.barred[seat].contains(cards[at])) continue;
      --left[seat];
      deal[seat].insert(cards[at]);
      give(at + 1);
      deal[seat].erase(cards[at]);
      ++left[seat];
    }
  };
  give(0);
}

double weight_of(const Deal& deal, std::span<const Term> terms, std::span<const SuitTerm> suit_terms) {
  double weight = 1;
  for (const Term& term : terms) {
    const int value = term.expression.evaluate(deal);
    weight *= term.weight ? term.weight(value) : value != 0 ? 1 : 0;
  }
  for (const SuitTerm& term : suit_terms) {
    BySeat<std::uint32_t> ranks{};
    for (Seat seat : kAllSeats) ranks[seat] = deal[seat].ranks(term.suit);
    weight *= term.weight(ranks);
  }
  return weight;
}

// A deal in which all but `hidden` cards of each hidden hand are known: thirteen cards each, so shapes mean
// something, and few enough unseen to look at them all.
Space random_space(Random& random, int hidden_hands, int hidden_cards) {
  const Deal deal = random_deal(random);
  Space space;
  space.held = deal;
  for (int i = 0; i < hidden_hands; ++i) {
    const Seat seat = seat_at(i + static_cast<int>(random.below(4)) * 0);
    std::vector<Card> cards;
    for (Card card : deal[seat]) cards.push_back(card);
    random.shuffle(std::span(cards));
    for (int k = 0; k < hidden_cards; ++k) space.held[seat].erase(cards[static_cast<std::size_t>(k)]);
    space.slots[seat] = static_cast<std::uint8_t>(hidden_cards);
  }
  if (random.below(3) == 0) {
    space.barred[0] = CardSet::of_suit(suit_at(static_cast<int>(random.below(4)))) & space.unseen();
    if ((space.unseen() - space.barred[0]).size() < space.slots[0]) space.barred[0] = {};
  }
  return space;
}

Expression random_number(Random& random);

Expression random_condition(Random& random, int depth) {
  const auto seat = [&] { return seat_at(static_cast<int>(random.below(4))); };
  const auto suit = [&] { return suit_at(static_cast<int>(random.below(4))); };
  switch (random.below(depth > 0 ? 9 : 6)) {
    case 0:
      return hcp(seat()) >= static_cast<int>(6 + random.below(8));
    case 1:
      return length(seat(), suit()) <= static_cast<int>(2 + random.below(4));
    case 2:
      return shape(seat(), [&] {
        ShapeSet set = ShapeSet::balanced();
        set.add({5, 4, -1, -1}, random.below(2) == 0);
        set.remove({-1, -1, 2, -1}, false);
        return set;
      }());
    case 3:
      return has(seat(), Card(suit(), rank_at(static_cast<int>(random.below(13)))));
    case 4:
      return random_number(random) < random_number(random);
    case 5:
      return (losers(seat()) + controls(seat())) % 3 != 1;
    case 6:
      return random_condition(random, depth - 1) || random_condition(random, depth - 1);
    case 7:
      return !random_condition(random, depth - 1);
    default:
      return random_condition(random, depth - 1) && random_condition(random, depth - 1);
  }
}

// High-card points and 3 for a void, 2 for a singleton, 1 for a doubleton.
Expression points_with_shortness(Seat seat) {
  Expression sum = hcp(seat);
  for (Suit suit : kAllSuits) {
    for (int below = 1; below <= 3; ++below) sum = sum + (length(seat, suit) < below);
  }
  return sum;
}

Expression random_number(Random& random) {
  const auto seat = [&] { return seat_at(static_cast<int>(random.below(4))); };
  const auto suit = [&] { return suit_at(static_cast<int>(random.below(4))); };
  switch (random.below(8)) {
    case 0:
      return hcp(seat());
    case 1:
      return length(seat(), suit()) + length(seat(), suit());
    case 2:
      return 3 * hcp(seat(), suit()) - 2;
    case 3:
      return losers(seat());
    case 4:
      return quality(seat(), suit()) / 40;
    case 5:
      return choose(length(seat(), suit()) > 3, hcp(seat()), 2 * controls(seat()));
    case 6:
      return points_with_shortness(seat());
    default:
      return static_cast<int>(random.below(12));
  }
}

std::uint64_t key(const Deal& deal, const Space& space) {
  // Unseen cards are few: four seats in two bits each.
  std::uint64_t code = 0;
  for (Card card : space.unseen()) {
    for (Seat seat : kAllSeats) {
      if (deal[seat].contains(card)) code = code * 4 + static_cast<std::uint64_t>(index(seat));
    }
  }
  return code;
}

TEST(Model, CountsWhatLookingAtEveryDealCounts) {
  Random random(20);
  int positive = 0;
  for (int round = 0; round < 120; ++round) {
    const int hands = 2 + static_cast<int>(random.below(3));
    const Space space = random_space(random, hands, hands == 2 ? 5 : hands == 3 ? 3 : 2);
    std::vector<Term> terms;
    for (std::uint32_t i = random.below(4); i > 0; --i) terms.push_back({random_condition(random, 2)});
    std::vector<SuitTerm> suit_terms;
    if (random.below(2) == 0)
      terms.push_back({random_number(random), [](int value) { return 1.0 / (1 + std::abs(value % 5)); }});
    if (random.below(3) == 0) {
      suit_terms.push_back({Suit::hearts, {true, true, false, false}, [](const BySeat<std::uint32_t>& ranks) {
                              return 0.5 + std::popcount(ranks[0] & 0x155U) +
                                     ((ranks[1] >> 3 & 1) != 0 ? 0.25 : 0);
                            }});
    }
    const Model model(space, terms, suit_terms);
    ASSERT_TRUE(model.is_exact());
    double total = 0;
    std::map<std::uint64_t, double> expected;
    Marginals marginals;
    each_deal(space, [&](const Deal& deal) {
      const double weight = weight_of(deal, terms, suit_terms);
      total += weight;
      if (weight > 0) expected[key(deal, space)] = weight;
      for (Seat seat : kAllSeats) {
        for (Card card : deal[seat]) {
          marginals.by_seat[seat][static_cast<std::size_t>(card.bit())] += weight;
        }
      }
    });
    ASSERT_NEAR(model.total(), total, 1e-5 * total) << round;
    if (model.count()) {
      ASSERT_EQ(static_cast<double>(*model.count()), total);
    }
    if (total == 0) continue;
    ++positive;
    // for_each visits the same deals with the same weights, each once.
    std::map<std::uint64_t, double> visited;
    model.for_each([&](const Deal& deal, double weight) {
      EXPECT_TRUE(visited.emplace(key(deal, space), weight).second);
      return true;
    });
    ASSERT_EQ(visited.size(), expected.size());
    for (const auto& [code, weight] : expected) ASSERT_NEAR(visited[code], weight, 1e-5 * weight);
    const Marginals exact = model.marginals();
    for (Seat seat : kAllSeats) {
      for (Card card : CardSet::full()) {
        const auto j = static_cast<std::size_t>(card.bit());
        ASSERT_NEAR(exact.by_seat[seat][j], marginals.by_seat[seat][j] / total, 1e-5);
      }
    }
    // The distribution of a number, and the chance of an event.
    const Expression number = random_number(random);
    const auto values = distribution(space, terms, suit_terms, number);
    ASSERT_TRUE(values.has_value());
    std::map<int, double> wanted;
    each_deal(space, [&](const Deal& deal) {
      wanted[number.evaluate(deal)] += weight_of(deal, terms, suit_terms) / total;
    });
    for (const auto& [value, share] : *values) ASSERT_NEAR(share, wanted[value], 1e-5);
    const Expression event = random_condition(random, 1);
    double hits = 0;
    each_deal(space, [&](const Deal& deal) {
      if (event.holds(deal)) hits += weight_of(deal, terms, suit_terms) / total;
    });
    ASSERT_NEAR(*chance(space, terms, suit_terms, event), hits, 1e-5);
  }
  EXPECT_GT(positive, 60);
}

// Pearson's statistic must stay below its mean by a wide margin of six deviations: with fixed seeds a failure
// means that draws are not in proportion to weights.
template <class Key>
void expect_in_proportion(const std::map<Key, double>& expected, double total, int draws,
                          const std::function<Key()>& draw) {
  std::map<Key, int> drawn;
  for (int i = 0; i < draws; ++i) ++drawn[draw()];
  double chi2 = 0;
  int seen = 0;
  for (const auto& [code, weight] : expected) {
    const double mean = draws * weight / total;
    chi2 += (drawn[code] - mean) * (drawn[code] - mean) / mean;
    seen += drawn[code];
  }
  EXPECT_EQ(seen, draws);  // nothing outside
  const double freedom = static_cast<double>(expected.size()) - 1;
  EXPECT_LT(chi2, freedom + 6 * std::sqrt(2 * freedom));
}

TEST(Model, DrawsInProportionToWeight) {
  Random random(7);
  int tested = 0;
  for (int round = 0; tested < 20 && round < 200; ++round) {
    const int hands = 2 + static_cast<int>(random.below(3));
    const Space space = random_space(random, hands, hands == 2 ? 4 : 2);
    std::vector<Term> terms = {{random_condition(random, 2)}, {random_number(random), [](int value) {
                                                                 return 1.0 / (1 + std::abs(value % 4));
                                                               }}};
    Model model(space, terms);
    std::map<std::uint64_t, double> expected;
    each_deal(space, [&](const Deal& deal) {
      const double weight = weight_of(deal, terms, {});
      if (weight > 0) expected[key(deal, space)] = weight;
    });
    if (expected.size() < 5) continue;
    ++tested;
    SCOPED_TRACE(round);
    for (const bool many : {false, true}) {
      if (many) model.prepare_many_draws();
      expect_in_proportion<std::uint64_t>(expected, model.total(), 60'000, [&] {
        const Deal deal = model.draw(random);
        EXPECT_TRUE(space.allows(deal));
        return key(deal, space);
      });
    }
  }
  EXPECT_EQ(tested, 20);
}

// However few or many deals are wanted, and whichever conditions the model leaves to be looked at.
TEST(Sampler, DrawsAreDistributedAsCounted) {
  Random random(8);
  const Space space = Space::filling({});
  struct Case {
    std::vector<Expression> conditions;
    Expression asked;
  };
  const std::vector<Case> cases = {
      {{shape(Seat::south, ShapeSet::balanced()), hcp(Seat::south) >= 15, hcp(Seat::south) <= 17,
        hcp(Seat::north) >= 8},
       hcp(Seat::north)},
      {{length(Seat::east, Suit::hearts) >= 6, hcp(Seat::east) <= 10, hcp(Seat::east) >= 6,
        length(Seat::west, Suit::hearts) >= 1},
       length(Seat::west, Suit::hearts)},
      {{hcp(Seat::north) + hcp(Seat::south) >= 30, length(Seat::north, Suit::spades) <= 4},
       length(Seat::north, Suit::spades)}};
  for (const auto& [conditions, asked] : cases) {
    std::vector<Term> terms;
    for (const Expression& one : conditions) terms.push_back({one});
    const auto counted = distribution(space, terms, {}, asked);
    ASSERT_TRUE(counted.has_value());
    std::map<int, double> expected;
    double total = 0;
    for (const auto& [value, share] : *counted) {
      if (share < 1e-3) continue;  // too rare for Pearson
      expected[value] = share;
      total += share;
    }
    for (const double wanted : {200.0, 1e6}) {
      const Sampler sampler(space, conditions, random, wanted);
      std::int64_t looked = 0;
      expect_in_proportion<int>(expected, total, 20'000, [&, &all = conditions, &number = asked] {
        while (true) {
          const Deal deal = *sampler.next(random, INT64_MAX, looked);
          for (const Expression& one : all) EXPECT_TRUE(one.holds(deal));
          if (const int value = number.evaluate(deal); expected.contains(value)) return value;
        }
      });
    }
  }
}

TEST(Model, NamesTheSmallestContradiction) {
  Space space = Space::filling({});
  const std::vector<Term> terms = {{hcp(Seat::north) >= 22},
                                   {length(Seat::south, Suit::spades) >= 5},
                                   {hcp(Seat::south) >= 10},
                                   {hcp(Seat::east) >= 9},
                                   {length(Seat::west, Suit::hearts) >= 2}};
  EXPECT_EQ(smallest_contradiction(space, terms), (std::vector<std::size_t>{0, 2, 3}));
  const std::vector<Term> fine = {{hcp(Seat::north) >= 22}};
  EXPECT_TRUE(smallest_contradiction(space, fine).empty());
}

TEST(Model, KnowsTheFullDeck) {
  const Space space = Space::filling({});
  const Model all(space, {});
  EXPECT_EQ(to_string(*all.count()), "53644737765488792839237440000");
  // Hands with any 4333 shape: 66,905,856,160 of 635,013,559,600.
  ShapeSet flat;
  flat.add({4, 3, 3, 3}, true);
  const std::vector<Term> terms = {{shape(Seat::north, flat)}};
  EXPECT_EQ(to_string(*Model(space, terms).count() / (*all.count() / 635013559600ULL)), "66905856160");
  // No honour above the nine: 347,373,600 hands (the Yarborough).
  const std::vector<Term> low = {{points(Seat::west, {}, points_from_ace({1, 1, 1, 1, 1}), "top") == 0}};
  EXPECT_EQ(to_string(*Model(space, low).count() / (*all.count() / 635013559600ULL)), "347373600");
  // Four hearts to one honour in each of the hands: relations over all four hands are counted too.
  const auto values = distribution(space, {}, {}, hcp(Seat::north));
  ASSERT_TRUE(values.has_value());
  double mean = 0;
  for (const auto& [value, share] : *values) mean += value * share;
  EXPECT_NEAR(mean, 10, 1e-9);
  EXPECT_NEAR((*values)[0].second, 2310789600.0 / 635013559600.0, 1e-12);
}

}  // namespace
}  // namespace yomi::belief

// From what was seen to what may be: facts, constraints, samples, repair.
#include <gtest/gtest.h>

#include <cmath>

#include "yomi/belief/evidence.h"

namespace yomi::belief {
namespace {

// The first example of Otawa and Uehara (2006): South plays 3NT after 2NT (21-22 balanced).
const Deal kExample = *parse_deal("N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543");

Card card(std::string_view text) {
  return *parse_card(text);
}

Seen seen_by(Seat chair, std::vector<Card> play) {
  Seen seen;
  seen.chair = chair;
  seen.hand = kExample[chair];
  seen.dummy = Seat::north;
  seen.dummy_hand = kExample[Seat::north];
  seen.leader = Seat::west;
  seen.play = std::move(play);
  return seen;
}

const std::vector<Card> kStart = {card("H6"), card("H2"), card("HK"), card("HA"),
                                  card("CQ"), card("C3"), card("C7")};

SoftConstraint opening() {
  return {hcp(Seat::south) >= 21 && hcp(Seat::south) <= 22 && balanced(Seat::south), 1, "South's 2NT"};
}

TEST(Facts, CollectWhatIsKnown) {
  const auto space = facts(seen_by(Seat::east, kStart));
  ASSERT_TRUE(space.ok());
  EXPECT_TRUE(space->is_consistent());
  EXPECT_TRUE(space->allows(kExample));
  EXPECT_EQ(space->slots_of(Seat::west), 11);
  EXPECT_EQ(space->slots_of(Seat::south), 11);
  EXPECT_EQ(space->held[Seat::south], (CardSet{card("HA"), card("CQ")}));
}

TEST(Facts, ShowingOutBarsTheSuit) {
  auto play = kStart;
  play.insert(play.end(), {card("C2"), card("C6"), card("C4"), card("C8"), card("S8")});  // East shows out
  play[play.size() - 1] = card("ST");
  Seen seen = seen_by(Seat::south, play);
  const auto space = facts(seen);
  ASSERT_TRUE(space.ok()) << space.error().to_string();
  EXPECT_EQ(space->barred[Seat::east], CardSet::of_suit(Suit::clubs));
}

TEST(Facts, NameTheCardThatCannotBe) {
  auto play = kStart;
  play.push_back(card("S4"));  // dummy's card, played by East
  const auto twice = facts(seen_by(Seat::south, play));
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error().column, 8U);
  play.back() = card("H6");
  EXPECT_NE(facts(seen_by(Seat::south, play)).error().what.find("played before"), std::string::npos);
  play.back() = card("SQ");
  EXPECT_NE(facts(seen_by(Seat::east, play)).error().what.find("revoke"), std::string::npos);
}

// Appendix of the paper, example 1, what East infers: West has no high-card point.
TEST(Belief, InfersWhatThePaperInfers) {
  const Belief belief({*facts(seen_by(Seat::east, kStart)), {opening()}, {}, {}});
  Random random(1);
  EXPECT_TRUE(belief.is_exact());
  EXPECT_NEAR(belief.chance(hcp(Seat::west) == 0, random), 1, 1e-9);
  EXPECT_NEAR(belief.chance(has(Seat::south, card("SA")), random), 1, 1e-9);
  const auto clubs = belief.distribution(length(Seat::west, Suit::clubs), random);
  for (const auto& [count, share] : clubs) EXPECT_TRUE(count >= 1 && count <= 3) << count << ' ' << share;
}

TEST(Belief, ConstraintsGiveWayWeakestFirst) {
  const SoftConstraint wrong{hcp(Seat::south) <= 10, 0.6, "a weak South"};
  const SoftConstraint odd{length(Seat::west, Suit::clubs) >= 4, 0.8,
                           "long clubs"};  // fine with the facts, not with 2NT
  const Belief belief({*facts(seen_by(Seat::east, kStart)), {wrong, opening(), odd}, {}, {}});
  ASSERT_EQ(belief.dropped().size(), 2U);
  EXPECT_EQ(belief.dropped()[0].label, "long clubs");
  EXPECT_EQ(belief.dropped()[1].label, "a weak South");
  EXPECT_TRUE(belief.is_possible());
  EXPECT_EQ(belief.evidence().constraints.size(), 1U);
}

// Both defenders seem to show an odd number of clubs where five are out: one of them did not.
TEST(Belief, SignalsThatContradictEachOther) {
  const auto odd = [](Seat seat) {
    BySeat<bool> seats{};
    seats[seat] = true;
    return SuitTerm{Suit::clubs, seats,
                    [seat](const auto& ranks) { return std::popcount(ranks[seat]) % 2 == 1 ? 1.0 : 0.0; }};
  };
  auto play = kStart;
  play.push_back(card("C2"));
  const Belief belief({*facts(seen_by(Seat::south, play)),
                       {},
                       {{odd(Seat::west), 0.7, "West's low club"}, {odd(Seat::east), 0.5, "East's low club"}},
                       {}});
  ASSERT_EQ(belief.dropped().size(), 1U);
  EXPECT_EQ(belief.dropped()[0].label, "East's low club");
  Random random(1);
  EXPECT_NEAR(belief.chance(length(Seat::west, Suit::clubs) % 2 == 1, random), 1, 1e-9);
}

TEST(Belief, SoftConstraintsWeigh) {
  Space space = Space::filling(kExample);
  space.held[Seat::east] = space.held[Seat::west] = {};
  space.slots = {0, 13, 0, 13};
  const Expression event = has(Seat::west, card("CK"));
  const Belief plain({space, {}, {}, {}});
  const Belief soft({space, {{event, 0.75, "West has it"}}, {}, {}});
  Random random(1);
  const double p = plain.chance(event, random);
  EXPECT_NEAR(p, 0.5, 1e-9);
  EXPECT_NEAR(soft.chance(event, random), p / (p + (1 - p) * 0.25), 1e-6);
  // A likelihood on the whole deal, as a weight on draws, says the same within sampling error.
  const Belief weighed(
      {space, {}, {}, {{[&](const Deal& deal) { return event.holds(deal) ? 1.0 : 0.25; }, "the same"}}});
  EXPECT_FALSE(weighed.is_exact());
  EXPECT_NEAR(weighed.chance(event, random, 40'000), 0.8, 0.01);
  const Sample sample = weighed.sample(1000, random);
  EXPECT_LT(sample.effective, 1000);
  EXPECT_GT(sample.effective, 600);
}

TEST(Belief, EnumeratesWhenFewLayoutsRemain) {
  // Three cards each in East and West are unknown: twenty layouts.
  Space space;
  space.held = kExample;
  for (std::string_view one : {"SQ", "SJ", "ST"}) space.held[Seat::east].erase(card(one));
  for (std::string_view one : {"S8", "S7", "C5"}) space.held[Seat::west].erase(card(one));
  space.slots = {0, 3, 0, 3};
  Random random(1);
  const Belief belief({space, {}, {}, {}});
  const Sample sample = belief.sample(5, random);
  EXPECT_TRUE(sample.is_complete);
  EXPECT_EQ(sample.deals.size(), 20U);
  EXPECT_NEAR(sample.effective, 20, 1e-6);
  EXPECT_EQ(to_string(*belief.layouts()), "20");
}

TEST(Repair, TakesTheNearestCardOfTheSuit) {
  Repair how{Seat::west, Seat::east, {}, {}};
  // West plays the heart nine, which the hypothesis gives to East: West's nearest heart is the six.
  const auto deal = repair_card(kExample, how, card("H9"));
  ASSERT_TRUE(deal.has_value());
  EXPECT_TRUE((*deal)[Seat::west].contains(card("H9")));
  EXPECT_TRUE((*deal)[Seat::east].contains(card("H6")));
  how.fixed = {card("H6")};  // West has played it
  EXPECT_TRUE((*repair_card(kExample, how, card("H9")))[Seat::east].contains(card("H5")));
  // The likeliest comes first: if West must keep three hearts of the original length, a spade goes instead.
  how.weigh = [](const Deal& d) { return d[Seat::west].length(Suit::hearts) == 4 ? 1.0 : 0.1; };
  EXPECT_EQ((*repair_card(kExample, how, card("H9")))[Seat::west].length(Suit::hearts), 4);
  // A card that a hand in sight holds cannot come.
  EXPECT_FALSE(repair_card(kExample, how, card("SA")).has_value());
}

TEST(Repair, MovesASuitThatWasShownOut) {
  const Repair how{Seat::east, Seat::west, {}, {}};
  const auto deal = repair_show_out(kExample, how, Suit::clubs);
  ASSERT_TRUE(deal.has_value());
  EXPECT_EQ((*deal)[Seat::east].length(Suit::clubs), 0);
  EXPECT_EQ((*deal)[Seat::west].length(Suit::clubs), 5);
  EXPECT_TRUE(deal->is_full());
}

TEST(Features, AgreeWithKnownValues) {
  EXPECT_EQ(losers(parse_hand("A...")->ranks(Suit::spades)), 0);
  EXPECT_EQ(losers(parse_hand("K...")->ranks(Suit::spades)), 1);
  EXPECT_EQ(losers(parse_hand("KQ...")->ranks(Suit::spades)), 1);
  EXPECT_EQ(losers(parse_hand("QJ2...")->ranks(Suit::spades)), 2);
  EXPECT_EQ(cccc(*parse_hand(".A854.JT832.AK32")), 1540);  // from the dealer tool's own example
}

}  // namespace
}  // namespace yomi::belief

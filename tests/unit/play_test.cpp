// The chair's view of a record, the carding policy, and pimc on the four worked examples.
#include <gtest/gtest.h>

#include "support/examples.h"
#include "yomi/play/carding.h"
#include "yomi/play/claim.h"
#include "yomi/play/player.h"

namespace yomi::play {
namespace {

using testing::example_text;
using testing::read_example;

Result<Decision> look_at(const std::string& text) {
  const pbn::File file = pbn::read(text, "t.pbn");
  EXPECT_EQ(file.boards.size(), 1U);
  if (!file.boards.front().ok()) return file.boards.front().errors.front();
  return look(pbn::board_of(file.boards.front()));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Decision, IsWhatTheChairOnTurnSees) {
  const Decision one = read_example(1);
  EXPECT_EQ(one.turn, Seat::east);
  EXPECT_EQ(one.seen.chair, Seat::east);
  EXPECT_EQ(hand_to_string(one.seen.hand), "QJT.KJT9.QJT9.K2");
  EXPECT_EQ(one.seen.dummy, Seat::north);
  EXPECT_EQ(one.legal, (CardSet{*parse_card("CK"), *parse_card("C2")}));
  ASSERT_EQ(one.context.meanings.size(), 1U);
  EXPECT_EQ(one.context.points(Side::ew)[9], -600);
  EXPECT_EQ(read_example(2).turn, Seat::west);
  EXPECT_EQ(read_example(3).turn, Seat::south);
  EXPECT_EQ(read_example(4).turn, Seat::west);
  EXPECT_EQ(read_example(4).legal.size(), 4);
}

TEST(Decision, HiddenCardsChangeNothing) {
  // South's and West's unplayed cards of example 1, dealt in another way that the play allows; then unknown.
  const std::string text = example_text(1);
  const std::string other =
      replaced(text, "AK9.AQ87.AK87.Q6 8765.654.654.543", "AK76.AQ54.AK5.Q5 985.876.8764.643");
  const std::string unknown = replaced(text, "AK9.AQ87.AK87.Q6 8765.654.654.543", "- -");
  Settings settings;
  settings.engine = Engine::reader;
  settings.deals = 4;
  settings.beliefs = 2;
  settings.threads = 1;
  Player player(settings);
  const Advice first = player.choose(*look_at(text));
  for (const std::string& changed : {other, unknown}) {
    const auto decision = look_at(changed);
    ASSERT_TRUE(decision.ok()) << decision.error().to_string();
    const Advice again = player.choose(*decision);
    EXPECT_EQ(again.card, first.card);
    ASSERT_EQ(again.cards.size(), first.cards.size());
    for (std::size_t i = 0; i < first.cards.size(); ++i) {
      EXPECT_EQ(again.cards[i].card, first.cards[i].card);
      EXPECT_EQ(again.cards[i].value, first.cards[i].value);
      EXPECT_EQ(again.cards[i].pimc, first.cards[i].pimc);
    }
  }
}

TEST(Decision, ImpossibleRecordsSayWhy) {
  const std::string text = example_text(1);
  const auto why = [](const std::string& changed) {
    const auto decision = look_at(changed);
    EXPECT_FALSE(decision.ok());
    return decision.ok() ? "" : decision.error().to_string();
  };
  EXPECT_NE(why(replaced(text, "C3 C7 - CQ", "H6 C7 - CQ")).find("played before"), std::string::npos);
  EXPECT_NE(why(replaced(text, "H6 H2 HK HA", "H6 H2 D9 HA")).find("a revoke"), std::string::npos);
  EXPECT_NE(why(replaced(text, "C3 C7 - CQ", "C2 C7 - CQ")).find("does not hold it"), std::string::npos);
  EXPECT_NE(why(replaced(text, "[Contract \"3NT\"]\n", "[Contract \"Pass\"]\n")).find("passed out"),
            std::string::npos);
  EXPECT_NE(why(replaced(text, "hcp(self) >= 21", "hcp(self) >> 21")).find("South's 2NT, column"),
            std::string::npos);
  EXPECT_NE(why(replaced(text, "QJT.KJT9.QJT9.K2", "-")).find("expected the hand of East"),
            std::string::npos);
  // With the hidden hands unknown the seen ones still contradict.
  const std::string unknown = replaced(text, "AK9.AQ87.AK87.Q6 8765.654.654.543", "- -");
  EXPECT_NE(why(replaced(unknown, "C3 C7 - CQ", "C2 C7 - CQ")).find("C2"), std::string::npos);
}

TEST(Decision, EquivalentCardsAreGrouped) {
  const auto hand = parse_hand("KQ98.A4..T");
  const auto groups = equivalent_groups(*hand, *hand, CardSet{*parse_card("SJ")});
  ASSERT_EQ(groups.size(), 5U);
  EXPECT_EQ(groups[0], (CardSet{*parse_card("SK"), *parse_card("SQ")}));
  EXPECT_EQ(groups[1], (CardSet{*parse_card("S9"), *parse_card("S8")}));
}

TEST(Carding, AgreesOnLeadsAndCount) {
  const Carding& carding = default_carding();
  const auto agreed = [&](Moment moment, const char* ranks, bool suit_contract) {
    return to_string(carding.agreed(moment, *parse_hand(std::string(ranks) + "..."), suit_contract));
  };
  EXPECT_EQ(agreed(Moment::lead, "KQ7", true), "SK");
  EXPECT_EQ(agreed(Moment::lead, "AK5", true), "SA");
  EXPECT_EQ(agreed(Moment::lead, "Q985", false), "S5");
  EXPECT_EQ(agreed(Moment::lead, "93", true), "S9");
  EXPECT_EQ(agreed(Moment::count, "J852", false), "S8");
  EXPECT_EQ(agreed(Moment::count, "543", false), "S3");
  EXPECT_EQ(agreed(Moment::count, "92", false), "S9");
  EXPECT_EQ(agreed(Moment::count, "K2", false), "S2");
}

TEST(Carding, LikesASuitWithAHighCard) {
  Carding carding = default_carding();
  const CardSet queen{*parse_card("DQ"), *parse_card("D8"), *parse_card("D3")};
  const CardSet small{*parse_card("D8"), *parse_card("D5"), *parse_card("D3")};
  const CardSet two{*parse_card("D8"), *parse_card("D3")};
  for (const Moment moment : {Moment::attitude, Moment::discard}) {
    EXPECT_EQ(to_string(carding.agreed(moment, queen, false)), "D8");
    EXPECT_EQ(to_string(carding.agreed(moment, small, false)), "D3");
  }
  EXPECT_EQ(to_string(carding.agreed(Moment::attitude, two, true)), "D8");
  EXPECT_EQ(to_string(carding.agreed(Moment::discard, two, true)), "D3");
  carding.discard = Carding::Liking::reversed;
  EXPECT_EQ(to_string(carding.agreed(Moment::discard, queen, false)), "D3");
  EXPECT_GT(carding.chance(Moment::discard, queen, *parse_card("D3"), false),
            carding.chance(Moment::discard, queen, *parse_card("D8"), false));
}

TEST(Carding, KnowsHowDefendersFollow) {
  Carding carding = default_carding();
  PlayContext context;
  context.contract = *parse_contract("4S", Seat::south);
  // West leads, and east is third; south leads clubs, and west is second, east fourth; north leads diamonds.
  belief::Seen seen;
  seen.chair = Seat::south;
  seen.strain = Strain::spades;
  seen.leader = Seat::west;
  for (const char* card : {"H4", "H2", "HQ", "HA", "C3", "C2", "C8", "C5", "D5", "D6", "DJ", "DQ"})
    seen.play.push_back(*parse_card(card));
  const std::vector<Following> found = followings(context, seen);
  const auto at = [&](const char* card) {
    const auto one = std::find_if(found.begin(), found.end(),
                                  [&](const Following& each) { return each.card == *parse_card(card); });
    EXPECT_NE(one, found.end()) << card;
    return *one;
  };
  EXPECT_EQ(found.size(), 5U);
  const auto hand = [](const char* suits) { return *parse_hand(suits); };
  // Third hand high, the lowest of touching honours.
  const Following third = at("HQ");
  EXPECT_EQ(third.place, 2);
  const double usual = third.chance(carding, hand(".Q53.."));
  EXPECT_DOUBLE_EQ(usual, carding.third_hand_high);
  EXPECT_LT(third.chance(carding, hand(".KQ3..")), usual);  // the queen is the right one of them, most often
  EXPECT_LT(third.chance(carding, hand(".QJ3..")), third.chance(carding, hand(".KQ3..")));
  EXPECT_LT(third.chance(carding, hand(".AQ3..")), usual);  // the ace would be high
  // Whatever the holding, some card is played.
  for (const char* holding : {".KQ3..", ".AQT3..", ".KQJ..", ".QJ92.."}) {
    double sum = 0;
    for (Card card : hand(holding)) {
      Following one = third;
      one.card = card;
      sum += one.chance(carding, hand(holding));
    }
    EXPECT_NEAR(sum, 1, 1e-12) << holding;
  }
  // Second hand low.
  EXPECT_EQ(at("D6").place, 1);
  EXPECT_EQ(at("DQ").place, 3);
  const Following low{Seat::east, *parse_card("C8"), *parse_card("C3"), *parse_card("C3"), 1};
  Following high = low;
  high.card = *parse_card("CK");
  EXPECT_DOUBLE_EQ(low.chance(carding, hand("...K82")), carding.second_hand_low);
  EXPECT_DOUBLE_EQ(high.chance(carding, hand("...K82")), 1 - carding.second_hand_low);
  EXPECT_DOUBLE_EQ(low.chance(carding, hand("...982")), 1);
  // An agreement the other way round.
  EXPECT_EQ(to_string(habitual(carding, hand(".QJ.."))), "HJ");
  carding.touching = Carding::Touching::highest;
  EXPECT_EQ(to_string(habitual(carding, hand(".QJ.."))), "HQ");
  EXPECT_EQ(to_string(habitual(carding, hand(".97.."))), "H7");
  EXPECT_GT(third.chance(carding, hand(".QJ3..")), third.chance(carding, hand(".KQ3..")));
  // Habits are terms of their own, only when asked for; hands that are seen have none.
  const std::size_t plain = carding_terms(carding, context, seen).size();
  EXPECT_EQ(carding_terms(carding, context, seen, true).size(), plain + found.size());
  EXPECT_EQ(carding_constraints(carding, context, seen, true).size(), plain + found.size());
}

TEST(Carding, KnowsWhenADiscardSpeaks) {
  Carding carding = default_carding();
  PlayContext context;
  context.contract = *parse_contract("4S", Seat::south);
  const auto moment = [&](const char* card, Seat leader, const char* led) {
    return moment_of(carding, context.contract, Seat::west, *parse_card(card), leader, parse_card(led), {});
  };
  EXPECT_EQ(moment("D8", Seat::north, "H4"), Moment::discard);
  EXPECT_EQ(moment("S8", Seat::north, "H4"), Moment::silent);  // a ruff
  EXPECT_EQ(moment("H8", Seat::north, "H4"), Moment::count);
  EXPECT_EQ(moment("H8", Seat::east, "HK"), Moment::count);
  carding.attitude_to_honours = true;
  EXPECT_EQ(moment("H8", Seat::east, "HK"), Moment::attitude);
  carding.discard = Carding::Liking::none;
  EXPECT_EQ(moment("D8", Seat::north, "H4"), Moment::silent);
}

// West leads diamonds for East to ruff: a high one asks for the higher of hearts and clubs, a low one for the
// lower.
TEST(Carding, AsksForASuitWhenPartnerRuffs) {
  Carding carding = default_carding();
  PlayContext context;
  context.contract = *parse_contract("4S", Seat::south);
  belief::Seen seen;
  seen.leader = Seat::west;
  seen.strain = Strain::spades;
  for (const char* card : {"DA", "D3", "C2", "D4"}) seen.play.push_back(*parse_card(card));
  const auto course_so_far = [&] {
    Course course(context.contract);
    for (Card card : seen.play) course.add(card);
    return course;
  };
  const auto asked = [&](const char* card) {
    return preference_of(carding, course_so_far(), *parse_card(card));
  };
  EXPECT_EQ(asked("D9")->asked, Suit::hearts);
  EXPECT_EQ(asked("D2")->asked, Suit::clubs);
  EXPECT_FALSE(asked("D6"));
  EXPECT_FALSE(asked("DK"));
  EXPECT_FALSE(asked("H2"));  // East follows, for all that is known
  const CardSet small{*parse_card("D9"), *parse_card("D6"), *parse_card("D2")};
  EXPECT_EQ(preference_card(carding, course_so_far(), small, *parse_hand(".K3.962.54")), *parse_card("D9"));
  EXPECT_EQ(preference_card(carding, course_so_far(), small, *parse_hand(".Q3.962.A4")), *parse_card("D2"));

  // Read: after the nine West has an honour in hearts three times as often as without the agreement.
  seen.play.push_back(*parse_card("D9"));
  seen.chair = Seat::east;
  seen.dummy = Seat::north;
  const auto terms = carding_terms(carding, context, seen);
  const auto term =
      std::find_if(terms.begin(), terms.end(), [](const auto& one) { return one.suit == Suit::hearts; });
  ASSERT_NE(term, terms.end());
  const auto weight = [&](CardSet hearts) {
    BySeat<std::uint32_t> ranks{};
    ranks[Seat::west] = hearts.ranks(Suit::hearts);
    return term->weight(ranks);
  };
  const CardSet king{*parse_card("HK"), *parse_card("H4")};
  EXPECT_NEAR(weight(king) / weight({*parse_card("HT"), *parse_card("H4")}), 3, 1e-9);
  EXPECT_EQ(preferences(carding, context, seen).size(), 1U);
  seen.play.pop_back();
  EXPECT_EQ(preferences(carding, context, seen).size(), 0U);
  carding.suit_preference = false;
  EXPECT_FALSE(asked("D9"));
  EXPECT_FALSE(parse_carding("suit_preference = odd\n", "c.txt").ok());
}

TEST(Carding, ChancesOfASuitAddUpToOne) {
  const Carding& carding = default_carding();
  for (const char* text : {"KQ7", "J852", "T9862", "A43", "76"}) {
    const CardSet holding = *parse_hand(std::string(text) + "...");
    double sum = 0;
    for (Card card : holding) {
      sum += carding.chance(Moment::lead, holding, card, false);
    }
    EXPECT_NEAR(sum, 1, 1e-9) << text;
  }
}

TEST(Carding, ReadsAFileAndNamesTheLineThatIsWrong) {
  const auto read = parse_carding("# remark\ncount = reversed\ncount_kept = 0.5\n", "c.txt");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->count, Carding::Count::reversed);
  EXPECT_EQ(parse_carding("count = up\n", "c.txt").error().to_string(),
            "c.txt:1:1: expected standard, reversed or none, found 'up'");
  EXPECT_EQ(parse_carding("\ncount_kept = 2\n", "c.txt").error().line, 2U);
  EXPECT_FALSE(parse_carding("colour = red\n", "c.txt").ok());
  EXPECT_TRUE(parse_carding("count = reversed \r\n", "c.txt").ok());
}

// What the paper says of the ordinary method.
TEST(Pimc, RatesTheExamplesAsThePaperSays) {
  Settings settings;
  settings.engine = Engine::pimc;
  settings.deals = 40;
  Player player(settings);
  const auto value = [](const Advice& advice, const char* card) {
    for (const CardValue& one : advice.cards) {
      if (one.card == *parse_card(card)) return one.value;
    }
    ADD_FAILURE() << card;
    return 0.0;
  };
  const Advice first = player.choose(read_example(1));
  EXPECT_EQ(to_string(first.card), "CK");
  EXPECT_GT(value(first, "CK"), value(first, "C2"));
  const Decision third = read_example(3);
  for (const CardValue& one : player.choose(third, third.legal.in(Suit::diamonds)).cards)
    EXPECT_EQ(one.value, value(player.choose(third, third.legal.in(Suit::diamonds)), "DK"));
  const Advice fourth = player.choose(read_example(4));
  EXPECT_EQ(value(fourth, "C2"), value(fourth, "C8"));
  EXPECT_EQ(value(fourth, "C2"), value(fourth, "C5"));
  EXPECT_EQ(to_string(fourth.card), "C8");  // the count card
}

Decision ending_of_few_layouts() {
  const Deal deal = *parse_deal("N:AQ73.KJ4.KJ8.A96 J42.Q9753.A4.J42 965.A82.QT97.KQ8 KT8.T6.6532.T753");
  const PlayContext context{.contract = *parse_contract("3NT", Seat::north)};
  Position position(deal, Strain::no_trump, context.contract.leader());
  std::vector<Card> play;
  while (play.size() < 36 || position.legal().size() < 2) {
    play.push_back(position.legal().lowest());
    position.play(play.back());
  }
  return look(context, deal, play);
}

std::size_t most_playouts(const Advice& advice) {
  std::size_t most = 0;
  for (const CardValue& one : advice.cards) most = std::max(most, one.playouts);
  return most;
}

// Few layouts are played out several times, because what the others think in them is a matter of luck.
TEST(Reader, GoesThroughFewLayoutsSeveralTimes) {
  const Advice advice = Player({.threads = 1}).choose(ending_of_few_layouts());
  ASSERT_TRUE(advice.complete);
  EXPECT_LT(advice.deals, 64U);
  EXPECT_GE(most_playouts(advice), 32U);
}

// North has the rest if he cashes the diamonds first.
Decision ending_with_a_claim() {
  const Deal deal = *parse_deal("N:QJ.KQ42.AK873.92 K87652.T.T92.KQ7 A943.J96.Q6.AJ64 T.A8753.J54.T853");
  const PlayContext context{.contract = *parse_contract("7NT", Seat::north)};
  std::vector<Card> play;
  for (const char* card : {"CK", "CA", "C5", "C2", "H9", "H5", "H2", "HT", "CQ", "C4", "C3", "C9",
                           "DT", "DQ", "D4", "D3", "HJ", "HA", "H4", "S6", "D5", "DA", "D2", "D6",
                           "DK", "D9", "S3", "DJ", "HQ", "C7", "H6", "H3", "HK", "S2", "C6", "H7"})
    play.push_back(*parse_card(card));
  return look(context, deal, play);
}

// Of cards with which the rest is not certain only play-outs can tell which is better.
TEST(Reader, LooksAtCardsWithWhichTheRestIsNotCertain) {
  const Decision decision = ending_with_a_claim();
  ASSERT_TRUE(certain_rest(decision).has_value());
  EXPECT_EQ(Player({.threads = 1}).choose(decision).card.suit(), Suit::diamonds);
  EXPECT_GT(most_playouts(Player({.threads = 1}).choose(decision, decision.legal.in(Suit::spades))), 0U);
}

// There is time for play-outs of so short an ending.
TEST(Reader, PlaysEndingsOutInLittleTime) {
  const Settings settings{.time = std::chrono::milliseconds(200), .threads = 1, .clock = TimeSource::nodes};
  const Decision decision = ending_with_a_claim();
  EXPECT_GE(most_playouts(Player(settings).choose(decision, decision.legal.in(Suit::spades))), 32U);
}

}  // namespace
}  // namespace yomi::play

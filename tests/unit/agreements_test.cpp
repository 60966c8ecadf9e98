// Agreements of the play that are not everybody's: leads, signals, where they are written, who goes by them.
#include <gtest/gtest.h>

#include <fstream>

#include "yomi/agent/player.h"
#include "yomi/agent/requests.h"
#include "yomi/agent/spec.h"
#include "yomi/play/carding.h"
#include "yomi/play/read_cards.h"

namespace yomi::play {
namespace {

std::string lead(const Carding& carding, const std::string& spades, bool suit_contract) {
  return to_string(carding.agreed(Moment::lead, *parse_hand(spades + "..."), suit_contract)).substr(1);
}

TEST(Agreements, LeadsFromLength) {
  Carding carding = default_carding();
  EXPECT_EQ(lead(carding, "Q9642", true), "4");
  carding.suit_leads = Carding::Length::third_fifth;
  EXPECT_EQ(lead(carding, "Q9642", true), "2");
  EXPECT_EQ(lead(carding, "Q964", true), "6");
  EXPECT_EQ(lead(carding, "Q96", true), "6");
  EXPECT_EQ(lead(carding, "98532", true), "2");
  EXPECT_EQ(lead(carding, "Q9642", false), "4");  // another agreement at no trump
  carding.notrump_leads = Carding::Length::second_fourth;
  EXPECT_EQ(lead(carding, "Q9642", false), "4");
  EXPECT_EQ(lead(carding, "98532", false), "8");
}

TEST(Agreements, LeadsFromHonoursAndSmallCards) {
  Carding carding = default_carding();
  EXPECT_EQ(lead(carding, "KQ32", true), "K");
  EXPECT_EQ(lead(carding, "AK32", true), "A");
  EXPECT_EQ(lead(carding, "862", true), "8");
  carding.touching_leads = Carding::Honours::second;
  carding.ace_king_leads = Carding::AceKing::king;
  carding.small_leads = Carding::SmallCards::middle;
  EXPECT_EQ(lead(carding, "KQ32", true), "Q");
  EXPECT_EQ(lead(carding, "AK32", true), "K");
  EXPECT_EQ(lead(carding, "862", true), "6");
  EXPECT_EQ(lead(carding, "82", true), "8");
}

TEST(Agreements, ChancesOfALeadAddUpToOne) {
  Carding carding = *shipped_carding("upside-down");
  carding.touching_leads = Carding::Honours::second;
  carding.small_leads = Carding::SmallCards::lowest;
  for (const char* text : {"KQ7", "J852", "T9862", "A43", "76", "862", "AK5"}) {
    const CardSet holding = *parse_hand(std::string(text) + "...");
    double sum = 0;
    for (Card card : holding) sum += carding.chance(Moment::lead, holding, card, false);
    EXPECT_NEAR(sum, 1, 1e-9) << text;
  }
}

TEST(Agreements, AreReadFromTexts) {
  const auto read = parse_carding(
      "suit_leads = third-fifth; touching_leads = second # remark; odd\n"
      "small_leads = lowest\nace_king_leads = king\nnotrump_leads = second-fourth",
      "c.txt", default_carding());
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->suit_leads, Carding::Length::third_fifth);
  EXPECT_EQ(read->notrump_leads, Carding::Length::second_fourth);
  EXPECT_EQ(read->touching_leads, Carding::Honours::second);
  EXPECT_EQ(read->small_leads, Carding::SmallCards::lowest);
  EXPECT_EQ(read->ace_king_leads, Carding::AceKing::king);
  EXPECT_EQ(read->count_kept, default_carding().count_kept);
  EXPECT_EQ(parse_carding("\nsuit_leads = fifth\n", "c.txt").error().to_string(),
            "c.txt:2:1: expected fourth, third-fifth or second-fourth, found 'fifth'");
  EXPECT_FALSE(parse_carding("odd_leads = top\n", "c.txt"));
  EXPECT_EQ(in_words(*shipped_carding("standard")), in_words(default_carding()));
  EXPECT_FALSE(shipped_carding("mine"));
  EXPECT_FALSE(find_carding("/nowhere/mine.txt"));
  EXPECT_NE(in_words(*shipped_carding("upside-down")).find("low-high is even"), std::string::npos);
  EXPECT_NE(in_words(default_carding()), in_words(*shipped_carding("upside-down")));
}

// Where nothing is named the policy is left as it is; elsewhere the cards of a suit share what they have
// together.
TEST(Agreements, GoBeforeThePolicyWhereTheyAreNamed) {
  Course course(*parse_contract("3NT", Seat::south));
  for (const char* card : {"D4", "D2", "DA", "D7", "S2"}) course.add(*parse_card(card));
  ASSERT_EQ(course.turn(), Seat::south);
  course = Course(*parse_contract("3NT", Seat::south));
  for (const char* card : {"D4", "D2", "DJ", "DA", "SQ"})
    course.add(*parse_card(card));  // South leads a spade
  ASSERT_EQ(course.turn(), Seat::west);
  const Sight sight{.mover = Seat::west,
                    .hand = *parse_hand("9852.K3.Q965.87"),
                    .open = Seat::north,
                    .open_hand = *parse_hand("AJT.8754.83.K65")};
  const CardChances plain = CardPolicy::shipped().chances(course, sight);
  const CardChances usual = by_agreement(plain, default_carding(), course, sight.hand);
  const Carding reversed = *shipped_carding("upside-down");
  const CardChances other = by_agreement(plain, reversed, course, sight.hand);
  double sum = 0;
  for (int i = 0; i < plain.count; ++i) {
    const Card card = plain.cards[static_cast<std::size_t>(i)];
    EXPECT_EQ(usual.chance(card), plain.chance(card));
    EXPECT_EQ(chance_by_habit(plain, default_carding(), course, card), plain.chance(card));
    EXPECT_NEAR(chance_by_habit(plain, reversed, course, card), 1, 1e-5) << "all four spades say something";
    sum += other.chance(card);
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_NEAR(other.chance(*parse_card("S2")), reversed.count_kept, 1e-5);  // low from an even number
  EXPECT_EQ(to_string(other.best()), "S2");
  const Carding standard = *shipped_carding("standard");
  const Card high = standard.agreed(Moment::count, sight.hand.in(Suit::spades), false);
  EXPECT_GT(high, *parse_card("S2"));
  EXPECT_EQ(by_agreement(plain, standard, course, sight.hand).best(), high);
  const Carding attitude = *parse_carding("attitude = reversed", "c.txt", default_carding());
  EXPECT_EQ(by_agreement(plain, attitude, course, sight.hand).best(), plain.best()) << "count is not named";
}

}  // namespace
}  // namespace yomi::play

namespace yomi::agent {
namespace {

TEST(Agreements, ComeFromTheSystemFileOrByName) {
  const std::string path = ::testing::TempDir() + "agreements.toml";
  std::ofstream(path) << "name = \"mine\"\ninclude = [\"sayc.toml\"]\n"
                         "[carding]\ncount = \"reversed\"\ncount_kept = 0.9\n";
  Settings settings;
  settings.their_system = path;
  const auto systems = load_systems(settings.system, settings.their_system);
  ASSERT_TRUE(systems) << systems.error().to_string();
  const auto cardings = load_cardings(settings, *systems);
  ASSERT_TRUE(cardings) << cardings.error().to_string();
  EXPECT_EQ(cardings->ours, play::default_carding());
  EXPECT_EQ(cardings->theirs.count, play::Carding::Count::reversed);
  EXPECT_EQ(cardings->theirs.count_kept, 0.9);
  EXPECT_EQ(cardings->theirs.attitude, play::default_carding().attitude);
  const Contract contract = *parse_contract("3NT", Seat::south);
  EXPECT_EQ(&cardings->of_defenders(Side::ns, contract), &cardings->theirs);
  EXPECT_EQ(&cardings->of_defenders(Side::ew, contract), &cardings->ours);
  settings.their_carding = "standard";  // said of them otherwise
  settings.carding = "upside-down";
  const auto named = load_cardings(settings, *systems);
  ASSERT_TRUE(named) << named.error().to_string();
  EXPECT_EQ(named->theirs, *play::shipped_carding("standard"));
  EXPECT_EQ(named->ours, *play::shipped_carding("upside-down"));
  std::ofstream(path) << "name = \"mine\"\ninclude = [\"sayc.toml\"]\ncarding = { count = \"odd\" }\n";
  const auto broken = make_player({.their_system = path});
  ASSERT_FALSE(broken);
  EXPECT_TRUE(broken.error().to_string().starts_with(path + ":3:1: expected standard"))
      << broken.error().to_string();
}

TEST(Agreements, AreNamedInTheTextOfAPlayer) {
  const auto made = parse_spec("fast:carding=upside-down,their-carding=standard");
  ASSERT_TRUE(made) << made.error().to_string();
  EXPECT_EQ(made->carding, "upside-down");
  EXPECT_EQ(made->their_carding, "standard");
  EXPECT_TRUE(made->play.use_carding);
  const auto off = parse_spec("fast:carding=off");
  ASSERT_TRUE(off);
  EXPECT_EQ(off->carding, "");
  EXPECT_FALSE(off->play.use_carding);
}

// South leads spades from dummy's side of the table; West, with four small ones, gives count as agreed.
TEST(Agreements, AreKeptWhereNothingElseDecides) {
  View view{.chair = Seat::west,
            .hand = *parse_hand("9852.K3.Q965.872"),
            .dealer = Seat::south,
            .calls = {{*parse_call("1NT")},
                      {Call::pass()},
                      {*parse_call("3NT")},
                      {Call::pass()},
                      {Call::pass()},
                      {Call::pass()}},
            .dummy_hand = *parse_hand("AKQJ.754.83.K654")};
  for (const char* card : {"D5", "D3", "DJ", "DA", "S3"}) view.play.push_back(*parse_card(card));
  const auto card_by = [&](const std::string& carding) {
    Settings settings;
    settings.carding = carding;
    settings.play.deals = 8;
    settings.play.engine = play::Engine::pimc;
    settings.play.threads = 1;
    auto player = make_player(settings);
    EXPECT_TRUE(player) << player.error().to_string();
    const auto advice = (*player)->play(view);
    EXPECT_TRUE(advice) << advice.error().to_string();
    return to_string(advice->card);
  };
  EXPECT_EQ(card_by("upside-down"), "S2");
  EXPECT_NE(card_by("standard"), "S2");
}

// North follows to declarer's spade with the two: four of them by one agreement, an odd number by the other.
TEST(Agreements, AreReadByPartner) {
  const auto length = [](const std::string& carding) {
    Requests requests{Settings{}};
    Json request = *Json::parse(R"({"do":"believe","seat":"E","dealer":"S","hand":"J4.QT64.KJT7.J93",
      "auction":"1NT P 3NT P P P","dummy":"AQ6.A75.832.T654",
      "play":"D5 D2 DJ DA SK S2 S6 S4","count":200,"signals":true})");
    request["carding"] = carding;
    const auto answer = requests.answer(request, {});
    EXPECT_TRUE(answer) << answer.error().to_string();
    double sum = 0;
    double all = 0;
    for (const Json& one : answer->find("deals")->elements()) {
      const auto deal = parse_deal(one.text_of("deal"));
      EXPECT_TRUE(deal);
      const double weight = one.find("weight")->number().value_or(0);
      all += weight;
      sum += weight * ((*deal)[Seat::west].length(Suit::spades) % 2 == 0 ? 1 : 0);
    }
    return sum / all;
  };
  EXPECT_GT(length("upside-down"), length("standard") + 0.1);
}

}  // namespace
}  // namespace yomi::agent

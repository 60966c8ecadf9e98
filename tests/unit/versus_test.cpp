// Players by name, records of boards, and what many boards together say.
#include <gtest/gtest.h>

#include "yomi/dd/solver.h"
#include "yomi/lab/versus.h"
#include "yomi/lab/versus_record.h"

namespace yomi::lab {
namespace {

TEST(Contestant, NamesAreRead) {
  const auto plain = play::parse_contestant("pimc", {.time = std::chrono::milliseconds(200)});
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->settings.engine, play::Engine::pimc);
  EXPECT_EQ(plain->settings.time, std::chrono::milliseconds(200));
  const auto spec = play::parse_contestant("alphamu:deals=40,time=0.5s,carding=off,calls=off,ahead=3");
  ASSERT_TRUE(spec.ok());
  EXPECT_EQ(spec->settings.engine, play::Engine::alphamu);
  EXPECT_EQ(spec->settings.deals, 40U);
  EXPECT_EQ(spec->settings.time, std::chrono::milliseconds(500));
  EXPECT_FALSE(spec->settings.use_carding);
  EXPECT_FALSE(spec->settings.read_calls);
  EXPECT_EQ(spec->settings.alphamu.worlds_ahead, 3);
  EXPECT_EQ(spec->name, "alphamu:deals=40,time=0.5s,carding=off,calls=off,ahead=3");
  EXPECT_EQ(play::parse_contestant("reader:style=engine")->settings.style, play::Style::engine);
  EXPECT_FALSE(play::parse_contestant("reader:style=robot").ok());
  EXPECT_EQ(play::parse_contestant("policy:draw=on")->kind, play::ContestantSpec::Kind::policy);
  EXPECT_EQ(play::parse_contestant("double-dummy")->kind, play::ContestantSpec::Kind::double_dummy);
  const play::Settings limited{.time = std::chrono::milliseconds(200)};
  EXPECT_FALSE(play::parse_contestant("pimc:time=off", limited)->settings.time.has_value());
}

TEST(Contestant, BadNamesSayWhereAndWhy) {
  const auto error = [](std::string_view text) { return play::parse_contestant(text).error(); };
  EXPECT_EQ(error("robot").column, 1U);
  EXPECT_NE(error("robot").what.find("found 'robot'"), std::string::npos) << error("robot").what;
  EXPECT_EQ(error("pimc:").column, 6U);
  EXPECT_EQ(error("pimc:deals=4,speed=9").column, 14U);
  EXPECT_NE(error("pimc:deals=4,speed=9").what.find("deals beliefs time"), std::string::npos);
  EXPECT_EQ(error("pimc:deals=none").column, 6U);
  EXPECT_NE(error("pimc:deals=none").what.find("deals: expected a number"), std::string::npos);
  EXPECT_FALSE(play::parse_contestant("reader:risk=1.5").ok());
  EXPECT_FALSE(play::parse_contestant("reader:risk=nan").ok());
  EXPECT_FALSE(play::parse_contestant("reader:deals=4,").ok());
}

// Everybody who is not double-dummy plays the same card whatever the hidden hands are.
TEST(Contestant, OnlyTheAllSeeingLookIntoHiddenHands) {
  Random random(4);
  const play::PlayContext context{.contract = *parse_contract("3NT", Seat::south)};
  for (int round = 0; round < 5; ++round) {
    const Deal deal = random_deal(random);
    Deal exchanged = deal;  // West is on lead and sees its own hand only
    exchanged[Seat::north] = deal[Seat::east];
    exchanged[Seat::east] = deal[Seat::south];
    exchanged[Seat::south] = deal[Seat::north];
    for (const char* name : {"pimc:deals=3", "policy", "policy:draw=on"}) {
      const auto spec = play::parse_contestant(name);
      EXPECT_EQ(play::Contestant(*spec, 7).choose(context, deal, {}).card,
                play::Contestant(*spec, 7).choose(context, exchanged, {}).card)
          << name;
    }
  }
}

TEST(Contestant, TheAllSeeingPlayDoubleDummy) {
  Random random(5);
  const auto spec = play::parse_contestant("double-dummy");
  dd::Solver solver;
  for (int round = 0; round < 3; ++round) {
    const Deal deal = random_deal(random);
    const play::PlayContext context{.contract = *parse_contract("4S", Seat::east)};
    Position position(deal, context.contract.strain, context.contract.leader());
    const int best = solver.tricks(position).lower;
    const Side defenders = side_of(position.turn());
    std::vector<Card> play;
    play::Contestant player(*spec, 1);
    while (!position.is_over()) {
      const Card card = player.choose(context, deal, play).card;
      ASSERT_TRUE(position.is_legal(card));
      position.play(card);
      play.push_back(card);
    }
    EXPECT_EQ(position.tricks(defenders), best);
  }
}

VersusRecord some_record(Random& random) {
  VersusRecord made{.line = 1 + random.below(1000),
                    .role = static_cast<Role>(random.below(2)),
                    .contract = {.level = 1 + static_cast<int>(random.below(7)),
                                 .strain = kAllStrains[random.below(5)],
                                 .doubling = static_cast<Doubling>(random.below(3)),
                                 .declarer = seat_at(static_cast<int>(random.below(4)))},
                    .vulnerability = static_cast<Vulnerability>(random.below(4)),
                    .deal = random_deal(random)};
  const auto points =
      play::PlayContext{.contract = made.contract, .vulnerability = made.vulnerability}.points(Side::ns);
  for (Performance& player : made.outcome.players) {
    player.tricks = static_cast<int>(random.below(14));
    player.points = points[static_cast<std::size_t>(player.tricks)];
    player.cpu_seconds = 1e-6 * random.below(10'000'000);
    for (auto& count : player.asked) count = static_cast<std::uint8_t>(random.below(3));
    for (auto& count : player.searched) count = static_cast<std::uint8_t>(random.below(3));
    player.cut_short = static_cast<int>(random.below(10));
  }
  if (random.below(2) == 0) made.outcome.parted = static_cast<int>(random.below(52));
  return made;
}

TEST(VersusRecord, TextAndBack) {
  Random random(6);
  for (int round = 0; round < 500; ++round) {
    const VersusRecord record = some_record(random);
    const auto read = parse_versus_record(to_csv(record));
    ASSERT_TRUE(read.ok()) << read.error().to_string();
    VersusRecord found = *read;
    for (std::size_t p = 0; p < 2; ++p) {
      EXPECT_NEAR(found.outcome.players[p].cpu_seconds, record.outcome.players[p].cpu_seconds, 1e-6);
      found.outcome.players[p].cpu_seconds = record.outcome.players[p].cpu_seconds;
    }
    EXPECT_EQ(found, record) << to_csv(record);
  }
}

TEST(VersusRecord, BadLinesNameTheField) {
  Random random(7);
  const std::string good = to_csv(some_record(random));
  const auto with_field = [&](std::size_t number, const std::string& text) {
    std::string made;
    std::size_t at = 0;
    for (std::size_t field = 1; at <= good.size(); ++field) {
      const std::size_t end = std::min(good.find(',', at), good.size());
      made += (field > 1 ? "," : "") + (field == number ? text : good.substr(at, end - at));
      at = end + 1;
    }
    return made;
  };
  for (std::size_t field = 1; field <= 20; ++field) {
    const auto read = parse_versus_record(with_field(field, "?"));
    ASSERT_FALSE(read.ok()) << field;
    EXPECT_EQ(read.error().column, field) << read.error().what;
  }
  EXPECT_EQ(parse_versus_record("").error().column, 1U);
  EXPECT_EQ(parse_versus_record("12,defence").error().column, 3U);
  EXPECT_FALSE(parse_versus_record(good + ",1").ok());
  EXPECT_FALSE(parse_versus_record(good.substr(0, good.size() - 5)).ok());
}

TEST(Versus, ThePlayersAreToldApartByTheirCardsOnly) {
  Random random(8);
  const auto spec = *play::parse_contestant("policy");
  const auto other_spec = *play::parse_contestant("policy:draw=on");
  const std::stop_token never;
  for (Role role : {Role::declarer, Role::defence}) {
    int parted = 0;
    for (std::uint64_t board = 0; board < 20; ++board) {
      const Deal deal = random_deal(random);
      const play::PlayContext context{.contract = *parse_contract("2H", Seat::north)};
      const auto same =
          play_versus(context, deal, role, {.first = spec, .second = spec, .against = spec}, board, never);
      ASSERT_TRUE(same);
      EXPECT_FALSE(same->parted);
      EXPECT_EQ(same->imps(), 0);
      EXPECT_EQ(same->players[0].tricks, same->players[1].tricks);
      const auto one = play_versus(context, deal, role,
                                   {.first = spec, .second = other_spec, .against = spec}, board, never);
      const auto back = play_versus(context, deal, role,
                                    {.first = other_spec, .second = spec, .against = spec}, board, never);
      ASSERT_TRUE(one && back);
      EXPECT_EQ(one->players[0].tricks, same->players[0].tricks);  // it plays as it did alone
      EXPECT_EQ(one->players[0].tricks, back->players[1].tricks);
      EXPECT_EQ(one->players[1].points, back->players[0].points);
      EXPECT_EQ(one->parted, back->parted);
      EXPECT_EQ(one->imps(), -back->imps());
      parted += one->parted ? 1 : 0;
      const bool made = one->players[0].tricks >= 8;
      EXPECT_EQ(one->players[0].succeeded(), made == (role == Role::declarer));
    }
    EXPECT_GT(parted, 10);
  }
}

TEST(Versus, TheOpeningLeadIsADefendersDecision) {
  Random random(9);
  const auto spec = *play::parse_contestant("policy");
  const play::PlayContext context{.contract = *parse_contract("3NT", Seat::north)};
  const Pairing pairing{.first = spec, .second = spec, .against = spec};
  const Deal deal = random_deal(random);
  const auto defence = play_versus(context, deal, Role::defence, pairing, 1, {});
  ASSERT_TRUE(defence);
  EXPECT_GE(defence->players[0].asked[0], 1);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_FALSE(play_versus(context, deal, Role::defence, pairing, 1, stopped.get_token()));
}

Outcome outcome(int first_tricks, int second_tricks, std::optional<int> parted) {
  const auto points = play::PlayContext{.contract = *parse_contract("3NT", Seat::south)}.points(Side::ew);
  Outcome made{.parted = parted};
  made.players[0] = {.tricks = first_tricks, .points = points[static_cast<std::size_t>(first_tricks)]};
  made.players[1] = {.tricks = second_tricks, .points = points[static_cast<std::size_t>(second_tricks)]};
  for (auto& player : made.players) {
    player.asked[2] = 2;
    player.cpu_seconds = 0.5;
  }
  made.players[0].searched[2] = 1;
  return made;
}

TEST(Versus, Summary) {
  // 3NT from the defenders' side: 8 tricks set it for 50, 9 tricks cost 400: ten IMPs.
  const std::vector<Outcome> outcomes = {outcome(8, 9, 10), outcome(9, 9, std::nullopt), outcome(8, 8, 3),
                                         outcome(9, 8, 50), outcome(8, 9, 11)};
  const Summary summary = summarize(outcomes, Role::defence);
  EXPECT_EQ(summary.boards, 5U);
  EXPECT_EQ(summary.parted, 4U);
  EXPECT_EQ(summary.succeeded, (std::array<std::size_t, 2>{3, 2}));
  EXPECT_EQ(summary.only_first, 2U);
  EXPECT_EQ(summary.only_second, 1U);
  EXPECT_DOUBLE_EQ(summary.p_value, 1.0);
  EXPECT_NEAR(summary.imps.mean, 10.0 / 5, 1e-12);
  EXPECT_NEAR(summary.tricks.mean, 1.0 / 5, 1e-12);
  EXPECT_LE(summary.imps.low, summary.imps.mean);
  EXPECT_GE(summary.imps.high, summary.imps.mean);
  EXPECT_EQ(summary.by_trick[2].parted, 2U);
  EXPECT_EQ(summary.by_trick[2].asked[0], 10U);
  EXPECT_EQ(summary.by_trick[2].searched, (std::array<std::size_t, 2>{5, 0}));
  EXPECT_EQ(summary.by_trick[0].parted, 1U);
  EXPECT_EQ(summary.by_trick[12].parted, 1U);
  EXPECT_NEAR(summary.cpu_per_card[0], 0.25, 1e-12);
  EXPECT_NEAR(summarize(outcomes, Role::declarer).tricks.mean, -1.0 / 5, 1e-12);
  EXPECT_EQ(summarize({}, Role::declarer).boards, 0U);
}

}  // namespace
}  // namespace yomi::lab

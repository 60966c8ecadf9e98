#include <gtest/gtest.h>

#include <map>
#include <set>

#include "yomi/daihinmin/experiments.h"
#include "yomi/daihinmin/learn.h"
#include "yomi/daihinmin/learnt_file.h"
#include "yomi/daihinmin/record.h"

namespace yomi::daihinmin {
namespace {

Cards cards(std::string_view text) {
  return parse_cards(text).value();
}

TEST(DaihinminEstimate, BradleyTerryOrdersCardsByWhatStayed) {
  StayCounts counts;
  // The two of spades always stays, the three never, the seven half of the time.
  for (int i = 0; i < 200; ++i) {
    counts.add(5, cards(i % 2 == 0 ? "S2 S7" : "S2"), cards(i % 2 == 0 ? "S3" : "S3 S7"));
  }
  const auto fit = counts.bradley_terry(60);
  const Gamma& gamma = fit.estimate.gamma[5];
  const auto of = [&](const char* card) {
    return gamma[static_cast<std::size_t>(card_number(*parse_card(card)))];
  };
  EXPECT_GT(of("S2"), 3 * of("S7"));
  EXPECT_GT(of("S7"), 3 * of("S3"));
  for (std::size_t i = 1; i < fit.log_likelihood.size(); ++i) {
    EXPECT_GE(fit.log_likelihood[i], fit.log_likelihood[i - 1] - 1e-3) << "the MM iteration climbs";
  }
  const Estimate plain = counts.frequencies();
  EXPECT_GT(plain.gamma[5][static_cast<std::size_t>(card_number(*parse_card("S2")))],
            plain.gamma[5][static_cast<std::size_t>(card_number(*parse_card("S7")))]);
}

TEST(DaihinminEstimate, LeaguesPreferTheStrongAndSharesAddUp) {
  Gamma gamma;
  gamma.fill(1.0F);
  gamma[static_cast<std::size_t>(card_number(*parse_card("S2")))] = 50.0F;
  Random random(1);
  const Cards field = cards("S2 S3 S4 S5 H6 H7 H8 H9");
  const Gamma shares = league_shares(gamma, field, 3, 2000, random);
  double sum = 0;
  for (float share : shares) sum += double{share};
  EXPECT_NEAR(sum, 3.0, 1e-3);
  EXPECT_GT(shares[static_cast<std::size_t>(card_number(*parse_card("S2")))], 0.95F);
  EXPECT_NEAR(shares[static_cast<std::size_t>(card_number(*parse_card("H7")))], 2.0 / 7, 0.06);
}

TEST(DaihinminEstimate, TextInvertsAndBadTextSaysWhere) {
  Estimate estimate = Estimate::same(0.01F);
  estimate.gamma[7][9] = 2.5F;
  EXPECT_TRUE(parse_estimate(to_text(estimate)).value().gamma == estimate.gamma);
  EXPECT_EQ(parse_estimate("x").error().line, 1U);
  EXPECT_EQ(parse_estimate("yomi-daihinmin-gamma\n1 2 -3\n").error().column, 5U);
  EXPECT_FALSE(parse_estimate("yomi-daihinmin-gamma\n").ok());
}

// Wherever a learnt file is cut, it is refused.
void expect_refused_when_cut(const std::string& text, const std::function<bool(std::string_view)>& reads) {
  EXPECT_TRUE(reads(text));
  EXPECT_TRUE(reads(with_origin(text, {.command = "yomi ...", .data = "some games"})));
  for (std::size_t length = 0; length < text.size(); length += 1 + length / 50)
    EXPECT_FALSE(reads(text.substr(0, length))) << "the first " << length << " bytes";
  EXPECT_FALSE(reads(text.substr(0, text.size() - 1)));
  EXPECT_FALSE(reads(text + "1 1\n"));
}

TEST(DaihinminLearnt, AFileThatWasCutShortIsRefused) {
  const Learnt learnt = built_in();
  expect_refused_when_cut(to_text(*learnt.hand_policy),
                          [](std::string_view text) { return parse_policy(text).ok(); });
  expect_refused_when_cut(to_text(*learnt.snowl),
                          [](std::string_view text) { return parse_estimate(text).ok(); });
  expect_refused_when_cut(to_text(learnt.gives, learnt.values),
                          [](std::string_view text) { return parse_tables(text).ok(); });
}

TEST(DaihinminLearnt, TheBuiltInSetIsWholeAndTablesInvert) {
  const Learnt learnt = built_in();
  EXPECT_EQ(learnt.hand_policy->breadth(), Breadth::hand);
  EXPECT_FALSE(*learnt.hand_policy == Policy(Breadth::hand)) << "a policy ships";
  EXPECT_EQ(learnt.play_policy->breadth(), Breadth::network);
  EXPECT_FALSE(*learnt.play_policy == Policy(Breadth::network));
  EXPECT_EQ(learnt.read_policy->breadth(), Breadth::full);
  EXPECT_FALSE(*learnt.read_policy == Policy(Breadth::full));
  EXPECT_FALSE(learnt.snowl->gamma == Estimate::same(0.01F).gamma) << "an estimate ships";
  EXPECT_FALSE(learnt.snowl->gamma == learnt.vsbase->gamma);
  EXPECT_FALSE(learnt.frequency->gamma == learnt.snowl->gamma);
  const auto back = parse_tables(to_text(learnt.gives, learnt.values)).value();
  EXPECT_NEAR(back.second.value[1], learnt.values.value[1], 1e-3);
  EXPECT_FALSE(parse_tables("yomi-daihinmin-tables\nplaces 1 x\n").ok());
  EXPECT_EQ(parse_tables("yomi-daihinmin-tables\nwhat\n").error().line, 2U);
  EXPECT_FALSE(read_learnt("/nonexistent").ok());
}

TEST(DaihinminLearn, PlacesAreWorthMoreWhenTheRichStayRich) {
  std::array<std::array<double, kPlayers>, kPlayers> carries{};
  for (auto& row : carries) row.fill(1);
  const PlaceValues even = fit_values(carries);
  EXPECT_NEAR(even.value[1], 0.75, 1e-9) << "nothing carries over: points alone";
  carries[0][0] = 6;
  EXPECT_LT(fit_values(carries).value[1], 0.70) << "the first place keeps giving";
}

TEST(DaihinminMatch, ThreadsDoNotChangeTheAnswer) {
  const Learnt learnt = built_in();
  MatchSettings settings;
  settings.players = {"snowl:60", "yomi:60", "champ09:60", "policy", "base"};
  settings.games = 12;
  settings.session = 3;
  settings.seed = 4;
  const auto one = play_match(settings, learnt, 1, {}, {});
  const auto three = play_match(settings, learnt, 3, {}, {});
  ASSERT_TRUE(one.ok() && three.ok());
  ASSERT_EQ(one->size(), 4U);
  for (std::size_t i = 0; i < one->size(); ++i) EXPECT_EQ((*one)[i].points, (*three)[i].points);
  // A player that thinks with three threads gives the same answers too.
  settings.players = {"yomi:60", "base", "base", "base", "base"};
  settings.games = 3;
  const auto alone = play_match(settings, learnt, 1, {}, {});
  settings.options.threads = 3;
  const auto crowd = play_match(settings, learnt, 1, {}, {});
  EXPECT_EQ(alone->at(0).points, crowd->at(0).points);
}

TEST(DaihinminMatch, ResumeKeepsWhatIsDoneAndCsvInverts) {
  const Learnt learnt = built_in();
  MatchSettings settings;
  settings.players.fill("base");
  settings.games = 50;
  settings.session = 10;
  const auto all = play_match(settings, learnt, 2, {}, {}).value();
  std::string csv = csv_head();
  for (std::size_t i = 0; i < 3; ++i) csv += to_csv(all[i]);
  csv += to_csv(all[3]).substr(0, 9);  // cut short
  const auto done = parse_sessions(csv).value();
  ASSERT_EQ(done.size(), 3U);
  int played = 0;
  MatchCalls calls;
  calls.on_session = [&](const Session&) { ++played; };
  const auto resumed = play_match(settings, learnt, 2, done, calls).value();
  EXPECT_EQ(played, 2);
  ASSERT_EQ(resumed.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(resumed[i].points, all[i].points);
  EXPECT_EQ(parse_sessions("x\n").error().line, 1U);
  EXPECT_EQ(parse_sessions(csv_head() + "1,2,x\n").error().line, 2U);
  settings.players[2] = "nobody";
  EXPECT_NE(play_match(settings, learnt, 1, {}, {}).error().what.find("nobody"), std::string::npos);
}

TEST(DaihinminRecord, TextInvertsAndTheRulesAreChecked) {
  const Learnt learnt = built_in();
  auto base = std::move(make_player("base", learnt)).value();
  Players players;
  players.fill(base.get());
  Sequence sequence(3);
  GameLoop loop;
  std::string text;
  std::vector<Record> records;
  for (int game = 1; game <= 5; ++game) {
    const GameResult result = loop.play(sequence.next(), players);
    records.push_back(record_of(loop, sequence.player_at(), game));
    text += to_text(records.back());
    sequence.record(result.place);
  }
  const auto back = parse_records(text);
  ASSERT_TRUE(back.ok()) << back.error().to_string();
  EXPECT_EQ(*back, records);
  // A play out of turn is named with its line.
  const auto at = text.find("play ");
  std::string broken = text;
  broken[at + 5] = broken[at + 5] == '4' ? '0' : static_cast<char>(broken[at + 5] + 1);
  const auto error = parse_records(broken).error();
  EXPECT_EQ(error.line,
            1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n')));
  EXPECT_FALSE(parse_records("hand 0 S3 S3\n").ok());
  EXPECT_FALSE(parse_records("game 1\n").ok());
}

TEST(DaihinminSmall, Tables9And10) {
  const auto nine = small_rows({2, 4});
  const auto ten = small_rows({2, 5});
  const auto places = [](const std::vector<SmallRow>& rows, std::size_t card) {
    std::vector<int> all;
    all.reserve(rows.size());
    for (const auto& row : rows) all.push_back(row.place[card]);
    return all;
  };
  EXPECT_EQ(places(nine, 0), (std::vector<int>{2, 3, 2}));
  EXPECT_EQ(places(nine, 1), (std::vector<int>{2, 2, 3}));
  EXPECT_EQ(places(ten, 0), (std::vector<int>{1, 2, 2}));
  EXPECT_EQ(places(ten, 1), (std::vector<int>{1, 1, 1}));
  for (const SmallHand& hand : small_model()) {
    if (hand.hand == std::array<int, 2>{2, 4}) {
      EXPECT_TRUE(hand.estimate_matters);
    } else if (hand.hand == std::array<int, 2>{2, 5}) {
      EXPECT_FALSE(hand.estimate_matters);
    }
  }
}

TEST(DaihinminMatch, FiveOfOneNameDoNotPlayASessionTwice) {
  const Learnt learnt = built_in();
  MatchSettings settings;
  settings.games = 25;
  settings.session = 5;
  const auto sessions_with_decks_of_their_own = [&](const char* first) {
    settings.players = {first, "base", "base", "base", "base"};
    std::map<int, std::array<Cards, kPlayers>> hands;
    MatchCalls calls;
    calls.on_game = [&](int session, int, const GameLoop& loop, const auto&, int game) {
      if (game == 1) hands[session] = loop.start_hands();
    };
    EXPECT_TRUE(play_match(settings, learnt, 1, {}, calls).ok());
    std::set<std::uint64_t> different;
    for (const auto& [session, dealt] : hands) different.insert(dealt[0].bits());
    return different.size();
  };
  EXPECT_EQ(sessions_with_decks_of_their_own("base"), 5U);
  EXPECT_EQ(sessions_with_decks_of_their_own("policy"), 1U) << "players who differ change places";
}

TEST(DaihinminMatch, LeadsAreMeansOverSeatsOfOneName) {
  const std::array<std::string, kPlayers> players{"a", "b", "c", "b", "b"};
  std::vector<Session> sessions(2);
  sessions[0].games = 10;
  sessions[0].points = {50, 40, 10, 30, 20};
  sessions[1].games = 10;
  sessions[1].points = {40, 50, 10, 40, 10};
  EXPECT_EQ(kinds_of(players), (std::vector<std::string>{"a", "b", "c"}));
  const auto leads = leads_of(players, sessions);
  ASSERT_EQ(leads.size(), 2U);
  EXPECT_EQ(leads[0].other, "b");
  EXPECT_NEAR(leads[0].points.value, (2.0 + 2.0 / 3) / 2, 1e-12);
  EXPECT_NEAR(leads[1].points.value, (4.0 + 3.0) / 2, 1e-12);
  EXPECT_NEAR(leads[1].points.error, 12.706 * 0.5, 1e-9);  // Student with one degree of freedom
}

TEST(DaihinminMatch, InADuplicateMatchEverybodyPlaysEverybodysCards) {
  const Learnt learnt = built_in();
  MatchSettings settings;
  settings.players.fill("base");
  settings.games = 23;  // the last deal is not played by all
  settings.session = 0;
  // By deal and seat, the cards after the exchange and the rank.
  std::map<std::pair<int, std::size_t>, std::pair<Cards, int>> held;
  MatchCalls calls;
  calls.on_game = [&](int session, int, const GameLoop& loop, const auto& player_at, int) {
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      const std::pair now{loop.start_hands()[seat], int{loop.shared().rank[seat]}};
      const auto [first, fresh] = held.try_emplace({session / kPlayers, seat}, now);
      EXPECT_EQ(first->second, now) << session;
      EXPECT_EQ(player_at[seat], (static_cast<int>(seat) + session) % kPlayers);
    }
  };
  const auto sessions = play_match(settings, learnt, 1, {}, calls);
  ASSERT_TRUE(sessions.ok());
  EXPECT_EQ(sessions->size(), 23U);
  EXPECT_NE(held.at({0, 0}).first, held.at({1, 0}).first);
  // Five equal players who never draw lots: after five games everybody has the same points.
  std::array<double, kPlayers> points{};
  for (int number = 0; number < 20; ++number) {
    for (std::size_t i = 0; i < kPlayers; ++i) points[i] += (*sessions)[at(number)].points[i];
  }
  for (double sum : points) EXPECT_EQ(sum, 4 * 15.0);
}

TEST(DaihinminPlayers, PlayoutsAndSecondsMayStandInTheName) {
  const Learnt learnt = built_in();
  const auto settings_of = [&](std::string_view name) {
    auto player = make_player(name, learnt, {.playouts = 7, .seconds = 3});
    return dynamic_cast<const MonteCarlo&>(*player.value()).settings();
  };
  EXPECT_EQ(settings_of("yomi").playouts, 7);
  EXPECT_EQ(settings_of("yomi").seconds, 3);
  EXPECT_EQ(settings_of("yomi:50@0.25").playouts, 50);
  EXPECT_EQ(settings_of("yomi:50@0.25").seconds, 0.25);
  EXPECT_EQ(settings_of("snowl@0.5").seconds, 0.5);
  for (const char* bad : {"yomi@", "yomi@x", "yomi@0", "yomi@-1", "yomi@nan", "yomi@1x", "yomi@1:50"})
    EXPECT_FALSE(make_player(bad, learnt).ok()) << bad;
}

TEST(DaihinminPlayers, ThePolicyGivesWeakCardsButNotTheThreesThatCount) {
  const Learnt learnt = built_in();
  const auto policy = make_player("policy", learnt).value();
  const Shared shared;
  const auto gift = [&](std::string_view hand, int count) {
    const Private own{.seat = 0, .hand = cards(hand), .gave = {}, .got = {}};
    return to_string(policy->give({shared, own}, count));
  };
  EXPECT_EQ(gift("C3 D3 S3 H4 H6 S6 C8 D9 HJ SK SA C2 JO", 2), "H4 D9");  // sets stay together
  EXPECT_EQ(gift("D3 S4 S5 H6 H8 S8 C9 CJ SJ SK SA C2 JO", 1), "S4");
  EXPECT_EQ(gift("S3 D4 S4 D5 S5 H8 S8 CJ SJ SK SA C2 JO", 1), "D4");  // nothing weak stands alone
}

TEST(DaihinminPlayers, ThePolicyPlaysEndingsOfTwoExactly) {
  struct Seen {
    int winner = -1;  // of the ending, as soon as the search knows it
    int endings = 0;
  } seen;
  const Learnt learnt = built_in();
  std::array<std::unique_ptr<Player>, kPlayers> own;
  Players players{};
  for (std::size_t i = 0; i < kPlayers; ++i) {
    own[i] = make_player("policy", learnt).value();
    players[i] = own[i].get();
  }
  GameLoop loop;
  const auto look = [](void* into, const GameLoop& now) {
    Seen& to = *static_cast<Seen*>(into);
    const Public& table = now.shared().table;
    if (to.winner >= 0 || table.players_in() != 2) return;
    State state;
    static_cast<Public&>(state) = table;
    for (std::size_t seat = 0; seat < kPlayers; ++seat) state.hands[seat] = now.seats()[seat].hand;
    const auto answer = Ending(2'000).solve(state);
    if (answer && answer->wins) to.winner = table.turn;
  };
  loop.on_turn(look, &seen);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    seen.winner = -1;
    const GameResult result = loop.play({.hands = deal(random), .seed = seed}, players);
    if (seen.winner < 0) continue;
    ++seen.endings;
    EXPECT_EQ(result.place[at(seen.winner)], 3) << seed;
  }
  EXPECT_GT(seen.endings, 30);
}

TEST(DaihinminExperiments, ThePapersSharesAddUp) {
  for (const PaperTable& table : paper_tables()) {
    double sum = 0;
    for (double share : table.shares) sum += share;
    EXPECT_NEAR(sum, 1.0, 0.006) << table.number;
  }
}

TEST(DaihinminExperiments, WhoKnowsMorePlacesMoreAndScoresHigher) {
  std::array<std::string, kPlayers> players;
  players.fill("base");
  const Learnt learnt = built_in();
  const std::vector<Placing> all = placings(learnt);
  std::vector<Placing> some{all[0], all[1], all[5]};
  ASSERT_EQ(some[2].name, "likelihood");
  const auto measured = measure_placings(some, players, 6, 60, 1, learnt, 1, {});
  ASSERT_TRUE(measured);
  for (std::size_t i = 0; i < some.size(); ++i) {
    const Placing& placing = (*measured)[i];
    EXPECT_LT(placing.score, 0) << placing.name;
    if (i == 0) {
      // Knowing nothing, each of up to four hands is about equally likely.
      EXPECT_GT(placing.score, -1.5);
      continue;
    }
    EXPECT_GT(placing.share, (*measured)[i - 1].share) << placing.name;
    EXPECT_GT(placing.score, (*measured)[i - 1].score) << placing.name;
  }
}

}  // namespace
}  // namespace yomi::daihinmin

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "yomi/daihinmin/belief.h"
#include "yomi/daihinmin/learn.h"
#include "yomi/daihinmin/monte_carlo.h"
#include "yomi/daihinmin/players.h"
#include "yomi/daihinmin/playout.h"
#include "yomi/daihinmin/wins.h"
#include "yomi/jobs/cpu_time.h"

namespace yomi::daihinmin {
namespace {

Policy random_policy(Breadth breadth, std::uint64_t seed) {
  Policy policy(breadth);
  Random random(seed);
  for (float& weight : policy.weights()) weight = static_cast<float>(random.unit() - 0.5);
  return policy;
}

// Random games of which every position is handed to `check`.
void walk(std::uint64_t seed, int games, const std::function<void(const State&, Random&)>& check) {
  Random random(seed);
  MoveList list;
  for (int game = 0; game < games; ++game) {
    State state = State::start(deal(random));
    while (!state.over()) {
      check(state, random);
      moves(state, state.hands[state.turn], list);
      state.apply(list[random.below(static_cast<std::uint32_t>(list.size()))]);
    }
  }
}

int most_of_others(const State& state) {
  int most = 0;
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (seat != state.turn) most = std::max<int>(most, state.counts[at(seat)]);
  }
  return most;
}

TEST(DaihinminCertainWin, WinsAgainstWhateverTheOthersDo) {
  CertainWin wins;
  int found = 0;
  walk(1, 1500, [&](const State& state, Random& random) {
    const int me = state.turn;
    const Cards hand = state.hands[at(me)];
    if (!wins.find(state, hand, state.all_cards() - hand, most_of_others(state))) return;
    ++found;
    // The others play at random, passes and all; nobody may go out before the winner.
    for (int round = 0; round < 3; ++round) {
      State now = state;
      const int in_before = now.players_in();
      MoveList list;
      while (now.place[at(me)] == Public::kNoPlace) {
        const Cards mine = now.hands[now.turn];
        if (now.turn == me) {
          const auto move = wins.find(now, mine, now.all_cards() - mine, most_of_others(now));
          if (move) {
            now.apply(*move);
          } else {
            // The table is ours and everybody else has passed: passing brings the lead.
            ASSERT_EQ(now.owner, me);
            now.apply(Move::pass());
          }
        } else {
          moves(now, mine, list);
          now.apply(list[random.below(static_cast<std::uint32_t>(list.size()))]);
        }
      }
      EXPECT_EQ(now.place[at(me)], kPlayers - in_before);
    }
  });
  EXPECT_GT(found, 500);
}

// Who goes out first with best play of the two left? No memory, no order of moves.
bool slow_wins(const State& state) {
  MoveList list;
  moves(state, state.hands[state.turn], list);
  for (const Move& move : list) {
    if (move.size == state.counts[state.turn]) return true;
    State next = state;
    next.apply(move);
    if (slow_wins(next) == (next.turn == state.turn)) return true;
  }
  return false;
}

TEST(DaihinminEnding, AgreesWithTheSlowSearch) {
  Ending ending;
  int wins = 0;
  int all = 0;
  walk(2, 400, [&](const State& state, Random&) {
    if (state.players_in() != 2 || state.all_cards().size() > 8) return;
    const auto answer = ending.solve(state);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->wins, slow_wins(state)) << to_string(state);
    ++all;
    wins += answer->wins;
  });
  EXPECT_GT(all, 200);
  EXPECT_GT(wins, 20);
}

TEST(DaihinminPolicy, ScoresAreTheFeaturesTimesTheWeights) {
  for (const Breadth breadth : {Breadth::hand, Breadth::full}) {
    const Policy policy = random_policy(breadth, 3);
    std::vector<float> out(MoveList::kCapacity);
    std::vector<Feature> features;
    walk(3, 30, [&](const State& state, Random&) {
      MoveList list;
      const Cards hand = state.hands[state.turn];
      const Cards others = state.all_cards() - hand;
      moves(state, hand, list);
      policy.scores(state, hand, others, list, out);
      for (std::size_t i = 0; i < list.size(); ++i) {
        policy.features(state, hand, others, list[i], features);
        double sum = 0;
        for (const Feature& feature : features)
          sum += double{policy.weights()[feature.number]} * double{feature.value};
        ASSERT_NEAR(sum, out[i], 1e-3);
      }
      policy.probabilities(state, hand, others, list, out);
      double all = 0;
      for (std::size_t i = 0; i < list.size(); ++i) all += double{out[i]};
      EXPECT_NEAR(all, 1.0, 1e-3);
    });
  }
}

TEST(DaihinminPolicy, TextInvertsAndBadTextSaysWhere) {
  Policy policy(Breadth::full);
  policy.weights()[5] = 0.25F;
  policy.weights()[17000] = -1.5F;
  EXPECT_EQ(parse_policy(to_text(policy)).value(), policy);
  EXPECT_EQ(parse_policy("nonsense").error().line, 1U);
  const std::string open = to_text(policy).substr(0, to_text(policy).size() - 4);  // without its end mark
  EXPECT_EQ(parse_policy(open + "5 x\n").error().line, 4U);
  EXPECT_EQ(parse_policy(open + "99999999 1\n").error().line, 4U);
  EXPECT_FALSE(parse_policy("").ok());
}

TEST(DaihinminLearn, TheFitFindsThePolicyThatPlayed) {
  const Policy teacher = random_policy(Breadth::hand, 5);
  std::vector<Decision> decisions;
  Random random(6);
  for (int game = 0; game < 300; ++game) {
    State state = State::start(deal(random));
    play_out(state, [&](const State& now, const MoveList& list) {
      const Cards hand = now.hands[now.turn];
      const std::size_t pick = teacher.choose(now, hand, now.all_cards() - hand, list, random, 0.3F);
      if (list.size() > 1 && list[pick].cards != hand)
        decisions.push_back({now, hand, now.all_cards() - hand, list[pick]});
      return pick;
    });
  }
  Policy pupil(Breadth::hand);
  const FitReport report = fit_policy(pupil, decisions, {});
  EXPECT_LT(report.log_loss_after, 0.7 * report.log_loss_before);
  EXPECT_GT(report.agreement, 0.6);
}

TEST(DaihinminBelief, DrawsKeepToWhatIsCertain) {
  const Learnt learnt = built_in();
  std::vector<Belief> beliefs;
  for (const char* name : {"champ09", "dummy001", "snowl", "frequency", "yomi"}) {
    beliefs.emplace_back(monte_carlo_settings(name, learnt)->belief);
  }
  std::array<std::unique_ptr<Player>, kPlayers> players;
  Players seated{};
  for (std::size_t i = 0; i < kPlayers; ++i) {
    players[i] = std::move(make_player("base", learnt)).value();
    seated[i] = players[i].get();
  }
  Sequence sequence(11);
  GameLoop loop;
  Random random(12);
  int exchanges = 0;
  for (int game = 0; game < 12; ++game) {
    const GameSetup setup = sequence.next();
    const GameResult result = loop.play(setup, seated);
    sequence.record(result.place);
    Shared shared;
    shared.ranked = loop.shared().ranked;
    shared.rank = loop.shared().rank;
    Hands hands = loop.start_hands();
    shared.start(State::start(hands));
    const int leader = shared.table.turn;
    bool three_seen = false;
    for (const Turn& turn : loop.shared().turns) {
      const int viewer = turn.before.turn;
      Private own = loop.seats()[at(viewer)];
      own.hand = hands[at(viewer)];
      const View view{shared, own};
      for (std::size_t kind = 0; kind < beliefs.size(); ++kind) {
        beliefs[kind].prepare(view, random);
        const Hands drawn = beliefs[kind].draw(random);
        Cards all;
        for (std::size_t seat = 0; seat < kPlayers; ++seat) {
          EXPECT_EQ(drawn[seat].size(), shared.table.counts[seat]);
          EXPECT_TRUE((all & drawn[seat]).empty());
          all |= drawn[seat];
        }
        EXPECT_EQ(all, Cards::full() - shared.played);
        EXPECT_EQ(drawn[at(viewer)], own.hand);
        if (kind == 0) continue;
        EXPECT_TRUE(three_seen || drawn[at(leader)].contains(diamond_three()));
        if (const int partner = view.partner(); partner >= 0 && shared.table.is_in(partner)) {
          EXPECT_TRUE(drawn[at(partner)].contains(own.gave & view.hidden()));
          if (shared.rank[at(viewer)] < 2) {
            // Nothing above the best cards that could have been the tribute.
            Cards held = own.hand | own.gave;
            for (const Turn& earlier : shared.turns) {
              if (earlier.before.turn == viewer) held |= earlier.move.cards;
            }
            const Card bar = held.best(exchanged(shared.rank[at(viewer)])).lowest();
            for (Card card : drawn[at(partner)] - own.gave) EXPECT_LT(card, bar);
            ++exchanges;
          }
        }
      }
      if (turn.move.cards.contains(diamond_three())) three_seen = true;
      hands[at(viewer)] -= turn.move.cards;
      shared.apply(turn.move);
    }
  }
  EXPECT_GT(exchanges, 50);
}

// How likely the seats of the view's table were to play as they did if these are their hands.
double slow_likelihood(const BeliefSettings& settings, const View& view, const Hands& hands) {
  double sum = 0;
  const std::vector<Turn>& turns = view.shared.turns;
  const int leader = turns.front().before.turn;  // who held the diamond three
  if (view.hidden().contains(diamond_three()) && !hands[at(leader)].contains(diamond_three())) return 0;
  Cards unseen = Cards::full();
  for (std::size_t i = 0; i < turns.size(); unseen -= turns[i].move.cards, ++i) {
    const Public& table = turns[i].before;
    if (table.turn == view.own.seat || !view.table().is_in(table.turn)) continue;
    Cards hand = hands[table.turn];
    for (std::size_t j = i; j < turns.size(); ++j) {
      if (turns[j].before.turn == table.turn) hand |= turns[j].move.cards;
    }
    if (!table.table_empty() && !can_follow(table, hand, kCards)) continue;
    MoveList list;
    moves(table, hand, list, Stands::telling);
    std::vector<float> chances(list.size());
    settings.policy->probabilities(table, hand, unseen - hand, list, chances);
    const auto slip = double{settings.slip};
    double chance = slip / static_cast<double>(list.size());
    for (std::size_t m = 0; m < list.size(); ++m) {
      if (list[m] == turns[i].move) chance += (1 - slip) * double{chances[m]};
    }
    sum += double{settings.sharpness} * std::log(chance);
  }
  return std::exp(sum);
}

// Calls `use` with every way to deal `cards` to the other seats, as many as each holds.
void each_deal(const View& view, Cards cards, Hands& hands, const std::function<void(const Hands&)>& use) {
  if (cards.empty()) return use(hands);
  const Card card = cards.lowest();
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (seat == view.own.seat || hands[at(seat)].size() == view.table().counts[at(seat)]) continue;
    hands[at(seat)] |= Cards::of(card);
    each_deal(view, cards - Cards::of(card), hands, use);
    hands[at(seat)] -= Cards::of(card);
  }
}

TEST(DaihinminBelief, DealsAreDrawnAsOftenAsTheyAreLikely) {
  BeliefSettings settings = monte_carlo_settings("yomi", built_in())->belief;
  settings.kinds = false;
  Belief belief(settings);
  Random random(21);
  MoveList list;
  int positions = 0;
  for (int game = 0; positions < 12; ++game) {
    Shared shared;
    State state = State::start(deal(random));
    shared.start(state);
    for (; !state.over(); state.apply(list[0])) {
      const Cards hand = state.hands[state.turn];
      Private own{.seat = state.turn, .hand = hand};
      const View view{shared, own};
      if (state.players_in() > 2 && view.hidden().size() <= 8) {
        Hands truth{};
        truth[state.turn] = hand;
        std::array<std::array<double, 64>, kPlayers> exact{};
        double all = 0;
        each_deal(view, view.hidden(), truth, [&](const Hands& hands) {
          const double chance = slow_likelihood(settings, view, hands);
          all += chance;
          for (std::size_t seat = 0; seat < kPlayers; ++seat) {
            for (Card card : hands[seat]) exact[seat][at(card.bit())] += chance;
          }
        });
        constexpr int kDraws = 3000;
        std::array<std::array<double, 64>, kPlayers> drawn{};
        belief.prepare(view, random);
        for (int i = 0; i < kDraws; ++i) {
          const Hands hands = belief.draw(random);
          for (std::size_t seat = 0; seat < kPlayers; ++seat) {
            for (Card card : hands[seat]) drawn[seat][at(card.bit())] += 1.0 / kDraws;
          }
        }
        for (std::size_t seat = 0; seat < kPlayers; ++seat) {
          for (Card card : view.hidden())
            EXPECT_NEAR(drawn[seat][at(card.bit())], exact[seat][at(card.bit())] / all, 0.06) << game;
        }
        ++positions;
        break;
      }
      moves(state, hand, list, Stands::telling);
      const std::size_t pick = settings.policy->choose(state, hand, state.all_cards() - hand, list, random);
      shared.apply(list[pick]);
      std::swap(list[0], list[pick]);
    }
  }
}

// The same by trying every gift and every tribute one by one.
double slow_exchange_chance(const GiveOdds& gives, Cards rich, Cards poor, int count) {
  const auto choices = [&](Cards from) {
    std::vector<Cards> all;
    for (Card first : from) {
      if (count == 1) all.push_back(Cards::of(first));
      for (Card second : from) {
        if (count == 2 && second > first) all.push_back(Cards::of(first) | Cards::of(second));
      }
    }
    return all;
  };
  double sum = 0;
  for (const Cards gift : choices(poor)) {
    const Cards kept = poor - gift;
    for (const Cards tribute : choices(rich)) {
      if (kept.empty() || tribute.lowest() > kept.highest())
        sum += std::exp(gives.log_chance(rich | gift, gift));
    }
  }
  return sum;
}

TEST(DaihinminBelief, TheChanceOfAnExchangeIsTheSumOverAllGiftsAndTributes) {
  const GiveOdds learnt = built_in().gives;
  Random random(8);
  for (int i = 0; i < 300; ++i) {
    const Hands hands = deal(random);
    for (const GiveOdds& gives : {GiveOdds::plain(), learnt}) {
      for (const int count : {1, 2}) {
        const double slow = slow_exchange_chance(gives, hands[0], hands[1], count);
        EXPECT_NEAR(exchange_chance(gives, hands[0], hands[1], count), slow, 1e-9 + 1e-6 * slow);
      }
    }
  }
}

TEST(DaihinminBelief, BaseIsToldFromThePlayersWhoThink) {
  const Learnt learnt = built_in();
  const std::array<const char*, kPlayers> names{"yomi:150", "snowl:60", "base", "snowl:60", "snowl:60"};
  constexpr int kTables = 12;  // a player who thinks may now and then move as base would for a while
  Chances sum{};
  for (std::uint64_t table = 0; table < kTables; ++table) {
    std::array<std::unique_ptr<Player>, kPlayers> players;
    for (std::size_t i = 0; i < kPlayers; ++i) players[i] = std::move(make_player(names[i], learnt)).value();
    Sequence sequence(7 + table);
    GameLoop loop;
    for (int game = 0; game < 10; ++game) {
      GameSetup setup = sequence.next();
      setup.player_at = sequence.player_at();
      Players seated{};
      for (std::size_t seat = 0; seat < kPlayers; ++seat) seated[seat] = players[setup.player_at[seat]].get();
      sequence.record(loop.play(setup, seated).place);
    }
    for (auto& player : players) player->begin(1);  // what the last game taught is carried over
    const Chances& base = dynamic_cast<const MonteCarlo&>(*players[0]).base_chances();
    for (std::size_t i = 0; i < kPlayers; ++i) sum[i] += base[i];
  }
  EXPECT_GT(sum[2] / kTables, 0.85);
  for (const std::size_t thinker : {1U, 3U, 4U}) EXPECT_LT(sum[thinker] / kTables, 0.15) << thinker;
}

TEST(DaihinminMonteCarlo, TimeBoundsTheWholeDecisionAndNotThePlayouts) {
  // CPU time, reading and the search for wins included; what other programs do on the machine does not count.
  // A round of play-outs for each candidate is made in any case, and a round under way is not broken off.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  const double round = 0.6;
  const double long_time = 12;
#else
  const double round = 0.03;
  const double long_time = 1.2;
#endif
  const Learnt learnt = built_in();
  for (const double seconds : {0.002, 0.02}) {
    auto player = make_player("yomi", learnt, {.playouts = 0, .seconds = seconds, .threads = 1});
    std::array<std::unique_ptr<Player>, kPlayers> others;
    Players seated{};
    seated[0] = player->get();
    for (std::size_t i = 1; i < kPlayers; ++i) {
      others[i] = std::move(make_player("policy", learnt)).value();
      seated[i] = others[i].get();
    }
    struct Timed : Player {
      explicit Timed(Player& player) : inner(player) {}
      void begin(std::uint64_t seed) override { inner.begin(seed); }
      Cards give(const View& view, int count) override {
        const double start = jobs::thread_cpu_seconds();
        const Cards gift = inner.give(view, count);
        slowest = std::max(slowest, jobs::thread_cpu_seconds() - start);
        return gift;
      }
      Move play(const View& view) override {
        const double start = jobs::thread_cpu_seconds();
        const Move move = inner.play(view);
        slowest = std::max(slowest, jobs::thread_cpu_seconds() - start);
        return move;
      }
      Player& inner;
      double slowest = 0;
    } timed(**player);
    seated[0] = &timed;
    Sequence sequence(3);
    GameLoop loop;
    for (int game = 0; game < 6; ++game) sequence.record(loop.play(sequence.next(), seated).place);
    EXPECT_LT(timed.slowest, seconds + round);
  }
  // With more time than the usual number of play-outs needs there are more of them.
  auto player = make_player("yomi", learnt, {.playouts = 0, .seconds = long_time, .threads = 1});
  auto& thinker = dynamic_cast<MonteCarlo&>(**player);
  thinker.begin(1);
  Random random(2);
  Shared shared;
  const Hands hands = deal(random);
  const State state = State::start(hands);
  shared.start(state);
  const Private own{.seat = state.turn, .hand = hands[state.turn], .gave = {}, .got = {}};
  MonteCarloSettings patient = thinker.settings();
  patient.stop_early = false;
  MonteCarlo unhurried(patient);
  unhurried.begin(1);
  unhurried.play(View{shared, own});
  EXPECT_GT(unhurried.playouts(), 2U * 3000U);
}

TEST(DaihinminBase, PlaysWheneverItCan) {
  const Learnt learnt = built_in();
  const auto base = std::move(make_player("base", learnt)).value();
  walk(8, 200, [&](const State& state, Random&) {
    Shared shared;
    shared.table = state;
    Private own{.seat = state.turn, .hand = state.hands[state.turn], .gave = {}, .got = {}};
    const Move move = base->play(View{shared, own});
    EXPECT_TRUE(state.legal(move));
    const bool can = state.table_empty() || can_follow(state, own.hand, kCards);
    EXPECT_EQ(move.is_pass(), !can);
  });
}

}  // namespace
}  // namespace yomi::daihinmin

#include "yomi/daihinmin/learn.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "yomi/jobs/pack.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::daihinmin {
namespace {

// The place of the decision's move among the telling ones, or the end.
std::size_t find_move(const Decision& decision, MoveList& list) {
  moves(decision.table, decision.hand, list, Stands::telling);
  std::size_t found = list.size();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].cards == decision.move.cards && (found == list.size() || list[i] == decision.move)) found = i;
  }
  return found;
}

double log_loss(const Policy& policy, std::span<const Decision* const> decisions, double* agreement) {
  MoveList list;
  std::vector<float> chances(MoveList::kCapacity);
  double sum = 0;
  std::size_t agreed = 0;
  for (const Decision* decision : decisions) {
    const std::size_t chosen = find_move(*decision, list);
    if (chosen == list.size()) continue;
    policy.probabilities(decision->table, decision->hand, decision->others, list, chances);
    sum -= std::log(std::max(double{chances[chosen]}, 1e-9));
    const auto best =
        std::max_element(chances.begin(), chances.begin() + static_cast<std::ptrdiff_t>(list.size()));
    agreed += static_cast<std::size_t>(best - chances.begin()) == chosen ? 1 : 0;
  }
  const auto count = static_cast<double>(std::max<std::size_t>(decisions.size(), 1));
  if (agreement != nullptr) *agreement = static_cast<double>(agreed) / count;
  return sum / count;
}

}  // namespace

void take_in(Lessons& lessons, const GameLoop& loop) {
  const Shared& shared = loop.shared();
  std::array<Cards, kPlayers> hands = loop.start_hands();
  Cards left = Cards::full();
  for (const Turn& turn : shared.turns) {
    Cards& hand = hands[turn.before.turn];
    const bool choice = turn.before.table_empty() || can_follow(turn.before, hand, kCards);
    if (choice && turn.move.cards != hand)
      lessons.decisions.push_back({turn.before, hand, left - hand, turn.move});
    hand -= turn.move.cards;
    left -= turn.move.cards;
  }
  ++lessons.games;
  if (!shared.ranked) return;
  for (const Private& seat : loop.seats()) {
    const auto rank = shared.rank[at(seat.seat)];
    lessons.carries[rank][shared.table.place[at(seat.seat)]] += 1;
    if (rank < 2) lessons.gifts.push_back({loop.start_hands()[at(seat.seat)] | seat.gave, seat.gave});
  }
}

void take_in(StayCounts& stays, const GameLoop& loop) {
  std::array<Cards, kPlayers> hands = loop.start_hands();
  Cards left = Cards::full();
  for (const Turn& turn : loop.shared().turns) {
    Cards& hand = hands[turn.before.turn];
    stays.add(situation(turn.before, turn.move), hand - turn.move.cards, left - hand);
    hand -= turn.move.cards;
    left -= turn.move.cards;
  }
}

Result<Lessons> play_lessons(const MatchSettings& settings, const Learnt& learnt, int threads,
                             const MatchCalls& calls) {
  // One heap a session, put together in the order of sessions, so that threads do not matter.
  const int length = std::max(1, std::min(settings.session, settings.games));
  std::vector<Lessons> parts(at((settings.games + length - 1) / length));
  MatchCalls with = calls;
  with.on_game = [&](int session, int, const GameLoop& loop, const std::array<std::uint8_t, kPlayers>&, int) {
    take_in(parts[at(session)], loop);
  };
  with.pack_games = [&](int session) {
    return with.transport == nullptr ? std::string() : jobs::to_bytes(parts[at(session)]);
  };
  with.take_games = [&](int session, std::string_view bytes) {
    if (with.transport != nullptr) jobs::from_bytes(bytes, parts[at(session)]);
  };
  auto sessions = play_match(settings, learnt, threads, {}, with);
  if (!sessions) return sessions.error();
  Lessons all;
  for (const Lessons& part : parts) {
    all.decisions.insert(all.decisions.end(), part.decisions.begin(), part.decisions.end());
    all.gifts.insert(all.gifts.end(), part.gifts.begin(), part.gifts.end());
    for (std::size_t i = 0; i < kPlayers; ++i) {
      for (std::size_t j = 0; j < kPlayers; ++j) all.carries[i][j] += part.carries[i][j];
    }
    all.games += part.games;
  }
  return all;
}

Result<StayCounts> play_stays(const MatchSettings& settings, const Learnt& learnt, int threads,
                              const MatchCalls& calls) {
  // A heap a worker: sums of whole numbers do not depend on their order.
  std::vector<StayCounts> parts(at(jobs::ThreadPool::threads_for(threads)));
  MatchCalls with = calls;
  with.on_game = [&](int, int worker, const GameLoop& loop, const std::array<std::uint8_t, kPlayers>&, int) {
    take_in(parts[at(worker)], loop);
  };
  auto sessions = play_match(settings, learnt, threads, {}, with);
  if (!sessions) return sessions.error();
  for (std::size_t i = 1; i < parts.size(); ++i) parts[0].add(parts[i]);
  return std::move(parts[0]);
}

FitReport fit_policy(Policy& policy, const std::vector<Decision>& decisions, const FitSettings& settings,
                     const std::function<void(int round, double log_loss)>& on_round) {
  std::vector<const Decision*> kept_back;
  std::vector<const Decision*> used;
  for (std::size_t i = 0; i < decisions.size(); ++i)
    (i % 10 == 9 ? kept_back : used).push_back(&decisions[i]);
  FitReport report;
  report.decisions = decisions.size();
  report.log_loss_before = log_loss(policy, kept_back, nullptr);
  std::span<float> weights = policy.weights();
  std::vector<float> squares(weights.size(), 1e-3F);
  Random random(settings.seed);
  MoveList list;
  std::vector<float> chances(MoveList::kCapacity);
  std::vector<Feature> features;
  const auto rate = static_cast<float>(settings.rate);
  for (int round = 0; round < settings.rounds; ++round) {
    random.shuffle(std::span<const Decision*>(used));
    for (const Decision* decision : used) {
      const std::size_t chosen = find_move(*decision, list);
      if (chosen == list.size()) continue;
      policy.probabilities(decision->table, decision->hand, decision->others, list, chances);
      for (std::size_t i = 0; i < list.size(); ++i) {
        const float error = (i == chosen ? 1.0F : 0.0F) - chances[i];
        if (std::abs(error) < 1e-3F) continue;
        policy.features(decision->table, decision->hand, decision->others, list[i], features);
        for (const Feature& feature : features) {
          const float gradient =
              error * feature.value - static_cast<float>(settings.decay) * weights[feature.number];
          squares[feature.number] += gradient * gradient;
          weights[feature.number] += rate * gradient / std::sqrt(squares[feature.number] + 1.0F);
        }
      }
    }
    if (on_round) on_round(round, log_loss(policy, kept_back, nullptr));
  }
  report.log_loss_after = log_loss(policy, kept_back, &report.agreement);
  return report;
}

GiveOdds fit_gives(const std::vector<Gift>& gifts) {
  GiveOdds gives;
  std::array<std::array<double, 5>, 14> given{};
  std::array<std::array<double, 5>, 14> held{};
  for (const Gift& gift : gifts) {
    for (Card card : gift.hand) {
      const int column = card.is_joker() ? 0 : card.column();
      const int count = card.is_joker() ? 1 : std::popcount(gift.hand.column(column));
      held[at(column)][at(count)] += 1;
      if (gift.given.contains(card)) given[at(column)][at(count)] += 1;
    }
  }
  const GiveOdds before = GiveOdds::plain();
  for (std::size_t column = 0; column < 14; ++column) {
    for (std::size_t count = 1; count < 5; ++count) {
      const double expected = std::min(0.5, double{before.odds[column][count]});
      const double share = (given[column][count] + 5 * expected) / (held[column][count] + 5);
      gives.odds[column][count] = static_cast<float>(share / (1.001 - share));
    }
  }
  return gives;
}

PlaceValues fit_values(const std::array<std::array<double, kPlayers>, kPlayers>& carries) {
  std::array<double, kPlayers> worth{};
  for (int horizon = 0; horizon < 30; ++horizon) {
    std::array<double, kPlayers> next{};
    for (std::size_t from = 0; from < kPlayers; ++from) {
      const double all = std::accumulate(carries[from].begin(), carries[from].end(), 0.0);
      for (std::size_t to = 0; to < kPlayers; ++to) {
        const double chance = all > 0 ? carries[from][to] / all : 1.0 / kPlayers;
        next[from] += chance * (static_cast<double>(kPlayers - to) + worth[to]);
      }
    }
    worth = next;
  }
  // worth[p] is what follows from having rank p; the place itself adds its points.
  PlaceValues values;
  const auto total = [&](std::size_t place) { return static_cast<double>(kPlayers - place) + worth[place]; };
  for (std::size_t place = 0; place < kPlayers; ++place) {
    values.value[place] = (total(place) - total(4)) / (total(0) - total(4));
  }
  return values;
}

// How much each of the two fits counts in the policy that reads. Of the sums tried, these placed hidden cards
// best at an equal log score (notebook/2026-11-daihinmin.md).
constexpr float kOfNetwork = 0.5F;
constexpr float kOfPlayers = 0.7F;

Result<Reading> learn_reading(const MatchSettings& games, Learnt learnt, int threads, const MatchCalls& calls,
                              const FitSettings& fit) {
  Reading made;
  learnt.gives = GiveOdds::plain();
  learnt.values = {};
  MatchSettings alone = games;
  alone.players.fill("policy");
  alone.games *= kNetworkGames;
  const auto network = play_lessons(alone, learnt, threads, calls);
  if (!network) return network.error();
  Policy of_network(Breadth::full);
  made.network = fit_policy(of_network, network->decisions, fit);
  made.values = learnt.values = fit_values(network->carries);

  learnt.read_policy = std::make_shared<const Policy>(of_network);
  const auto players = play_lessons(games, learnt, threads, calls);
  if (!players) return players.error();
  Policy sum(Breadth::full);
  made.players = fit_policy(sum, players->decisions, fit);
  made.gives = fit_gives(players->gifts);
  made.games = network->games + players->games;
  for (std::size_t i = 0; i < sum.weights().size(); ++i)
    sum.weights()[i] = kOfPlayers * sum.weights()[i] + kOfNetwork * of_network.weights()[i];
  made.policy = std::make_shared<const Policy>(std::move(sum));
  return made;
}

}  // namespace yomi::daihinmin

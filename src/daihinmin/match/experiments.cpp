#include "yomi/daihinmin/experiments.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "yomi/jobs/thread_pool.h"

namespace yomi::daihinmin {

std::vector<PaperTable> paper_tables() {
  return {
      {2, {"champ09", "snowl", "snowl", "snowl", "snowl"}, {0.125, 0.216, 0.219, 0.220, 0.218}},
      {3, {"snowl", "dummy001", "base", "base", "base"}, {0.268, 0.263, 0.154, 0.155, 0.157}},
      {4, {"snowl", "dummy001", "dummy001", "dummy001", "dummy001"}, {0.211, 0.202, 0.195, 0.192, 0.197}},
      {5, {"champ09", "snowl", "dummy001", "dummy001", "dummy001"}, {0.155, 0.216, 0.207, 0.205, 0.214}},
      {6, {"dummy001", "vsbase", "base", "base", "base"}, {0.259, 0.271, 0.157, 0.153, 0.157}},
      {7, {"snowl", "vsbase", "base", "base", "base"}, {0.270, 0.263, 0.156, 0.156, 0.152}},
      {8, {"champ09", "vsbase", "snowl", "base", "base"}, {0.207, 0.251, 0.257, 0.142, 0.140}},
  };
}

std::vector<Comparison> compare(const PaperTable& table, const std::vector<Session>& sessions) {
  constexpr double kPointsAGame = 15;
  const std::vector<std::string> names = kinds_of(table.players);
  const auto first_of = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(table.players.begin(), table.players.end(), name) -
                                    table.players.begin());
  };
  std::vector<Comparison> comparisons;
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i + 1; j < names.size(); ++j) {
      const double paper =
          mean_over(table.players, names[i], table.shares) - mean_over(table.players, names[j], table.shares);
      if (std::abs(paper) <= kPaperNoise) continue;
      const std::string& high = paper > 0 ? names[i] : names[j];
      const std::string& low = paper > 0 ? names[j] : names[i];
      const jobs::Mean lead = lead_of(table.players, sessions, high, low).points;
      std::optional<double> error = error_of(lead);
      if (error) *error /= kPointsAGame;
      comparisons.push_back(
          {first_of(high), first_of(low), std::abs(paper), lead.value / kPointsAGame, error});
    }
  }
  return comparisons;
}

std::vector<Placing> placings(const Learnt& learnt) {
  std::vector<Placing> all(6);
  all[0].name = "random";
  all[0].settings.kind = BeliefKind::random;
  all[1].name = "facts";
  all[1].settings.kind = BeliefKind::facts;
  all[2].name = "Bradley-Terry";
  all[2].settings = monte_carlo_settings("snowl", learnt)->belief;
  all[3].name = "frequency";
  all[3].settings = monte_carlo_settings("frequency", learnt)->belief;
  all[4].name = "likelihood, all alike";  // nobody is taken to be base
  all[4].settings = monte_carlo_settings("yomi", learnt)->belief;
  all[4].settings.kinds = false;
  all[5].name = "likelihood";
  all[5].settings = monte_carlo_settings("yomi", learnt)->belief;
  return all;
}

namespace {

// In which hands the cards lay in drawn deals.
class Counted {
 public:
  void add(const Hands& hands) {
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      for (Card card : hands[seat]) ++times_[seat][at(card.bit())];
    }
    ++draws_;
  }

  // The mean logarithm of the chance of the true holders, with half a draw for each of `others` hands.
  [[nodiscard]] double score(const Hands& truth, int viewer, int others) const {
    double sum = 0;
    int cards = 0;
    for (int seat = 0; seat < kPlayers; ++seat) {
      if (seat == viewer) continue;
      for (Card card : truth[at(seat)]) {
        sum += std::log((times_[at(seat)][at(card.bit())] + 0.5) / (draws_ + 0.5 * others));
        ++cards;
      }
    }
    return cards == 0 ? 0 : sum / cards;
  }

 private:
  std::array<std::array<int, 64>, kPlayers> times_{};
  int draws_ = 0;
};

// What one game adds: by way of placing the share of cards placed rightly, then the scores; means over turns.
std::vector<double> measure_game(const GameLoop& loop, std::vector<Belief>& beliefs, int draws,
                                 Random random) {
  Chances never_seen;
  never_seen.fill(kBaseBefore);
  std::vector<double> sums(2 * beliefs.size());
  int turns = 0;
  Shared shared;
  shared.ranked = loop.shared().ranked;
  shared.rank = loop.shared().rank;
  shared.games_left = loop.shared().games_left;
  Hands hands = loop.start_hands();
  shared.start(State::start(hands));
  for (const Turn& turn : loop.shared().turns) {
    const int viewer = turn.before.turn;
    Private own = loop.seats()[at(viewer)];
    own.hand = hands[at(viewer)];
    const View view{shared, own};
    // With two left nothing is hidden; those turns would only blur the measure.
    if (turn.before.players_in() > 2) {
      for (std::size_t i = 0; i < beliefs.size(); ++i) {
        beliefs[i].prepare(view, random, never_seen);
        Counted counted;
        for (int draw = 0; draw < draws; ++draw) {
          const Hands drawn = beliefs[i].draw(random);
          counted.add(drawn);
          sums[i] += placed_rightly(drawn, hands, viewer) / draws;
        }
        sums[beliefs.size() + i] += counted.score(hands, viewer, turn.before.players_in() - 1);
      }
      ++turns;
    }
    hands[at(viewer)] -= turn.move.cards;
    shared.apply(turn.move);
  }
  for (double& sum : sums) sum /= std::max(turns, 1);
  return sums;
}

}  // namespace

Result<std::vector<Placing>> measure_placings(std::vector<Placing> of,
                                              const std::array<std::string, kPlayers>& players, int games,
                                              int draws, std::uint64_t seed, const Learnt& learnt,
                                              int threads, const MatchCalls& calls) {
  MatchSettings settings;
  settings.players = players;
  settings.games = games;
  settings.session = 20;
  settings.seed = seed;
  settings.measure_cpu = false;
  std::vector<std::vector<Belief>> beliefs(at(jobs::ThreadPool::threads_for(threads)));
  for (auto& list : beliefs) {
    for (const Placing& placing : of) list.emplace_back(placing.settings);
  }
  // By session, so that the sums do not depend on the threads.
  std::map<int, std::vector<std::vector<double>>> shares;
  std::mutex mutex;
  MatchCalls with = calls;
  with.on_game = [&](int session, int worker, const GameLoop& loop, const std::array<std::uint8_t, kPlayers>&,
                     int) {
    auto sums = measure_game(loop, beliefs[at(worker)], draws, Random(seed ^ loop.start_hands()[0].bits()));
    const std::lock_guard lock(mutex);
    shares[session].push_back(std::move(sums));
  };
  auto sessions = play_match(settings, learnt, threads, {}, with);
  if (!sessions) return sessions.error();
  const auto mean_of_column = [&](std::size_t column) {
    std::vector<double> values;
    for (const auto& [session, rows] : shares) {
      for (const auto& row : rows) values.push_back(row[column]);
    }
    return jobs::mean_of(values);
  };
  for (std::size_t i = 0; i < of.size(); ++i) {
    const jobs::Mean share = mean_of_column(i);
    const jobs::Mean score = mean_of_column(of.size() + i);
    of[i].share = share.value;
    of[i].error = share.error;
    of[i].score = score.value;
    of[i].score_error = score.error;
  }
  return of;
}

}  // namespace yomi::daihinmin

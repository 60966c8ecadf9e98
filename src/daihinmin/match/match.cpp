#include "yomi/daihinmin/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

#include "yomi/jobs/cpu_time.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::daihinmin {
namespace {

// Counts the time of a player's plays. Only plays with a choice count as decisions. A game that is to be
// dropped is passed out.
class Timed : public Player {
 public:
  Timed(Player& inner, const std::function<bool()>& stopped) : inner_(inner), stopped_(stopped) {}
  void begin(std::uint64_t seed) override { inner_.begin(seed); }
  Cards give(const View& view, int count) override { return inner_.give(view, count); }
  Move play(const View& view) override {
    if (stopped_()) return Move::pass();
    const double before = jobs::thread_cpu_seconds();
    const Move move = inner_.play(view);
    seconds += jobs::thread_cpu_seconds() - before;
    decisions += view.table().table_empty() || can_follow(view.table(), view.own.hand, kCards) ? 1 : 0;
    return move;
  }
  double seconds = 0;
  std::uint64_t decisions = 0;

 private:
  Player& inner_;
  const std::function<bool()>& stopped_;
};

Result<std::unique_ptr<Player>> seat_player(const MatchSettings& settings, const Learnt& learnt,
                                            std::size_t i) {
  if (settings.own[i]) return settings.own[i]();
  return make_player(settings.players[i], learnt, settings.options);
}

int session_length(const MatchSettings& settings) {
  return std::max(1, std::min(settings.session, settings.games));
}

// A game by itself, somewhere in a long session: ranks by lot.
GameSetup lone_game(std::uint64_t seed) {
  Random random(seed);
  GameSetup setup;
  setup.ranked = true;
  setup.rank = {0, 1, 2, 3, 4};
  random.shuffle(std::span<std::uint8_t>(setup.rank));
  setup.games_left = kGamesToReset / 2;
  const auto* const richest = std::find(setup.rank.begin(), setup.rank.end(), 0);
  setup.hands = deal(random, static_cast<int>(richest - setup.rank.begin()));
  setup.seed = random();
  return setup;
}

// Five of the same would play the same session again, wherever they sit.
bool each_its_decks(const MatchSettings& settings) {
  return settings.session > 0 &&
         std::none_of(settings.own.begin(), settings.own.end(), [](const auto& own) { return bool(own); }) &&
         kinds_of(settings.players).size() == 1;
}

// One session; empty when it was stopped.
std::optional<Session> play_session(const MatchSettings& settings, const Learnt& learnt, int number,
                                    GameLoop& loop, int worker, const MatchCalls& calls) {
  const std::function<bool()> stopped = [&] { return calls.stop && calls.stop(); };
  // Players remember each other from game to game, so a session has its own.
  std::array<std::unique_ptr<Player>, kPlayers> players;
  std::vector<Timed> timed;
  timed.reserve(kPlayers);
  for (std::size_t i = 0; i < kPlayers; ++i) {
    players[i] = std::move(seat_player(settings, learnt, i)).value();
    timed.emplace_back(*players[i], stopped);
  }
  Session session;
  session.number = number;
  // Slots rotate: the same decks and seat lots for five sessions, the players moved on by one.
  const bool shared_decks = !each_its_decks(settings);
  const int rotation = shared_decks ? number % kPlayers : 0;
  const std::uint64_t seed = Random(settings.seed).split(at(shared_decks ? number / kPlayers : number))();
  Sequence sequence(seed);
  const int length = session_length(settings);
  const int games = std::min(length, settings.games - number * length);
  for (int game = 0; game < games; ++game) {
    GameSetup setup = settings.session == 0 ? lone_game(seed) : sequence.next();
    Players seated{};
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      const std::size_t player = at(sequence.player_at()[seat] + rotation) % kPlayers;
      setup.player_at[seat] = static_cast<std::uint8_t>(player);
      const bool measured = settings.measure_cpu && settings.players[player] != "base";
      seated[seat] = measured ? &timed[player] : players[player].get();
    }
    const GameResult result = loop.play(setup, seated);
    if (stopped()) return std::nullopt;
    for (std::size_t seat = 0; seat < kPlayers; ++seat)
      session.points[setup.player_at[seat]] += kPlayers - result.place[seat];
    sequence.record(result.place);
    ++session.games;
    if (calls.on_game) calls.on_game(number, worker, loop, setup.player_at, session.games);
  }
  for (std::size_t i = 0; i < kPlayers; ++i) {
    session.cpu_seconds[i] = timed[i].seconds;
    session.decisions[i] = timed[i].decisions;
  }
  return session;
}

}  // namespace

Sequence::Sequence(std::uint64_t seed, int games_to_reset, bool shuffle_seats)
    : random_(seed), games_to_reset_(games_to_reset), shuffle_seats_(shuffle_seats) {}

GameSetup Sequence::next() {
  if (shuffle_seats_ && game_ % kGamesASeating == 0) random_.shuffle(std::span<std::uint8_t>(player_at_));
  const int in_stretch = game_ % games_to_reset_;
  if (in_stretch == 0) ranked_ = false;
  GameSetup setup;
  setup.ranked = ranked_;
  setup.games_left = games_to_reset_ - in_stretch;
  int first = 0;
  for (std::size_t seat = 0; seat < kPlayers; ++seat) {
    setup.rank[seat] = ranked_ ? rank_of_[player_at_[seat]] : 0;
    if (ranked_ && setup.rank[seat] == 0) first = static_cast<int>(seat);
  }
  setup.hands = deal(random_, first);
  setup.seed = random_();
  return setup;
}

void Sequence::record(const std::array<std::uint8_t, kPlayers>& place_by_seat) {
  for (std::size_t seat = 0; seat < kPlayers; ++seat) rank_of_[player_at_[seat]] = place_by_seat[seat];
  ranked_ = true;
  ++game_;
}

Result<std::vector<Session>> play_match(const MatchSettings& settings, const Learnt& learnt, int threads,
                                        const std::vector<Session>& done, const MatchCalls& calls) {
  for (std::size_t i = 0; i < kPlayers; ++i) {
    if (settings.own[i]) continue;
    if (auto player = seat_player(settings, learnt, i); !player) return player.error();
  }
  const int length = session_length(settings);
  const int count = (settings.games + length - 1) / length;
  std::vector<Session> sessions = done;
  std::vector<int> missing;
  for (int number = 0; number < count; ++number) {
    if (std::none_of(done.begin(), done.end(), [&](const Session& s) { return s.number == number; })) {
      missing.push_back(number);
    }
  }
  jobs::OrderedBatch batch{.threads = static_cast<unsigned>(jobs::ThreadPool::threads_for(threads))};
  std::vector<GameLoop> loops(jobs::workers(batch, missing.size()));
  std::vector<std::pair<std::optional<Session>, std::string>> played(missing.size());
  batch.work = [&](unsigned which, std::size_t item) {
    if (calls.stop && calls.stop()) return;
    auto& [session, games] = played[item];
    session = play_session(settings, learnt, missing[item], loops[which], static_cast<int>(which), calls);
    if (session && calls.pack_games) games = calls.pack_games(session->number);
  };
  batch.done = [&](std::size_t item) {
    auto& [session, games] = played[item];
    if (!session) return;
    if (calls.take_games) calls.take_games(session->number, games);
    games = {};
    sessions.push_back(*session);
    if (calls.on_session) calls.on_session(*session);
  };
  batch.tick = [&] { return !(calls.stop && calls.stop()); };
  jobs::share(batch, calls.transport, played);
  jobs::run(batch, missing.size());
  std::sort(sessions.begin(), sessions.end(),
            [](const Session& a, const Session& b) { return a.number < b.number; });
  return sessions;
}

std::optional<double> error_of(const jobs::Mean& mean) {
  return mean.count < 2 ? std::nullopt : std::optional(mean.error);
}

MatchScore score_of(const std::vector<Session>& sessions) {
  MatchScore score;
  for (std::size_t i = 0; i < kPlayers; ++i) {
    std::vector<double> means;
    double points = 0;
    double seconds = 0;
    double decisions = 0;
    int games = 0;
    for (const Session& session : sessions) {
      if (session.games == 0) continue;
      means.push_back(session.points[i] / session.games);
      points += session.points[i];
      games += session.games;
      seconds += session.cpu_seconds[i];
      decisions += static_cast<double>(session.decisions[i]);
    }
    score.games = games;
    Score& player = score.players[i];
    player.points = games == 0 ? 0 : points / games;
    player.share = player.points / 15;
    player.error = error_of(jobs::mean_of(means));
    if (player.error) player.share_error = *player.error / 15;
    player.cpu_per_move = decisions > 0 ? seconds / decisions : 0;
  }
  return score;
}

std::vector<std::string> kinds_of(const std::array<std::string, kPlayers>& players) {
  std::vector<std::string> kinds;
  for (const std::string& name : players) {
    if (std::find(kinds.begin(), kinds.end(), name) == kinds.end()) kinds.push_back(name);
  }
  return kinds;
}

double mean_over(const std::array<std::string, kPlayers>& players, const std::string& name,
                 const std::array<double, kPlayers>& values) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < kPlayers; ++i) {
    if (players[i] != name) continue;
    sum += values[i];
    ++count;
  }
  return sum / count;
}

Lead lead_of(const std::array<std::string, kPlayers>& players, const std::vector<Session>& sessions,
             const std::string& name, const std::string& other) {
  std::vector<double> leads;
  for (const Session& session : sessions) {
    if (session.games == 0) continue;
    leads.push_back((mean_over(players, name, session.points) - mean_over(players, other, session.points)) /
                    session.games);
  }
  return {name, other, jobs::mean_of(leads)};
}

std::vector<Lead> leads_of(const std::array<std::string, kPlayers>& players,
                           const std::vector<Session>& sessions) {
  std::vector<Lead> leads;
  for (const std::string& kind : kinds_of(players)) {
    if (kind != players[0]) leads.push_back(lead_of(players, sessions, players[0], kind));
  }
  return leads;
}

std::string csv_head() {
  return "session,games,points1,points2,points3,points4,points5,cpu1,cpu2,cpu3,cpu4,cpu5,moves1,moves2,"
         "moves3,moves4,"
         "moves5\n";
}

std::string to_csv(const Session& session) {
  std::string line = fmt::format("{},{}", session.number, session.games);
  for (double points : session.points) line += fmt::format(",{}", points);
  for (double seconds : session.cpu_seconds) line += fmt::format(",{:.4f}", seconds);
  for (std::uint64_t decisions : session.decisions) line += fmt::format(",{}", decisions);
  return line + "\n";
}

Result<std::vector<Session>> parse_sessions(std::string_view csv) {
  std::vector<Session> sessions;
  std::uint32_t line_number = 0;
  while (!csv.empty()) {
    const auto end = csv.find('\n');
    std::string_view line = csv.substr(0, end);
    const bool whole = end != std::string_view::npos;
    csv = whole ? csv.substr(end + 1) : std::string_view();
    if (++line_number == 1) {
      if (std::string(line) + "\n" != csv_head())
        return Error{.what = "expected the head of a match file", .line = 1};
      continue;
    }
    if (!whole) break;  // cut short while being written: that session is played again
    std::array<double, 17> fields{};
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto [after, wrong] = std::from_chars(line.data(), line.data() + line.size(), fields[i]);
      if (wrong != std::errc()) return Error{.what = "expected 17 numbers", .line = line_number};
      line = line.substr(static_cast<std::size_t>(after - line.data()));
      if (!line.empty() && line.front() == ',') line.remove_prefix(1);
    }
    Session session;
    session.number = static_cast<int>(fields[0]);
    session.games = static_cast<int>(fields[1]);
    for (std::size_t i = 0; i < kPlayers; ++i) {
      session.points[i] = fields[2 + i];
      session.cpu_seconds[i] = fields[7 + i];
      session.decisions[i] = static_cast<std::uint64_t>(fields[12 + i]);
    }
    sessions.push_back(session);
  }
  return sessions;
}

}  // namespace yomi::daihinmin

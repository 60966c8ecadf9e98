// Matches: five players, many games, means with intervals.
//
// A session is a stretch of games in which ranks carry over (100, as at the competition) and seats are drawn
// anew at games 1, 4, 7, ...; nothing carries over from one session to the next, so sessions are the unit of
// work and of statistics. Five sessions share their decks and seat lots, with the players moved on by one
// each time, unless all five are of one name. In a duplicate match each game is a session: five of them give
// all players the same luck.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/daihinmin/players.h"
#include "yomi/jobs/statistics.h"
#include "yomi/jobs/transport.h"

namespace yomi::daihinmin {

inline constexpr int kGamesToReset = 100;
inline constexpr int kGamesASeating = 3;

// Ranks and seats over many games; also what the server keeps.
class Sequence {
 public:
  explicit Sequence(std::uint64_t seed, int games_to_reset = kGamesToReset, bool shuffle_seats = true);

  // Sets up the next game. Seats of the setup are seats at the table; player_at says who sits there.
  GameSetup next();
  void record(const std::array<std::uint8_t, kPlayers>& place_by_seat);
  [[nodiscard]] const std::array<std::uint8_t, kPlayers>& player_at() const { return player_at_; }
  [[nodiscard]] int games() const { return game_; }

 private:
  Random random_;
  int games_to_reset_;
  bool shuffle_seats_;
  int game_ = 0;
  bool ranked_ = false;
  std::array<std::uint8_t, kPlayers> player_at_{0, 1, 2, 3, 4};
  std::array<std::uint8_t, kPlayers> rank_of_{};  // by player
};

struct Session {
  int number = 0;
  int games = 0;
  std::array<double, kPlayers> points{};       // by player, summed
  std::array<double, kPlayers> cpu_seconds{};  // of Monte-Carlo players
  std::array<std::uint64_t, kPlayers> decisions{};
};

struct MatchSettings {
  std::array<std::string, kPlayers> players;
  int games = 1000;
  int session = kGamesToReset;  // games; 0: duplicate, each game by itself with ranks by lot
  std::uint64_t seed = 1;
  PlayerOptions options;
  bool measure_cpu = true;
  // A player of the caller's own for a place at the table, made anew for each session on the thread that
  // plays it; its name above is then only a name.
  std::array<std::function<std::unique_ptr<Player>()>, kPlayers> own{};
};

// `game` counts from 1 in each session.
using GameWatcher = std::function<void(int session, int worker, const GameLoop&,
                                       const std::array<std::uint8_t, kPlayers>& player_at, int game)>;

struct MatchCalls {
  std::function<void(const Session&)> on_session{};  // in the order of their numbers, on the calling thread
  GameWatcher on_game{};                             // after each game, from the worker's thread
  std::function<bool()> stop{};                      // true: sessions begun are dropped, no more are begun
  // To ranks that divide the sessions among them; all of them make the same match.
  jobs::Transport* transport = nullptr;
  // What on_game() has put aside of a session, as bytes, on the worker's thread after its last game; and what
  // to do with it, just before on_session().
  std::function<std::string(int session)> pack_games{};
  std::function<void(int session, std::string_view bytes)> take_games{};
};

// Plays the sessions whose numbers are not in `done`. The error names the player that is not known.
Result<std::vector<Session>> play_match(const MatchSettings& settings, const Learnt& learnt, int threads,
                                        const std::vector<Session>& done, const MatchCalls& calls);

struct Score {
  double points = 0;            // a game
  double share = 0;             // of all points
  std::optional<double> error;  // half of the 95 % interval of the points; one session alone does not tell it
  std::optional<double> share_error;
  double cpu_per_move = 0;
};
struct MatchScore {
  int games = 0;
  std::array<Score, kPlayers> players{};
};
// Half of the 95 % interval, where there are values enough to tell it.
std::optional<double> error_of(const jobs::Mean& mean);
MatchScore score_of(const std::vector<Session>& sessions);

// How far the seats of one name lie above those of another, in points a game, over sessions.
struct Lead {
  std::string name;
  std::string other;
  jobs::Mean points;
};
Lead lead_of(const std::array<std::string, kPlayers>& players, const std::vector<Session>& sessions,
             const std::string& name, const std::string& other);
// Of the first player over every other kind of player at the table.
std::vector<Lead> leads_of(const std::array<std::string, kPlayers>& players,
                           const std::vector<Session>& sessions);
// The kinds of players at a table, each once, in order, and the mean of `values` over the seats of one.
std::vector<std::string> kinds_of(const std::array<std::string, kPlayers>& players);
double mean_over(const std::array<std::string, kPlayers>& players, const std::string& name,
                 const std::array<double, kPlayers>& values);

// CSV with a head line; what resume reads back. The error names the line.
std::string csv_head();
std::string to_csv(const Session& session);
Result<std::vector<Session>> parse_sessions(std::string_view csv);

}  // namespace yomi::daihinmin

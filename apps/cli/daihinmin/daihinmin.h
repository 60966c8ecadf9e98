// What the subcommands of `yomi daihinmin` share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "fail.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "yomi/cards/result.h"
#include "yomi/daihinmin/match.h"
#include "yomi/formats/json.h"

namespace yomi::cli::daihinmin {

// The commands speak of their room's things by their names.
using namespace yomi::daihinmin;  // NOLINT(google-build-using-namespace)
using yomi::daihinmin::Card;

void add_match(Command& app);
void add_learn(Command& app);
void add_table(Command& app);
void add_watch(Command& app);
void add_replay(Command& app);
void add_bench(Command& app);
void add_experiments(Command& app);

// The flags that mean the same wherever players play.
struct PlayFlags {
  std::uint64_t seed = 1;
  int playouts = 0;
  std::string learnt;
  bool json = false;
};
// --seed --playouts --learnt --json; `json` says what the last one prints.
void add_play_flags(Command& command, PlayFlags& flags, std::string_view json);
// --threads, for commands that play many games at once.
void add_threads(Command& command, int& threads);
// The players, one a line, for the foot of a help.
std::string players_help();
// --players and its check: five names with commas or spaces between them, or status 2.
void add_players(Command& command, std::vector<std::string>& players);
std::vector<std::string> names_in(const std::vector<std::string>& given);
std::array<std::string, kPlayers> five_or_exit(const std::vector<std::string>& players);

// The learnt set, built in or from a folder; leaves with status 2 when the folder is no good.
Learnt learnt_or_exit(const std::string& folder);

// Half of an interval; "unknown" (null) where one session alone cannot tell it.
std::string error_text(const std::optional<double>& error, int digits);
Json error_json(const std::optional<double>& error);

// Nowhere when there is no name.
OutputFile file_or_none(const std::string& path, OutputFile::Mode mode);

// What a match tells while it runs: games on a bar, and Ctrl-C stops it.
class GamesBar {
 public:
  GamesBar(const std::string& unit, int games) : progress_(unit), games_(games) {}

  void add(const Session& session);
  // Calls that refer to this bar.
  MatchCalls calls();

 private:
  Progress progress_;
  int games_;
  std::size_t done_ = 0;
};

// Where the sessions of a match are kept. Its first line says which match it is, all but the number of games,
// so a stopped match goes on where it was and a longer one goes on from a shorter.
struct SessionFile {
  std::string path;     // empty: nowhere
  bool resume = false;  // take what is there; otherwise it is written anew
  std::string learnt;   // the folder the players rest on, as a part of what the match is
};
// Plays what the file does not have yet (of `games` the calls about games are made), and leaves with status 2
// when it is of another match. After Ctrl-C the sessions that are whole come back.
std::vector<Session> play_kept(const MatchSettings& settings, const Learnt& learnt, int threads,
                               const SessionFile& file, const std::string& unit = "games",
                               const MatchCalls& games = {});
// As many as were asked for, or (0) this rank's share of the cores.
int threads_of(int asked);

}  // namespace yomi::cli::daihinmin

// `yomi daihinmin match`: five players, many games, means with intervals.
#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "daihinmin.h"
#include "yomi/daihinmin/match.h"
#include "yomi/jobs/statistics.h"

namespace yomi::cli {
namespace {

using daihinmin::kPlayers;

struct Options {
  std::vector<std::string> players{"snowl", "base", "base", "base", "base"};
  int games = 500;
  int session = daihinmin::kGamesToReset;
  std::uint64_t seed = 1;
  int threads = 0;
  int playouts = 0;
  double seconds = 0;
  std::string csv;
  std::string learnt;
  bool resume = false;
  bool json = false;
};

std::string signature(const Options& options) {
  std::string text = "# match";
  for (const std::string& name : options.players) text += " " + name;
  return text + fmt::format(" games {} session {} seed {} playouts {} seconds {}\n", options.games,
                            options.session, options.seed, options.playouts, options.seconds);
}

std::vector<daihinmin::Session> read_done(const Options& options) {
  std::ifstream file(options.csv);
  if (!file) return {};
  std::ostringstream text;
  text << file.rdbuf();
  std::string all = text.str();
  const std::string head = signature(options);
  if (all.empty()) return {};
  if (!all.starts_with(head)) {
    bad_input({.what = "expected a file of the same match: " + head.substr(2, head.size() - 3),
               .file = options.csv,
               .line = 1});
  }
  auto sessions = daihinmin::parse_sessions(std::string_view(all).substr(head.size()));
  if (!sessions)
    bad_input(sessions.error().at(options.csv, sessions.error().line + 1, sessions.error().column));
  return std::move(sessions).value();
}

void print_text(const Options& options, const daihinmin::MatchScore& score) {
  fmt::print("{} games, 95 % intervals over sessions of {}\n", score.games, options.session);
  fmt::print("{:<20} {:>8} {:>8}   {:>7} {:>7}   {:>12}\n", "player", "points", "+-", "share", "+-",
             "CPU ms/move");
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const daihinmin::Score& player = score.players[i];
    fmt::print("{:<20} {:>8.3f} {:>8.3f}   {:>7.4f} {:>7.4f}   {:>12.2f}\n", options.players[i],
               player.points, player.error, player.share, player.share_error, 1000 * player.cpu_a_move);
  }
}

void run(const Options& options) {
  if (options.players.size() != kPlayers) bad_input({.what = "expected five players, separated by commas"});
  if (options.games < 1 || options.session < 1) bad_input({.what = "expected a positive number of games"});
  const daihinmin::Learnt learnt = learnt_or_exit(options.learnt);
  daihinmin::MatchSettings settings;
  for (std::size_t i = 0; i < kPlayers; ++i) settings.players[i] = options.players[i];
  settings.games = options.games;
  settings.session = options.session;
  settings.seed = options.seed;
  settings.options.playouts = options.playouts;
  settings.options.seconds = options.seconds;
  std::vector<daihinmin::Session> done;
  std::ofstream csv;
  if (!options.csv.empty()) {
    if (options.resume) done = read_done(options);
    // Written anew with what is whole, so that a line cut short does not stay in the middle.
    csv.open(options.csv, std::ios::trunc);
    if (!csv) bad_input({.what = "cannot write this file", .file = options.csv});
    csv << signature(options) << daihinmin::csv_head();
    for (const daihinmin::Session& session : done) csv << to_csv(session);
    csv.flush();
  }
  const Interrupt interrupt;
  Progress progress("games");
  std::size_t games = 0;
  for (const daihinmin::Session& session : done) games += static_cast<std::size_t>(session.games);
  daihinmin::MatchCalls calls;
  calls.stop = Interrupt::requested;
  calls.on_session = [&](const daihinmin::Session& session) {
    games += static_cast<std::size_t>(session.games);
    progress.show(static_cast<double>(games) / options.games, games);
    if (csv.is_open()) csv << to_csv(session) << std::flush;
  };
  auto sessions = daihinmin::play_match(settings, learnt, options.threads, done, calls);
  if (!sessions) bad_input(sessions.error());
  const daihinmin::MatchScore score = score_of(*sessions);
  if (options.json) {
    nlohmann::json players = nlohmann::json::array();
    for (std::size_t i = 0; i < kPlayers; ++i) {
      const daihinmin::Score& player = score.players[i];
      players.push_back({{"player", options.players[i]},
                         {"points", player.points},
                         {"error", player.error},
                         {"share", player.share},
                         {"share_error", player.share_error},
                         {"cpu_seconds_a_move", player.cpu_a_move}});
    }
    fmt::print("{}\n",
               nlohmann::json{{"games", score.games}, {"seed", options.seed}, {"players", players}}.dump());
  } else {
    print_text(options, score);
  }
  if (Interrupt::requested()) throw Exit{130};
}

}  // namespace

void add_daihinmin_match(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("match", "Plays five players against each other and gives means with intervals");
  command->footer(
      "Sessions of 100 games carry ranks over; five sessions share decks and seat lots with the players "
      "moved on by one.\n"
      "Players: base champ09 snowl dummy001 vsbase frequency policy yomi; NAME:500 sets the play-outs a "
      "decision.\n\n"
      "Example: yomi daihinmin match --players yomi,snowl,snowl,snowl,base --games 500 --csv match.csv "
      "--resume");
  command->add_option("--players", options->players, "Five names")->delimiter(',')->capture_default_str();
  command->add_option("--games", options->games, "Games in all")->capture_default_str();
  command->add_option("--session", options->session, "Games until ranks are reset")->capture_default_str();
  command->add_option("--seed", options->seed, "Decks, seats and players' lots")->capture_default_str();
  command->add_option("--threads", options->threads, "Sessions played at once; 0: one a core")
      ->capture_default_str();
  command->add_option("--playouts", options->playouts, "A decision, for all; 0: each player's own")
      ->capture_default_str();
  command->add_option("--seconds", options->seconds, "Limit a decision; 0: none (only then repeatable)")
      ->capture_default_str();
  command->add_option("--csv", options->csv, "Write one line a session to this file");
  command->add_option("--learnt", options->learnt, "Folder with learnt files instead of the built-in ones");
  command->add_flag("--resume", options->resume, "Keep the sessions that the CSV file has already");
  command->add_flag("--json", options->json, "One JSON object instead of text");
  command->callback([options] { run(*options); });
}

}  // namespace yomi::cli

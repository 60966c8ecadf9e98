// `yomi daihinmin`: the group of subcommands and what they share.
#include "daihinmin.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace yomi::cli {
namespace {

std::string head_of(const daihinmin::MatchSettings& settings, const SessionFile& file) {
  std::string text = "# match";
  for (const std::string& name : settings.players) text += " " + name;
  text += fmt::format(" session {} seed {} playouts {} seconds {}", settings.session, settings.seed,
                      settings.options.playouts, settings.options.seconds);
  if (!file.learnt.empty()) text += " learnt " + file.learnt;
  return text + "\n";
}

// The whole sessions that the file has of this match.
std::vector<daihinmin::Session> read_done(const daihinmin::MatchSettings& settings, const SessionFile& file) {
  std::ostringstream read;
  read << std::ifstream(file.path).rdbuf();
  const std::string text = read.str();
  if (text.empty()) return {};
  const std::string head = head_of(settings, file);
  if (!text.starts_with(head)) {
    bad_input({.what = "expected a file of the same match: " + head.substr(2, head.size() - 3),
               .file = file.path,
               .line = 1});
  }
  auto sessions = daihinmin::parse_sessions(std::string_view(text).substr(head.size()));
  if (!sessions)
    bad_input(sessions.error().at(file.path, sessions.error().line + 1, sessions.error().column));
  // The last session of a shorter match may have had fewer games than it has in this one.
  std::erase_if(*sessions, [&](const daihinmin::Session& session) {
    return session.games != std::min(settings.session, settings.games - session.number * settings.session);
  });
  return std::move(sessions).value();
}

}  // namespace

void bad_input(const Error& error) {
  fmt::print(stderr, "yomi: {}\n", error.to_string());
  throw Exit{2};
}

daihinmin::Learnt learnt_or_exit(const std::string& folder) {
  if (folder.empty()) return daihinmin::built_in();
  auto learnt = daihinmin::read_learnt(folder);
  if (!learnt) bad_input(learnt.error());
  return std::move(learnt).value();
}

void add_play_flags(CLI::App& command, PlayFlags& flags, std::string_view json) {
  command.add_option("--seed", flags.seed, "Decks, seats and players' lots")->capture_default_str();
  command.add_option("--playouts", flags.playouts, "A decision, for all; 0: each player's own")
      ->capture_default_str();
  command.add_option("--learnt", flags.learnt, "Folder with learnt files instead of the built-in ones");
  command.add_flag("--json", flags.json, std::string(json));
}

void add_threads(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "Sessions played at once; 0: one a core")->capture_default_str();
}

void add_players(CLI::App& command, std::vector<std::string>& players) {
  command.add_option("--players", players, "Five names")->delimiter(',')->capture_default_str();
}

std::array<std::string, daihinmin::kPlayers> five_or_exit(const std::vector<std::string>& players) {
  std::array<std::string, daihinmin::kPlayers> five;
  if (players.size() != five.size()) bad_input({.what = "expected five players, separated by commas"});
  std::copy(players.begin(), players.end(), five.begin());
  return five;
}

void GamesBar::add(const daihinmin::Session& session) {
  done_ += static_cast<std::size_t>(session.games);
  progress_.show(static_cast<double>(done_) / games_, done_);
}

daihinmin::MatchCalls GamesBar::calls() {
  daihinmin::MatchCalls calls;
  calls.stop = Interrupt::requested;
  calls.on_session = [this](const daihinmin::Session& session) { add(session); };
  return calls;
}

std::vector<daihinmin::Session> play_kept(const daihinmin::MatchSettings& settings,
                                          const daihinmin::Learnt& learnt, int threads,
                                          const SessionFile& file, const std::string& unit) {
  GamesBar bar(unit, settings.games);
  daihinmin::MatchCalls calls = bar.calls();
  std::vector<daihinmin::Session> done;
  std::ofstream csv;
  if (!file.path.empty()) {
    if (file.resume) done = read_done(settings, file);
    // Written anew with what is whole, so that a line cut short does not stay in the middle.
    csv.open(file.path, std::ios::trunc);
    if (!csv) bad_input({.what = "cannot write this file", .file = file.path});
    csv << head_of(settings, file) << daihinmin::csv_head();
    for (const daihinmin::Session& session : done) {
      csv << to_csv(session);
      bar.add(session);
    }
    csv.flush();
    calls.on_session = [&](const daihinmin::Session& session) {
      bar.add(session);
      csv << to_csv(session) << std::flush;
    };
  }
  auto sessions = daihinmin::play_match(settings, learnt, threads, done, calls);
  if (!sessions) bad_input(sessions.error());
  return std::move(sessions).value();
}

void add_daihinmin(CLI::App& app) {
  CLI::App* group =
      app.add_subcommand("daihinmin", "Daihinmin: server, players, matches, learning, experiments");
  group->require_subcommand(1);
  add_daihinmin_match(*group);
  add_daihinmin_learn(*group);
  add_daihinmin_table(*group);
  add_daihinmin_watch(*group);
  add_daihinmin_bench(*group);
  add_daihinmin_experiments(*group);
}

}  // namespace yomi::cli

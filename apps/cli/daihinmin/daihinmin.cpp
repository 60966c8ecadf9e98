// `yomi daihinmin`: the group of subcommands and what they share.
#include "daihinmin/daihinmin.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cluster.h"
#include "input.h"
#include "output.h"
#include "yomi/formats/json.h"

namespace yomi::cli::daihinmin {
namespace {

std::string head_of(const MatchSettings& settings, const SessionFile& file) {
  std::string text = "# match";
  for (const std::string& name : settings.players) text += " " + name;
  text += fmt::format(" session {} seed {} playouts {} seconds {}", settings.session, settings.seed,
                      settings.options.playouts, settings.options.seconds);
  if (!file.learnt.empty()) text += " learnt " + file.learnt;
  return text + "\n";
}

// The whole sessions that the file has of this match.
std::vector<Session> read_done(const MatchSettings& settings, const SessionFile& file) {
  std::error_code failed;
  if (!std::filesystem::exists(file.path, failed)) return {};
  const std::string text = or_fail("", read_input(file.path));
  if (text.empty()) return {};
  const std::string head = head_of(settings, file);
  if (!text.starts_with(head)) {
    fail("", {.what = "expected a file of the same match: " + head.substr(2, head.size() - 3),
              .file = file.path,
              .line = 1});
  }
  auto sessions = parse_sessions(std::string_view(text).substr(head.size()));
  if (!sessions) fail("", sessions.error().at(file.path, sessions.error().line + 1, sessions.error().column));
  // The last session of a shorter match may have had fewer games than it has in this one.
  std::erase_if(*sessions, [&](const Session& session) {
    const int length = std::max(1, settings.session);
    return session.games != std::min(length, settings.games - session.number * length);
  });
  return std::move(sessions).value();
}

}  // namespace

Learnt learnt_or_exit(const std::string& folder) {
  return folder.empty() ? built_in() : or_fail("", read_learnt(folder));
}

void add_play_flags(Command& command, PlayFlags& flags, std::string_view json) {
  command.add_option("--seed", flags.seed, "Seed of decks, seats and the players' random draws")
      ->shows_default();
  command
      .add_option("--playouts", flags.playouts,
                  "Play-outs per decision, for all players; 0: each player's own number")
      ->check(non_negative())
      ->shows_default();
  command.add_option("--learnt", flags.learnt, "Folder with learnt files instead of the built-in ones");
  command.add_flag("--json", flags.json, std::string(json));
}

void add_threads(Command& command, int& threads) {
  command.add_option("--threads", threads, "Sessions played at once; 0: one per core")
      ->check(range(0, 1024))
      ->shows_default();
}

std::string players_help() {
  std::string lines = "Players (NAME:500 sets play-outs per decision, NAME@0.05 CPU seconds per decision):";
  for (const PlayerKind& kind : player_kinds()) lines += fmt::format("\n  {:<10} {}", kind.name, kind.words);
  return lines;
}

void add_players(Command& command, std::vector<std::string>& players) {
  command.add_option("--players", players, "Five names, separated by commas")->shows_default();
}

std::vector<std::string> names_in(const std::vector<std::string>& given) {
  std::string text = fmt::format("{}", fmt::join(given, " "));
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream words(text);
  std::vector<std::string> names;
  for (std::string name; words >> name;) names.push_back(name);
  return names;
}

std::array<std::string, kPlayers> five_or_exit(const std::vector<std::string>& players) {
  const std::vector<std::string> names = names_in(players);
  std::array<std::string, kPlayers> five;
  if (names.size() != five.size()) {
    fail("", {.what = fmt::format("expected five players, separated by commas, found {}", names.size())});
  }
  std::copy(names.begin(), names.end(), five.begin());
  return five;
}

std::string error_text(const std::optional<double>& error, int digits) {
  return error ? fmt::format("{:.{}f}", *error, digits) : "unknown";
}

Json error_json(const std::optional<double>& error) {
  return error ? Json(*error) : Json();
}

OutputFile file_or_none(const std::string& path, OutputFile::Mode mode) {
  return path.empty() ? OutputFile() : OutputFile(path, mode);
}

void GamesBar::add(const Session& session) {
  done_ += static_cast<std::size_t>(session.games);
  progress_.show(static_cast<double>(done_) / games_, done_);
}

MatchCalls GamesBar::calls() {
  MatchCalls calls;
  calls.stop = Interrupt::requested;
  calls.on_session = [this](const Session& session) { add(session); };
  return calls;
}

int threads_of(int asked) {
  return static_cast<int>(Cluster::threads(static_cast<unsigned>(std::max(asked, 0))));
}

std::vector<Session> play_kept(const MatchSettings& settings, const Learnt& learnt, int threads,
                               const SessionFile& file, const std::string& unit, const MatchCalls& games) {
  GamesBar bar(unit, settings.games);
  MatchCalls calls = bar.calls();
  calls.transport = Cluster::transport();
  calls.on_game = games.on_game;
  calls.pack_games = games.pack_games;
  calls.take_games = games.take_games;
  std::vector<Session> done;
  OutputFile csv;
  if (!file.path.empty()) {
    std::error_code none;
    if (!file.resume && std::filesystem::is_regular_file(file.path, none) &&
        std::filesystem::file_size(file.path, none) > 0)
      fail("", {.what = "exists already: --resume continues it, another name starts a new file",
                .file = file.path});
    if (file.resume) done = read_by_rank_0([&] { return read_done(settings, file); });
    // Written anew with what is whole, so that a line cut short does not stay in the middle.
    std::string kept = head_of(settings, file) + csv_head();
    for (const Session& session : done) {
      kept += to_csv(session);
      bar.add(session);
    }
    write_output(file.path, kept);
    csv = OutputFile(file.path, OutputFile::Mode::append);
    calls.on_session = [&](const Session& session) {
      bar.add(session);
      csv.write(to_csv(session));
    };
    calls.stop = [&] { return !csv.good() || Interrupt::requested(); };
  }
  auto sessions = play_match(settings, learnt, threads_of(threads), done, calls);
  csv.expect_good();
  if (!sessions) fail("", sessions.error());
  return std::move(sessions).value();
}

}  // namespace yomi::cli::daihinmin

void yomi::cli::daihinmin::add(Command& app) {
  Command* group =
      app.add_subcommand("daihinmin", "Daihinmin: server, players, matches, learning, experiments");
  group->footer(
      "Example:\n  yomi daihinmin watch --players yomi,snowl,snowl,vsbase,base --seed 3 --delay 500");
  group->require_subcommand(0, 1);
  group->callback([group] {
    if (!group->has_chosen()) fmt::print("{}", group->help());
  });
  add_match(*group);
  add_learn(*group);
  add_table(*group);
  add_watch(*group);
  add_replay(*group);
  add_bench(*group);
  add_experiments(*group);
}

// `yomi daihinmin match`: five players, many games, means with intervals.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "daihinmin/daihinmin.h"
#include "yomi/daihinmin/record.h"
#include "yomi/formats/json.h"

namespace yomi::cli::daihinmin {
namespace {

struct MatchOptions {
  std::vector<std::string> players{"snowl", "base", "base", "base", "base"};
  int games = 500;
  int session = kGamesToReset;
  int threads = 0;
  double seconds = 0;
  std::string csv;
  std::string records;
  bool resume = false;
  bool duplicate = false;
  PlayFlags play;
};

// Of a duplicate match: the games with the same cards added up, where all five are there.
std::vector<Session> by_cards(const std::vector<Session>& sessions) {
  std::vector<Session> sums;
  for (const Session& session : sessions) {
    const int number = session.number / kPlayers;
    if (sums.empty() || sums.back().number != number) sums.emplace_back().number = number;
    Session& sum = sums.back();
    sum.games += session.games;
    for (std::size_t i = 0; i < kPlayers; ++i) {
      sum.points[i] += session.points[i];
      sum.cpu_seconds[i] += session.cpu_seconds[i];
      sum.decisions[i] += session.decisions[i];
    }
  }
  std::erase_if(sums, [](const Session& sum) { return sum.games < kPlayers; });
  return sums;
}

void print_text(const MatchSettings& settings, const std::vector<Session>& sessions) {
  const MatchScore score = score_of(sessions);
  if (settings.session == 0)
    fmt::print("{} games, 95 % intervals over deals played five times\n", score.games);
  else if (sessions.size() > 1)
    fmt::print("{} games, 95 % intervals over sessions of {}\n", score.games, settings.session);
  else
    fmt::print("{} game{}: no interval from one session\n", score.games, score.games == 1 ? "" : "s");
  fmt::print("{:<20} {:>8} {:>8}   {:>7} {:>7}   {:>12}\n", "player", "points", "+-", "share", "+-",
             "CPU ms/move");
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const Score& player = score.players[i];
    fmt::print("{:<20} {:>8.3f} {:>8}   {:>7.4f} {:>7}   {:>12.2f}\n", settings.players[i], player.points,
               error_text(player.error, 3), player.share, error_text(player.share_error, 4),
               1000 * player.cpu_per_move);
  }
  for (const Lead& lead : leads_of(settings.players, sessions)) {
    fmt::print("{} above the mean of {}: {:+.3f} +- {} points a game\n", lead.name, lead.other,
               lead.points.value, error_text(error_of(lead.points), 3));
  }
}

void print_json(const MatchSettings& settings, const std::vector<Session>& sessions) {
  const MatchScore score = score_of(sessions);
  Json line{
      {"games", score.games}, {"seed", settings.seed}, {"players", Json::array()}, {"leads", Json::array()}};
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const Score& player = score.players[i];
    line["players"].push_back({{"player", settings.players[i]},
                               {"points", player.points},
                               {"error", error_json(player.error)},
                               {"share", player.share},
                               {"share_error", error_json(player.share_error)},
                               {"cpu_seconds_per_move", player.cpu_per_move}});
  }
  for (const Lead& lead : leads_of(settings.players, sessions)) {
    line["leads"].push_back({{"player", lead.name},
                             {"above", lead.other},
                             {"points", lead.points.value},
                             {"error", error_json(error_of(lead.points))}});
  }
  fmt::print("{}\n", line.dump());
}

void run_match(const MatchOptions& options) {
  MatchSettings settings;
  settings.players = five_or_exit(options.players);
  if (options.resume && options.csv.empty())
    fail("", {.what = "--resume: expected --csv with it, the file to continue"});
  if (options.duplicate && options.games % kPlayers != 0)
    fail("", {.what = "expected a number of games divisible by five"});
  settings.games = options.games;
  settings.session = options.duplicate ? 0 : options.session;
  settings.seed = options.play.seed;
  settings.options.playouts = options.play.playouts;
  settings.options.seconds = options.seconds;
  const Learnt learnt = learnt_or_exit(options.play.learnt);
  const Interrupt interrupt;
  OutputFile records = file_or_none(options.records, OutputFile::Mode::append);
  std::vector<std::string> texts(static_cast<std::size_t>(options.games));  // by session
  MatchCalls games;
  if (records.is_open()) {
    games.on_game = [&](int session, int, const GameLoop& loop,
                        const std::array<std::uint8_t, kPlayers>& player_at, int game) {
      texts[static_cast<std::size_t>(session)] += to_text(
          record_of(loop, player_at, session * std::max(1, settings.session) + game, settings.players));
    };
    games.pack_games = [&](int session) {
      return std::exchange(texts[static_cast<std::size_t>(session)], {});
    };
    games.take_games = [&](int, std::string_view text) { records.write(text); };
  }
  const auto played = play_kept(
      settings, learnt, options.threads,
      {.path = options.csv, .resume = options.resume, .learnt = options.play.learnt}, "games", games);
  records.expect_good();
  const auto sessions = options.duplicate ? by_cards(played) : played;
  options.play.json ? print_json(settings, sessions) : print_text(settings, sessions);
  if (Interrupt::requested()) throw Exit{130};
}

}  // namespace

void add_match(Command& app) {
  auto options = std::make_shared<MatchOptions>();
  Command* command =
      app.add_subcommand("match", "Play five players against each other; means with intervals");
  command->footer(
      std::string("Ranks carry over within a session of 100 games; five sessions share decks and seats, with "
                  "the players moved on by one.\nA single session gives no interval. --duplicate separates "
                  "players of nearly equal strength with the fewest games.\n\n") +
      players_help() +
      "\n\nExample: yomi daihinmin match --players yomi,snowl,snowl,snowl,base --games 500 --csv match.csv "
      "--resume");
  add_players(*command, options->players);
  command->add_option("--games", options->games, "Number of games")->check(positive())->shows_default();
  command->add_option("--session", options->session, "Games until ranks are reset")
      ->check(positive())
      ->shows_default();
  command->add_flag(
      "--duplicate", options->duplicate,
      "Independent games with random ranks, each played five times, so that every player has every hand");
  command
      ->add_option("--seconds", options->seconds,
                   "CPU seconds per decision; 0: no limit (only then repeatable)")
      ->check(non_negative())
      ->shows_default();
  command->add_option("--csv", options->csv, "Write one line per session to this file");
  command->add_option("--records", options->records, "Append every game to this file");
  command->add_flag("--resume", options->resume, "Keep the sessions that are already in the CSV file");
  add_threads(*command, options->threads);
  add_play_flags(*command, options->play, "One JSON object instead of text");
  command->callback([options] { run_match(*options); });
}

}  // namespace yomi::cli::daihinmin

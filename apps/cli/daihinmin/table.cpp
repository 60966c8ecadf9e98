// `yomi daihinmin serve` and `join`: the table over TCP.
#include <fmt/core.h>

#include "daihinmin/daihinmin.h"
#include "output.h"
#include "yomi/daihinmin/record.h"
#include "yomi/daihinmin/server.h"
#include "yomi/formats/json.h"

namespace yomi::cli::daihinmin {
namespace {

struct ServeOptions {
  ServerSettings settings;
  bool keep_seats = false;
  std::string log;
  std::string records;
  bool quiet = false;
  bool json = false;
};

void serve(const ServeOptions& options) {
  ServerSettings settings = options.settings;
  settings.shuffle_seats = !options.keep_seats;
  OutputFile log = file_or_none(options.log, OutputFile::Mode::append);
  OutputFile records = file_or_none(options.records, OutputFile::Mode::append);
  const Interrupt interrupt;
  Progress progress("games");
  ServerCalls calls;
  calls.stop = [&] { return Interrupt::requested() || !log.good() || !records.good(); };
  calls.log = [&](const std::string& line) {
    if (log.is_open()) {
      log.write(line + "\n");
    } else if (!options.quiet) {
      fmt::print(stderr, "{}\n", line);
    }
  };
  calls.on_listening = [&](int port) {
    if (!options.quiet) {
      fmt::print(stderr, "listening on {}:{}, waiting for five clients\n", settings.host, port);
      std::fflush(stderr);
    }
  };
  calls.on_game = [&](const Record& record) {
    records.write(to_text(record));
    progress.show(static_cast<double>(record.game) / settings.games, at(record.game));
  };
  auto report = yomi::daihinmin::serve(settings, calls);
  log.expect_good();
  records.expect_good();
  if (!report) fail("", report.error());
  if (options.json) {
    Json line{{"games", report->games}};
    for (std::size_t i = 0; i < kPlayers; ++i) {
      line["players"].push_back({{"name", report->names[i]},
                                 {"points", report->points[i]},
                                 {"illegal", report->illegal[i]},
                                 {"lost", report->lost[i]}});
    }
    fmt::print("{}\n", line.dump());
  } else {
    fmt::print("{} games\n", report->games);
    for (std::size_t i = 0; i < kPlayers; ++i) {
      fmt::print("{} {:<12} {:>8.0f} points, {:.3f} a game; illegal plays: {}{}\n", i, report->names[i],
                 report->points[i], report->games == 0 ? 0.0 : report->points[i] / report->games,
                 report->illegal[i], report->lost[i] ? "  (lost)" : "");
    }
  }
  if (report->stopped) throw Exit{130};
}

struct JoinOptions {
  ClientSettings settings;
  std::string engine = "yomi";
  std::string session;
  double seconds = 0;
  int threads = 1;
  bool watch = false;
  PlayFlags play;
};

// One turn as it was seen from our seat.
void print_turn(int game, const Shared& shared, const Private& own) {
  const Turn& turn = shared.turns.back();
  const auto player = shared.player_at[turn.before.turn];
  fmt::print("game {} turn {}: player {}{} {}{}{}{}  cards", game, shared.turns.size(), player,
             turn.before.turn == own.seat ? " (we)" : "",
             turn.move.is_pass() ? "passes" : "plays " + to_string(turn.move),
             shared.table.locked && !turn.before.locked ? "  [lock]" : "",
             shared.table.revolution != turn.before.revolution ? "  [revolution]" : "",
             shared.table.table_empty() ? "  [table cleared]" : "");
  for (const int count : shared.table.counts) fmt::print(" {}", count);
  fmt::print("  we hold {}\n", to_string(own.hand));
  flush_output();
}

void print_report(const ClientReport& report, bool json) {
  if (json) {
    fmt::print("{}\n", Json{{"number", report.number},
                            {"games", report.games},
                            {"points", report.points},
                            {"refused", report.refused},
                            {"odd", report.odd},
                            {"oddities", report.oddities},
                            {"trouble", report.trouble}}
                           .dump());
    return;
  }
  fmt::print("player {}: {} games, {:.0f} points, {:.3f} a game; plays refused: {}\n", report.number,
             report.games, report.points, report.games == 0 ? 0.0 : report.points / report.games,
             report.refused);
  if (report.odd == 0) return;
  fmt::print("messages from the server that made no sense: {}\n", report.odd);
  for (const std::string& one : report.oddities) fmt::print("  {}\n", one);
}

void join(const JoinOptions& options) {
  const Learnt learnt = learnt_or_exit(options.play.learnt);
  auto player = or_fail(
      "", make_player(
              options.engine, learnt,
              {.playouts = options.play.playouts, .seconds = options.seconds, .threads = options.threads}));
  OutputFile session = file_or_none(options.session, OutputFile::Mode::replace);
  const Interrupt interrupt;
  ClientSettings settings = options.settings;
  settings.seed = options.play.seed;
  settings.on_silence = [&] {
    fmt::print(stderr, "yomi: the server has been silent for {:.0f} s; waiting\n",
               settings.seconds_of_silence);
  };
  if (session.is_open()) {
    settings.on_message = [&](const wire::Message& message) { session.write(to_text(message)); };
  }
  if (options.watch) settings.on_turn = print_turn;
  auto report = yomi::daihinmin::join(settings, *player, Interrupt::requested);
  if (!report && Interrupt::requested()) throw Exit{130};
  if (!report) fail("", report.error());
  print_report(*report, options.play.json);
  session.expect_good();
  if (Interrupt::requested()) throw Exit{130};
  if (!report->trouble.empty()) fail("", {.what = "the games did not end: " + report->trouble});
}

void add_serve(Command& app) {
  auto served = std::make_shared<ServeOptions>();
  Command* command = app.add_subcommand(
      "serve", "Serve a table for five programs, with the protocol of the UEC competition");
  command->footer(
      "Speaks version 20070, and 20060 if allowed. A client that disconnects or stalls passes from then on; "
      "the others play on.\n\n"
      "Example: yomi daihinmin serve --games 1000 --seed 7 --records games.txt");
  command->add_option("--host", served->settings.host, "Address to listen on (0.0.0.0: all)")
      ->shows_default();
  command->add_option("--port", served->settings.port, "Port; 0: any free one")
      ->check(range(0, 65535))
      ->shows_default();
  command->add_option("--games", served->settings.games, "Games to play")->check(positive())->shows_default();
  command->add_option("--seed", served->settings.seed, "Seed of decks and seats")->shows_default();
  command->add_option("--reset", served->settings.games_to_reset, "Games until ranks are reset")
      ->check(positive())
      ->shows_default();
  command->add_option("--seconds", served->settings.seconds_per_move, "Seconds for a move")
      ->check(positive())
      ->shows_default();
  command
      ->add_option("--profile-seconds", served->settings.seconds_for_profile,
                   "Seconds for a client's profile")
      ->check(positive())
      ->shows_default();
  command->add_flag("--allow-20060", served->settings.allow_old_version,
                    "Treat a client that sends no profile in that time as version 20060");
  command->add_flag("--keep-seats", served->keep_seats, "Do not redraw seats at games 1, 4, 7, ...");
  command->add_option("--log", served->log, "Append the log to this file instead of stderr");
  command->add_option("--records", served->records, "Append every game to this file");
  command->add_flag("--quiet", served->quiet, "Say nothing on stderr");
  command->add_flag("--json", served->json, "One JSON object instead of text");
  command->callback([served] { serve(*served); });
}

void add_join(Command& app) {
  auto joined = std::make_shared<JoinOptions>();
  Command* client = app.add_subcommand("join", "Seat one of our players at such a table");
  client->set_help_flag("--help", "Print this help message and exit");
  client->footer(
      std::string("Takes the options of the official client (-h -p -n). It keeps playing whatever the server "
                  "sends, and reports at the end what made no sense.\n\n"
                  "Examples:\n"
                  "  yomi daihinmin join -h 127.0.0.1 -p 42485 -n yomi --seconds 0.2\n"
                  "  yomi daihinmin join --engine base --session session.txt      logs every cell\n\n") +
      players_help());
  client->add_option("--engine", joined->engine, "The player")->shows_default();
  client->add_option("-h,--host", joined->settings.host, "The server's name or address")->shows_default();
  client->add_option("-p,--port", joined->settings.port, "The server's port")
      ->check(range(1, 65535))
      ->shows_default();
  client->add_option("-n,--name", joined->settings.name, "The player's name; nine characters are kept")
      ->shows_default();
  client->add_option("--protocol", joined->settings.version, "Version of the protocol")
      ->check(one_of({"20070", "20060"}))
      ->shows_default();
  client->add_option("--seconds", joined->seconds, "CPU seconds per decision; 0: no limit")
      ->check(non_negative())
      ->shows_default();
  client->add_option("--threads", joined->threads, "Threads for one decision")
      ->check(range(1, 1024))
      ->shows_default();
  client
      ->add_option("--silence", joined->settings.seconds_of_silence,
                   "Report when the server has been silent for so many seconds")
      ->check(positive())
      ->shows_default();
  client
      ->add_option("--wait", joined->settings.seconds_to_wait,
                   "Give up when the server has been silent for so many seconds")
      ->check(positive())
      ->shows_default();
  client->add_flag("--watch", joined->watch, "Print every turn as seen from our seat");
  client->add_option("--session", joined->session, "Write every message to this file, cell by cell");
  add_play_flags(*client, joined->play, "One JSON object instead of text");
  client->callback([joined] { join(*joined); });
}

}  // namespace

void add_table(Command& app) {
  add_serve(app);
  add_join(app);
}

}  // namespace yomi::cli::daihinmin

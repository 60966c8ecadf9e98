// yomi table and yomi seat: the two sides of the championship protocol.
#include <fmt/core.h>

#include "command.h"
#include "dealt_boards.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "output.h"
#include "yomi/agent/spec.h"
#include "yomi/formats/json.h"
#include "yomi/formats/text.h"
#include "yomi/table/seat.h"
#include "yomi/table/server.h"

namespace yomi::cli::match {
namespace {

using table::RecordedTable;
using table::RoomName;
using table::TeamMatch;

struct TableOptions {
  BoardSource source;
  table::ServerSettings settings;
  std::vector<std::string> teams;
  std::string rooms = "auto";
  std::string record;
  std::string event = "Match";
  double seconds_per_board = 0;
  bool resume = false;
  bool quiet = false;
  bool json = false;
};

std::string result_words(const table::PlayedBoard& played) {
  if (!played.contract) return "passed out";
  return fmt::format("{} by {}, {} tricks", to_string(*played.contract), to_name(played.contract->declarer),
                     played.tricks);
}

Json to_json(const RecordedTable& table) {
  const table::PlayedBoard& played = table.played;
  Json made{{"board", played.board.number},
            {"room", text::lower(to_name(table.room))},
            {"north_south", table.teams[Side::ns]},
            {"east_west", table.teams[Side::ew]},
            {"contract", played.contract ? to_string(*played.contract) : "Pass"},
            {"score", played.score_ns()},
            {"seconds", {played.seconds[0], played.seconds[1]}}};
  if (played.contract) {
    made["declarer"] = to_string(played.contract->declarer);
    made["tricks"] = played.tricks;
  }
  if (table.imps_ns) made["imps"] = *table.imps_ns;
  return made;
}

void print_table(const RecordedTable& table, const TeamMatch& match, bool json) {
  if (json) {
    fmt::print("{}\n", to_json(table).dump());
  } else {
    std::string line =
        fmt::format("board {:>3}  {:<6}  {:<24}  NS {:+5}", table.played.board.number,
                    text::lower(to_name(table.room)), result_words(table.played), table.played.score_ns());
    if (table.imps_ns) {
      const int imps = table.room == RoomName::open ? *table.imps_ns : -*table.imps_ns;
      line += fmt::format("  IMPs {:+3}, in all {:+4} for {}", imps, match.imps(), match.teams()[0]);
    }
    fmt::print("{}\n", line);
  }
  flush_output();
}

void print_end(const TeamMatch& match, const table::ServerReport& report, bool json) {
  if (json) {
    Json made{{"teams", match.teams()},
              {"boards", match.boards_scored()},
              {"imps", match.imps()},
              {"finished", report.failure.empty() && !report.stopped}};
    if (!report.failure.empty()) made["failure"] = report.failure;
    fmt::print("{}\n", made.dump());
  } else if (match.boards_scored() > 0) {
    fmt::print("{} boards in both rooms: {} {:+} IMPs against {}\n", match.boards_scored(), match.teams()[0],
               match.imps(), match.teams()[1]);
  }
}

void serve(TableOptions& options) {
  const auto boards = dealt_boards(options.source);
  TeamMatch match(boards);
  for (std::size_t i = 0; i < options.teams.size(); ++i)
    match.set_team(i, table::clean_name(options.teams[i]));
  std::optional<table::RecordFile> record;
  if (options.resume && options.record.empty())
    fail("table", "--resume needs --record, the file to continue");
  if (!options.record.empty()) {
    record.emplace(or_fail("table", table::RecordFile::open(options.record, options.resume,
                                                            {.event = options.event, .date = today('.')})));
    if (record->was_cut())
      fmt::print(stderr, "yomi table: {}: the last board was cut off; it is played again\n", options.record);
    for (const RecordedTable& one : record->boards()) {
      const auto taken = match.take(one);
      if (!taken) fail("table", options.record + ": " + taken.error().what);
    }
  }
  using Rooms = table::ServerSettings::Rooms;
  options.settings.rooms = options.rooms == "1"   ? Rooms::one
                           : options.rooms == "2" ? Rooms::two
                                                  : Rooms::by_players;
  options.settings.room.seconds_per_side = options.seconds_per_board * static_cast<double>(boards.size());
  const Interrupt interrupt;
  table::ServerCalls calls;
  calls.stop = Interrupt::requested;
  calls.on_listening = [&](int port) {
    if (options.quiet) return;
    fmt::print(stderr, "listening on {}:{}, {} boards\n", options.settings.host, port, boards.size());
  };
  calls.log = [&](const std::string& line) {
    if (!options.quiet) fmt::print(stderr, "{}\n", line);
  };
  calls.on_result = [&](const RecordedTable& one) -> Result<bool> {
    if (record) {
      auto added = record->add(one);
      if (!added) return added.error();
    }
    print_table(one, match, options.json);
    return true;
  };
  const auto report = or_fail("table", table::serve(options.settings, match, calls));
  print_end(match, report, options.json);
  if (!report.failure.empty()) fail("table", "the match was ended: " + report.failure);
  if (report.stopped) throw Exit{Interrupt::status()};
}

struct SeatOptions {
  table::SeatSettings settings;
  std::string seat = "North";
  std::string player = "reader:level=normal";
  std::string session;
  std::uint64_t seed = 1;
  int threads = 1;
  bool quiet = false;
  bool json = false;
};

void print_report(const table::SeatReport& report, bool json) {
  if (json) {
    fmt::print("{}\n", Json{{"boards", report.boards},
                            {"restarts", report.restarts},
                            {"odd", report.odd},
                            {"oddities", report.oddities},
                            {"finished", report.over},
                            {"trouble", report.over ? std::string() : report.trouble}}
                           .dump());
    return;
  }
  fmt::print("{} boards{}\n", report.boards,
             report.restarts > 0 ? fmt::format(", {} started again", report.restarts) : "");
  for (const std::string& one : report.oddities) fmt::print("made no sense: {}\n", one);
}

void sit(SeatOptions& options) {
  const auto seat = parse_seat(options.seat);
  if (!seat) fail("seat", "--seat: expected North, East, South or West, found " + text::quote(options.seat));
  agent::Settings defaults;
  defaults.play.threads = defaults.bidding.threads = options.threads;
  defaults.play.seed = defaults.bidding.seed = options.seed;
  auto settings = agent::parse_spec(options.player, defaults);
  if (!settings)
    fail("seat", fmt::format("--player: column {}: {}", settings.error().column, settings.error().what));
  auto player = agent::make_player(*settings);
  if (!player) fail("seat", "--player: " + player.error().to_string());
  options.settings.seat = *seat;
  OutputFile session;
  if (!options.session.empty()) session = OutputFile(options.session, OutputFile::Mode::replace);
  if (session.is_open()) {
    options.settings.on_line = [&](const std::string& line, bool to_server) {
      session.write((to_server ? "> " : "< ") + line + "\n");
    };
  }
  options.settings.log = [&](const std::string& line) {
    if (!options.quiet) fmt::print(stderr, "yomi seat: {}\n", line);
  };
  const Interrupt interrupt;
  const auto report = table::play_seat(options.settings, **player, Interrupt::requested);
  if (Interrupt::requested()) throw Exit{Interrupt::status()};
  if (!report) fail("seat", report.error());
  print_report(*report, options.json);
  session.expect_good();
  if (!report->over) fail("seat", "the session did not end: " + report->trouble);
}

void add_table_command(Command& app) {
  auto options = std::make_shared<TableOptions>();
  Command* command =
      app.add_subcommand("table", "Run a bridge match for programs: the championship protocol, version 18");
  command->footer(
      "Players connect by TCP and ask for a seat by team and direction. The first team sits North-South in "
      "the open room and\nEast-West in the closed room, with the same boards in both. With --rooms auto "
      "there is a closed room if somebody sits\ndown there before the open room has finished; with 1 there "
      "is only one room, with 2 both are waited for.\nA player that lost its connection may come back: the "
      "board is then restarted. If a player breaks the rules of the\nprotocol or is silent too long, the "
      "match ends and names it; what was played is in the record, and --resume continues\nit. Exit status: 0 "
      "when all boards are played; 2 if the match was ended, or for bad input; 130 when stopped.\n\n"
      "Examples:\n"
      "  yomi table --count 16 --seed 7 --record match.pbn\n"
      "  yomi table --boards boards.pbn --rooms 2 --teams Blue Red --time-per-board 420 --record match.pbn "
      "--resume");
  add_board_options(*command, options->source);
  command->add_option("--host", options->settings.host, "Address to listen on (0.0.0.0: all)")
      ->shows_default();
  command->add_option("--port", options->settings.port, "Port; 0: any free one")
      ->check(range(0, 65535))
      ->shows_default();
  command->add_option("--teams", options->teams, "The names of the two teams; others get no seat")
      ->expects(2);
  command->add_option("--rooms", options->rooms, "How many rooms: auto, 1 or 2")
      ->check(one_of({"auto", "1", "2"}))
      ->shows_default();
  command->add_option("--record", options->record,
                      "Write every board to this PBN file as soon as it is played");
  command->add_flag("--resume", options->resume, "Continue the record; its boards are not played again");
  command->add_option("--event", options->event, "Name of the match in the record")->shows_default();
  command
      ->add_option("--time-per-board", options->seconds_per_board,
                   "Seconds a side may use on each board, on average; 0: no limit")
      ->check(non_negative())
      ->shows_default();
  command
      ->add_option("--silence", options->settings.room.seconds_of_silence,
                   "Seconds that a player who is to act may be silent")
      ->check(positive())
      ->shows_default();
  command
      ->add_option("--away", options->settings.room.seconds_away,
                   "Seconds within which a player must reconnect")
      ->check(positive())
      ->shows_default();
  command->add_option("--patience", options->settings.room.patience, "Faults that a player is forgiven")
      ->check(range(0, 1000))
      ->shows_default();
  command->add_flag("--quiet", options->quiet, "Say nothing on stderr");
  command->add_flag("--json", options->json, "One JSON object per board, and one at the end");
  command->callback([options] { serve(*options); });
}

void add_seat_command(Command& app) {
  auto options = std::make_shared<SeatOptions>();
  Command* command = app.add_subcommand("seat", "Take a seat at a table of the championship protocol");
  command->footer(
      "Connects to a table manager and plays until the session ends. If the connection is lost, it takes its "
      "seat again.\n"
      "Players are named as in `yomi match`: an engine and its settings, "
      "reader:level=strong,system=two-over-one. Settings:\n" +
      agent::spec_knobs() +
      ".\nExit status: 0 when the session ended; 2 if there was no seat or the server went away; 130 when "
      "stopped.\n\n"
      "Examples:\n"
      "  yomi seat --team Blue --seat North\n"
      "  yomi seat --host tables.example.org --port 2000 --team Blue --seat W --player "
      "pimc:deals=40,system=sayc");
  command->add_option("--host", options->settings.host, "The server's name or address")->shows_default();
  command->add_option("--port", options->settings.port, "The server's port")
      ->check(range(1, 65535))
      ->shows_default();
  command->add_option("--team", options->settings.team, "The team's name")->shows_default();
  command->add_option("--seat", options->seat, "North, East, South or West")->shows_default();
  command->add_option("--player", options->player, "Who plays")->shows_default();
  command->add_option("--seed", options->seed, "Seed of the player's draws")->shows_default();
  command->add_option("--threads", options->threads, "Threads of the player")
      ->check(range(1, 1024))
      ->shows_default();
  command
      ->add_option("--connect", options->settings.seconds_to_connect,
                   "Seconds to keep trying while there is no server or no seat")
      ->check(non_negative())
      ->shows_default();
  command
      ->add_option("--return", options->settings.seconds_to_return,
                   "Seconds to keep trying after the connection was lost; 0: give up")
      ->check(non_negative())
      ->shows_default();
  command
      ->add_option("--wait", options->settings.seconds_to_wait,
                   "Seconds to wait for a silent server; 0: for ever")
      ->check(non_negative())
      ->shows_default();
  command->add_option("--session", options->session, "Write every line to this file");
  command->add_flag("--quiet", options->quiet, "Say nothing on stderr");
  command->add_flag("--json", options->json, "One JSON object at the end");
  command->callback([options] { sit(*options); });
}

}  // namespace

void add_table(Command& app) {
  add_table_command(app);
  add_seat_command(app);
}

}  // namespace yomi::cli::match

#include "match/boards.h"

#include <fmt/core.h>

#include <map>

#include "cluster.h"
#include "fail.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "yomi/agent/level.h"
#include "yomi/agent/spec.h"
#include "yomi/formats/json.h"
#include "yomi/table/external_player.h"
#include "yomi/table/match_page.h"
#include "yomi/table/match_report.h"

namespace yomi::cli::match {
namespace {

using table::Fixture;
using table::RecordedTable;
using table::RoomName;
using table::Sitting;
using table::Standing;

// An entrant: NAME=PLAYER or PLAYER, which is an engine and its settings, or engine:COMMAND.
struct Entrant {
  std::string name;
  std::string command;         // another program
  agent::Settings settings{};  // ours
};

Entrant entrant_of(const std::string& text) {
  constexpr std::string_view kCommand = "engine:";
  Entrant made;
  std::string player = text;
  const std::size_t sign = text.find('=');
  if (sign < text.find(':')) {
    made.name = table::clean_name(text.substr(0, sign));
    player = text.substr(sign + 1);
  }
  if (made.name.empty()) made.name = table::clean_name(player);
  if (player.starts_with(kCommand)) {
    made.command = player.substr(kCommand.size());
    return made;
  }
  agent::Settings defaults;
  defaults.play.threads = defaults.bidding.threads = 1;
  defaults.play.clock = play::TimeSource::cpu;
  if (player.find(':') == std::string::npos) agent::set_level(defaults, agent::Level::normal);
  auto settings = agent::parse_spec(player, defaults);
  if (!settings)
    fail("match", fmt::format("{}: column {}: {}", player, settings.error().column, settings.error().what));
  made.settings = std::move(*settings);
  const auto tried = agent::load_systems(made.settings.system, made.settings.their_system);
  if (!tried) fail("match", player + ": " + tried.error().to_string());
  if (const auto cardings = agent::load_cardings(made.settings, *tried); !cardings)
    fail("match", player + ": " + cardings.error().to_string());
  return made;
}

class MatchOfBoards {
 public:
  explicit MatchOfBoards(const MatchBoardsOptions& options)
      : options_(options), pairs_(options.event == "pairs"), boards_(dealt_boards(options.source)) {
    if (options.entrants.size() < 2) fail("match", "expected two players or more: yomi match reader pimc");
    for (const std::string& one : options.entrants) entrants_.push_back(entrant_of(one));
    std::map<std::string, int> seen;
    for (Entrant& one : entrants_) {
      const int number = ++seen[one.name];
      if (number > 1) one.name += fmt::format(" ({})", number);
      names_.push_back(one.name);
    }
    const int count = static_cast<int>(entrants_.size());
    rounds_ = options.rounds > 0         ? options.rounds
              : options.event == "swiss" ? table::swiss_rounds(count)
                                         : table::round_robin_rounds(count);
    if (!options.record.empty()) open_record();
    for (int i = 0; i < count; ++i) standings_.push_back({.entrant = i});
  }

  // False when it was stopped.
  bool play() {
    for (int round = 1; round <= rounds_; ++round) {
      const int count = static_cast<int>(entrants_.size());
      fixtures_.push_back(options_.event == "swiss" ? table::swiss_round(standings_, fixtures_)
                                                    : table::round_robin_round(count, round));
      auto sittings = table::sittings_of(fixtures_.back(), boards_of(round), !pairs_);
      for (Sitting& one : sittings) take_record(one);
      const bool whole = run(sittings);
      done_.insert(done_.end(), sittings.begin(), sittings.end());
      if (!whole) return false;
      if (pairs_)
        table::add_pairs_round(standings_, sittings);
      else
        table::add_teams_round(standings_, sittings);
    }
    return true;
  }

  [[nodiscard]] std::string page() const {
    const bool is_match = entrants_.size() == 2 && !pairs_;
    return table::to_html(
        {.title = is_match ? names_[0] + " against " + names_[1] : "Event: " + options_.event,
         .names = names_,
         .standings = standings_,
         .sittings = done_,
         .pairs = pairs_,
         .report = is_match ? table::to_text(table::report_of(done_, names_)) : ""});
  }

  void print(bool finished) {
    if (entrants_.size() == 2 && !pairs_) {
      const auto report = table::report_of(done_, names_);
      if (options_.json) {
        Json made = table::to_json(report);
        made["finished"] = finished;
        fmt::print("{}\n", made.dump());
      } else {
        if (!finished) fmt::print("stopped; the boards played so far:\n");
        fmt::print("{}", table::to_text(report));
      }
      return;
    }
    print_standings(finished);
  }

 private:
  // Rank 0 keeps the record; every rank must know what was in it.
  void open_record() {
    const auto boards = read_by_rank_0([&] {
      record_.emplace(
          or_fail("match", table::RecordFile::open(options_.record, options_.resume, {.event = "Match"})));
      if (record_->was_cut())
        fmt::print(stderr, "yomi match: {}: the last board was cut off; it is played again\n",
                   options_.record);
      return record_->boards();
    });
    for (const RecordedTable& one : boards)
      recorded_[{one.round, one.table, one.room, one.played.board.number}] = one;
  }

  void take_record(Sitting& sitting) {
    const auto found =
        recorded_.find({sitting.fixture.round, sitting.fixture.table, sitting.room, sitting.board.number});
    if (found == recorded_.end()) return;
    const RecordedTable& one = found->second;
    bool same = one.played.board == sitting.board;
    for (const Side side : {Side::ns, Side::ew})
      same = same && one.teams[side] == names_[static_cast<std::size_t>(sitting.entrant(side))];
    if (!same)
      fail("match", fmt::format("{}: board {} of round {} is that of another match", options_.record,
                                sitting.board.number, sitting.fixture.round));
    sitting.done = one;
  }

  // Each round gets its share of a file's boards, or boards of its own; when a file runs out it starts again.
  [[nodiscard]] std::vector<table::DealtBoard> boards_of(int round) const {
    if (rounds_ == 1) return boards_;
    if (options_.source.boards.empty() && options_.source.script.empty()) {
      BoardSource source = options_.source;
      source.seed = Random(options_.source.seed).split(static_cast<std::uint64_t>(round))();
      return dealt_boards(source);
    }
    const std::size_t each = boards_.size() / static_cast<std::size_t>(rounds_);
    if (each == 0) return boards_;
    const auto first =
        boards_.begin() + static_cast<std::ptrdiff_t>(each * static_cast<std::size_t>(round - 1));
    return {first, first + static_cast<std::ptrdiff_t>(each)};
  }

  bool run(std::vector<Sitting>& sittings) {
    Progress progress("tables");
    std::size_t done = 0;
    for (const Sitting& one : sittings) done += one.done ? 1 : 0;
    std::string trouble;
    table::SittingRun how;
    how.names = names_;
    how.threads = options_.threads;
    how.transport = Cluster::transport();
    how.stopped = Interrupt::requested;
    how.make_player = [&](int entrant) -> Result<std::unique_ptr<agent::Player>> {
      const Entrant& one = entrants_[static_cast<std::size_t>(entrant)];
      if (!one.command.empty()) return table::start_external_player(one.command, options_.answer_seconds);
      return agent::make_player(one.settings);
    };
    how.on_done = [&](const Sitting& one) {
      ++done;
      progress.show(static_cast<double>(done) / static_cast<double>(sittings.size()), done, estimate(one));
      if (!record_) return true;
      const auto added = record_->add(*one.done);
      if (!added) trouble = added.error().to_string();
      return added.ok();
    };
    const auto whole = table::run(how, sittings);
    progress.clear();
    if (!trouble.empty()) fail("match", trouble);
    if (!whole) fail("match", whole.error());
    return *whole;
  }

  // IMPs a board so far, where two teams meet.
  std::string estimate(const Sitting& one) {
    if (entrants_.size() != 2 || pairs_) return "";
    const int points = one.done->played.score_ns();
    const auto [other, is_first] = half_.try_emplace({one.fixture.round, one.board.number}, points);
    if (!is_first) {
      const int gained = imps(one.entrant(Side::ns) == 0 ? points - other->second : other->second - points);
      gained_.push_back(gained);
    }
    return table::to_string(jobs::mean_of(gained_)) + " IMPs";
  }

  void print_standings(bool finished) {
    if (options_.json) {
      Json rows = Json::array();
      for (const Standing& one : standings_) {
        Json row{{"name", names_[static_cast<std::size_t>(one.entrant)]},
                 {"rounds", one.rounds},
                 {"boards", one.boards},
                 {pairs_ ? "percent" : "victory_points", one.score}};
        if (!pairs_) row["imps"] = one.imps;
        rows.push_back(std::move(row));
      }
      fmt::print("{}\n", Json{{"event", options_.event}, {"finished", finished}, {"standings", rows}}.dump());
      return;
    }
    if (!finished) fmt::print("stopped; rounds played to the end:\n");
    std::size_t width = 4;
    for (const std::string& name : names_) width = std::max(width, name.size());
    fmt::print("{:>3}  {:<{}}  rounds  boards  {}\n", "", "", width, pairs_ ? "    %" : "   VP   IMPs");
    int place = 0;
    for (const Standing& one : standings_) {
      fmt::print("{:>3}  {:<{}}  {:>6}  {:>6}  {:>5.2f}{}\n", ++place,
                 names_[static_cast<std::size_t>(one.entrant)], width, one.rounds, one.boards, one.score,
                 pairs_ ? "" : fmt::format("  {:+5}", one.imps));
    }
  }

  const MatchBoardsOptions& options_;
  bool pairs_;
  std::vector<table::DealtBoard> boards_;
  std::vector<Entrant> entrants_;
  std::vector<std::string> names_;
  int rounds_ = 1;
  std::optional<table::RecordFile> record_;
  std::map<std::tuple<int, int, RoomName, int>, RecordedTable> recorded_;
  std::vector<std::vector<Fixture>> fixtures_;
  std::vector<Sitting> done_;
  std::vector<Standing> standings_;
  std::map<std::pair<int, int>, int> half_;  // boards with a score in one room: that of North-South
  std::vector<double> gained_;
};

}  // namespace

void add_match_boards_options(Command& command, MatchBoardsOptions& options) {
  command.add_option(
      "players", options.entrants,
      "The teams or pairs: NAME=PLAYER or PLAYER, an engine and its settings, or engine:COMMAND");
  command.add_option("--event", options.event, "teams (everybody meets everybody), swiss or pairs")
      ->check(one_of({"teams", "swiss", "pairs"}))
      ->shows_default();
  command.add_option("--rounds", options.rounds, "Rounds; by default as the event needs")
      ->check(range(1, 10'000));
  command.add_option("--record", options.record,
                     "Write every board to this PBN file as soon as it is played");
  command.add_flag("--resume", options.resume, "Continue the record; its boards are not played again");
  command.add_option("--html", options.html, "Write standings and boards to this file, as one page of HTML");
  command.add_option("--answer", options.answer_seconds, "Seconds within which another program must answer")
      ->check(positive())
      ->shows_default();
}

std::string match_boards_help() {
  return "Two teams play the same boards in two rooms with seats exchanged. More than two meet each other in "
         "turn (teams), by\ntheir standing (swiss), or as pairs at one table each, scored by matchpoints. A "
         "player is a card-play engine with its\nsettings, a level (fast, normal, strong), or "
         "engine:COMMAND, a program that answers as `yomi engine` does; an engine's\nname alone plays at "
         "level normal. Settings: " +
         agent::spec_knobs() +
         ".\nTimes are CPU times. With --record a match that was stopped can be continued by --resume. Exit "
         "status: 0 when it was\nplayed to the end; 2 for bad input, or if a player had no legal answer; 130 "
         "when stopped.";
}

void run_match_boards(const MatchBoardsOptions& options) {
  if (options.resume && options.record.empty())
    fail("match", "--resume needs --record, the file to continue");
  const Interrupt interrupt;
  if (!options.html.empty()) expect_writable(options.html);
  MatchOfBoards match(options);
  const bool finished = match.play();
  match.print(finished);
  if (!options.html.empty()) write_output(options.html, match.page());
  if (!finished) throw Exit{Interrupt::status()};
}

}  // namespace yomi::cli::match

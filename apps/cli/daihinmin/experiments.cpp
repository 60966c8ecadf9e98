// `yomi daihinmin experiments`: the tables of the paper again, and how well hidden cards are placed.
// `yomi daihinmin small`: the five-card model of its section 4.6.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "daihinmin/daihinmin.h"
#include "output.h"
#include "yomi/daihinmin/experiments.h"
#include "yomi/formats/json.h"

namespace yomi::cli::daihinmin {
namespace {

struct ExperimentsOptions {
  std::vector<int> tables{2, 3, 4, 5, 6, 7, 8};
  int games = 2000;
  int placing_games = 0;
  int draws = 4;
  std::vector<std::string> placing_players{"snowl"};
  float sharpness = 0;
  int threads = 0;
  std::string folder;
  PlayFlags play;
};

// Sessions of one table; kept in the folder, if there is one, so that a stopped run goes on where it was.
std::vector<Session> play_table(const ExperimentsOptions& options, const PaperTable& table,
                                const Learnt& learnt) {
  MatchSettings settings;
  settings.players = table.players;
  settings.games = options.games;
  settings.seed = options.play.seed;
  settings.options.playouts = options.play.playouts;
  SessionFile file{.path = "", .resume = true, .learnt = options.play.learnt};
  if (!options.folder.empty()) {
    file.path = fmt::format("{}/table{}-{}-{}.csv", options.folder, table.number, options.play.seed,
                            options.play.playouts);
  }
  auto sessions =
      play_kept(settings, learnt, options.threads, file, fmt::format("games of table {}", table.number));
  if (Interrupt::requested()) throw Exit{130};
  return sessions;
}

void print_table(const ExperimentsOptions& options, const PaperTable& table,
                 const std::vector<Session>& sessions) {
  const MatchScore score = score_of(sessions);
  const auto comparisons = compare(table, sessions);
  if (options.play.json) {
    Json line{{"table", table.number}, {"games", score.games}};
    for (std::size_t i = 0; i < kPlayers; ++i) {
      line["players"].push_back({{"player", table.players[i]},
                                 {"paper", table.shares[i]},
                                 {"share", score.players[i].share},
                                 {"error", error_json(score.players[i].share_error)}});
    }
    for (const auto& one : comparisons) {
      line["comparisons"].push_back({{"higher", table.players[one.higher]},
                                     {"lower", table.players[one.lower]},
                                     {"paper", one.paper},
                                     {"ours", one.ours},
                                     {"error", error_json(one.error)},
                                     {"agrees", one.agrees()}});
    }
    fmt::print("{}\n", line.dump());
  } else {
    fmt::print("Table {} ({} games)\n  {:<10} {:>7} {:>7} {:>7}\n", table.number, score.games, "player",
               "paper", "ours", "+-");
    for (std::size_t i = 0; i < kPlayers; ++i) {
      fmt::print("  {:<10} {:>7.3f} {:>7.4f} {:>7}\n", table.players[i], table.shares[i],
                 score.players[i].share, error_text(score.players[i].share_error, 4));
    }
    for (const auto& one : comparisons) {
      fmt::print("  {} above {}: paper {:.3f}, ours {:+.4f} +- {}  {}\n", table.players[one.higher],
                 table.players[one.lower], one.paper, one.ours, error_text(one.error, 4),
                 !one.agrees() ? (one.sure() ? "THE OTHER WAY" : "the other way, within the interval")
                 : one.sure()  ? "the same way"
                               : "the same way, within the interval");
    }
  }
  flush_output();
}

void run_experiments(const ExperimentsOptions& options) {
  const Learnt learnt = learnt_or_exit(options.play.learnt);
  if (!options.folder.empty() && !std::filesystem::is_directory(options.folder)) {
    fail("", {.what = "expected a folder", .file = options.folder});
  }
  const Interrupt interrupt;
  if (options.games > 0) {
    for (const auto& table : paper_tables()) {
      if (std::find(options.tables.begin(), options.tables.end(), table.number) == options.tables.end())
        continue;
      print_table(options, table, play_table(options, table, learnt));
    }
  }
  if (options.placing_games == 0) return;
  GamesBar bar("games", options.placing_games);
  std::vector<std::string> names = options.placing_players;
  if (names.size() == 1) names.resize(kPlayers, names[0]);
  auto ways = placings(learnt);
  if (options.sharpness > 0) ways.back().settings.sharpness = options.sharpness;
  auto measured =
      or_fail("", measure_placings(std::move(ways), five_or_exit(names), options.placing_games, options.draws,
                                   options.play.seed, learnt, options.threads, bar.calls()));
  if (Interrupt::requested()) throw Exit{130};
  if (!options.play.json)
    fmt::print("Hidden cards placed rightly ({} games of {})\n", options.placing_games,
               fmt::join(options.placing_players, ", "));
  for (const auto& placing : measured) {
    if (options.play.json) {
      fmt::print("{}\n", Json{{"belief", placing.name},
                              {"share", placing.share},
                              {"error", placing.error},
                              {"log_score", placing.score},
                              {"log_score_error", placing.score_error},
                              {"games", options.placing_games}}
                             .dump());
    } else {
      fmt::print("  {:<22} {:.4f} +- {:.4f}   log score {:.4f} +- {:.4f}\n", placing.name, placing.share,
                 placing.error, placing.score, placing.score_error);
    }
  }
}

// The paper's tables 9 and 10, for print beside ours.
struct Printed {
  std::array<int, 2> hand;
  std::array<std::array<int, 3>, 2> places;  // by card led, then by row
};
constexpr std::array<Printed, 2> kPrinted = {
    {{{2, 4}, {{{2, 3, 2}, {2, 2, 3}}}}, {{2, 5}, {{{2, 1, 2}, {1, 1, 1}}}}}};

void run_small(bool json) {
  for (const SmallHand& hand : small_model()) {
    const Printed* printed = nullptr;
    for (const Printed& one : kPrinted) {
      if (one.hand == hand.hand) printed = &one;
    }
    if (!json) {
      fmt::print("A holds ({},{}){}\n", hand.hand[0], hand.hand[1],
                 printed == nullptr      ? ""
                 : printed->hand[1] == 4 ? "   [table 9]"
                                         : "   [table 10]");
      fmt::print("  B      C        lead {}   lead {}\n", hand.hand[0], hand.hand[1]);
    }
    for (std::size_t i = 0; json && i < 2; ++i) {
      std::vector<int> places;
      places.reserve(hand.rows.size());
      for (const auto& row : hand.rows) places.push_back(row.place[i]);
      Json line{{"hand", hand.hand},
                {"card", hand.hand[i]},
                {"places", places},
                {"estimate_matters", hand.estimate_matters}};
      if (printed != nullptr) {
        line["paper"] = printed->places[i];
        const bool same = std::equal(places.begin(), places.end(), printed->places[i].begin());
        line["paper_agrees"] = same;
        if (!same) line["note"] = "misprint: the paper's first two rows seem exchanged";
      }
      fmt::print("{}\n", line.dump());
    }
    if (json) continue;
    bool differs = false;
    for (std::size_t r = 0; r < hand.rows.size(); ++r) {
      const auto& row = hand.rows[r];
      std::string beside;
      if (printed != nullptr) {
        beside = fmt::format("   paper: {} {}", printed->places[0][r], printed->places[1][r]);
        if (printed->places[0][r] != row.place[0] || printed->places[1][r] != row.place[1]) {
          beside += "  <- differs";
          differs = true;
        }
      }
      fmt::print("  {}    ({},{})        {}        {}{}\n", row.b, row.c[0], row.c[1], row.place[0],
                 row.place[1], beside);
    }
    if (differs) {
      fmt::print(
          "  The paper's first two rows seem exchanged: with B = 1 nobody can go out before A; with B = 3 B "
          "covers the 2\n"
          "  and is out.\n");
    }
    if (hand.estimate_matters) {
      fmt::print("  an estimate matters: {}\n", hand.telling);
    } else {
      fmt::print("  no estimate is needed: {} is best whatever B holds\n", hand.safe_card);
    }
  }
}

}  // namespace

void add_experiments(Command& app) {
  auto options = std::make_shared<ExperimentsOptions>();
  Command* command = app.add_subcommand(
      "experiments", "Repeat tables 2 to 8 of Nishino and Nishino (2011), with our figures beside theirs");
  command->footer(
      "A table of 2,000 games with five Monte-Carlo players takes about ten minutes of CPU. With --folder a "
      "stopped run\ncan be continued, and one with more games continues one with fewer.\n\n"
      "Example: yomi daihinmin experiments --tables 3,6,7 --games 2000 --folder results --placing 200");
  command->add_option("--tables", options->tables, "Which tables, 2 to 8")
      ->check(range(2, 8))
      ->delimiter(',')
      ->shows_default();
  command->add_option("--games", options->games, "Games per table; 0: none")
      ->check(non_negative())
      ->shows_default();
  command
      ->add_option("--placing", options->placing_games,
                   "Games over which to measure how well hidden cards are located")
      ->check(non_negative())
      ->shows_default();
  command->add_option("--placing-player", options->placing_players, "Who plays those games: one name or five")
      ->delimiter(',')
      ->shows_default();
  command->add_option("--sharpness", options->sharpness, "Exponent of the likelihood there; 0: yomi's own")
      ->check(non_negative())
      ->shows_default();
  command->add_option("--draws", options->draws, "Deals drawn per turn and kind of belief for that")
      ->check(positive())
      ->shows_default();
  command->add_option("--folder", options->folder, "Keep the sessions in this folder");
  add_threads(*command, options->threads);
  add_play_flags(*command, options->play, "JSON lines instead of text");
  command->callback([options] { run_experiments(*options); });

  auto json = std::make_shared<bool>(false);
  Command* small = app.add_subcommand(
      "small", "Repeat the five-card model: tables 9 and 10, and when an estimate matters");
  small->footer("Example: yomi daihinmin small --json");
  small->add_flag("--json", *json,
                  "One JSON object per line: hand, card, places in the order of the paper's rows");
  small->callback([json] { run_small(*json); });
}

}  // namespace yomi::cli::daihinmin

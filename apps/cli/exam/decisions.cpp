// yomi exam decisions: several players at the same decisions of recorded play, the cards judged by play.
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "batch.h"
#include "cluster.h"
#include "exam/exam.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "output.h"
#include "play_boards.h"
#include "time_options.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/statistics.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/lab/decision_exam.h"

namespace yomi::cli::exam {
namespace {

struct DecisionsOptions {
  std::string boards = "-";
  std::vector<std::string> players = {"reader", "pimc"};
  TimeOptions time{.time = "200ms"};
  std::string judge = "pimc:deals=12,proposals=2";
  std::uint64_t deals = 24;
  std::string role = "both";
  std::vector<int> tricks = {1, 9};
  std::string half = "tuning";
  std::int64_t skip = 0;
  std::int64_t count = -1;
  std::uint64_t seed = 1;
  int threads = 0;
  std::string out;
  bool json_output = false;
};

play::ContestantSpec spec_of(const char* flag, const std::string& text, const play::Settings& defaults) {
  auto spec = play::parse_contestant(text, defaults);
  if (!spec)
    fail("exam decisions",
         fmt::format("{}: '{}', column {}: {}", flag, text, spec.error().column, spec.error().what));
  return *std::move(spec);
}

using JudgedDecisions = lab::JudgedDecision;

lab::DecisionExam make_decisions_exam(const DecisionsOptions& options) {
  lab::DecisionExam made{.judge = {.player = spec_of("--judge", options.judge, {}), .deals = options.deals},
                         .role = lab::parse_role(options.role),
                         .first_trick = options.tricks[0],
                         .last_trick = options.tricks[1],
                         .seed = options.seed};
  play::Settings defaults;
  defaults.time = options.time.for_card();
  if (options.players.size() < 2)
    fail("exam decisions", "--players: expected two players or more, to be compared with the first");
  for (const std::string& text : options.players)
    made.players.push_back(spec_of("--players", text, defaults));
  return made;
}

Json decisions_json(const JudgedDecisions& one) {
  Json cards = Json::array();
  Json gains = Json::array();
  for (Card card : one.cards) cards.push_back(to_string(card));
  for (double gain : one.gains) gains.push_back(gain);
  return {{"line", one.line},
          {"played", one.played},
          {"role", one.declares ? "declarer" : "defence"},
          {"cards", std::move(cards)},
          {"gains", std::move(gains)}};
}

struct DecisionsRow {
  std::string player;
  std::size_t decisions = 0;
  std::size_t differ = 0;
  jobs::Mean gain{};  // IMPs for 100 decisions
};

std::vector<DecisionsRow> rows_of(const DecisionsOptions& options, const std::vector<JudgedDecisions>& all,
                                  bool declares) {
  std::vector<DecisionsRow> made;
  for (std::size_t i = 1; i < options.players.size(); ++i) {
    DecisionsRow row{.player = options.players[i]};
    std::vector<double> gains;
    for (const JudgedDecisions& one : all) {
      if (one.declares != declares) continue;
      gains.push_back(100 * one.gains[i]);
      row.differ += one.cards[i] != one.cards[0] ? 1 : 0;
    }
    row.decisions = gains.size();
    row.gain = jobs::mean_of(gains);
    if (row.decisions > 0) made.push_back(row);
  }
  return made;
}

void print_decisions(const DecisionsOptions& options, const std::vector<JudgedDecisions>& all) {
  for (bool declares : {true, false}) {
    const std::vector<DecisionsRow> rows = rows_of(options, all, declares);
    const char* role = declares ? "declarer" : "defence";
    for (const DecisionsRow& row : rows) {
      if (options.json_output) {
        fmt::print("{}\n", Json{{"role", role},
                                {"first", options.players[0]},
                                {"player", row.player},
                                {"decisions", row.decisions},
                                {"differ", row.differ},
                                {"imps_per_100", row.gain.value},
                                {"error", row.gain.error}}
                               .dump());
        continue;
      }
      if (&row == rows.data())
        fmt::print("{}: {} decisions; IMPs for 100 of them over {}\n", role, row.decisions,
                   options.players[0]);
      fmt::print("  {:+8.2f} ± {:5.2f}  {:5} cards differ  {}\n", row.gain.value, row.gain.error, row.differ,
                 row.player);
    }
  }
}

void run_decisions(const DecisionsOptions& options) {
  const Interrupt interrupt;
  const std::stop_token stop = interrupt.token();
  const lab::DecisionExam exam = make_decisions_exam(options);
  int bad = 0;
  if (!options.out.empty()) expect_writable(options.out);
  const auto boards =
      read_play_boards("exam decisions", options.boards,
                       {.half = half_named(options.half), .count = options.count, .skip = options.skip}, bad);
  if (boards.empty()) nothing_read(options.boards, "a board to play");
  OutputFile out;
  if (!options.out.empty()) out = OutputFile(options.out, OutputFile::Mode::replace);
  std::vector<std::optional<JudgedDecisions>> found(boards.size());
  std::vector<JudgedDecisions> all;
  jobs::OrderedBatch batch{.threads = Cluster::threads(static_cast<unsigned>(options.threads))};
  batch.work = [&](unsigned, std::size_t item) {
    found[item] = exam.examine(boards[item].board, boards[item].line, stop);
  };
  batch.done = [&](std::size_t item) {
    if (!found[item]) return;
    if (out.is_open()) out.write(decisions_json(*found[item]).dump() + "\n");
    all.push_back(*found[item]);
  };
  jobs::share(batch, Cluster::transport(), found);
  const bool finished = run_batch("decisions", batch, boards.size()).whole;
  print_decisions(options, all);
  if (out.is_open()) out.expect_good();
  if (!finished || stop.stop_requested()) throw Exit{kStoppedStatus};
  if (bad > 0) throw Exit{2};
}

}  // namespace

void add_decisions(Command& exam) {
  auto options = std::make_shared<DecisionsOptions>();
  Command* command =
      exam.add_subcommand("decisions", "Compare players at the same decisions of recorded play");
  command->add_option("boards", options->boards, "Played boards in any format; - is standard input")
      ->shows_default();
  command
      ->add_option("--players", options->players,
                   "Players as in yomi versus, separated by spaces or semicolons; the others are compared "
                   "with the first")
      ->delimiter(';');
  options->time.add_to(*command);
  command->add_option("--judge", options->judge, "Who plays the boards out, in all seats")->shows_default();
  command->add_option("--deals", options->deals, "In how many deals drawn from the deciding player's belief")
      ->shows_default();
  command->add_option("--role", options->role, "declarer, defence or both")
      ->check(one_of({"declarer", "defence", "both"}));
  command->add_option("--tricks", options->tricks, "First and last trick of the decisions")
      ->expects(2)
      ->check(range(1, 13));
  add_half(*command, options->half);
  command->add_option("--skip", options->skip, "Leave out so many deals first")->check(non_negative());
  command->add_option("--count", options->count, "At most so many deals, one decision each")
      ->check(positive());
  command->add_option("--seed", options->seed, "Seed")->shows_default();
  command->add_option("--threads", options->threads, "Decisions at a time; all cores unless given")
      ->check(range(1, 1024));
  command->add_option("--out", options->out,
                      "Write every decision to this file, one JSON object per line, as soon as it is judged");
  command->add_flag("--json", options->json_output, "One JSON object per player and role");
  command->footer(
      "One decision is drawn from each board. Each player chooses a card from what the deciding player can "
      "see. Where the\ncards differ, each is played out in deals drawn from that player's belief. With "
      "clock=nodes in the players' settings\nthe outcome depends on the seed alone.\n\n"
      "Example:\n  zcat boards.jsonl.gz | yomi exam decisions - --count 200 --players "
      "'reader:clock=nodes;reader:clock=nodes,lookahead=off'");
  command->callback([options] { run_decisions(*options); });
}

}  // namespace yomi::cli::exam

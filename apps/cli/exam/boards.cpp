// yomi exam boards: recorded deals bid to the end, judged double-dummy against the experts who played them.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <unordered_set>

#include "batch.h"
#include "bidding_table.h"
#include "cluster.h"
#include "complaints.h"
#include "exam/exam.h"
#include "exam/recorded_boards.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "play_boards.h"
#include "yomi/formats/board_reader.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/statistics.h"
#include "yomi/lab/auction_exam.h"

namespace yomi::cli::exam {
namespace {

struct BoardsOptions {
  std::string boards = "-";
  std::string system = kDefaultSystem;
  std::string their_system;  // empty: the same
  std::string tables;
  std::int64_t count = -1;
  std::int64_t every = 1;
  unsigned threads = 1;
  int worst = 0;
  std::string kinds;  // "game/part": only these among the worst
  int simulate = 0;
  bool no_solving = false;
  bool list = false;
  bool json_output = false;
};

using BoardsExam = lab::AuctionExam;
using JudgedBoards = lab::JudgedAuction;
using Outcome = lab::BidOutcome;
using Report = lab::AuctionReport;
using lab::kind_of;
using lab::vulnerability_of;

std::vector<Call> plain_calls(const Board& board) {
  std::vector<Call> calls;
  calls.reserve(board.calls.size());
  for (const BoardCall& one : board.calls) calls.push_back(one.call);
  return calls;
}

std::string text_of(const std::vector<Call>& calls) {
  std::string text;
  for (const Call call : calls) text += (text.empty() ? "" : " ") + (call.is_pass() ? "P" : to_string(call));
  return text;
}

std::string text_of(const std::optional<Contract>& contract, const dd::Table& table, int score_ns) {
  if (!contract) return "passed out";
  return fmt::format("{} by {}, {} tricks, NS {:+}", to_string(*contract), to_char(contract->declarer),
                     table.at(contract->strain, contract->declarer), score_ns);
}

void print_board(const BoardsExam& exam, std::size_t item, double gained, bool silent) {
  const Board& board = exam.boards[item].board;
  const JudgedBoards& judged = exam.judged[item];
  Outcome outcome = silent ? *judged.silent : judged.all;
  exam.explain(board, outcome);
  fmt::print("\n{:+} IMPs  line {}  dealer {}  vul {}  par NS {:+}\n", gained, exam.boards[item].line,
             to_char(*board.dealer), to_string(vulnerability_of(board)), judged.par_ns);
  for (Seat seat : kAllSeats) fmt::print("  {} {}\n", to_char(seat), hand_to_string(board.deal[seat]));
  fmt::print("  experts: {}: {}\n", text_of(plain_calls(board)),
             text_of(board.contract, judged.table, judged.experts_ns));
  fmt::print("  ours:    {}: {}\n", text_of(outcome.calls),
             text_of(outcome.contract, judged.table, outcome.score_ns));
  for (std::size_t i = 0; i < outcome.calls.size(); ++i) {
    const Seat seat = next(*board.dealer, static_cast<int>(i));
    if (outcome.calls[i].is_pass() && i + 3 >= outcome.calls.size()) continue;
    fmt::print("    {} {:<4} {}\n", to_char(seat), to_string(outcome.calls[i]), outcome.rules[i]);
  }
}

void print_worst(const BoardsExam& exam, const std::vector<std::pair<double, std::size_t>>& boards,
                 const BoardsOptions& options, bool silent) {
  int shown = 0;
  for (const auto& [gained, item] : boards) {
    const JudgedBoards& judged = exam.judged[item];
    const Outcome& outcome = silent ? *judged.silent : judged.all;
    const std::string kinds = kind_of(exam.boards[item].board.contract) + "/" + kind_of(outcome.contract);
    if (!options.kinds.empty() && kinds != options.kinds) continue;
    if (shown++ >= options.worst) break;
    print_board(exam, item, gained, silent);
  }
}

void print_matrix(const Report::Matrix& matrix, std::string_view title) {
  fmt::print("{}\n  {:<10}{:<10}{:>7}{:>10}{:>12}\n", title, "experts", "ours", "boards", "IMPs", "a board");
  for (const auto& [key, cell] : matrix) {
    fmt::print("  {:<10}{:<10}{:>7}{:>+10.0f}{:>+12.2f}\n", key.first, key.second, cell.boards, cell.imps,
               cell.imps / cell.boards);
  }
}

// One line per board: its place, our contract, and the result.
void print_list(const BoardsExam& exam) {
  fmt::print("line\tdealer\tvul\tpar\texperts\tauction\tscore\tsilent auction\tsilent score\n");
  for (std::size_t i = 0; i < exam.boards.size(); ++i) {
    const Board& board = exam.boards[i].board;
    const JudgedBoards& judged = exam.judged[i];
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", exam.boards[i].line, to_char(*board.dealer),
               to_string(vulnerability_of(board)), judged.par_ns, judged.experts_ns,
               text_of(judged.all.calls), judged.all.score_ns,
               judged.silent ? text_of(judged.silent->calls) : "",
               judged.silent ? std::to_string(judged.silent->score_ns) : "");
  }
}

void print_boards(const BoardsExam& exam, const Report& report, const BoardsOptions& options, double rate) {
  if (options.list) print_list(exam);
  if (options.worst > 0) {
    fmt::print("Worst against silent opponents\n");
    print_worst(exam, report.worst_silent, options, true);
    fmt::print("\nWorst against par, four hands bidding\n");
    print_worst(exam, report.worst_all, options, false);
    fmt::print("\n");
  }
  print_matrix(report.silent_kinds, "Against silent opponents: IMPs won, by kind of contract");
  print_matrix(report.all_kinds, "Four hands: IMPs farther from par than the experts, by kind of contract");
  fmt::print(
      "{} deals, {} auctions, {:.0f} a second of one core; {} not ended legally, {} of more than {} calls, "
      "longest {}\n",
      exam.boards.size(), report.auctions, rate, report.illegal, report.too_long, bidding::kLongAuction,
      report.longest);
  const auto row = [](std::string_view name, std::span<const double> values) {
    const jobs::Mean mean = jobs::mean_of(values);
    fmt::print("{:<62}{:>+7.3f} +- {:.3f} ({} boards)\n", name, mean.value, mean.error, mean.count);
  };
  row("IMPs a board against the experts, silent opponents", report.against_silent);
  row("distance from par in IMPs, ours", report.par_ours);
  row("distance from par in IMPs, the experts'", report.par_experts);
  row("ours farther by", report.par_worse);
}

void print_boards_json(const BoardsExam& exam, const Report& report, double rate) {
  const auto mean = [](std::span<const double> values) -> Json {
    const jobs::Mean made = jobs::mean_of(values);
    return {{"mean", made.value}, {"error", made.error}, {"boards", made.count}};
  };
  const Json out = {{"deals", exam.boards.size()},
                    {"auctions", report.auctions},
                    {"auctions_per_second", rate},
                    {"illegal", report.illegal},
                    {"too_long", report.too_long},
                    {"longest", report.longest},
                    {"against_silent", mean(report.against_silent)},
                    {"par_ours", mean(report.par_ours)},
                    {"par_experts", mean(report.par_experts)},
                    {"par_worse", mean(report.par_worse)}};
  fmt::print("{}\n", out.dump());
}

// Each deal once, the first time it occurs.
std::vector<ReadBoard> read_boards(const BoardsOptions& options, std::int64_t& bad) {
  std::vector<ReadBoard> boards;
  std::unordered_set<std::string> seen;
  Complaints complaints("");
  const auto complain = [&](const Error& error) {
    complaints.say(error);
    ++bad;
  };
  each_played_board(options.boards, complain, [&](ReadBoard&& read) {
    if (read.board.calls.empty()) {
      complain(read.error("auction: expected a list of calls", input_name(options.boards)));
      return true;
    }
    if (seen.insert(to_string(read.board.deal)).second &&
        (static_cast<std::int64_t>(seen.size()) - 1) % options.every == 0)
      boards.push_back(std::move(read));
    return options.count < 0 || static_cast<std::int64_t>(boards.size()) < options.count;
  });
  return boards;
}

void run_boards(const BoardsOptions& options) {
  lab::DealTables tables;
  if (!options.tables.empty()) {
    tables = or_fail(read_tables(options.tables));
  }
  std::int64_t bad = 0;
  const LoadedSystems systems =
      load_systems({options.system, options.their_system.empty() ? options.system : options.their_system});
  BoardsExam exam({.ours = systems.ours,
                   .theirs = systems.theirs,
                   .simulate = options.simulate,
                   .no_solving = options.no_solving,
                   .tables = std::move(tables)},
                  read_boards(options, bad));
  if (exam.boards.empty() && bad == 0) nothing_read(options.boards, "a board with its auction");
  Interrupt interrupt;
  jobs::OrderedBatch batch{.threads = options.threads};
  std::vector<std::unique_ptr<BoardsExam::Worker>> workers;
  for (unsigned i = 0; i < jobs::workers(batch, exam.boards.size()); ++i) {
    workers.push_back(std::make_unique<BoardsExam::Worker>(options.simulate));
  }
  batch.work = [&](unsigned worker, std::size_t item) { exam.judge(item, *workers[worker]); };
  jobs::share(batch, Cluster::transport(), exam.judged);
  const auto [whole, done] = run_batch("boards", batch, exam.boards.size());
  exam.boards.resize(done);
  exam.judged.resize(done);
  const Report report = report_on(exam);
  double spent = 0;
  for (const JudgedBoards& one : exam.judged) spent += one.bidding_seconds;
  const double rate = spent > 0 ? static_cast<double>(report.auctions) / spent : 0;
  if (options.json_output) {
    print_boards_json(exam, report, rate);
  } else {
    print_boards(exam, report, options, rate);
  }
  if (!whole) throw Exit{kStoppedStatus};
  if (bad > 0) throw Exit{2};
  if (report.illegal + report.too_long > 0) throw Exit{1};
}

}  // namespace

void add_boards(Command& exam) {
  auto options = std::make_shared<BoardsOptions>();
  Command* command = exam.add_subcommand(
      "boards", "Recorded deals bid to the end, judged double-dummy against the experts who played them");
  command->add_option(
      "boards", options->boards,
      "Boards in any format, with their auctions; - is standard input. Each deal counts once");
  command->add_option("--system", options->system, "The system of both sides: a name or a file");
  command->add_option("--their-system", options->their_system,
                      "Another system for the side that passed (East-West, if both bid)");
  command->add_option(
      "--tables", options->tables,
      "Double-dummy tables as written by yomi solve --table --json; missing boards are solved");
  command->add_flag("--no-solving", options->no_solving, "Judge only the boards that --tables has");
  command->add_option("--count", options->count, "Stop after so many deals")->check(positive());
  command->add_option("--every", options->every, "Take only every Nth deal")->check(positive());
  command->add_option("--threads", options->threads, "Boards at a time")->check(range(1, 1024));
  command
      ->add_option("--worst", options->worst,
                   "Show so many of the boards that cost most, with the rule behind each call")
      ->check(non_negative());
  command->add_flag("--list", options->list,
                    "One line per board, separated by tabs; scores are for North-South");
  command->add_option("--kinds", options->kinds,
                      "Of these, only this kind of contract by the experts and by us: game/part");
  command
      ->add_option("--simulate", options->simulate, "Deals to sample where only general lines apply; 0: none")
      ->check(range(0, 100000));
  command->add_flag("--json", options->json_output, "One JSON object");
  command->footer(
      "Exit status: 1 when an auction did not end or was longer than 30 calls.\n"
      "Example:\n  zcat boards.jsonl.gz | yomi exam boards - --every 7 --worst 10");
  command->callback([options] { run_boards(*options); });
}

}  // namespace yomi::cli::exam

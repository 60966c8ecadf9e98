#include "solve/solve.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string_view>

#include "cluster.h"
#include "command.h"
#include "complaints.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "yomi/jobs/bytes.h"
#include "yomi/jobs/shards.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::cli::solve {
namespace {

constexpr std::size_t kWindow = 2'000;  // tasks in memory

// What happened to all tasks so far.
struct Tally {
  std::size_t done = 0;
  std::size_t taken = 0;  // also those with errors
  bool failed = false;
  bool said_no = false;
  bool stopped = false;
  Complaints complaints{"yomi solve"};
};

std::string error_text(const Task& task) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, task.errors.size()); ++i) {
    text += task.errors[i].to_string() + "\n";
  }
  if (task.errors.size() > most) {
    text += fmt::format("{}:{}: this board has more errors\n", task.file, task.errors[most].line);
  }
  return text;
}

// What is to be printed for one task. As bytes: whether the answer is no (1), the length of the errors (4),
// errors, output.
struct Printed {
  bool said_no = false;
  std::string errors{};
  std::string output{};

  [[nodiscard]] std::string bytes() const {
    std::string result(1, said_no ? '1' : '0');
    jobs::put_u32(result, static_cast<std::uint32_t>(errors.size()));
    return result + errors + output;
  }
  static Printed of(std::string_view bytes) {
    const std::size_t errors = jobs::get_u32(bytes.substr(1));
    return {bytes[0] == '1', std::string(bytes.substr(5, errors)), std::string(bytes.substr(5 + errors))};
  }
};

Printed solve_and_print(Task& task, const SolveOptions& options, dd::Solver& solver,
                        dd::TeamSolver* team = nullptr) {
  Answer answer;
  if (task.errors.empty()) answer = solve(task, options, solver, team);
  if (answer.stopped) return {};
  Printed printed{.said_no = answer.need && answer.need->can == false, .errors = error_text(task)};
  if (options.json)
    printed.output = to_json(task, answer, options);
  else if (task.errors.empty())
    printed.output = to_text(task, answer, options);
  return printed;
}

// The threads for one board, where there is only one: they search for each answer together.
class Team {
 public:
  Team(unsigned threads, std::size_t memory)
      : pool_(static_cast<int>(threads)),
        solver_(dd::Settings{.memory_bytes = memory * threads}, static_cast<int>(threads),
                [this](int count, const std::function<void(int)>& work) {
                  pool_.each(static_cast<std::size_t>(count),
                             [&work](std::size_t item, int) { work(static_cast<int>(item)); });
                }) {}
  dd::TeamSolver& solver() { return solver_; }

 private:
  jobs::ThreadPool pool_;
  dd::TeamSolver solver_;
};

// One window of tasks on all threads and ranks; the output in their order.
void solve_window(std::vector<Task>& tasks, const SolveOptions& options, TaskSource& source,
                  std::vector<std::unique_ptr<dd::Solver>>& solvers, Progress& progress, Tally& tally) {
  const double before =
      tally.done == 0 ? 0 : static_cast<double>(tally.done) / static_cast<double>(tally.done + tasks.size());
  jobs::Shards shards{.count = tasks.size(), .threads = options.threads};
  while (solvers.size() < std::min<std::size_t>(options.threads, tasks.size())) {
    solvers.push_back(std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = options.memory << 20}));
  }
  for (const auto& solver : solvers) solver->rearm();
  std::optional<Team> team;
  if (tasks.size() == 1 && options.threads > 1) team.emplace(options.threads, options.memory << 20);
  shards.work = [&](unsigned worker, std::size_t item) {
    return solve_and_print(tasks[item], options, *solvers[worker], team ? &team->solver() : nullptr).bytes();
  };
  shards.done = [&](std::size_t, std::string_view bytes) {
    const Printed printed = Printed::of(bytes);
    ++tally.taken;
    progress.clear();
    for (std::string_view rest = printed.errors; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
      tally.complaints.say(rest.substr(0, rest.find('\n')));
    tally.failed = tally.failed || !printed.errors.empty();
    tally.said_no = tally.said_no || printed.said_no;
    if (!options.json && !printed.output.empty() && tally.done > 0) fmt::print("\n");
    if (!printed.output.empty()) ++tally.done;
    fmt::print("{}", printed.output);
    flush_output();
  };
  shards.tick = [&](const jobs::ShardProgress& here) {
    const double part = static_cast<double>(here.done) / static_cast<double>(here.count);
    progress.show((before + (1 - before) * part) * source.part(), tally.done);
    return !Interrupt::requested();
  };
  shards.cancel = [&] {
    for (const auto& solver : solvers) solver->stop();
    if (team) team->solver().stop();
  };
  const auto end = jobs::run(shards, Cluster::transport());
  tally.stopped = !end.ok() || *end == jobs::ShardsEnd::stopped;
}

int run_solve(const SolveOptions& options) {
  TaskSource source(options);
  Progress progress("boards");
  Tally tally;
  std::vector<std::unique_ptr<dd::Solver>> solvers;
  const Interrupt interrupt;
  bool any = false;
  for (;;) {
    std::vector<Task> tasks;
    while (tasks.size() < kWindow && !Interrupt::requested()) {
      auto task = source.next();
      if (!task) break;
      tasks.push_back(std::move(*task));
    }
    if (tasks.empty() && !Interrupt::requested()) break;
    any = true;
    solve_window(tasks, options, source, solvers, progress, tally);
    if (tally.stopped || Interrupt::requested()) {
      progress.clear();
      fmt::print(stderr, "yomi solve: stopped after {} boards; --skip {} goes on from there\n", tally.done,
                 options.skip + tally.taken);
      return kStoppedStatus;
    }
  }
  if (!any && options.skip == 0 && !options.numbers.all()) {
    fmt::print(stderr, "yomi solve: no board has such a number: {}\n", options.boards);
    return 2;
  }
  return tally.failed ? 2 : tally.said_no ? 1 : 0;
}

// "5": before the first card of trick 5; "5.3": before its third.
std::optional<std::size_t> parse_place(const std::string& text) {
  unsigned trick = 0;
  unsigned card = 1;
  const char* const end = text.data() + text.size();
  auto [at, code] = std::from_chars(text.data(), end, trick);
  if (code == std::errc() && at != end && *at == '.') {
    const auto [rest, wrong] = std::from_chars(at + 1, end, card);
    at = rest;
    code = wrong;
  }
  if (code != std::errc() || at != end || trick < 1 || trick > kRanks || card < 1 || card > 4)
    return std::nullopt;
  return 4 * (trick - 1) + card - 1;
}

// Parses the flags' values; one that cannot be read gives a message and status 2.
void check_flags(SolveOptions& options) {
  const auto fail = [](const std::string& what) {
    fmt::print(stderr, "yomi solve: {}\nTry: yomi solve --help\n", what);
    throw Exit{2};
  };
  if (!options.trump.empty()) {
    options.strain = problem::parse_trump(options.trump);
    if (!options.strain) fail("--trump: expected S, H, D, C or NT, found '" + options.trump + "'");
  }
  if (!options.leader.empty()) {
    options.lead = parse_seat(options.leader);
    if (!options.lead) fail("--leader: expected N, E, S or W, found '" + options.leader + "'");
  }
  if (!options.need.empty() && !problem::parse_need(options.need, Side::ns)) {
    fail("--need: expected a number of tricks, or a side and a number such as NS9, found '" + options.need +
         "'");
  }
  if (options.files.empty() && options.deal.empty()) fail("expected a FILE, '-' or --deal");
  if (!options.played.empty()) {
    const auto cards = problem::parse_cards(options.played);
    if (!cards) fail(fmt::format("--play: column {}: {}", cards.error().column, cards.error().what));
    options.play = *cards;
  }
  if (!options.at.empty()) {
    options.cards_before = parse_place(options.at);
    if (!options.cards_before)
      fail("--at: expected a trick from 1 to 13, or a trick and a card such as 5.3, found '" + options.at +
           "'");
  }
  const auto numbers = BoardNumbers::parse(options.boards);
  if (!numbers) fail("--board: " + numbers.error().what);
  options.numbers = *numbers;
  if (options.threads == 0) options.threads = Cluster::threads();
}

}  // namespace

void add(Command& app) {
  auto options = std::make_shared<SolveOptions>();
  Command* solve = app.add_subcommand("solve", "Solve boards double-dummy (all four hands are seen)");
  solve->footer(
      "Without a question, it shows the hands, the tricks and a best line of play, or the table of all "
      "contracts and par if\nthe record names no contract. Exit status: 0; 1 if a needed number of tricks "
      "cannot be taken; 2 for bad input (the\nother boards are still solved); 130 when stopped.\n\n"
      "Examples:\n"
      "  yomi solve examples/double-squeeze.txt\n"
      "  yomi solve match.pbn --table --par --json > match.jsonl\n"
      "  yomi solve match.lin --board 7 --at 5.3 --cards\n"
      "  yomi solve --deal \"N:AQ... K2... 43... J5...\" --trump NT --leader S --cards");
  solve->add_option("files", options->files, "Records in any format, or problem texts; - is standard input")
      ->value_name("FILE");
  solve->add_option("--deal", options->deal, "Four hands instead of a file, as PBN writes them")
      ->value_name("\"N:...\"");
  solve->add_option("--trump", options->trump, "S H D C or NT, instead of the record's");
  solve->add_option("--leader", options->leader, "Who leads first: N E S W, instead of the record's");
  solve
      ->add_option("--play,--played", options->played,
                   "Cards played from the lead on, instead of the record's")
      ->value_name("\"SA S2 ...\"");
  solve->add_option("--board", options->boards, "Only these, by their Board tags: 7 or 1,3,5-8")
      ->value_name("N");
  solve->add_option("--at", options->at, "The position before this trick, or this card of it: 5 or 5.3")
      ->value_name("TRICK");
  solve->add_option("--skip", options->skip,
                    "Leave out so many boards at the start, to continue where a batch stopped");
  solve->add_option("--count", options->count, "Solve at most so many boards")->check(positive());
  solve->add_flag("--leads", options->leads, "The tricks after each opening lead");
  solve->add_flag("--cards", options->cards, "The tricks after each possible card");
  solve->add_flag("--table", options->table, "The tricks of all 20 contracts");
  solve->add_flag("--par", options->par, "The par score and its contracts");
  solve->add_flag("--line", options->line, "A best line of play");
  solve->add_flag("--analyse,--analyze", options->analyse, "What each card played cost");
  solve->add_option("--need", options->need, "Can the declaring side take N tricks? NS9 or EW4 name the side")
      ->value_name("N");
  solve
      ->add_option("--threads", options->threads,
                   "Boards at a time, or threads for a single one; all cores unless given")
      ->check(range(1, 1024));
  solve->add_option("--memory", options->memory, "MiB per thread for stored positions")
      ->check(range(1, 65536));
  solve->add_flag("--json", options->json, "One JSON object per line (docs/reference/json.md)");
  solve->add_flag("--ascii", options->ascii, "Letters instead of suit symbols");
  solve->callback([options] {
    check_flags(*options);
    if (const int status = run_solve(*options); status != 0) throw Exit{status};
  });
}

}  // namespace yomi::cli::solve

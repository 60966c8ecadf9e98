// yomi exam play: how often a card-player finds the right card of recorded problems.
#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "board_file.h"
#include "complaints.h"
#include "exam/exam.h"
#include "exam/played_boards.h"
#include "exam/problem_table.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "play_options.h"
#include "progress.h"
#include "yomi/formats/json.h"
#include "yomi/lab/problem_exam.h"

namespace yomi::cli::exam {
namespace {

using lab::ExamProblem;

struct PlayOptions {
  std::vector<std::string> files;
  PlayFlags flags;
  int seeds = 1;
  std::vector<std::string> beside{};
  std::string half = "tuning";
  BoardExam boards{};
  bool json_output = false;
};

// One problem under all seeds.
struct Marks {
  std::string name;
  std::string theme;
  int right = 0;
  int pimc_right = 0;
  int both = 0;
  int tries = 0;
  std::int64_t ms = 0;
  std::map<std::string, int> cards{};
};

void print_play(const std::vector<Marks>& all) {
  fmt::print("  right  pimc  tries   ms a card  cards\n");
  for (const Marks& one : all) {
    std::string cards;
    for (const auto& [card, count] : one.cards) cards += fmt::format(" {} {}", card, count);
    fmt::print("  {:5}  {:4}  {:5}  {:10}  {}   {}\n", one.right, one.pimc_right, one.tries,
               one.tries > 0 ? one.ms / one.tries : 0, cards, one.name);
  }
}

void print_play_json(const std::vector<Marks>& all, const std::string& engine, const ProblemTable& table) {
  Json rows = Json::array();
  for (const Marks& one : all) {
    rows.push_back({{"problem", one.name},
                    {"theme", one.theme},
                    {"right", one.right},
                    {"pimc_right", one.pimc_right},
                    {"both_right", one.both},
                    {"tries", one.tries},
                    {"cards", one.cards},
                    {"ms", one.tries > 0 ? one.ms / one.tries : 0}});
  }
  fmt::print("{}\n",
             Json({{"engine", engine}, {"problems", std::move(rows)}, {"classes", table.to_json()}}).dump());
}

// Collects the problems from PBN files; played boards in other files are examined right away.
struct Files {
  std::vector<ExamProblem> problems{};
  bool any_problems = false;
  bool failed = false;
};

Files read_files(const PlayOptions& options) {
  Files made;
  Complaints complaints("yomi exam play");
  for (const std::string& path : options.files) {
    if (format_of_name(path) != BoardFormat::pbn) {
      BoardExam exam = options.boards;
      exam.filter.half = half_named(options.half);
      exam.json_output = options.json_output;
      examine_boards(path, options.flags, exam, made.failed);
      continue;
    }
    made.any_problems = true;
    auto file = BoardFile::open(path);
    if (!file) {
      complaints.say(file.error());
      made.failed = true;
      continue;
    }
    while (const auto read = file->next()) {
      auto problem = lab::read_problem(*read, file->name());
      if (problem) {
        made.problems.push_back(std::move(problem.value()));
      } else {
        complaints.say(problem.error());
        made.failed = true;
      }
    }
  }
  return made;
}

// pimc (the others are compared with it), the engines asked for, abc for problems with proofs, and the engine
// judged.
struct Players {
  std::vector<play::ContestantSpec> all{};
  std::size_t judged = 0;
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> made;
    made.reserve(all.size());
    for (const play::ContestantSpec& one : all) made.push_back(one.name);
    return made;
  }
};

Players players_of(const PlayOptions& options, const std::vector<ExamProblem>& problems) {
  const play::ContestantSpec judged = player_named(options.flags, options.boards.player);
  std::vector<std::string> names = {"pimc"};
  names.insert(names.end(), options.beside.begin(), options.beside.end());
  const auto is_proven = [](const ExamProblem& one) { return one.proven; };
  if (options.beside.empty() && std::any_of(problems.begin(), problems.end(), is_proven))
    names.emplace_back("abc");
  names.push_back(judged.name);
  Players made;
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) != name) continue;
    if (*name == judged.name) {
      made.judged = made.all.size();
      made.all.push_back(judged);
      continue;
    }
    PlayFlags flags = options.flags;
    flags.engine = *name;
    if (*name == "pimc") flags.given.erase("deals");
    made.all.push_back(player_named(flags, ""));
  }
  return made;
}

// One problem under one seed; false when it was stopped.
bool try_problem(const ExamProblem& problem, const Players& players, int seed, const play::Carding& carding,
                 const std::stop_token& stop, ProblemTable& table, Marks& marks) {
  std::vector<bool> found;
  lab::ExamAnswer judged;
  for (std::size_t i = 0; i < players.all.size(); ++i) {
    play::ContestantSpec player = players.all[i];
    player.settings.seed += static_cast<std::uint64_t>(seed);
    const auto answer = lab::answer(problem, player, carding, stop);
    if (!answer) fail("exam play", answer.error().what);
    found.push_back(problem.answers.contains(answer->card));
    if (i == players.judged) judged = *answer;
  }
  if (stop.stop_requested()) return false;
  table.add(problem.theme, found);
  const bool right = found[players.judged];
  marks.right += right ? 1 : 0;
  marks.pimc_right += found.front() ? 1 : 0;
  marks.both += right && found.front() ? 1 : 0;
  ++marks.tries;
  marks.ms += judged.took.count();
  ++marks.cards[to_string(judged.card)];
  return true;
}

void run_play(const PlayOptions& options) {
  const Files files = read_files(options);
  if (files.any_problems && files.problems.empty() && !files.failed)
    nothing_read(fmt::format("{}", fmt::join(options.files, ", ")), "a problem");
  if (!files.any_problems) {
    if (files.failed) throw Exit{2};
    return;
  }
  const Interrupt interrupt;
  Progress progress("cards");
  const play::Carding carding = options.flags.read_carding();
  const Players players = players_of(options, files.problems);
  ProblemTable table(players.names());
  std::vector<Marks> all;
  std::size_t done = 0;
  const auto tries = files.problems.size() * static_cast<std::size_t>(options.seeds);
  for (const ExamProblem& problem : files.problems) {
    Marks marks{.name = problem.name, .theme = problem.theme};
    for (int seed = 0; seed < options.seeds && !Interrupt::requested(); ++seed) {
      if (!try_problem(problem, players, seed, carding, interrupt.token(), table, marks)) break;
      ++done;
      progress.show(static_cast<double>(done) / static_cast<double>(tries), done);
    }
    all.push_back(std::move(marks));
  }
  progress.clear();
  if (options.json_output) {
    print_play_json(all, players.all[players.judged].name, table);
  } else {
    print_play(all);
    table.print();
  }
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (files.failed) throw Exit{2};
}

}  // namespace

void add_play(Command& exam) {
  auto options = std::make_shared<PlayOptions>();
  Command* command = exam.add_subcommand("play", "How often does an engine find the right card?");
  command
      ->add_option("files", options->files,
                   "PBN records that stop at the decision, with an Answer tag; or played boards in any "
                   "format; - is standard input")
      ->value_name("FILE")
      ->required();
  command->add_option("--seeds", options->seeds, "Seeds for each problem, counted up from --seed")
      ->check(range(1, 1'000'000));
  options->flags.add_to(*command);
  command
      ->add_option("--beside", options->beside,
                   "Further engines for the table by class, with their settings, separated by semicolons; by "
                   "default abc, for problems with a Proof tag")
      ->delimiter(';');
  add_half(*command, options->half);
  command->add_option("--count", options->boards.filter.count, "At most so many played boards")
      ->check(range(1, 1'000'000'000));
  command->add_option(
      "--player", options->boards.player,
      "Instead of an engine: a player as named in `yomi versus`, such as policy or pimc:deals=40");
  command->add_flag("--leads", options->boards.leads_only, "Of played boards, only the opening leads");
  command->add_flag("--json", options->json_output, "One JSON object");
  command->footer(
      "A record names the right card in [Answer \"C2\"] (several separated by commas), its class in [Theme "
      "\"...\"], and may\nlimit the choice by [Candidates \"D\"]; [Signals \"none\"] says that nothing can "
      "be inferred from the cards before the\ndecision beyond the rules. pimc answers the same problems for "
      "comparison.\nOn played boards the engine's card is compared with the expert's and with the best "
      "double-dummy cards.\n\n"
      "Examples:\n  yomi exam play examples/otawa-*.pbn --seeds 10\n"
      "  yomi exam play problems/*.pbn\n"
      "  zcat boards.jsonl.gz | yomi exam play - --engine pimc --deals 40 --leads --count 2000");
  command->callback([options] { run_play(*options); });
}

}  // namespace yomi::cli::exam

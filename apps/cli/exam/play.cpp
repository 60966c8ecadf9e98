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
#include "input.h"
#include "interrupt.h"
#include "play_options.h"
#include "progress.h"
#include "yomi/formats/json.h"

namespace yomi::cli::exam {
namespace {

struct Options {
  std::vector<std::string> files;
  PlayFlags flags;
  int seeds = 1;
  std::vector<std::string> beside{};
  std::string half = "tuning";
  BoardExam boards{};
  bool json_output = false;
};

struct Problem {
  std::string name;
  std::string theme;
  play::Decision decision;
  CardSet answers;
  CardSet candidates;   // empty: all
  bool signals = true;  // cards before the decision may be read for more than the rules make them say
  bool proven = false;
};

Result<Problem> read_problem(const ReadBoard& read, const std::string& file) {
  const auto fail = [&](const std::string& what) { return read.error(what, file); };
  const auto value = [&](std::string_view name, const std::string& otherwise) {
    const std::string* found = read.board.tag(name);
    return found == nullptr ? otherwise : *found;
  };
  if (!read.ok()) return read.errors.front();
  auto decision = play::look(read.board);
  if (!decision) return fail(decision.error().what);
  const std::string* answer = read.board.tag("Answer");
  if (answer == nullptr) return fail("expected an Answer tag with the right card");
  const auto answers = parse_candidates(*answer, decision->legal);
  if (!answers) return fail("Answer: " + answers.error().what);
  Problem made{.name = value("Event", file),
               .theme = value("Theme", "no theme"),
               .decision = std::move(decision.value()),
               .answers = *answers,
               .candidates = {},
               .signals = has_signals(read.board),
               .proven = read.board.tag("Proof") != nullptr};
  const auto candidates = tagged_candidates(read.board, made.decision.legal);
  if (!candidates) return fail(candidates.error().what);
  made.candidates = *candidates;
  return made;
}

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

void print(const std::vector<Marks>& all) {
  fmt::print("  right  pimc  tries   ms a card  cards\n");
  for (const Marks& one : all) {
    std::string cards;
    for (const auto& [card, count] : one.cards) cards += fmt::format(" {} {}", card, count);
    fmt::print("  {:5}  {:4}  {:5}  {:10}  {}   {}\n", one.right, one.pimc_right, one.tries,
               one.tries > 0 ? one.ms / one.tries : 0, cards, one.name);
  }
}

void print_json(const std::vector<Marks>& all, const std::string& engine, const ProblemTable& table) {
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

void run(const Options& options) {
  std::vector<Problem> problems;
  bool failed = false;
  bool any_problems = false;
  Complaints complaints("yomi exam play");
  for (const std::string& path : options.files) {
    if (!is_pbn(path)) {
      BoardExam exam = options.boards;
      exam.filter.half = half_named(options.half);
      exam.json_output = options.json_output;
      examine_boards(path, options.flags, exam, failed);
      continue;
    }
    any_problems = true;
    auto file = BoardFile::open(path);
    if (!file) {
      complaints.say(file.error());
      failed = true;
      continue;
    }
    while (const auto read = file->next()) {
      auto problem = read_problem(*read, file->name());
      if (problem) {
        problems.push_back(std::move(problem.value()));
      } else {
        complaints.say(problem.error());
        failed = true;
      }
    }
  }
  if (any_problems && problems.empty() && !failed)
    nothing_read(fmt::format("{}", fmt::join(options.files, ", ")), "a problem");
  if (!any_problems) {
    if (failed) throw Exit{2};
    return;
  }
  const Interrupt interrupt;
  Progress progress("cards");
  const play::Carding carding = options.flags.read_carding();
  std::vector<std::string> engines = {"pimc"};
  const auto add_engine = [&](const std::string& name) {
    if (std::find(engines.begin(), engines.end(), name) == engines.end()) engines.push_back(name);
  };
  for (const std::string& name : options.beside) add_engine(name);
  if (std::any_of(problems.begin(), problems.end(), [](const Problem& one) { return one.proven; }))
    add_engine("abc");
  add_engine(options.flags.engine);
  ProblemTable table(engines);
  std::vector<Marks> all;
  std::size_t done = 0;
  for (const Problem& problem : problems) {
    Marks marks{.name = problem.name, .theme = problem.theme};
    for (int k = 0; k < options.seeds && !Interrupt::requested(); ++k) {
      std::vector<bool> found;
      play::Advice advice;
      for (const std::string& name : engines) {
        PlayFlags flags = options.flags;
        flags.engine = name;
        if (name == "pimc" && options.flags.engine != name) flags.given.erase("deals");
        play::Settings settings = problem.signals ? flags.settings() : without_signals(flags.settings());
        settings.seed += static_cast<std::uint64_t>(k);
        const play::Advice own =
            play::Player(settings, carding).choose(problem.decision, problem.candidates, interrupt.token());
        found.push_back(problem.answers.contains(own.card));
        if (name == options.flags.engine) advice = own;
      }
      if (Interrupt::requested()) break;
      table.add(problem.theme, found);
      const bool right = problem.answers.contains(advice.card);
      const bool pimc_right = found.front();
      marks.right += right ? 1 : 0;
      marks.pimc_right += pimc_right ? 1 : 0;
      marks.both += right && pimc_right ? 1 : 0;
      ++marks.tries;
      marks.ms += advice.took.count();
      ++marks.cards[to_string(advice.card)];
      ++done;
      progress.show(static_cast<double>(done) /
                        static_cast<double>(problems.size() * static_cast<std::size_t>(options.seeds)),
                    done);
    }
    all.push_back(std::move(marks));
  }
  progress.clear();
  if (options.json_output) {
    print_json(all, options.flags.engine, table);
  } else {
    print(all);
    table.print();
  }
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (failed) throw Exit{2};
}

}  // namespace

void add_play(Command& exam) {
  auto options = std::make_shared<Options>();
  Command* command = exam.add_subcommand("play", "How often is the right card found?");
  command
      ->add_option("files", options->files,
                   "PBN records that stop at the decision, with an Answer tag; or played boards, one JSON "
                   "object a line (any other name; - is standard input)")
      ->value_name("FILE")
      ->required();
  command->add_option("--seeds", options->seeds, "Seeds for each problem, counted up from --seed")
      ->check(range(1, 1'000'000));
  options->flags.add_to(*command);
  command
      ->add_option("--beside", options->beside,
                   "Further engines for the table by class, separated by commas; problems with a Proof tag "
                   "have abc there anyway")
      ->delimiter(',')
      ->check(one_of({"alphamu", "abc", "reader"}));
  command
      ->add_option("--half", options->half, "Which played boards: tuning, reporting or all (split by deal)")
      ->check(one_of({"tuning", "reporting", "all"}))
      ->shows_default();
  command->add_option("--count", options->boards.filter.count, "At most so many played boards")
      ->check(range(1, 1'000'000'000));
  command->add_option(
      "--player", options->boards.player,
      "On played boards, in place of an engine: a player as `yomi versus` names them, such as policy");
  command->add_flag("--leads", options->boards.leads_only, "Of played boards the opening leads only");
  command->add_flag("--json", options->json_output, "one JSON object");
  command->footer(
      "A record names the right card in [Answer \"C2\"] (several separated by commas), its class in [Theme "
      "\"...\"], and may\n"
      "limit what is considered in [Candidates \"D\"]; [Signals \"none\"] says that the cards before the "
      "decision "
      "tell nothing\n"
      "but what the rules make them tell. pimc answers the same problems beside the engine.\n"
      "On played boards the engine's card is set beside the expert's and the double-dummy best, from the "
      "chair "
      "that played it.\n\n"
      "Examples:\n  yomi exam play examples/otawa-*.pbn --seeds 10\n"
      "  yomi exam play problems/*.pbn\n"
      "  zcat boards.jsonl.gz | yomi exam play - --engine pimc --deals 40 --leads --count 2000");
  command->callback([options] { run(*options); });
}

}  // namespace yomi::cli::exam

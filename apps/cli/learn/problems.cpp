// yomi learn problems: card-play problems with proven answers, mined from random deals or played boards.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <set>

#include "fail.h"
#include "interrupt.h"
#include "learn/learn.h"
#include "lessons.h"
#include "output.h"
#include "progress.h"
#include "yomi/lab/problems.h"

namespace yomi::cli::learn {
namespace {

using lab::kThemes;
using lab::Theme;

struct ProblemsOptions {
  std::string out;
  std::string boards;  // empty: random deals
  std::string half = "tuning";
  std::vector<std::string> themes;
  bool hard = false;
  int each = 20;
  std::int64_t tries = 1'000'000;
  std::uint64_t seed = 1;
};

std::string header(Theme theme) {
  return fmt::format(
      "% PBN 2.1\n% {}: problems mined by `yomi learn problems`, answers proven as the Proof tag says\n"
      "% (docs/design/lab.md, \"The problem set\"). The contract is out of reach, so that every trick "
      "counts "
      "the same;\n"
      "% signals mean nothing, and all layouts that the play and the notes leave are equally likely.\n",
      lab::to_string(theme));
}

void write(const std::string& folder, const std::array<std::vector<std::string>, kThemes>& found) {
  for (std::size_t t = 0; t < kThemes; ++t) {
    if (found[t].empty()) continue;
    const std::string path = fmt::format("{}/{}.pbn", folder, lab::file_name(static_cast<Theme>(t)));
    write_output(path, fmt::format("{}{}\n", header(static_cast<Theme>(t)), fmt::join(found[t], "\n")));
  }
}

std::array<bool, kThemes> wanted_of(const ProblemsOptions& options) {
  std::array<bool, kThemes> wanted{};
  if (options.themes.empty()) wanted.fill(true);
  for (const std::string& name : options.themes) {
    bool known = false;
    for (std::size_t t = 0; t < kThemes; ++t) {
      if (lab::file_name(static_cast<Theme>(t)) == name) known = wanted[t] = true;
    }
    if (known) continue;
    fmt::print(stderr, "yomi learn problems: --theme: expected a class of problems, found '{}'\n", name);
    throw Exit{2};
  }
  return wanted;
}

void run_problems(const ProblemsOptions& options) {
  std::error_code failed;
  std::filesystem::create_directories(options.out, failed);
  if (failed) fail("learn problems", fmt::format("{}: {}", options.out, failed.message()));
  const Interrupt interrupt;
  int bad = 0;
  std::vector<Board> boards;
  if (!options.boards.empty()) {
    boards = read_played(options.boards, half_named(options.half), -1, bad);
    if (boards.empty() && !Interrupt::requested())
      fail("learn problems",
           fmt::format("{}: no board of this half has a contract and play", options.boards));
  }
  Progress progress("endings");
  const Random random(options.seed);
  lab::ProblemSpec spec{.themes = wanted_of(options), .hard = options.hard};
  int left = options.each * static_cast<int>(std::count(spec.themes.begin(), spec.themes.end(), true));
  const int all = left;
  std::array<std::vector<std::string>, kThemes> found;
  std::set<std::string> used;  // deals: each makes one problem
  std::int64_t tries = 0;
  for (; tries < options.tries && left > 0 && !Interrupt::requested(); ++tries) {
    Random own = random.split(static_cast<std::uint64_t>(tries));
    progress.show(1 - static_cast<double>(left) / all, static_cast<std::size_t>(tries));
    if (!boards.empty()) spec.from = &boards[static_cast<std::size_t>(tries) % boards.size()];
    const auto problem = lab::try_problem(own, spec);
    if (!problem || !used.insert(to_string(problem->ending.deals[problem->ending.truth])).second) continue;
    const auto t = static_cast<std::size_t>(problem->theme);
    found[t].push_back(lab::to_pbn(*problem, static_cast<int>(found[t].size()) + 1));
    --left;
    if (static_cast<int>(found[t].size()) == options.each) spec.themes[t] = false;
  }
  progress.clear();
  write(options.out, found);
  if (boards.empty())
    fmt::print("{} random deals, seed {}\n", tries, options.seed);
  else
    fmt::print("{} endings of {} boards, seed {}\n", tries, boards.size(), options.seed);
  for (std::size_t t = 0; t < kThemes; ++t)
    fmt::print("  {:4}  {}\n", found[t].size(), lab::to_string(static_cast<Theme>(t)));
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (bad > 0) throw Exit{2};
  if (left > 0) throw Exit{1};
}

}  // namespace

void add_problems(Command& learn) {
  auto options = std::make_shared<ProblemsOptions>();
  Command* command = learn.add_subcommand(
      "problems", "Find card-play problems with proven answers in random deals or played boards");
  command->add_option("--out", options->out, "The folder for the PBN files, one per class")->required();
  command->add_option("--boards", options->boards,
                      "Played boards in any format instead of random deals; - is standard input");
  add_half(*command, options->half);
  command->add_option("--theme", options->themes, "Only these classes (names of their files)")
      ->delimiter(',');
  command->add_option("--each", options->each, "Problems per class")->check(range(1, 100'000));
  command->add_flag(
      "--hard", options->hard,
      "Only problems in which a wrong card is as good double-dummy, on average, as the right one");
  command->add_option("--tries", options->tries, "Give up after so many deals")->check(positive());
  command->add_option("--seed", options->seed, "Seed");
  command->footer(
      "Endings come from the deal as it was played; if a record ends early, the card policy continues. A "
      "board is visited\nseveral times, at different cards; a deal makes at most one problem.\nExit status: "
      "0; 1 if --tries did not suffice (what was found is written); 2 for bad input; 130 when stopped (what "
      "was\nfound is written).\n\n"
      "Examples:\n  yomi learn problems --out problems --each 20 --seed 1\n"
      "  yomi learn problems --boards boards.jsonl --out real --theme falsecards --tries 50000");
  command->callback([options] { run_problems(*options); });
}

}  // namespace yomi::cli::learn

// `yomi experiments NAME`: repeats what the papers measured. Some experiments are functions
// (yomi/lab/papers.h), others run commands of the program one after the other.
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cluster.h"
#include "command.h"
#include "experiments.h"
#include "interrupt.h"
#include "output.h"
#include "yomi/formats/json.h"
#include "yomi/lab/papers.h"

extern char** environ;  // NOLINT: for posix_spawn

namespace yomi::cli {
namespace {

struct ExperimentsOptions {
  std::string name;
  int count = 0;  // 0: as the experiment has it
  int cards = 0;
  int threads = 0;
  std::uint64_t seed = 1;
  std::string examples = "examples";
  std::string picture;
  bool json = false;
};

struct Experiment {
  const char* name;
  const char* claim;
  int count;  // deals, endings or games unless told
  std::vector<lab::Measured> (*measure)(const lab::PaperSettings&) = nullptr;
  // Commands to run instead; COUNT, SEED, EXAMPLES, PICTURE (with its flag) and WORK (a folder) are filled
  // in.
  std::vector<std::vector<const char*>> commands{};
};

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = {
      {"reuse", "Yamamura and others, table 1: the solver with stored positions and without", 20,
       lab::measure_reuse},
      {"parallel", "Otawa and Uehara 2006, 5.3: one question on several processors, 30 to 40 times on 64", 20,
       lab::measure_parallel},
      {"abc", "Otawa and Uehara 2006, 5.1 and 5.2: a quarter of the nodes with cuts; probing 10 times faster",
       300, lab::measure_abc},
      {"examples",
       "Otawa and Uehara 2006, section 4: the four examples; minimax misses what abc finds",
       0,
       nullptr,
       {{"play", "EXAMPLES/otawa-1.pbn", "--seed", "SEED", "--engine", "pimc"},
        {"play", "EXAMPLES/otawa-1.pbn", "--seed", "SEED"},
        {"play", "EXAMPLES/otawa-2.pbn", "--seed", "SEED", "--engine", "pimc"},
        {"play", "EXAMPLES/otawa-2.pbn", "--seed", "SEED"},
        {"play", "EXAMPLES/otawa-3.pbn", "--seed", "SEED", "--engine", "pimc"},
        {"play", "EXAMPLES/otawa-3.pbn", "--seed", "SEED"},
        {"play", "EXAMPLES/otawa-4.pbn", "--seed", "SEED", "--engine", "pimc"},
        {"play", "EXAMPLES/otawa-4.pbn", "--seed", "SEED"}}},
      {"bids",
       "Nakahara and others, figures 1 and 2: 3S, as the law says; 4D where their program bids 4S",
       0,
       nullptr,
       {{"bid", "--hand", "AKxxxx.Jx.xx.Kxx", "--auction", "1S 2D 2S 3D", "--dealer", "S", "--explain"},
        {"bid", "--hand", "AQxxxx.x.KQJx.xx", "--auction", "1C P 1S 2H 2S 3H", "--dealer", "N", "--vul", "EW",
         "--explain"}}},
      {"law",
       "Nakahara and others, section 4: total tricks are about total trumps, and eight adjustments",
       500,
       nullptr,
       {{"library", "build", "WORK/law.deals", "--count", "COUNT", "--seed", "SEED"},
        {"library", "query", "WORK/law.deals", "--law", "PICTURE"}}},
      {"daihinmin",
       "Nishino and Nishino, tables 2 to 8: shares of the points",
       20,
       nullptr,
       {{"daihinmin", "experiments", "--games", "COUNT", "--playouts", "100", "--seed", "SEED"}}},
      {"small",
       "Nishino and Nishino, tables 9 and 10: five cards and three players",
       0,
       nullptr,
       {{"daihinmin", "small"}}},
  };
  return all;
}

std::string filled(std::string word, const ExperimentsOptions& options, int count, const std::string& work) {
  const auto replace = [&word](const std::string& name, const std::string& by) {
    if (const auto at = word.find(name); at != std::string::npos) word.replace(at, name.size(), by);
  };
  replace("COUNT", std::to_string(count));
  replace("SEED", std::to_string(options.seed));
  replace("EXAMPLES", options.examples);
  replace("WORK", work);
  return word;
}

// Runs this program with other arguments; gives its exit status.
int run_self(std::vector<std::string> words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments.data(), environ) != 0) return 2;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

// A temporary folder, removed with the object.
class WorkFolder {
 public:
  WorkFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "yomi-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      fmt::print(stderr, "yomi experiments: cannot make a folder in {}\n",
                 std::filesystem::temp_directory_path().string());
      throw Exit{2};
    }
    path_ = pattern;
  }
  ~WorkFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void run_commands(const Experiment& experiment, const ExperimentsOptions& options, int count) {
  const WorkFolder work;
  for (const auto& command : experiment.commands) {
    std::vector<std::string> words = {"yomi"};
    for (const char* word : command) {
      if (std::string(word) != "PICTURE") {
        words.push_back(filled(word, options, count, work.path()));
      } else if (!options.picture.empty()) {
        words.insert(words.end(), {"--picture", options.picture});
      }
    }
    if (!options.json) {
      fmt::print("\n$");
      for (const std::string& word : words) {
        const std::string_view quote = word.find(' ') == std::string::npos ? "" : "'";
        fmt::print(" {}{}{}", quote, word, quote);
      }
      fmt::print("\n");
    }
    const bool knows_json = words[1] != "bid" && words[1] != "play" && words[2] != "build";
    if (options.json && knows_json) words.emplace_back("--json");
    flush_output();
    if (const int status = run_self(words); status != 0) throw Exit{status};
    if (Interrupt::requested()) throw Exit{kStoppedStatus};
  }
}

void measure(const Experiment& experiment, const ExperimentsOptions& options, int count) {
  const lab::PaperSettings settings{
      .count = count,
      .cards = options.cards,
      .threads = options.threads > 0 ? options.threads : static_cast<int>(Cluster::threads()),
      .seed = options.seed,
      .goes_on = [] { return !Interrupt::requested(); }};
  const std::vector<lab::Measured> measured = experiment.measure(settings);
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (!options.json) fmt::print("\n{:<50} {:>12}  {}\n", "", "ours", "theirs");
  for (const lab::Measured& one : measured) {
    if (options.json) {
      Json line{{"experiment", experiment.name}, {"what", one.what}, {"ours", one.ours}};
      if (!one.theirs.empty()) line["theirs"] = one.theirs;
      fmt::print("{}\n", line.dump());
    } else {
      fmt::print("{:<50} {:>12.4g}  {}\n", one.what, one.ours, one.theirs);
    }
  }
  if (!options.picture.empty())
    write_output(options.picture,
                 lab::picture(measured, fmt::format("{}, {} deals", experiment.name, count), true));
}

void run_experiments(const ExperimentsOptions& options) {
  const Interrupt interrupt;
  if (options.name.empty()) {
    for (const Experiment& one : experiments()) fmt::print("{:<10} {}\n", one.name, one.claim);
    return;
  }
  for (const Experiment& one : experiments()) {
    if (options.name != one.name) continue;
    const int count = options.count > 0 ? options.count : one.count;
    if (!options.json) fmt::print("{}\n", one.claim);
    if (one.measure != nullptr)
      measure(one, options, count);
    else
      run_commands(one, options, count);
    return;
  }
}

}  // namespace

void add_experiments(Command& app) {
  auto options = std::make_shared<ExperimentsOptions>();
  Command* experiments_of = app.add_subcommand("experiments", "Repeat what the papers measured");
  experiments_of->footer(
      "Without a name it lists the experiments. Each takes about a minute by default; --count makes it as "
      "large as you like.\nnotebook/papers has a page for each. CPU times are those of this run.\n\n"
      "Examples:\n"
      "  yomi experiments\n"
      "  yomi experiments reuse --count 50 --picture reuse.svg\n"
      "  yomi experiments law --count 20000 --picture law.svg");
  std::vector<std::string> names;
  for (const Experiment& one : experiments()) names.emplace_back(one.name);
  experiments_of->add_option("name", options->name, "Which experiment")
      ->value_name("NAME")
      ->check(one_of(names));
  experiments_of->add_option("--count", options->count, "Deals, endings or games")
      ->check(range(1, 100'000'000));
  experiments_of->add_option("--cards", options->cards, "Cards in each hand, in reuse, parallel and abc")
      ->check(range(1, 13));
  experiments_of->add_option("--threads", options->threads, "Threads, in parallel; all cores unless given")
      ->check(range(1, 1024));
  experiments_of->add_option("--seed", options->seed, "Seed of random draws")->shows_default();
  experiments_of->add_option("--examples", options->examples, "Folder of the examples")
      ->value_name("FOLDER")
      ->shows_default();
  experiments_of->add_option("--picture", options->picture, "Write a chart as SVG, if the experiment has one")
      ->value_name("FILE");
  experiments_of->add_flag("--json", options->json, "One JSON object per line (docs/reference/json.md)");
  experiments_of->callback([options] { run_experiments(*options); });
}

}  // namespace yomi::cli

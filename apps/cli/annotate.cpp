// yomi annotate: double-dummy results into PBN files.
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>

#include "bidding_table.h"
#include "cluster.h"
#include "command.h"
#include "input.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/bidder.h"
#include "yomi/cards/number.h"
#include "yomi/formats/board_reader.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/review/annotate.h"

namespace yomi::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A long file is saved at intervals, so that little is lost when the run is cut off. The interval grows with
// the time that saving takes, so that saving costs at most half a percent of the run.
constexpr auto kSaveEvery = std::chrono::seconds(20);
constexpr int kSaveShare = 200;

struct AnnotateFlags {
  std::vector<std::string> paths;
  review::AnnotateOptions what;
  std::string auction;  // a system
  bool only_missing = false;
  bool json_output = false;
  unsigned threads = 0;
  std::size_t memory = 64;
};

struct AnnotateCounts {
  std::size_t files = 0;
  std::size_t changed = 0;  // files
  std::size_t failed = 0;   // files
  std::size_t boards = 0;
  std::size_t annotated = 0;
  std::size_t without_hands = 0;
};

void say(const std::string& what) {
  fmt::print(stderr, "yomi annotate: {}\n", what);
}

std::string bytes_of(const std::string& path, std::size_t& failed) {
  auto input = open_input(path);
  std::string bytes;
  if (!input) {
    say(input.error().to_string());
    ++failed;
    return bytes;
  }
  bytes.reserve(input->size + 1);
  for (;;) {
    constexpr std::size_t kStep = std::size_t{1} << 20;
    const std::size_t before = bytes.size();
    bytes.resize(before + kStep);
    const std::size_t count = input->pull(bytes.data() + before, kStep);
    bytes.resize(before + count);
    if (count == 0) return bytes;
  }
}

// "session.pbn.1234.new": left behind by process 1234, which was killed while writing.
bool is_remnant(const fs::path& path) {
  if (path.extension() != ".new") return false;
  const std::string number = path.stem().extension().string();
  if (number.size() < 2 || number.find_first_not_of("0123456789", 1) != std::string::npos) return false;
  if (format_of_name(path.stem().stem().string()) != BoardFormat::pbn) return false;
  const pid_t process = leading_number<pid_t>(std::string_view(number).substr(1)).value_or(0);
  return process > 0 && kill(process, 0) != 0 && errno == ESRCH;
}

// Is it changed in place? If not (standard input, a pipe), the result goes to standard output.
bool is_file(const std::string& path) {
  std::error_code code;
  return path != "-" && fs::is_regular_file(path, code);
}

// The PBN files that the paths name; a folder stands for all files in it.
std::vector<std::string> files_of(const std::vector<std::string>& paths) {
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    std::error_code code;
    if (!fs::is_directory(path, code)) {
      found.push_back(path);
      continue;
    }
    const std::size_t before = found.size();
    for (fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, code), end;
         !code && at != end; at.increment(code)) {
      if (!at->is_regular_file(code)) continue;
      if (is_remnant(at->path()) && !Cluster::only_helps())
        fs::remove(at->path(), code);
      else if (format_of_name(at->path().string()) == BoardFormat::pbn)
        found.push_back(at->path().string());
    }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
    if (found.size() == before) say(path + ": expected PBN files in the folder, found none");
  }
  return found;
}

std::vector<BoardCall> bid(const LoadedSystems& systems, const Board& board) {
  const bidding::AuctionState start({systems.ours, systems.ours}, *board.dealer,
                                    board.vulnerability.value_or(Vulnerability::none),
                                    std::make_shared<bidding::GridMemory>());
  const auto state = bidding::bid_out(start, board.deal, bidding::call_by_rules);
  std::vector<BoardCall> calls;
  if (!state.auction().is_over()) return calls;
  for (const bidding::InterpretedCall& made : state.interpreted_calls()) {
    BoardCall& call = calls.emplace_back();
    call.call = made.call;
    if (made.call != Call::pass()) call.explanation = bidding::in_words(state, made);
  }
  return calls;
}

class Annotate {
 public:
  explicit Annotate(const AnnotateFlags& options) : options_(options) {
    if (!options.auction.empty()) systems_ = load_systems({.system = options.auction});
  }

  AnnotateCounts run() {
    const std::vector<std::string> files = files_of(options_.paths);
    if (files.empty()) throw Exit{2};
    for (const std::string& path : files) {
      part_ = static_cast<double>(counts_.files) / static_cast<double>(files.size());
      share_ = 1.0 / static_cast<double>(files.size());
      ++counts_.files;
      file(path);
      if (Interrupt::requested()) break;
    }
    progress_.clear();
    return counts_;
  }

 private:
  void file(const std::string& path) {
    const std::size_t failed = counts_.failed;
    const auto annotator =
        review::Annotator::read(bytes_of(path, counts_.failed), input_name(path), options_.what);
    if (counts_.failed > failed) return;
    if (!annotator || annotator->questions().empty()) {
      progress_.clear();
      say(annotator ? input_name(path) + ": expected boards, found none" : annotator.error().to_string());
      ++counts_.failed;
      return;
    }
    const auto& questions = annotator->questions();
    counts_.boards += questions.size();
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (questions[i].any()) asked.push_back(i);
      if (!questions[i].board.all_hands_known()) ++counts_.without_hands;
      if (!questions[i].left_alone.empty())
        say(fmt::format("{}:{}: left alone: {}", input_name(path), questions[i].line,
                        questions[i].left_alone));
    }
    std::vector<std::optional<review::Finding>> findings(questions.size());
    find(questions, asked, findings, [&] {
      if (is_file(path)) save(path, *annotator, findings);
    });
    save(path, *annotator, findings);
    if (written_) ++counts_.changed;
    written_ = false;
  }

  void find(const std::vector<review::Question>& questions, const std::vector<std::size_t>& asked,
            std::vector<std::optional<review::Finding>>& findings, const std::function<void()>& save_now) {
    jobs::OrderedBatch batch{.threads = options_.threads};
    while (solvers_.size() < jobs::workers(batch, asked.size()))
      solvers_.push_back(std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = options_.memory << 20}));
    std::vector<std::optional<review::Finding>> made(asked.size());
    batch.work = [&](unsigned worker, std::size_t item) {
      const review::Question& question = questions[asked[item]];
      auto found = review::find_out(question, *solvers_[worker]);
      if (found && question.auction) found->auction = bid(systems_, question.board);
      made[item] = std::move(found);
    };
    auto saved = Clock::now();
    Clock::duration pause = kSaveEvery;
    std::size_t done = 0;
    batch.done = [&](std::size_t item) {
      findings[asked[item]] = std::move(made[item]);
      ++done;
      if (findings[asked[item]]) ++counts_.annotated;
      const auto now = Clock::now();
      if (now - saved < pause || done == asked.size()) return;
      save_now();
      saved = Clock::now();
      pause = std::max<Clock::duration>(kSaveEvery, kSaveShare * (saved - now));
    };
    batch.tick = [&] {
      progress_.show(part_ + share_ * static_cast<double>(done) / static_cast<double>(asked.size()),
                     counts_.annotated);
      return !Interrupt::requested();
    };
    batch.cancel = [&] {
      for (const auto& solver : solvers_) solver->stop();
    };
    jobs::share(batch, Cluster::transport(), made);
    jobs::run(batch, asked.size());
  }

  void save(const std::string& path, const review::Annotator& annotator,
            const std::vector<std::optional<review::Finding>>& findings) {
    const bool any =
        std::any_of(findings.begin(), findings.end(), [](const auto& one) { return one.has_value(); });
    if (!any && is_file(path)) return;
    const auto text = annotator.with(findings);
    if (!text) {
      progress_.clear();
      say(text.error().to_string());
      ++counts_.failed;
    } else if (!is_file(path)) {
      fmt::print("{}", *text);
    } else {
      write_output(path, *text);
      written_ = true;
    }
  }

  const AnnotateFlags& options_;
  LoadedSystems systems_;
  std::vector<std::unique_ptr<dd::Solver>> solvers_;
  Progress progress_{"boards"};
  AnnotateCounts counts_;
  double part_ = 0;
  double share_ = 1;
  bool written_ = false;
};

void run_annotate(AnnotateFlags& options) {
  const Interrupt interrupt;
  options.what.auction = !options.auction.empty();
  options.threads = Cluster::threads(options.threads);
  const bool to_stdout = std::any_of(options.paths.begin(), options.paths.end(), [](const std::string& path) {
    return !is_file(path) && !fs::is_directory(path);
  });
  const AnnotateCounts counts = Annotate(options).run();
  if (options.json_output && !to_stdout) {
    fmt::print("{}\n", Json{{"files", counts.files},
                            {"changed", counts.changed},
                            {"failed", counts.failed},
                            {"boards", counts.boards},
                            {"annotated", counts.annotated},
                            {"without_four_hands", counts.without_hands}}
                           .dump(Json::Keys::as_added));
  } else {
    const auto plural = [](std::size_t count, std::string_view word) {
      return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
    };
    std::string text = fmt::format("{} of {} annotated", counts.annotated, plural(counts.boards, "board"));
    if (counts.files > 1)
      text += fmt::format(", {} of {} changed", counts.changed, plural(counts.files, "file"));
    if (counts.without_hands > 0) text += fmt::format(", {} without four hands", counts.without_hands);
    fmt::print(stderr, "{}\n", text);
  }
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (counts.failed > 0) throw Exit{2};
}

}  // namespace

void add_annotate(Command& app) {
  auto options = std::make_shared<AnnotateFlags>();
  Command* command =
      app.add_subcommand("annotate", "Add double-dummy tables and par to PBN files; nothing else changes");
  command->footer(
      "Adds the tags OptimumResultTable, DoubleDummyTricks, OptimumScore and ParContract where they are "
      "missing. Files are\nchanged in place (a complete new file replaces the old one); all other bytes stay "
      "the same. A run that was stopped\ncontinues where it left off. Boards without four hands are left "
      "alone. Input from - or a pipe goes to standard output.\nExit status: 0; 2 if a file could not be read "
      "or written; 130 when stopped.\n\n"
      "Examples:\n"
      "  yomi annotate archive/\n"
      "  yomi annotate session.pbn --costs --auction two-over-one\n"
      "  yomi annotate - < deals.pbn > with-par.pbn");
  command->add_option("paths", options->paths, "PBN files, folders of them, or -")
      ->value_name("FILE")
      ->required();
  command->add_flag("--recalculate", options->what.recalculate, "Also replace values that are there");
  command->add_flag("--only-missing", options->only_missing, "Keep values that are there (the default)")
      ->excludes("--recalculate");
  command->add_flag("--costs", options->what.costs,
                    "Also add a comment after the play: the tricks that its cards lost");
  command
      ->add_option("--auction", options->auction,
                   "Also add an auction by this system, with meanings, if there is none")
      ->value_name("SYSTEM");
  command->add_option("--threads", options->threads, "Boards at a time; all cores unless given")
      ->check(range(1, 1024));
  command->add_option("--memory", options->memory, "MiB per thread for stored positions")
      ->check(range(1, 65536));
  command->add_flag("--json", options->json_output, "The counts as one JSON object");
  command->callback([options] { run_annotate(*options); });
}

}  // namespace yomi::cli

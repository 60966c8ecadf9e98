// yomi exam belief: the belief room judged on recorded boards.
#include <fmt/core.h>

#include <array>
#include <cmath>

#include "command.h"
#include "complaints.h"
#include "exam/exam.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "lessons.h"
#include "play_boards.h"
#include "progress.h"
#include "yomi/formats/board_line.h"
#include "yomi/formats/json.h"
#include "yomi/lab/belief_exam.h"

namespace yomi::cli::exam {
namespace {

using belief::Calibration;
using lab::BeliefExam;

struct BeliefOptions {
  std::string boards = "-";
  std::int64_t skip = 0;
  std::int64_t count = -1;
  std::int64_t every = 1;
  bool facts_only = false;
  lab::BeliefExamSettings exam{};
  std::uint64_t seed = 1;
  std::string reads = "solver";
  std::string policy;
  std::string system = "two-over-one";
  std::string half = "all";
  std::string calls_by = "rules";
  play::CallTrust call_trust = play::CallTrust::stranger();
  bool json_output = false;
};

void print_tables(const BeliefExam& exam) {
  fmt::print("trick  cards    facts  cards read  better by (95 %)\n");
  for (std::size_t t = 1; t <= 12; ++t) {
    const BeliefExam::Trick& trick = exam.tricks()[t];
    if (trick.facts.count() == 0) continue;
    const auto boards = static_cast<double>(trick.boards);
    const auto cards = static_cast<double>(trick.facts.count());
    const double mean = trick.sum / boards;
    const double deviation = std::sqrt(std::max(0.0, trick.squares / boards - mean * mean) / boards);
    fmt::print("{:5} {:6}  {:.4f}      {:.4f}  {:+.4f} +- {:.4f}\n", t, trick.facts.count(),
               trick.facts.loss(), trick.careful.loss(), trick.sum / cards,
               1.96 * deviation * boards / cards);
  }
  fmt::print("\nreliability, tricks 3 to 12: of the cards given this chance, how many were there\n");
  fmt::print("chance       facts: given  true   cards    cards read: given  true   cards\n");
  for (std::size_t b = 0; b < Calibration::kBins; ++b) {
    std::array<Calibration::Bin, 2> both{};
    for (std::size_t t = 3; t <= 12; ++t) {
      const auto add = [&](Calibration::Bin& to, const Calibration::Bin& from) {
        to.chances += from.chances;
        to.happened += from.happened;
        to.count += from.count;
      };
      add(both[0], exam.tricks()[t].facts.bins()[b]);
      add(both[1], exam.tricks()[t].careful.bins()[b]);
    }
    fmt::print("{:.1f} to {:.1f}", 0.1 * static_cast<double>(b), 0.1 * static_cast<double>(b + 1));
    for (const auto& bin : both) {
      const double n = bin.count == 0 ? 1 : static_cast<double>(bin.count);
      fmt::print("          {:.3f}  {:.3f} {:7}", bin.chances / n, static_cast<double>(bin.happened) / n,
                 bin.count);
    }
    fmt::print("\n");
  }
}

void print_belief_json(const BeliefExam& exam, std::int64_t boards) {
  Json out = {{"boards", boards}, {"views", exam.views()}, {"impossible", exam.impossible()}};
  for (std::size_t t = 1; t <= 12; ++t) {
    const BeliefExam::Trick& trick = exam.tricks()[t];
    if (trick.facts.count() == 0) continue;
    out["tricks"].push_back({{"trick", t},
                             {"cards", trick.facts.count()},
                             {"facts", trick.facts.loss()},
                             {"cards_read", trick.careful.loss()}});
  }
  fmt::print("{}\n", out.dump());
}

constexpr std::array kReads = {"solver", "policy", "calls", "all"};

lab::BeliefExamSettings exam_settings(const BeliefOptions& options) {
  lab::BeliefExamSettings settings = options.exam;
  const auto* const found = std::find(kReads.begin(), kReads.end(), options.reads);
  if (options.calls_by == "policy") settings.call_trust = options.call_trust;
  settings.reads = static_cast<lab::BeliefExamSettings::Reads>(found - kReads.begin());
  return settings;
}

void run_belief(const BeliefOptions& options) {
  BeliefExam exam(
      exam_settings(options), read_policy(options.policy),
      std::make_shared<const bidding::System>(or_fail("exam belief", bidding::find_system(options.system))));
  Progress progress("boards");
  Interrupt interrupt;
  std::int64_t place = 0;  // in the file, from 1
  std::int64_t done = 0;
  std::int64_t bad = 0;
  const Random random(options.seed);
  Complaints complaints("");
  const auto complain = [&](const Error& error) {
    progress.clear();
    complaints.say(error);
    ++place;
    ++bad;
  };
  each_played_board(options.boards, complain, [&](ReadBoard&& read) {
    ++place;
    if (place <= options.skip || (place - options.skip - 1) % options.every != 0) return true;
    const Board& board = read.board;
    if (board.passed_out) return true;
    if (options.half != "all" && in_reporting_half(board.deal) != (options.half == "reporting")) return true;
    ++done;
    const auto judged = options.exam.bid_again ? exam.bid_again(board) : board;
    if (!judged) return options.count < 0 || done < options.count;
    exam.check_facts(*judged);
    if (!options.facts_only) exam.judge(*judged, random.split(static_cast<std::uint64_t>(place)));
    progress.show(options.count > 0 ? static_cast<double>(done) / static_cast<double>(options.count) : 0,
                  static_cast<std::size_t>(done));
    return options.count < 0 || done < options.count;
  });
  progress.clear();
  if (done == 0 && bad == 0) nothing_read(options.boards, "a played board");
  if (options.json_output) {
    print_belief_json(exam, done);
  } else {
    fmt::print("{} boards, {} views (chair and number of cards seen): the true deal was impossible in {}\n",
               done, exam.views(), exam.impossible());
    if (!options.facts_only) print_tables(exam);
  }
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (exam.impossible() > 0) throw Exit{1};
  if (bad > 0) throw Exit{2};
}

}  // namespace

void add_belief(Command& exam) {
  auto options = std::make_shared<BeliefOptions>();
  Command* command = exam.add_subcommand(
      "belief", "Are the true deals always possible, and how good are the probabilities?");
  command->add_option("boards", options->boards, "Played boards in any format; - is standard input");
  command->add_option("--skip", options->skip, "Leave out so many lines first")->check(non_negative());
  command->add_option("--count", options->count, "Stop after so many boards")->check(positive());
  command->add_option("--every", options->every, "Take only every Nth line")->check(positive());
  command->add_flag("--facts-only", options->facts_only, "Only check that the true deal is always possible");
  command->add_option("--draws", options->exam.draws, "Deals drawn for each view")->check(positive());
  command
      ->add_option("--reads", options->reads,
                   "What is read: solver (nobody makes a losing play), policy (the cards), calls, or all "
                   "(cards and calls)")
      ->check(one_of({"solver", "policy", "calls", "all"}));
  command->add_option("--system", options->system, "The system by which calls are read");
  command
      ->add_option("--doubt-of-general", options->exam.doubts.general,
                   "How often a call that only general lines explain is made with a hand that does not fit")
      ->check(range(0.0, 1.0));
  command
      ->add_option("--calls-by", options->calls_by,
                   "How calls are read: rules (of the system) or policy (the auction policy)")
      ->check(one_of({"rules", "policy"}));
  command->add_option("--call-trust", options->call_trust.trust, "Exponent of the policy's probabilities")
      ->check(range(0.0, 2.0));
  command
      ->add_option("--call-floor", options->call_trust.floor,
                   "The probability that a call is made with any hand")
      ->check(range(0.0, 1.0));
  command->add_option("--call-rules", options->call_trust.rules, "Exponent of what the rules read besides")
      ->check(range(0.0, 2.0));
  command->add_flag("--bid-again", options->exam.bid_again,
                    "Let the auction policy bid the boards, and the card policy lead");
  command->add_flag("--carding", options->exam.carding, "Also read leads, signals and habits by agreement");
  command->add_option("--policy", options->policy,
                      "A file with the policy's weights; the shipped ones unless given");
  add_half(*command, options->half);
  command->add_option("--nats", options->exam.nats, "Weight of a lost trick: exp(-nats)")
      ->check(non_negative());
  command
      ->add_option("--steadiness", options->exam.steadiness,
                   "Artificial draws that keep a few real ones from counting too much")
      ->check(non_negative());
  command
      ->add_option("--last-tricks", options->exam.last_tricks,
                   "How many tricks back cards are judged; 0: all")
      ->check(range(0, 13));
  command
      ->add_option("--from-trick", options->exam.from_trick,
                   "Judge from this trick on; 1: from the time dummy comes down")
      ->check(range(1, 12));
  command->add_option("--to-trick", options->exam.to_trick, "Judge up to this trick")->check(range(1, 12));
  command->add_option("--seed", options->seed, "Seed of the draws");
  command->add_flag("--json", options->json_output, "One JSON object");
  command->footer("Example:\n  zcat boards.jsonl.gz | yomi exam belief - --skip 2000 --count 100");
  command->callback([options] { run_belief(*options); });
}

}  // namespace yomi::cli::exam

// yomi exam regret: which lines of a system would do better with another call.
#include <fmt/core.h>

#include <algorithm>

#include "batch.h"
#include "bidding_table.h"
#include "cluster.h"
#include "exam/exam.h"
#include "interrupt.h"
#include "output.h"
#include "solved_deals.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/lab/regret.h"

namespace yomi::cli::exam {
namespace {

struct RegretOptions {
  std::string deals;
  SystemOptions systems{.system = kDefaultSystem, .their_system = ""};
  bool all = false;
  int least = 30;
  int rows = 30;
  std::int64_t skip = 0;
  std::int64_t count = -1;
  unsigned threads = 1;
  std::string csv;
  bool json_output = false;
};

std::string calls_before(const std::vector<Call>& calls, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : " ") + to_string(calls[i]);
  return text;
}

// The place of a line begins with the name of a file, which may hold anything.
std::string in_quotes(const std::string& field) {
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

// A row for each decision and other call.
std::string table_of(const RegretOptions& options, const std::vector<SolvedDeal>& deals,
                     const std::vector<lab::RegretDeal>& judged) {
  std::string text = "line,call,other,imps,hand,calls,vulnerable,deal\n";
  for (std::size_t i = 0; i < judged.size(); ++i) {
    for (const lab::CallRegret& one : judged[i].regrets) {
      const Seat seat = next(deals[i].dealer, static_cast<int>(one.at));
      text += fmt::format("{},{},{},{},{},{},{},{}\n", in_quotes(one.line), to_string(one.made),
                          to_string(one.other), one.imps, hand_to_string(deals[i].deal[seat]),
                          calls_before(judged[i].calls, one.at), to_string(deals[i].vulnerability),
                          i + 1 + static_cast<std::size_t>(options.skip));
    }
  }
  return text;
}

void print_regrets(const RegretOptions& options, const std::vector<lab::RegretDeal>& judged) {
  std::vector<lab::LineRegret> lines = lab::by_line(judged, options.least);
  if (lines.size() > static_cast<std::size_t>(options.rows))
    lines.resize(static_cast<std::size_t>(options.rows));
  if (options.json_output) {
    Json out = {{"deals", judged.size()}, {"lines", Json::array()}};
    for (const lab::LineRegret& one : lines) {
      out["lines"].push_back({{"line", one.line},
                              {"call", to_string(one.made)},
                              {"other", to_string(one.other)},
                              {"cases", one.cases},
                              {"imps", one.imps},
                              {"mean", one.mean()},
                              {"error", one.error}});
    }
    fmt::print("{}\n", out.dump());
    return;
  }
  fmt::print("{} deals. IMPs that another call would have brought:\n", judged.size());
  for (const lab::LineRegret& one : lines) {
    fmt::print("  {:+5d} in {:>4} cases, {:+.2f} +- {:.2f}  {}: {} instead of {}\n", one.imps, one.cases,
               one.mean(), one.error, one.line, to_string(one.other), to_string(one.made));
  }
  if (lines.empty()) fmt::print("  none that can be told from chance\n");
}

void run_regret(RegretOptions& options) {
  const Interrupt interrupt;
  if (options.systems.their_system.empty()) options.systems.their_system = options.systems.system;
  const std::vector<SolvedDeal> deals =
      read_by_rank_0([&] { return read_solved_deals(options.deals, options.skip, options.count); });
  const LoadedSystems systems = load_systems(options.systems);
  if (!options.csv.empty()) expect_writable(options.csv);
  const auto others = options.all ? lab::OtherCalls::all : lab::OtherCalls::likeliest;
  jobs::OrderedBatch batch{.threads = options.threads};
  std::vector<lab::RegretExam> exams;
  for (unsigned i = 0; i < jobs::workers(batch, deals.size()); ++i)
    exams.emplace_back(systems.ours, systems.theirs, others);
  std::vector<lab::RegretDeal> judged(deals.size());
  batch.work = [&](unsigned worker, std::size_t item) { judged[item] = exams[worker].judge(deals[item]); };
  jobs::share(batch, Cluster::transport(), judged);
  const auto [whole, done] = run_batch("deals", batch, deals.size());
  judged.resize(done);
  if (!options.csv.empty()) write_output(options.csv, table_of(options, deals, judged));
  print_regrets(options, judged);
  if (!whole) throw Exit{kStoppedStatus};
}

}  // namespace

void add_regret(Command& exam) {
  auto options = std::make_shared<RegretOptions>();
  Command* command =
      exam.add_subcommand("regret", "Which lines of a system would do better with another call?");
  command
      ->add_option("deals", options->deals,
                   "Solved deals, one per line, as match --bidding --make writes them; - is standard input")
      ->required();
  command
      ->add_option("--system", options->systems.system, "The system: the name of one that ships, or a file")
      ->shows_default();
  command->add_option("--their-system", options->systems.their_system,
                      "What east and west play (default: the same)");
  command->add_flag(
      "--all", options->all,
      "Try a pass, a double and every call that some line gives the hand, not only the likeliest "
      "call by the auction policy");
  command->add_option("--least", options->least, "Only lines with so many cases")
      ->check(positive())
      ->shows_default();
  command->add_option("--rows", options->rows, "Print so many lines")->check(positive())->shows_default();
  command->add_option("--skip", options->skip, "Leave out so many deals at the start")->check(non_negative());
  command->add_option("--count", options->count, "Only so many deals")->check(range(1, 100'000'000));
  command->add_option("--threads", options->threads, "Deals at a time")
      ->check(range(1, 1024))
      ->shows_default();
  command->add_option("--csv", options->csv, "Write every decision with its hand and auction to this file");
  command->add_flag("--json", options->json_output, "One JSON object");
  command->footer(
      "All four players bid by the lines of the system. At each decision another call is made in\n"
      "its place, the auction goes on by the lines, and the two contracts are compared on the deal.\n"
      "Only means above zero by more than their error are printed, the costliest line first. Of many\n"
      "lines some stand there by chance: judge a change by match --bidding on other deals.\n\n"
      "Example:\n"
      "  yomi match --bidding --deals deals.txt --make 10000 --first-rules --second-rules\n"
      "  yomi exam regret deals.txt --system mine.toml --threads 2");
  command->callback([options] { run_regret(*options); });
}

}  // namespace yomi::cli::exam

// yomi exam endings: how much a card-player gives away to an opponent who knows how it plays.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>

#include "batch.h"
#include "cluster.h"
#include "command.h"
#include "exam/exam.h"
#include "interrupt.h"
#include "play_options.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/cpu_time.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/statistics.h"
#include "yomi/lab/ending_exam.h"

namespace yomi::cli::exam {
namespace {

struct EndingsOptions {
  std::int64_t count = 100;
  int cards = 3;
  std::size_t layouts = 12;
  std::string payoff = "tricks";
  std::vector<std::string> engines = {"pimc", "alphamu", "abc", "reader"};
  PlayFlags flags;
  double low_cards = 0.8;
  bool live = false;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  bool list = false;
  bool json_output = false;
};

using JudgedEndings = lab::JudgedEnding;
using EndingsRow = lab::EndingLosses;
using Summary = lab::EndingSummary;

lab::EndingExam make_endings_exam(const EndingsOptions& options) {
  const lab::EndingSpec spec{.cards = options.cards,
                             .layouts = options.layouts,
                             .low_cards = options.low_cards,
                             .payoff = options.payoff == "contract" ? lab::EndingSpec::Payoff::contract
                                                                    : lab::EndingSpec::Payoff::tricks};
  std::vector<std::optional<play::Settings>> players;
  for (const std::string& name : options.engines) {
    PlayFlags flags = options.flags;
    flags.engine = name;
    players.push_back(name == "policy" ? std::nullopt : std::optional(flags.settings()));
  }
  return {spec, std::move(players), options.live, options.seed};
}

double share_that_lose(const std::vector<double>& losses) {
  if (losses.empty()) return 0;
  return static_cast<double>(
             std::count_if(losses.begin(), losses.end(), [](double x) { return x > lab::kNothing; })) /
         static_cast<double>(losses.size());
}

void print_endings(const std::vector<JudgedEndings>& all, const Summary& summary,
                   const EndingsOptions& options) {
  if (options.list) {
    fmt::print("ending  layouts  positions  rounds  double-dummy   value");
    for (const std::string& name : options.engines) fmt::print("  {:>8} decl.   def.", name);
    fmt::print("\n");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const JudgedEndings& one = all[i];
      fmt::print("{:6}  {:7}  {:9}  {:6}  {:10.4f}  {:6.4f}", i + 1, one.layouts, one.value.positions,
                 one.value.rounds, one.double_dummy, one.value.value());
      for (const lab::EndingMarks& marks : one.marks)
        fmt::print("  {:14.4f} {:6.4f}", marks.as_declarer, marks.in_defence);
      fmt::print("\n");
    }
    fmt::print("\n");
  }
  fmt::print(
      "{} endings of {} cards, {} to {} layouts, seed {}; passed over: {} too large, {} in which hidden "
      "cards do not "
      "matter\n"
      "hidden cards matter (the value is not the double-dummy mean) in {}; largest gap between the bounds "
      "{:.1g}, "
      "most rounds {}\n\n",
      all.size(), options.cards, 2, options.layouts, options.seed, summary.too_large, summary.dull,
      summary.live, summary.worst_gap, summary.most_rounds);
  const char* unit = options.payoff == "tricks" ? "tricks" : "contracts";
  fmt::print("given away to a best reply, {} an ending (95 %), and how often anything is\n", unit);
  fmt::print(
      "           as declarer                 in defence                  where hidden cards matter\n");
  for (std::size_t e = 0; e < options.engines.size(); ++e) {
    const EndingsRow& row = summary.rows[e];
    const auto cell = [](const std::vector<double>& losses) {
      const jobs::Mean mean = jobs::mean_of(losses);
      return fmt::format("{:.4f} +- {:.4f} {:5.1f} %", mean.value, mean.error, 100 * share_that_lose(losses));
    };
    fmt::print("{:<9}  {}   {}    {:.4f}  {:.4f}\n", options.engines[e], cell(row.declarer),
               cell(row.defence), jobs::mean_of(row.live_declarer).value,
               jobs::mean_of(row.live_defence).value);
  }
}

void print_endings_json(const std::vector<JudgedEndings>& all, const Summary& summary,
                        const EndingsOptions& options) {
  const auto cell = [](const std::vector<double>& losses) -> Json {
    const jobs::Mean mean = jobs::mean_of(losses);
    return {{"mean", mean.value}, {"error", mean.error}, {"share", share_that_lose(losses)}};
  };
  Json out = {{"endings", all.size()},    {"cards", options.cards}, {"layouts", options.layouts},
              {"payoff", options.payoff}, {"seed", options.seed},   {"too_large", summary.too_large},
              {"dull", summary.dull},     {"live", summary.live},   {"worst_gap", summary.worst_gap}};
  for (std::size_t e = 0; e < options.engines.size(); ++e) {
    const EndingsRow& row = summary.rows[e];
    out["engines"].push_back({{"engine", options.engines[e]},
                              {"declarer", cell(row.declarer)},
                              {"defence", cell(row.defence)},
                              {"live_declarer", cell(row.live_declarer)},
                              {"live_defence", cell(row.live_defence)}});
  }
  if (options.list) {
    for (const JudgedEndings& one : all) {
      Json row = {{"layouts", one.layouts},
                  {"value", one.value.value()},
                  {"gap", one.value.gap()},
                  {"double_dummy", one.double_dummy}};
      for (std::size_t e = 0; e < one.marks.size(); ++e)
        row["engines"][options.engines[e]] = {one.marks[e].as_declarer, one.marks[e].in_defence};
      out["list"].push_back(std::move(row));
    }
  }
  fmt::print("{}\n", out.dump());
}

void run_endings(const EndingsOptions& options) {
  const lab::EndingExam exam = make_endings_exam(options);
  const Interrupt interrupt;
  const std::stop_token stop = interrupt.token();
  const auto count = static_cast<std::size_t>(options.count);
  std::vector<JudgedEndings> all(count);
  jobs::OrderedBatch batch{.threads = options.threads};
  std::vector<lab::EndingExam::Worker> workers;
  for (unsigned i = 0; i < jobs::workers(batch, count); ++i) workers.push_back(exam.worker());
  batch.work = [&](unsigned worker, std::size_t item) {
    all[item] = exam.judge(item, workers[worker], stop);
  };
  jobs::share(batch, Cluster::transport(), all);
  const BatchEnd end = run_batch("endings", batch, count);
  const bool whole = end.whole && !stop.stop_requested();
  all.resize(end.done);
  // The one in progress when it was stopped has no marks.
  std::erase_if(all, [](const JudgedEndings& one) { return one.layouts == 0; });
  const Summary summary = summarise(all, options.engines.size());
  if (options.json_output)
    print_endings_json(all, summary, options);
  else
    print_endings(all, summary, options);
  if (!whole) throw Exit{kStoppedStatus};
}

}  // namespace

void add_endings(Command& exam) {
  auto options = std::make_shared<EndingsOptions>();
  Command* command = exam.add_subcommand(
      "endings", "What does a card-player give away to an opponent who knows how it plays?");
  command->add_option("--count", options->count, "How many endings")->check(range(1, 10'000'000));
  command->add_option("--cards", options->cards, "Cards left in each hand")->check(range(2, 5));
  command->add_option("--layouts", options->layouts, "At most so many possible layouts")->check(range(2, 64));
  command->add_option("--payoff", options->payoff, "What counts: tricks, or contract (made or not)")
      ->check(one_of({"tricks", "contract"}));
  command
      ->add_option("--engine", options->engines,
                   "pimc, alphamu, abc, reader, or policy (the likeliest card of the card policy); several "
                   "separated by commas")
      ->delimiter(',')
      ->check(one_of({"pimc", "alphamu", "abc", "reader", "policy"}));
  for (const play::Setting& setting : play::all_settings()) {
    if (setting.is_flag) options->flags.add_setting(*command, setting);
  }
  command
      ->add_option("--low-cards", options->low_cards,
                   "How often a low card is played before the ending instead of the card policy's")
      ->check(range(0.0, 1.0));
  command->add_flag("--live", options->live,
                    "Only endings in which hidden cards matter: the value is not the double-dummy mean");
  command->add_option("--seed", options->seed, "Seed of the endings");
  command->add_option("--threads", options->threads, "Endings at a time")->check(range(1, 1024));
  command->add_flag("--list", options->list, "One line per ending");
  command->add_flag("--json", options->json_output, "One JSON object");
  command->footer(
      "Random deals are played down by the card policy. The ending is a zero-sum game with hidden hands, and "
      "its value is\nsolved exactly. The engine's play is fixed (one card for each thing it can see), and "
      "the other side gives its best\nreply with what it can see: the difference to the value is what the "
      "engine gives away. More: docs/design/lab.md."
      "\n\nExample:\n  yomi exam endings --count 200 --cards 3 --layouts 6 --engine pimc,reader");
  command->callback([options] { run_endings(*options); });
}

}  // namespace yomi::cli::exam

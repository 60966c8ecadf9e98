// yomi deal: deals that meet a condition, in the language of the dealer tool.
#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command.h"
#include "deal_record.h"
#include "progress.h"
#include "yomi/dd/solver.h"
#include "yomi/dealer/run.h"

namespace yomi::cli {
namespace {

struct Options {
  std::string script = "-";
  std::string condition;
  std::int64_t produce = -1;
  std::int64_t generate = -1;
  std::int64_t seed = -1;
  std::string format = "script";
  std::string way = "auto";
  bool json = false;
  bool quiet = false;
  bool explain = false;
  std::vector<std::string> chances;
  std::string from;
  std::string view;
  int board = 1;
  int cards = -1;
};

std::string read_all(const std::string& name) {
  if (name == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream in(name, std::ios::binary);
  if (!in) {
    fmt::print(stderr, "{}: cannot be opened\n", name);
    throw Exit{2};
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}.{:02}.{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

void run_script(const Options& options) {
  const std::string text = options.condition.empty() ? read_all(options.script) : options.condition;
  const std::string name = options.condition.empty() ? options.script : "condition";
  Result<dealer::Script> script = dealer::parse_script(text, name == "-" ? "(standard input)" : name);
  if (!script) {
    fmt::print(stderr, "{}\n", script.error().to_string());
    throw Exit{2};
  }
  dd::Solver solver;
  script->oracle->tricks = [&solver](const Deal& deal, Seat declarer, Strain strain) {
    const Position position(deal, strain, next(declarer));
    return kRanks - solver.tricks(position, 6).lower;
  };
  dealer::RunOptions run;
  run.seed = options.seed >= 0 ? static_cast<std::uint64_t>(options.seed)
                               : static_cast<std::uint64_t>(
                                     std::chrono::system_clock::now().time_since_epoch().count() % 1'000'000'007);
  if (options.seed >= 0) script->seed.reset();
  if (options.produce >= 0) run.produce = options.produce;
  if (options.generate >= 0) run.generate = options.generate;
  run.file = name;
  run.date = today();
  run.statistics = !options.quiet;
  run.way = options.way == "model"     ? belief::Sampler::Way::model
            : options.way == "dealing" ? belief::Sampler::Way::dealing
                                       : belief::Sampler::Way::choose;
  run.write = [](std::string_view out) { std::fwrite(out.data(), 1, out.size(), stdout); };
  Progress progress("dealing");
  run.progress = [&progress](double share) { return progress.show(share); };
  DealWriter writer(options.json ? "json" : options.format);
  if (options.json || options.format != "script") {
    run.each_deal = [&](const Deal& deal, std::int64_t number) {
      writer.write(deal, number, script->dealer, script->vulnerability);
    };
  }
  const auto result = dealer::run(*script, run);
  progress.clear();
  if (!result) {
    fmt::print(stderr, "{}: {}\n", name, result.error().to_string());
    throw Exit{2};
  }
  if (options.json) {
    writer.finish({{"generated", result->generated},
                   {"produced", result->produced},
                   {"seed", script->seed.value_or(run.seed)},
                   {"exact", result->used_model}});
  }
  std::fflush(stdout);
  if (result->stopped) throw Exit{130};
}

}  // namespace

void add_deal(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* deal = app.add_subcommand("deal", "Draw deals that meet a condition or fit a record");
  deal->add_option("script", options->script, "script in the language of the dealer tool; - reads standard input");
  deal->add_option("-c,--condition", options->condition, "a script on the command line");
  deal->add_option("-n,-p,--produce", options->produce, "how many deals (over the script's own number)");
  deal->add_option("-g,--generate", options->generate, "stop after so many deals, fitting or not");
  deal->add_option("-s,--seed", options->seed, "same seed, same deals")->check(CLI::NonNegativeNumber);
  deal->add_option("--format", options->format, "script (as its actions say), pbn, lin or oneline")
      ->check(CLI::IsMember({"script", "pbn", "lin", "oneline"}));
  deal->add_option("--way", options->way, "auto, model (exact counting) or dealing (deal and look)")
      ->check(CLI::IsMember({"auto", "model", "dealing"}));
  deal->add_flag("--json", options->json, "one JSON object");
  deal->add_flag("-q,--quiet", options->quiet, "no statistics at the end");
  deal->footer(
      "Examples:\n"
      "  yomi deal -n 3 -c 'hcp(north) >= 20 && shape(north, any 5332) action printoneline'\n"
      "  yomi deal script.dl --seed 7");
  deal->callback([options] { run_script(*options); });
}

}  // namespace yomi::cli

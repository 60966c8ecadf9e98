// yomi deal: deals that meet a condition, in the language of the dealer tool, or that fit a record.
#include "deal/deal.h"

#include <fmt/core.h>

#include <chrono>

#include "command.h"
#include "deal/writer.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "yomi/dd/solver.h"
#include "yomi/dealer/run.h"
#include "yomi/formats/board_reader.h"

namespace yomi::cli::deal {
namespace {

std::uint64_t seed_of(const DealOptions& options) {
  if (options.seed >= 0) return static_cast<std::uint64_t>(options.seed);
  return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count() %
                                    1'000'000'007);
}

// Fewer deals than asked for, and no limit was given.
void say_shortage(const DealOptions& options, const dealer::RunResult& result) {
  if (result.produced >= options.produce || options.generate >= 0) return;
  fmt::print(stderr, "yomi deal: found {} of the {} deals asked for, looking at {}; -g looks at more\n",
             result.produced, options.produce, result.generated);
}

Result<dealer::Script> read_script(const DealOptions& options, const std::string& name) {
  if (!options.condition.empty()) return dealer::parse_script(options.condition, name);
  const std::string text = or_fail(read_input(options.script));
  if (const auto format = guess_format(text); format == BoardFormat::pbn || format == BoardFormat::lin)
    fail(name + ": expected a script, found a record of boards; --from looks at one");
  return dealer::parse_script(text, name);
}

void run_script(const DealOptions& options) {
  const std::string name = options.condition.empty() ? input_name(options.script) : "--condition";
  Result<dealer::Script> script = read_script(options, name);
  if (!script) fail(script.error());
  if (options.explain || !options.chances.empty()) {
    explain_script(options, *script, seed_of(options));
    return;
  }
  dd::Solver solver;
  script->oracle->tricks = [&solver](const Deal& deal, Seat declarer, Strain strain) {
    const Position position(deal, strain, next(declarer));
    return kRanks - solver.tricks(position, 6).lower;
  };
  dealer::RunOptions run;
  run.seed = seed_of(options);
  if (options.seed >= 0) script->seed.reset();
  if (options.produce >= 0) run.produce = options.produce;
  if (options.generate >= 0) run.generate = options.generate;
  run.file = name;
  run.date = today('.');
  run.statistics = !options.quiet;
  run.way = options.way == "model"     ? belief::Sampler::Way::model
            : options.way == "dealing" ? belief::Sampler::Way::dealing
                                       : belief::Sampler::Way::choose;
  Progress progress("deals");
  Interrupt interrupt;
  run.write = [&progress](std::string_view out) {
    progress.clear();
    fmt::print("{}", out);
  };
  run.progress = [&progress](double share, std::int64_t produced) {
    progress.show(share, static_cast<std::size_t>(produced));
    return !Interrupt::requested();
  };
  DealWriter writer(options.json ? "json" : options.format);
  if (options.json || options.format != "script") {
    run.each_deal = [&](const Deal& deal, std::int64_t number) {
      writer.write(deal, number, script->dealer, script->vulnerability);
    };
  }
  const auto result = dealer::run(*script, run);
  progress.clear();
  if (!result) fail(result.error().at(name, 0, 0));
  if (options.json) {
    writer.finish({{"generated", result->generated},
                   {"produced", result->produced},
                   {"seed", script->seed.value_or(run.seed)},
                   {"exact", result->used_model}});
  }
  flush_output();
  if (result->stopped) throw Exit{kStoppedStatus};
  say_shortage(options, *result);
}

}  // namespace

void add(Command& app) {
  auto options = std::make_shared<DealOptions>();
  Command* deal = app.add_subcommand("deal", "Draw deals that meet a condition, or that fit a record");
  deal->add_option("script", options->script,
                   "A script in the language of the dealer tool; - is standard input");
  deal->add_option("-c,--condition", options->condition, "A script on the command line");
  deal->add_option("-n,-p,--produce", options->produce, "How many deals (overrides the script)")
      ->check(non_negative());
  deal->add_option("-g,--generate", options->generate, "Stop after looking at so many deals, matching or not")
      ->check(non_negative());
  deal->add_option("-s,--seed", options->seed, "Same seed, same deals")->check(non_negative());
  deal->add_option("--format", options->format, "script (as its actions say), pbn, lin or oneline")
      ->check(one_of({"script", "pbn", "lin", "oneline"}));
  deal->add_option("--way", options->way, "auto, model (exact counting) or dealing (deal and check)")
      ->check(one_of({"auto", "model", "dealing"}));
  deal->add_option("--from", options->from, "A record in any format: deals that fit what one seat has seen");
  deal->add_option("--view", options->view, "That seat: N, E, S or W (default: who is to play)");
  deal->add_option("--system", options->system,
                   "The system by which unexplained calls are read; none: they are not read")
      ->shows_default();
  deal->add_option("--board", options->board,
                   "This board of the record, by its number; the first unless given")
      ->value_name("N");
  deal->add_option("--cards", options->cards, "How many cards of the play have been seen (default: all)")
      ->check(range(0, 52));
  deal->add_option("--chance", options->chances,
                   R"(The chance of this event: "west has CK", "spades 4-2", "hcp(east) >= 10")");
  deal->add_flag("--explain", options->explain, "What is known, where the cards may be, points and lengths");
  deal->add_flag("--json", options->json, "One JSON object");
  deal->add_flag("-q,--quiet", options->quiet, "No statistics at the end");
  deal->footer(
      "Examples:\n"
      "  yomi deal -n 3 -c 'hcp(north) >= 20 && shape(north, any 5332) action printoneline'\n"
      "  yomi deal script.dl --seed 7\n"
      "  yomi deal --from board.pbn --view E --explain --chance \"west has CK\"\n"
      "  yomi deal --from board.pbn --view E -n 1000 --format pbn");
  deal->callback([options] {
    if (options->from.empty()) {
      run_script(*options);
    } else {
      deal_from_record(*options, seed_of(*options));
    }
  });
}

}  // namespace yomi::cli::deal

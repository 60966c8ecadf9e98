#include "bench.h"
#include "command.h"

namespace yomi::cli {

void add_bench(CLI::App& app) {
  CLI::App* bench = app.add_subcommand("bench", "Time the engine against its rivals, answers verified");
  bench->require_subcommand(1);

  auto options = std::make_shared<BenchDdOptions>();
  auto memory = std::make_shared<std::size_t>(64);
  CLI::App* dd = bench->add_subcommand("dd", "The double-dummy solver against DDS\n\nExample: yomi bench dd --scale 4");
  dd->add_option("--scale", options->scale, "How many times the usual number of deals")->check(CLI::PositiveNumber);
  dd->add_option("--seed", options->seed, "Seed of the random deals");
  dd->add_option("--memory", *memory, "MiB for stored positions")->check(CLI::PositiveNumber);
  dd->add_option("--only", options->only, "Only the rows whose name contains this");
  dd->add_flag("--alone", options->alone, "Without the rival");
  dd->add_flag("--json", options->json, "One JSON object a line");
  dd->callback([options, memory] {
    options->memory_bytes = *memory << 20;
    throw Exit{bench_dd(*options)};
  });

  auto scale = std::make_shared<int>(1);
  CLI::App* deal = bench->add_subcommand(
      "deal", "Drawing deals against the dealer tool, exact models, views\n\nExample: yomi bench deal --scale 2");
  deal->add_option("--scale", *scale, "How many times the usual number of deals")->check(CLI::PositiveNumber);
  deal->callback([scale] { throw Exit{bench_deal(*scale)}; });
}

}  // namespace yomi::cli

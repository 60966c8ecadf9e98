#include <fmt/core.h>

#include "bench/bench.h"
#include "command.h"
#include "fail.h"

namespace yomi::cli::bench {
namespace {

void add_dd(Command& bench) {
  auto options = std::make_shared<BenchDdOptions>();
  auto memory = std::make_shared<std::size_t>(64);
  Command* dd = bench.add_subcommand("dd", "The double-dummy solver against DDS, one thread, CPU time");
  dd->footer("Example: yomi bench dd --scale 4 --only endings");
  dd->add_option("--scale", options->scale, "Multiple of the usual number of deals")->check(positive());
  dd->add_option("--seed", options->seed, "Seed of the random deals")->shows_default();
  dd->add_option("--memory", *memory, "MiB for stored positions")->check(range(1, 65536))->shows_default();
  dd->add_option("--only", options->only, "Only rows whose name contains this");
  dd->add_option("--lists", options->lists, "Folder with DDS's lists of hard boards")->shows_default();
  dd->add_flag("--alone", options->alone, "Without the rival program");
  dd->add_flag("--json", options->json, "One JSON object per line");
  dd->callback([options, memory] {
    options->memory_bytes = *memory << 20;
    throw Exit{bench_dd(*options)};
  });
}

void add_verify(Command& bench) {
  auto verify = std::make_shared<VerifyDdOptions>();
  Command* check = bench.add_subcommand("verify", "Compare every card of random positions with DDS");
  check->footer("Example: yomi bench verify --count 100000 --most 13");
  check->add_option("--count", verify->count, "How many positions")->check(positive())->shows_default();
  check->add_option("--least", verify->least_cards, "Fewest cards per hand")->check(range(1, 13));
  check->add_option("--most", verify->most_cards, "Most cards per hand")->check(range(1, 13));
  check->add_option("--seed", verify->seed, "Seed of the random positions")->shows_default();
  check->add_flag("--json", verify->json, "One JSON object per difference, and one for the totals");
  check->callback([verify] {
    if (verify->least_cards > verify->most_cards) fail("bench verify", "--least is more than --most");
    throw Exit{verify_dd(*verify)};
  });
}

void add_deal(Command& bench) {
  auto dealing = std::make_shared<BenchDealOptions>();
  Command* deal =
      bench.add_subcommand("deal", "Drawing deals, compared with the dealer tool; exact models; views");
  deal->footer("Example: yomi bench deal --scale 2");
  deal->add_option("--scale", dealing->scale, "Multiple of the usual number of deals")->check(positive());
  deal->add_flag("--json", dealing->json, "One JSON object per line");
  deal->callback([dealing] { throw Exit{bench_deal(*dealing)}; });
}

void add_bid(Command& bench) {
  auto bidding = std::make_shared<BenchBidOptions>();
  Command* bid = bench.add_subcommand("bid", "Whole auctions by the rules, every call verified, CPU time");
  bid->footer("Example: yomi bench bid --scale 5");
  bid->add_option("--scale", bidding->scale, "How many thousand auctions")->check(positive());
  bid->add_option("--seed", bidding->seed, "Seed of the random deals")->shows_default();
  bid->add_option("--system", bidding->system, "System of North and South")->shows_default();
  bid->add_option("--their-system", bidding->their_system, "System of East and West")->shows_default();
  bid->add_flag("--json", bidding->json, "One JSON object per line");
  bid->callback([bidding] { throw Exit{bench_bid(*bidding)}; });
}

void add_records(Command& bench) {
  auto reading = std::make_shared<BenchRecordsOptions>();
  Command* records =
      bench.add_subcommand("records", "Reading boards, with the results verified, one thread, CPU time");
  records->footer("Examples: yomi bench records\n          yomi bench records club.pbn");
  records->add_option("file", reading->file,
                      "A file of any format; unless given, random boards in PBN, LIN and JSON lines");
  records->add_option("--scale", reading->scale, "How many times to read 2,000 boards")
      ->check(positive())
      ->shows_default();
  records->add_option("--seed", reading->seed, "Seed of the random boards")->shows_default();
  records->add_flag("--json", reading->json, "One JSON object per line");
  records->callback([reading] { throw Exit{bench_records(*reading)}; });
}

}  // namespace

void add(Command& app) {
  Command* bench =
      app.add_subcommand("bench", "Time the engine against rival programs and verify the answers");
  bench->footer("Examples: yomi bench dd\n          yomi bench --signature");
  auto signature = std::make_shared<bool>(false);
  bench->add_flag("--signature", *signature,
                  "Print the node counts of fixed work, the signature of the search");
  bench->require_subcommand(0, 1);
  bench->callback([bench, signature] {
    if (*signature) throw Exit{bench_signature()};
    if (!bench->has_chosen()) fmt::print("{}", bench->help());
  });

  add_dd(*bench);
  add_verify(*bench);
  add_deal(*bench);
  add_bid(*bench);
  add_records(*bench);
}

}  // namespace yomi::cli::bench

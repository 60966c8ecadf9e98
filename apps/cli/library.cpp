// yomi library: solved deals in a file, made on all cores or ranks, and what they say.
#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "cluster.h"
#include "command.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "yomi/dd/solver.h"
#include "yomi/dealer/script.h"
#include "yomi/formats/deal_library.h"
#include "yomi/formats/json.h"
#include "yomi/formats/problem.h"
#include "yomi/jobs/shards.h"
#include "yomi/lab/library_statistics.h"

namespace yomi::cli {
namespace {

constexpr std::uint64_t kDealsPerShard = 20;  // a fifth of a second of work

struct BuildOptions {
  std::string out;
  std::int64_t count = 10'000;
  std::uint64_t seed = 1;
  std::string format = "yomi";
  unsigned threads = 0;
  bool json = false;
};

// The deals of one shard, as records.
std::string solve_shard(const BuildOptions& options, std::size_t shard, dd::Solver& solver) {
  const Random random(options.seed);
  std::string records;
  const std::uint64_t first = shard * kDealsPerShard;
  const std::uint64_t last =
      std::min<std::uint64_t>(first + kDealsPerShard, static_cast<std::uint64_t>(options.count));
  for (std::uint64_t number = first; number < last; ++number) {
    Random own = random.split(number);
    const Deal deal = random_deal(own);
    const auto table = solver.table(deal);
    if (!table) break;  // stopped: the shard does not count
    put_record(records, {deal, *table}, LibraryFormat::zrd);
  }
  return records;
}

// The store of what was solved before; null in a process that does not keep the results.
std::unique_ptr<jobs::ResultStore> open_store(const std::string& path, const BuildOptions& options) {
  if (Cluster::only_helps()) return nullptr;
  auto opened = or_fail("library", jobs::ResultStore::open(path, fmt::format("deals count={} seed={}",
                                                                             options.count, options.seed)));
  if (opened.damaged() > 0) {
    fmt::print(stderr, "{}: skipped {} damaged bytes; their deals are solved again\n", path,
               opened.damaged());
  }
  return std::make_unique<jobs::ResultStore>(std::move(opened));
}

void print_built(const BuildOptions& options) {
  if (options.json)
    fmt::print("{}\n", Json{{"file", options.out}, {"deals", options.count}, {"seed", options.seed}}.dump());
  else
    fmt::print("{}: {} deals\n", options.out, options.count);
}

int build(BuildOptions options) {
  const LibraryFormat format = *parse_library_format(options.format);
  const auto count = static_cast<std::uint64_t>(options.count);
  if (options.threads == 0) options.threads = Cluster::threads();
  if (!Cluster::only_helps() && std::filesystem::exists(options.out))
    fail("library", options.out + ": exists already");
  expect_writable(options.out);

  // Results are kept beside the file until it is complete.
  const std::string part = options.out + ".part";
  const std::unique_ptr<jobs::ResultStore> store = open_store(part, options);
  const std::string fresh = options.out + ".new";
  OutputFile file(fresh, OutputFile::Mode::replace);
  LibraryWriter writer(format, count, options.seed);
  file.write(writer.head());

  std::vector<std::unique_ptr<dd::Solver>> solvers;
  for (unsigned i = 0; i < options.threads; ++i) solvers.push_back(std::make_unique<dd::Solver>());
  Progress progress("deals");
  const Interrupt interrupt;
  jobs::Shards shards{.count = static_cast<std::size_t>((count + kDealsPerShard - 1) / kDealsPerShard),
                      .threads = options.threads};
  shards.store = store.get();
  shards.work = [&](unsigned worker, std::size_t shard) {
    return solve_shard(options, shard, *solvers[worker]);
  };
  shards.done = [&](std::size_t, std::string_view records) {
    const std::size_t size = record_bytes(LibraryFormat::zrd);
    for (; records.size() >= size; records.remove_prefix(size)) {
      file.write(writer.add(*read_record(records.substr(0, size), LibraryFormat::zrd)));
    }
    file.expect_good();
  };
  shards.tick = [&](const jobs::ShardProgress& here) {
    const double done = static_cast<double>(here.done) / static_cast<double>(here.count);
    progress.show(done, static_cast<std::size_t>(done * static_cast<double>(count)));
    return !Interrupt::requested();
  };
  shards.cancel = [&] {
    for (const auto& solver : solvers) solver->stop();
  };
  const auto end = jobs::run(shards, Cluster::transport());
  progress.clear();
  if (!end) fail("library", end.error());
  if (*end == jobs::ShardsEnd::worker) return 0;
  if (*end == jobs::ShardsEnd::stopped) {
    unlink(fresh.c_str());
    fmt::print(stderr, "yomi library: stopped; {} keeps what was solved, and the same command continues\n",
               part);
    return kStoppedStatus;
  }
  file.write(writer.tail());
  file.expect_good();
  if (std::rename(fresh.c_str(), options.out.c_str()) != 0)
    fail("library", options.out + ": cannot be written");
  unlink(part.c_str());
  print_built(options);
  return 0;
}

struct QueryOptions {
  std::string file;
  std::string condition;
  std::string trump = "NT";
  std::string declarer = "N";
  bool law = false;
  std::string picture;
  bool json = false;
};

std::string read_bytes(const std::string& path) {
  return or_fail("library", read_binary(path));
}

void print_tricks(const QueryOptions& options, const lab::TrickCounts& counts, const std::string& title) {
  if (options.json) {
    Json deals = Json::array();
    for (std::size_t count : counts.deals) deals.push_back(count);
    fmt::print("{}\n", Json{{"contract", title},
                            {"deals", counts.tricks.count()},
                            {"mean", counts.tricks.mean()},
                            {"error", counts.tricks.error()},
                            {"by_tricks", deals}}
                           .dump());
    return;
  }
  fmt::print("{} by {}: {} deals, {:.3f} ± {:.3f} tricks\n\ntricks   deals   share   at least\n",
             options.trump, options.declarer, counts.tricks.count(), counts.tricks.mean(),
             counts.tricks.error());
  for (std::size_t i = 0; i < counts.deals.size(); ++i) {
    if (counts.deals[i] == 0) continue;
    fmt::print("{:>6} {:>7} {:>6.2f} % {:>7.2f} %\n", i, counts.deals[i],
               100.0 * static_cast<double>(counts.deals[i]) / static_cast<double>(counts.tricks.count()),
               100 * counts.at_least(static_cast<int>(i)));
  }
}

Json library_json(const lab::Tally& tally) {
  return Json{{"count", tally.count()}, {"mean", tally.mean()}, {"error", tally.error()}};
}

void print_law(const QueryOptions& options, const lab::LawCounts& counts) {
  if (options.json) {
    Json trumps = Json::array();
    for (std::size_t i = 0; i < counts.difference_by_trumps.size(); ++i) {
      if (counts.difference_by_trumps[i].count() == 0) continue;
      Json row = library_json(counts.difference_by_trumps[i]);
      row["trumps"] = i;
      trumps.push_back(row);
    }
    Json adjustments = Json::array();
    for (std::size_t i = 0; i < counts.by_adjustment.size(); ++i) {
      adjustments.push_back(Json{{"adjustment", bidding::to_string(static_cast<bidding::Adjustment>(i))},
                                 {"amount", bidding::amount(static_cast<bidding::Adjustment>(i))},
                                 {"with", library_json(counts.by_adjustment[i].with)},
                                 {"without", library_json(counts.by_adjustment[i].without)}});
    }
    fmt::print("{}\n", Json{{"difference", library_json(counts.difference)},
                            {"by_trumps", trumps},
                            {"adjustments", adjustments},
                            {"distance", library_json(counts.distance_unadjusted)},
                            {"distance_adjusted", library_json(counts.distance)}}
                           .dump());
    return;
  }
  fmt::print("total tricks less total trumps: {:+.3f} ± {:.3f} ({} deals)\n\ntrumps   deals   difference\n",
             counts.difference.mean(), counts.difference.error(), counts.difference.count());
  for (std::size_t i = 0; i < counts.difference_by_trumps.size(); ++i) {
    const lab::Tally& tally = counts.difference_by_trumps[i];
    if (tally.count() > 0)
      fmt::print("{:>6} {:>7}   {:+.2f} ± {:.2f}\n", i, tally.count(), tally.mean(), tally.error());
  }
  fmt::print("\n{:<42} {:>6}  {:>7}  {:>13}  {:>6}\n", "adjustment", "amount", "views", "with", "without");
  for (std::size_t i = 0; i < counts.by_adjustment.size(); ++i) {
    const auto adjustment = static_cast<bidding::Adjustment>(i);
    const auto& [with, without] = counts.by_adjustment[i];
    fmt::print("{:<42} {:>+6}  {:>7}  {:+.2f} ± {:.2f}  {:+6.2f}\n", bidding::to_string(adjustment),
               bidding::amount(adjustment), with.count(), with.mean(), with.error(), without.mean());
  }
  fmt::print("\ndistance of the law from the truth: {:.3f} tricks, with adjustments {:.3f}\n",
             counts.distance_unadjusted.mean(), counts.distance.mean());
}

int query(const QueryOptions& options) {
  const auto strain = problem::parse_trump(options.trump);
  if (!strain) fail("library", "--trump: expected S, H, D, C or NT, found '" + options.trump + "'");
  const auto declarer = parse_seat(options.declarer);
  if (!declarer) fail("library", "--declarer: expected N, E, S or W, found '" + options.declarer + "'");
  const auto condition = dealer::parse_expression(options.condition.empty() ? "1" : options.condition);
  if (!condition)
    fail("library", condition.error().at("--condition", 1, condition.error().column).to_string());
  const Interrupt interrupt;
  const std::string bytes = read_bytes(options.file);
  const auto library = DealLibrary::open(bytes);
  if (!library) fail("library", options.file + ": " + library.error().to_string());

  Progress progress("deals");
  lab::TrickCounts tricks;
  lab::LawCounts law;
  for (std::size_t i = 0; i < library->size(); ++i) {
    if (Interrupt::requested()) return kStoppedStatus;
    progress.show(static_cast<double>(i) / static_cast<double>(library->size()), i);
    const auto deal = library->at(i);
    if (!deal) fail("library", options.file + ": " + deal.error().to_string());
    if (!condition->holds(deal->deal)) continue;
    if (options.law) {
      law.add(*deal);
    } else {
      tricks.add(deal->table.at(*strain, *declarer));
    }
  }
  progress.clear();
  const std::string of = options.condition.empty() ? "all deals" : options.condition;
  if (options.law) {
    print_law(options, law);
    if (!options.picture.empty()) {
      write_output(options.picture, lab::picture(law, "total tricks less total trumps: " + of));
    }
  } else {
    const std::string title = fmt::format("{} by {}", options.trump, options.declarer);
    print_tricks(options, tricks, title);
    if (!options.picture.empty()) {
      write_output(options.picture, lab::picture(tricks, fmt::format("tricks, {}: {}", title, of)));
    }
  }
  return 0;
}

struct LibraryConvertOptions {
  std::string from;
  std::string to;
  std::string format = "yomi";
  bool json = false;
};

int convert(const LibraryConvertOptions& options) {
  const std::string bytes = read_bytes(options.from);
  const auto library = DealLibrary::open(bytes);
  if (!library) fail("library", options.from + ": " + library.error().to_string());
  LibraryWriter writer(*parse_library_format(options.format), library->size(), 0);
  std::string out = writer.head();
  for (std::size_t i = 0; i < library->size(); ++i) {
    const auto deal = library->at(i);
    if (!deal) fail("library", options.from + ": " + deal.error().to_string());
    out += writer.add(*deal);
  }
  write_output(options.to, out + writer.tail());
  if (options.json) {
    fmt::print("{}\n",
               Json{{"file", options.to}, {"deals", library->size()}, {"format", options.format}}.dump());
  } else {
    fmt::print("{}: {} deals\n", options.to, library->size());
  }
  return 0;
}

void leave_with(int status) {
  if (status != 0) throw Exit{status};
}

}  // namespace

void add_library(Command& app) {
  Command* library = app.add_subcommand("library", "Make and query files of solved random deals");
  library->footer("Example:\n  yomi library build million.deals --count 1000000 --seed 7");
  library->require_subcommand(1, 1);

  auto making = std::make_shared<BuildOptions>();
  Command* make = library->add_subcommand("build", "Draw deals and solve all 20 contracts of each");
  make->footer(
      "The same count and seed give the same file on any number of threads or ranks (mpirun -n 64 yomi "
      "library build\n…). After a stop or a kill the same command continues; until it ends the results are "
      "in FILE.part.\n"
      "Exit status: 0; 2 for bad input; 130 when stopped.\n\n"
      "Example:\n"
      "  yomi library build million.deals --count 1000000 --seed 7");
  make->add_option("file", making->out, "The library to make")->value_name("FILE")->required();
  make->add_option("-n,--count", making->count, "How many deals")
      ->check(range(std::int64_t{1}, std::int64_t{1'000'000'000'000}))
      ->shows_default();
  make->add_option("--seed", making->seed, "Same seed, same deals")->shows_default();
  make->add_option("--format", making->format, "yomi (23 bytes per deal and checksums), zrd (23) or gib (26)")
      ->check(one_of({"yomi", "zrd", "gib"}))
      ->shows_default();
  make->add_option("--threads", making->threads, "All cores unless given")->check(range(1, 1024));
  make->add_flag("--json", making->json, "One JSON object");
  make->callback([making] { leave_with(build(*making)); });

  auto asking = std::make_shared<QueryOptions>();
  Command* ask = library->add_subcommand(
      "query", "How many tricks deals of a kind take, or how well the law holds on them");
  ask->footer(
      "The condition is in the language of `yomi deal`. The formats gib and zrd are read as well.\n"
      "Exit status: 0; 2 for bad input; 130 when stopped.\n\n"
      "Examples:\n"
      "  yomi library query million.deals --condition 'hcp(north) + hcp(south) == 25' --trump NT\n"
      "  yomi library query million.deals --law --picture law.svg");
  ask->add_option("file", asking->file, "A library")->value_name("FILE")->required();
  ask->add_option("-c,--condition", asking->condition, "Only deals of this kind");
  ask->add_option("--trump", asking->trump, "S H D C or NT")->shows_default();
  ask->add_option("--declarer", asking->declarer, "N E S or W")->shows_default();
  ask->add_flag("--law", asking->law, "The Law of Total Tricks and its eight adjustments");
  ask->add_option("--picture", asking->picture, "Write a chart as SVG")->value_name("FILE");
  ask->add_flag("--json", asking->json, "One JSON object");
  ask->callback([asking] { leave_with(query(*asking)); });

  auto turning = std::make_shared<LibraryConvertOptions>();
  Command* turn = library->add_subcommand("convert", "Write a library in another format");
  turn->footer("Example:\n  yomi library convert library.dat million.deals");
  turn->add_option("from", turning->from, "The library to read")->value_name("FILE")->required();
  turn->add_option("to", turning->to, "The library to write")->value_name("FILE")->required();
  turn->add_option("--format", turning->format, "yomi, zrd or gib")
      ->check(one_of({"yomi", "zrd", "gib"}))
      ->shows_default();
  turn->add_flag("--json", turning->json, "One JSON object");
  turn->callback([turning] { leave_with(convert(*turning)); });
}

}  // namespace yomi::cli

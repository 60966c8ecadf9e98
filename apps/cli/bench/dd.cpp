// yomi bench dd: our solver and DDS on the same deals in the same run, one thread each, CPU time, answers
// compared.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "bench/bench.h"
#include "bench/dds_rival.h"
#include "bench/positions.h"
#include "output.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/cpu_time.h"
#include "yomi/jobs/ordered_batch.h"

namespace yomi::cli::bench {
namespace {

// Our time and the rival's over one row of the benchmark. The two take short turns, so that noise on the
// machine affects both alike.
struct DdRow {
  std::string name;
  std::string rival = "DDS";
  int items = 0;
  double ours = 0;
  double theirs = 0;
  std::uint64_t nodes = 0;
  int differences = 0;

  template <class Work>
  auto time_ours(Work work) {
    const double start = jobs::process_cpu_seconds();
    auto result = work();
    ours += jobs::process_cpu_seconds() - start;
    return result;
  }
  template <class Work>
  auto time_theirs(Work work) {
    const double start = jobs::process_cpu_seconds();
    auto result = work();
    theirs += jobs::process_cpu_seconds() - start;
    return result;
  }
};

class BenchDd {
 public:
  BenchDd(DdsRival* rival, std::size_t memory_bytes)
      : rival_(rival), settings_{.memory_bytes = memory_bytes} {}

  DdRow tables(DdRow row, const std::vector<Deal>& deals) {
    dd::Solver solver(settings_);
    for (const Deal& deal : deals) {
      solver.forget();  // a list may hold a deal twice
      const auto ours = row.time_ours([&] { return solver.table(deal); });
      ++row.items;
      if (rival_ == nullptr) continue;
      dd::Table theirs;
      row.time_theirs([&] { return rival_->table(deal, theirs); });
      row.differences += ours != theirs;
    }
    row.nodes = solver.nodes();
    return row;
  }

  DdRow solves(DdRow row, const std::vector<Position>& positions) {
    dd::Solver solver(settings_);
    for (const Position& position : positions) {
      const int ours = row.time_ours([&] { return solver.tricks(position).lower; });
      ++row.items;
      if (rival_ == nullptr) continue;
      row.differences += ours != row.time_theirs([&] { return rival_->tricks(position); });
    }
    row.nodes = solver.nodes();
    return row;
  }

  DdRow all_cards(DdRow row, const std::vector<Position>& positions) {
    dd::Solver solver(settings_);
    for (const Position& position : positions) {
      compare(row, row.time_ours([&] { return solver.cards(position); }), position);
      ++row.items;
    }
    row.nodes = solver.nodes();
    return row;
  }

  // From each position to the last card: all cards are scored and the first of the best is played, until the
  // end. We play a whole line, then the rival does, so that each profits from what it keeps along the way.
  DdRow playouts(DdRow row, const std::vector<Position>& positions) {
    dd::Solver solver(settings_);
    for (const Position& start : positions) {
      std::vector<Turn> turns;
      row.time_ours([&] {
        for (Position now = start; !now.is_over();) {
          turns.push_back({.position = now, .cards = solver.cards(now)});
          now.play(turns.back().cards.front().card);
        }
        return 0;
      });
      for (const Turn& turn : turns) compare(row, turn.cards, turn.position);
      ++row.items;
    }
    row.nodes = solver.nodes();
    return row;
  }

  // The same ending again and again: the overhead of a call.
  DdRow calls(DdRow row, const Position& position, int count) {
    dd::Solver solver(settings_);
    row.items = count;
    int sum = 0;
    row.time_ours([&] {
      for (int i = 0; i < count; ++i) sum += solver.tricks(position).lower;
      return 0;
    });
    if (rival_ != nullptr) {
      int theirs = 0;
      row.time_theirs([&] {
        for (int i = 0; i < count; ++i) theirs += rival_->tricks(position);
        return 0;
      });
      row.differences = sum != theirs;
    }
    row.nodes = solver.nodes();
    return row;
  }

  // With and without reusing stored positions; the second is in the rival's column.
  DdRow reuse(DdRow row, const std::vector<Position>& positions) {
    row.rival = "ours, nothing stored";
    dd::Solver with(settings_);
    dd::Settings bare = settings_;
    bare.reuse_positions = false;
    dd::Solver without(bare);
    for (const Position& position : positions) {
      const int ours = row.time_ours([&] { return with.tricks(position).lower; });
      row.differences += ours != row.time_theirs([&] { return without.tricks(position).lower; });
      ++row.items;
    }
    row.nodes = with.nodes();
    nodes_without_ = without.nodes();
    return row;
  }

  // With 16 MB; 64 MB is in the rival's column.
  DdRow little_memory(DdRow row, const std::vector<Deal>& deals) {
    row.rival = "ours, 64 MB";
    dd::Solver little({.memory_bytes = std::size_t{16} << 20});
    dd::Solver usual({.memory_bytes = std::size_t{64} << 20});
    for (const Deal& deal : deals) {
      little.forget();  // a list may hold a deal twice
      usual.forget();
      const auto ours = row.time_ours([&] { return little.table(deal); });
      row.differences += ours != row.time_theirs([&] { return usual.table(deal); });
      ++row.items;
    }
    row.nodes = little.nodes();
    return row;
  }

  // All cards in all layouts of a position, one position after the other; each position is a batch.
  DdRow batches(DdRow row, const std::vector<Position>& positions, std::size_t layouts) {
    dd::Solver solver(settings_);
    for (std::size_t at = 0; at < positions.size(); at += layouts) {
      const std::span<const Position> batch(&positions[at], layouts);
      const auto ours = row.time_ours([&] {
        std::vector<std::vector<dd::CardTricks>> answers;
        for (const Position& position : batch) answers.push_back(solver.cards(position));
        return answers;
      });
      for (std::size_t i = 0; i < layouts; ++i) compare(row, ours[i], batch[i]);
      row.items += static_cast<int>(layouts);
    }
    row.nodes = solver.nodes();
    return row;
  }

  // One thread's wall time against two threads', best of five.
  DdRow two_threads(DdRow row, const std::vector<Deal>& deals) {
    row.rival = "one thread";
    row.ours = row.theirs = 1e9;
    row.items = static_cast<int>(deals.size());
    for (int turn = 0; turn < 5; ++turn) {
      std::vector<std::optional<dd::Table>> one(deals.size());
      std::vector<std::optional<dd::Table>> two(deals.size());
      row.theirs = std::min(row.theirs, wall_seconds(deals, 1, one));
      row.ours = std::min(row.ours, wall_seconds(deals, 2, two));
      row.differences += one != two;
    }
    return row;
  }

  [[nodiscard]] std::uint64_t nodes_without() const { return nodes_without_; }

 private:
  struct Turn {
    Position position;
    std::vector<dd::CardTricks> cards;
  };

  // Times the rival on the same question and counts the cards on which it differs.
  void compare(DdRow& row, const std::vector<dd::CardTricks>& ours, const Position& position) {
    if (rival_ == nullptr) return;
    const auto theirs = row.time_theirs([&] { return rival_->cards(position); });
    for (const dd::CardTricks& scored : ours) {
      row.differences += theirs[static_cast<std::size_t>(scored.card.bit())] != scored.tricks.lower;
    }
  }

  double wall_seconds(const std::vector<Deal>& deals, unsigned threads,
                      std::vector<std::optional<dd::Table>>& out) {
    std::vector<dd::Solver> solvers;
    solvers.reserve(threads);
    for (unsigned i = 0; i < threads; ++i) solvers.emplace_back(settings_);
    const auto start = std::chrono::steady_clock::now();
    jobs::OrderedBatch batch{.threads = threads, .work = [&](unsigned worker, std::size_t item) {
                               out[item] = solvers[worker].table(deals[item]);
                             }};
    jobs::run(batch, deals.size());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  DdsRival* rival_;
  dd::Settings settings_;
  std::uint64_t nodes_without_ = 0;
};

void print_dd(const DdRow& row, bool json) {
  const double ours = 1e3 * row.ours / row.items;
  const double theirs = 1e3 * row.theirs / row.items;
  const double ratio = row.ours > 0 ? row.theirs / row.ours : 0.0;
  if (json) {
    fmt::print(
        R"({{"bench":"dd","row":"{}","items":{},"ours_ms":{:.6f},"rival":"{}","rival_ms":{:.6f},"ratio":{:.3f},)"
        R"("nodes":{},"differences":{}}})"
        "\n",
        row.name, row.items, ours, row.rival, theirs, ratio, row.nodes, row.differences);
  } else {
    fmt::print("{:<40} {:>7} {:>11.4f} {:>11.4f} {:>7.2f} {:>12} {:>6}\n", row.name, row.items, ours, theirs,
               ratio, row.nodes, row.differences);
  }
  flush_output();
}

std::unique_ptr<DdsRival> load_rival(const char* who) {
  auto loaded = DdsRival::load();
  if (loaded) return std::move(*loaded);
  fmt::print(stderr, "{}: {}\n", who, loaded.error().to_string());
  return nullptr;
}

// DDS crashes on an orderly exit: its clean-up runs after its own memory is gone.
[[noreturn]] void leave(int status) noexcept {
  flush_output();
  std::_Exit(status);
}

}  // namespace

namespace {

using Run = std::function<void(const std::string& name, const std::function<DdRow(const DdRow&)>& work)>;

void bench_deals(const Run& run, BenchDd& bench, const BenchDdOptions& options) {
  const int scale = options.scale;
  const std::uint64_t seed = options.seed;
  run("20-cell tables, random",
      [&](const DdRow& row) { return bench.tables(row, random_deals(seed, 10 * scale)); });
  for (const char* list : {"largest", "thomas1", "thomas2"}) {
    // The Thomas deals take DDS many minutes; they are run by name.
    if (list[0] == 't' && options.only.find(list) == std::string::npos) continue;
    run(fmt::format("20-cell tables, {}", list), [&](const DdRow& row) {
      const auto deals = read_dds_list(options.lists + "/" + list + ".txt");
      if (!deals) {
        fmt::print(stderr, "{}: skipped, {}\n", row.name, deals.error().to_string());
        return row;
      }
      return bench.tables(row, *deals);
    });
  }
  run("one solve, 13 cards",
      [&](const DdRow& row) { return bench.solves(row, random_positions(seed + 1, 50 * scale, 13)); });
  run("all leads, 13 cards",
      [&](const DdRow& row) { return bench.all_cards(row, random_positions(seed + 2, 25 * scale, 13)); });
  run("after the lead, 100 layouts each",
      [&](const DdRow& row) { return bench.solves(row, layouts_after_lead(seed + 3, scale, 100)); });
}

void bench_endings(const Run& run, BenchDd& bench, const BenchDdOptions& options) {
  const int scale = options.scale;
  const std::uint64_t seed = options.seed;
  for (const int cards : {10, 8, 6, 4}) {
    const int positions = cards == 10 ? 4 : cards == 8 ? 12 : 40;
    run(fmt::format("endings, {} cards, 50 layouts each", cards), [&](const DdRow& row) {
      return bench.solves(
          row, sampled_layouts(seed + 10 + static_cast<std::uint64_t>(cards), positions * scale, 50, cards));
    });
  }
  run("endings, 8 cards, all cards, a batch each",
      [&](const DdRow& row) { return bench.batches(row, sampled_layouts(seed + 5, 4 * scale, 50, 8), 50); });
  run("endings, 8 cards, random",
      [&](const DdRow& row) { return bench.solves(row, random_positions(seed + 4, 600 * scale, 8)); });
  for (const int cards : {13, 10, 7}) {
    const int positions = cards == 13 ? 5 : cards == 10 ? 20 : 40;
    run(fmt::format("play-out from {} cards", cards), [&](const DdRow& row) {
      return bench.playouts(
          row, random_positions(seed + 20 + static_cast<std::uint64_t>(cards), positions * scale, cards));
    });
  }
  run("one 3-card ending again and again", [&](const DdRow& row) {
    return bench.calls(row, random_positions(seed + 7, 1, 3).front(), 200'000 * scale);
  });
  run("stored positions, 9 cards", [&](const DdRow& row) {
    DdRow result = bench.reuse(row, random_positions(seed + 8, 40 * scale, 9));
    result.name += fmt::format(
        " ({:.1f} x nodes)", static_cast<double>(bench.nodes_without()) / static_cast<double>(result.nodes));
    return result;
  });
  run("16 MB, tables, random",
      [&](const DdRow& row) { return bench.little_memory(row, random_deals(seed, 10 * scale)); });
  if (options.only.find("16 MB, tables, largest") != std::string::npos) {  // a minute, so by name
    run("16 MB, tables, largest", [&](const DdRow& row) {
      const auto deals = read_dds_list(options.lists + "/largest.txt");
      return deals ? bench.little_memory(row, *deals) : row;
    });
  }
  run("two threads, wall time, tables",
      [&](const DdRow& row) { return bench.two_threads(row, random_deals(seed + 9, 24 * scale)); });
}

}  // namespace

int bench_dd(const BenchDdOptions& options) {
  const std::unique_ptr<DdsRival> rival =
      options.alone ? nullptr : load_rival("yomi bench dd: ours is timed alone");
  BenchDd bench(rival.get(), options.memory_bytes);
  if (!options.json) {
    fmt::print("CPU time on one thread; rival: {}\n", rival ? "DDS " + rival->version() : "none");
    fmt::print("{:<40} {:>7} {:>11} {:>11} {:>7} {:>12} {:>6}\n", "work", "items", "ours ms", "rival ms",
               "ratio", "our nodes", "differ");
  }
  int differences = 0;
  const Run run = [&](const std::string& name, const std::function<DdRow(const DdRow&)>& work) {
    if (name.find(options.only) == std::string::npos) return;
    const DdRow row = work(DdRow{.name = name});
    if (row.items == 0) return;
    differences += row.differences;
    print_dd(row, options.json);
  };
  bench_deals(run, bench, options);
  bench_endings(run, bench, options);
  const int status = differences == 0 ? 0 : 1;
  if (rival) leave(status);
  return status;
}

int verify_dd(const VerifyDdOptions& options) {
  const std::unique_ptr<DdsRival> rival = load_rival("yomi bench verify");
  if (!rival) return 2;
  Random random(options.seed);
  dd::Solver solver;
  long differences = 0;
  for (long i = 0; i < options.count; ++i) {
    const Position position = random_mid_trick(random, options.least_cards, options.most_cards);
    const auto theirs = rival->cards(position);
    for (const dd::CardTricks& scored : solver.cards(position)) {
      CardSet cards = scored.equals;
      cards.insert(scored.card);
      for (Card card : cards) {
        if (theirs[static_cast<std::size_t>(card.bit())] == scored.tricks.lower) continue;
        ++differences;
        if (options.json) {
          fmt::print("{}\n", Json{{"deal", to_string(position.hands())},
                                  {"trump", to_string(position.strain())},
                                  {"leader", to_string(position.leader())},
                                  {"on_table", position.table().size()},
                                  {"card", to_string(card)},
                                  {"ours", scored.tricks.lower},
                                  {"dds", theirs[static_cast<std::size_t>(card.bit())]}}
                                 .dump());
          continue;
        }
        fmt::print("{} {} led by {}, {} on the table, {}: ours {}, DDS {}\n", to_string(position.hands()),
                   to_string(position.strain()), to_char(position.leader()), position.table().size(),
                   to_string(card), scored.tricks.lower, theirs[static_cast<std::size_t>(card.bit())]);
      }
    }
  }
  if (options.json) {
    fmt::print(
        "{}\n",
        Json{{"positions", options.count}, {"dds", rival->version()}, {"differences", differences}}.dump());
  } else {
    fmt::print("{} random position{} of {} to {} cards, every card compared with DDS {}: {} difference{}\n",
               options.count, options.count == 1 ? "" : "s", options.least_cards, options.most_cards,
               rival->version(), differences, differences == 1 ? "" : "s");
  }
  leave(differences == 0 ? 0 : 1);
}

int bench_signature() {
  const auto print_nodes = [](const char* name, const dd::Solver& solver) {
    fmt::print("{} {}\n", name, solver.nodes());
  };
  {
    dd::Solver solver;
    for (const Deal& deal : random_deals(1, 4)) (void)solver.table(deal);
    print_nodes("tables", solver);
  }
  {
    dd::Solver solver;
    for (const Position& position : random_positions(2, 8, 13)) (void)solver.cards(position);
    print_nodes("leads", solver);
  }
  {
    dd::Solver solver({.code = dd::Settings::Code::portable});
    for (const Position& position : sampled_layouts(3, 20, 10, 8)) (void)solver.tricks(position);
    print_nodes("endings", solver);
  }
  {
    dd::Solver solver({.memory_bytes = std::size_t{2} << 20});
    for (const Position& position : random_positions(4, 8, 13)) (void)solver.tricks(position);
    print_nodes("little-memory", solver);
  }
  return 0;
}

}  // namespace yomi::cli::bench

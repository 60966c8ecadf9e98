// yomi bench dd: our solver and DDS on the same deals in the same run, one thread each, CPU time, answers compared.
#include <fmt/core.h>

#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "bench.h"
#include "dds_rival.h"

namespace yomi::cli {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Ours and the rival's time over one row of the benchmark. The work is done in small turns, ours and theirs
// alternately, so that a noisy machine disturbs both alike.
struct Row {
  std::string name;
  int items = 0;
  double ours = 0;
  double theirs = 0;
  std::uint64_t nodes = 0;
  int differences = 0;

  template <class Work>
  auto time_ours(Work work) {
    const double start = cpu_seconds();
    auto result = work();
    ours += cpu_seconds() - start;
    return result;
  }
  template <class Work>
  auto time_theirs(Work work) {
    const double start = cpu_seconds();
    auto result = work();
    theirs += cpu_seconds() - start;
    return result;
  }
};

class BenchDd {
 public:
  BenchDd(DdsRival* rival, std::size_t memory_bytes) : rival_(rival), settings_{.memory_bytes = memory_bytes} {}

  Row tables(const std::string& name, const std::vector<Deal>& deals) {
    Row row{.name = name};
    dd::Solver solver(settings_);
    for (const Deal& deal : deals) {
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

  Row solves(const std::string& name, const std::vector<Position>& positions, const dd::Settings& settings) {
    Row row{.name = name};
    dd::Solver solver(settings);
    for (const Position& position : positions) {
      const int ours = row.time_ours([&] { return solver.tricks(position).lower; });
      ++row.items;
      if (rival_ == nullptr) continue;
      row.differences += ours != row.time_theirs([&] { return rival_->tricks(position); });
    }
    row.nodes = solver.nodes();
    return row;
  }

  Row leads(const std::string& name, const std::vector<Position>& positions) {
    Row row{.name = name};
    dd::Solver solver(settings_);
    for (const Position& position : positions) {
      const auto ours = row.time_ours([&] { return solver.cards(position); });
      ++row.items;
      if (rival_ == nullptr) continue;
      const auto theirs = row.time_theirs([&] { return rival_->cards(position); });
      for (const dd::CardTricks& scored : ours) {
        row.differences += theirs[static_cast<std::size_t>(scored.card.bit())] != scored.tricks.lower;
      }
    }
    row.nodes = solver.nodes();
    return row;
  }

  [[nodiscard]] const dd::Settings& settings() const { return settings_; }

 private:
  DdsRival* rival_;
  dd::Settings settings_;
};

std::vector<Position> random_positions(std::uint64_t seed, int count, int cards) {
  Random random(seed);
  std::vector<Position> positions;
  for (int i = 0; i < count; ++i) {
    const Deal deal = random_deal(random, cards);
    const Strain strain = strain_at(static_cast<int>(random.below(5)));
    const Seat leader = seat_at(static_cast<int>(random.below(4)));
    positions.emplace_back(deal, strain, leader);
  }
  return positions;
}

std::vector<Deal> random_deals(std::uint64_t seed, int count) {
  Random random(seed);
  std::vector<Deal> deals;
  deals.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) deals.push_back(random_deal(random));
  return deals;
}

void print(const Row& row, bool json) {
  const double ours = 1e3 * row.ours / row.items;
  const double theirs = 1e3 * row.theirs / row.items;
  if (json) {
    fmt::print(R"({{"bench":"dd","row":"{}","items":{},"ours_ms":{:.6f},"dds_ms":{:.6f},"nodes":{},"differences":{}}})"
               "\n",
               row.name, row.items, ours, theirs, row.nodes, row.differences);
    return;
  }
  fmt::print("{:<34} {:>6} {:>12.4f} {:>12.4f} {:>7.2f} {:>14} {:>6}\n", row.name, row.items, ours, theirs,
             row.ours > 0 ? row.theirs / row.ours : 0.0, row.nodes, row.differences);
  std::fflush(stdout);
}

}  // namespace

int bench_dd(const BenchDdOptions& options) {
  std::unique_ptr<DdsRival> rival;
  if (!options.alone) {
    auto loaded = DdsRival::load();
    if (loaded) {
      rival = std::move(*loaded);
    } else {
      fmt::print(stderr, "yomi bench dd: {}; ours is timed alone\n", loaded.error().to_string());
    }
  }
  BenchDd bench(rival.get(), options.memory_bytes);
  if (!options.json) {
    fmt::print("one thread, CPU time; rival: {}\n", rival ? "DDS " + rival->version() : "none");
    fmt::print("{:<34} {:>6} {:>12} {:>12} {:>7} {:>14} {:>6}\n", "work", "items", "ours ms", "DDS ms", "ratio",
               "our nodes", "differ");
  }
  const int scale = options.scale;
  int differences = 0;
  const auto wanted = [&](const std::string& name) { return options.only.empty() || name.find(options.only) != std::string::npos; };
  const auto run = [&](const std::string& name, const std::function<Row(const std::string&)>& work) {
    if (!wanted(name)) return;
    const Row row = work(name);
    differences += row.differences;
    print(row, options.json);
  };
  run("20-cell tables, random", [&](const auto& n) { return bench.tables(n, random_deals(options.seed, 10 * scale)); });
  run("one solve, 13 cards", [&](const auto& n) {
    return bench.solves(n, random_positions(options.seed + 1, 50 * scale, 13), bench.settings());
  });
  run("all leads, 13 cards", [&](const auto& n) { return bench.leads(n, random_positions(options.seed + 2, 25 * scale, 13)); });
  run("endings, 10 cards", [&](const auto& n) {
    return bench.solves(n, random_positions(options.seed + 3, 200 * scale, 10), bench.settings());
  });
  run("endings, 8 cards", [&](const auto& n) {
    return bench.solves(n, random_positions(options.seed + 4, 1000 * scale, 8), bench.settings());
  });
  run("endings, 6 cards", [&](const auto& n) {
    return bench.solves(n, random_positions(options.seed + 5, 2000 * scale, 6), bench.settings());
  });
  run("endings, 4 cards", [&](const auto& n) {
    return bench.solves(n, random_positions(options.seed + 6, 4000 * scale, 4), bench.settings());
  });
  run("endings, 3 cards", [&](const auto& n) {
    return bench.solves(n, random_positions(options.seed + 7, 10'000 * scale, 3), bench.settings());
  });
  return differences == 0 ? 0 : 1;
}

}  // namespace yomi::cli

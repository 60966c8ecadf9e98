// yomi bench deal: drawing deals, timed by CPU, with what is drawn verified; the dealer tool, where it is
// installed, runs the same scripts in the same run.
#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "yomi/belief/evidence.h"
#include "yomi/belief/view.h"
#include "yomi/dealer/run.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/cpu_time.h"

namespace yomi::cli::bench {
namespace {

using belief::balanced;
using belief::hcp;
using belief::length;
using belief::Model;
using belief::PreparedConstraints;
using belief::SoftConstraint;
using belief::Space;
using belief::Term;
using belief::View;

double child_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

struct Ran {
  double seconds = 0;
  double generated = 0;
  double produced = 0;
  double average = 0;  // of the script's one average
};

Ran parse(const std::string& text) {
  Ran ran;
  const auto after = [&](const char* word) {
    const std::size_t at = text.find(word);
    return at == std::string::npos ? 0.0 : std::atof(text.c_str() + at + std::string(word).size());
  };
  ran.average = after("it: ");
  ran.generated = after("Generated ");
  ran.produced = after("Produced ");
  return ran;
}

std::optional<Ran> run_rival(const std::string& script) {
  std::string name = (std::filesystem::temp_directory_path() / "yomi-bench-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) return std::nullopt;
  const bool written = write(file, script.data(), script.size()) == static_cast<ssize_t>(script.size());
  close(file);
  const double before = child_seconds();
  std::string out;
  std::FILE* pipe =
      written ? popen(("PATH=$PATH:/usr/games dealer -s 1 " + name + " 2>/dev/null").c_str(), "r") : nullptr;
  if (pipe != nullptr) {
    char buffer[512];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) out += buffer;
    if (pclose(pipe) != 0) out.clear();
  }
  unlink(name.c_str());
  if (out.empty()) return std::nullopt;
  Ran ran = parse(out);
  ran.seconds = child_seconds() - before;
  return ran;
}

Ran run_ours(const std::string& text) {
  const double before = jobs::process_cpu_seconds();
  const auto script = dealer::parse_script(text);
  std::string out;
  dealer::RunOptions options;
  options.write = [&out](std::string_view part) { out += part; };
  const auto result = dealer::run(*script, options);
  Ran ran = parse(out);
  ran.seconds = jobs::process_cpu_seconds() - before;
  return ran;
}

// Do two means of the same quantity agree, each over its own number of deals and with the same deviation?
bool agree(const Ran& a, const Ran& b, double deviation) {
  return std::abs(a.average - b.average) < 5 * deviation * std::sqrt(1 / a.produced + 1 / b.produced) + 1e-4;
}

struct Scripted {
  const char* name;
  std::string body;       // condition and the one average
  double rival_generate;  // deals that the rival looks at
  double our_produce;     // deals that we produce; 0: look at as many as the rival
  double deviation;       // of the averaged number
  double needed;          // the ratio to reach
};

// Prints one script's row; false when the statistics differ from the rival's.
bool bench_script(const Scripted& one, const BenchDealOptions& options) {
  const int scale = options.scale;
  const std::string theirs = fmt::format("generate {:.0f}\nproduce {:.0f}\n", one.rival_generate * scale,
                                         one.rival_generate * scale) +
                             one.body;
  const std::string mine =
      one.our_produce > 0
          ? fmt::format("generate 1000000000000\nproduce {:.0f}\n", one.our_produce * scale) + one.body
          : theirs;
  const Ran ours = run_ours(mine);
  const auto rival = run_rival(theirs);
  const double our_rate = ours.produced / ours.seconds;
  Json row = {{"script", one.name}, {"ours_per_second", our_rate}};
  if (!rival) {
    if (options.json)
      fmt::print("{}\n", row.dump());
    else
      fmt::print("{:32} {:14.0f} {:>14} {:>10}\n", one.name, our_rate, "not here", "-");
    return true;
  }
  const double rival_rate = rival->produced / rival->seconds;
  // The shares of deals that fit must agree too, within their sampling error.
  const double p = ours.produced / ours.generated;
  const double q = rival->produced / rival->generated;
  const bool same_share = std::abs(p - q) <= 5 * std::sqrt(p / ours.generated + p / rival->generated) + 1e-9;
  const bool same = same_share && (rival->produced < 5 || agree(ours, *rival, one.deviation));
  const double ratio = our_rate / rival_rate;
  if (options.json) {
    row.update(
        {{"dealer_per_second", rival_rate}, {"ratio", ratio}, {"one_in", 1 / p}, {"same_statistics", same}});
    fmt::print("{}\n", row.dump());
  } else {
    fmt::print("{:32} {:14.0f} {:14.1f} {:10.1f}{}{}   1 deal in {:.0f} (dealer {:.0f})\n", one.name,
               our_rate, rival_rate, ratio, same ? "" : "  THE STATISTICS DIFFER",
               ratio < one.needed ? "  below the mark" : "", 1 / p, 1 / q);
  }
  return same;
}

int bench_scripts(const BenchDealOptions& options) {
  const std::string wide = "action average \"it\" hcp(north)\n";
  const std::vector<Scripted> scripts = {
      {"any deal", wide, 1e6, 0, 4.13, 1},
      {"hcp(north) >= 12 (1 in 3)", "condition hcp(north) >= 12\n" + wide, 1e6, 0, 3, 1},
      {"two balanced hands (1 in 5)",
       "condition shape(north, any 4333 + any 4432 + any 5332) && shape(south, any 4333 + any 4432 + any "
       "5332)\n" +
           wide,
       1e6, 0, 4.13, 1},
      {"opposite hands, 1 in 350,000",
       "condition shape(north, any 5332) && hcp(north) >= 22 && hcp(north) <= 23 && hcp(south) >= 11 && "
       "spades(south) >= 5 "
       "&& hearts(south) <= 2 && clubs(south) <= 4\naction average \"it\" hcp(south)\n",
       6e6, 1e5, 1.5, 1000},
  };
  if (!options.json) fmt::print("{:32} {:>14} {:>14} {:>10}\n", "script", "ours/s", "dealer/s", "ratio");
  int failures = 0;
  for (const Scripted& one : scripts) failures += bench_script(one, options) ? 0 : 1;
  return failures;
}

// Unseen cards for two or three hidden hands of a random deal.
Space hidden_space(Random& random, int hands, int cards) {
  const Deal deal = random_deal(random);
  Space space;
  space.held = deal;
  for (int i = 0; i < hands; ++i) {
    const Seat seat = seat_at(i + 1);
    CardSet rest = deal[seat];
    while (rest.size() > kRanks - cards) rest.erase(rest.highest());
    space.held[seat] = rest;
    space.slots[seat] = static_cast<std::uint8_t>(cards);
  }
  return space;
}

int bench_models(const BenchDealOptions& options) {
  const int scale = options.scale;
  int failures = 0;
  if (!options.json)
    fmt::print("\n{:44} {:>12} {:>12} {:>12}\n", "exact models", "ready in", "a draw", "deals");
  const std::vector<std::pair<int, std::vector<Term>>> cases = {
      {2,
       {{hcp(Seat::east) >= 8 && hcp(Seat::east) <= 14 && balanced(Seat::east)},
        {hcp(Seat::south) >= 4},
        {length(Seat::south, Suit::spades) >= 3}}},
      {3, {{hcp(Seat::east) >= 12}, {hcp(Seat::east) <= 14}, {balanced(Seat::east)}}},
      {3,
       {{hcp(Seat::east) >= 12},
        {hcp(Seat::east) <= 14},
        {balanced(Seat::east)},
        {hcp(Seat::west) >= 6},
        {length(Seat::west, Suit::spades) >= 4},
        {hcp(Seat::south) >= 5},
        {hcp(Seat::south) <= 11},
        {length(Seat::south, Suit::hearts) >= 5}}}};
  for (const auto& [hands, terms] : cases) {
    Random random(11);
    double build = 0;
    double draw = 0;
    double deals = 0;
    int built = 0;
    int drawn = 0;
    std::vector<Deal> kept(20'000);
    for (int round = 0; round < 10 * scale; ++round) {
      const Space space = hidden_space(random, hands, kRanks);
      const double start = jobs::process_cpu_seconds();
      const Model model(space, terms);
      build += jobs::process_cpu_seconds() - start;
      ++built;
      deals += model.total() / (10 * scale);
      if (model.total() <= 0) continue;
      const double before = jobs::process_cpu_seconds();
      for (Deal& deal : kept) deal = model.draw(random);
      draw += jobs::process_cpu_seconds() - before;
      drawn += static_cast<int>(kept.size());
      for (const Deal& deal : kept) {
        bool good = space.allows(deal);
        for (const Term& term : terms) good = good && term.expression.holds(deal);
        failures += good ? 0 : 1;
      }
    }
    if (options.json) {
      const Json row = {{"hidden_hands", hands},
                        {"terms", terms.size()},
                        {"ready_ms", 1e3 * build / built},
                        {"draw_us", 1e6 * draw / drawn}};
      fmt::print("{}\n", row.dump());
      continue;
    }
    fmt::print("{:44} {:9.3f} ms {:9.3f} us {:12.3g}\n",
               fmt::format("{} hidden hands, {} terms", hands, terms.size()), 1e3 * build / built,
               1e6 * draw / drawn, deals);
  }
  return failures;
}

int bench_views(const BenchDealOptions& options) {
  const int scale = options.scale;
  int failures = 0;
  if (!options.json) {
    fmt::print("\n{:44} {:>12} {:>12}\n", "views from another chair, two hidden hands", "a view", "a draw");
  }
  const double start = jobs::process_cpu_seconds();
  const PreparedConstraints prepared = prepare(std::vector<SoftConstraint>{
      {hcp(Seat::south) >= 12 && hcp(Seat::south) <= 14 && balanced(Seat::south), 0.95, ""},
      {hcp(Seat::east) <= 15, 0.9, ""}});
  const double once = jobs::process_cpu_seconds() - start;
  if (!options.json) fmt::print("{:44} {:9.3f} ms\n", "  (the auction's part, once)", 1e3 * once);
  for (int cards : {12, 10, 7, 4}) {
    Random random(5);
    std::vector<Space> spaces;
    spaces.reserve(200);
    for (int i = 0; i < 200; ++i) spaces.push_back(hidden_space(random, 2, cards));
    View view;
    std::array<Deal, 100> kept;
    double filling = 0;
    double drawing = 0;
    int n = 0;
    for (int round = 0; round < 5 * scale; ++round) {
      double before = jobs::process_cpu_seconds();
      for (const Space& space : spaces) {
        view.fill(space, prepared.tables);
        failures += view.total() > 0 ? 0 : 1;
      }
      filling += jobs::process_cpu_seconds() - before;
      for (const Space& space : spaces) {
        view.fill(space, prepared.tables);
        before = jobs::process_cpu_seconds();
        for (Deal& deal : kept) deal = view.draw(random);
        drawing += jobs::process_cpu_seconds() - before;
        for (const Deal& deal : kept) failures += space.allows(deal) ? 0 : 1;
      }
      n += static_cast<int>(spaces.size());
    }
    if (options.json) {
      const Json row = {
          {"unknown_cards", cards}, {"view_us", 1e6 * filling / n}, {"draw_us", 1e4 * drawing / n}};
      fmt::print("{}\n", row.dump());
      continue;
    }
    fmt::print("{:44} {:9.3f} us {:9.3f} us\n", fmt::format("  {} cards unknown in each", cards),
               1e6 * filling / n, 1e4 * drawing / n);
  }
  return failures;
}

}  // namespace

int bench_deal(const BenchDealOptions& options) {
  const int failures = bench_scripts(options) + bench_models(options) + bench_views(options);
  if (failures > 0) fmt::print(stderr, "{} answers were wrong\n", failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace yomi::cli::bench

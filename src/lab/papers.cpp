#include "yomi/lab/papers.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "yomi/cards/random.h"
#include "yomi/dd/team_solver.h"
#include "yomi/formats/markup.h"
#include "yomi/jobs/cpu_time.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/play/abc.h"

namespace yomi::lab {
namespace {

// CPU seconds of the calling thread in `work`.
template <class Work>
double seconds_of(Work work) {
  const double start = jobs::thread_cpu_seconds();
  work();
  return jobs::thread_cpu_seconds() - start;
}

double ratio(double a, double b) {
  return b > 0 ? a / b : 0;
}

// The cards of two hands dealt again between them.
void deal_again(Deal& deal, Seat one, Seat other, Random& random) {
  std::vector<Card> cards;
  for (Card card : deal[one] | deal[other]) cards.push_back(card);
  const int size = deal[one].size();
  random.shuffle(std::span<Card>(cards));
  deal[one] = deal[other] = CardSet{};
  for (std::size_t i = 0; i < cards.size(); ++i)
    deal[static_cast<int>(i) < size ? one : other].insert(cards[i]);
}

// East is to lead against South; each of the three who decide has a hypothesis of its own.
play::AbcGame random_game(Random& random, int cards) {
  const Deal deal = random_deal(random, cards);
  const Strain strain = strain_at(static_cast<int>(random.below(5)));
  play::AbcGame game{.root = Position(deal, strain, Seat::east), .b = deal, .c = deal, .a = Seat::east};
  deal_again(game.b, Seat::east, Seat::west, random);   // South sees its own hand and dummy's
  deal_again(game.c, Seat::east, Seat::south, random);  // and so does West
  return game;
}

struct AbcCost {
  double nodes = 0;
  double seconds = 0;
};

}  // namespace

std::vector<Measured> measure_reuse(const PaperSettings& settings) {
  const int cards = settings.cards > 0 ? settings.cards : 10;
  Random random(settings.seed);
  dd::Solver without(dd::Settings{.reuse_positions = false});
  dd::Solver with;
  double seconds_without = 0;
  double seconds_with = 0;
  for (int i = 0; i < settings.count && settings.goes_on(); ++i) {
    const Deal deal = random_deal(random, cards);
    const Position position(deal, strain_at(i % 5), seat_at(i % 4));
    seconds_without += seconds_of([&] { without.tricks(position); });
    seconds_with += seconds_of([&] { with.tricks(position); });
  }
  const auto nodes_without = static_cast<double>(without.nodes());
  const auto nodes_with = static_cast<double>(with.nodes());
  return {{"nodes without stored positions", nodes_without, ""},
          {"nodes with stored positions", nodes_with, ""},
          {"nodes, without to with", ratio(nodes_without, nodes_with), ""},
          {"CPU seconds without", seconds_without, "222, 189, 154, not ended, 51,880"},
          {"CPU seconds with", seconds_with, "115, 38, 124, 57,187, 23,850"},
          {"time, without to with", ratio(seconds_without, seconds_with), "1.9, 5.0, 1.2, -, 2.2"}};
}

std::vector<Measured> measure_parallel(const PaperSettings& settings) {
  const int cards = settings.cards > 0 ? settings.cards : kRanks;
  Random random(settings.seed);
  jobs::ThreadPool pool(settings.threads);
  double all = 0;
  double path = 0;
  const auto together = [&](int count, const std::function<void(int)>& work) {
    std::vector<double> seconds(static_cast<std::size_t>(count));
    pool.each(seconds.size(), [&](std::size_t item, int) {
      seconds[item] = seconds_of([&] { work(static_cast<int>(item)); });
    });
    for (double each : seconds) all += each;
    path += *std::max_element(seconds.begin(), seconds.end());
  };
  dd::Solver alone(dd::Settings{.memory_bytes = std::size_t{256} << 20});
  dd::TeamSolver team(dd::Settings{.memory_bytes = std::size_t{256} << 20}, settings.threads, together);
  double one = 0;
  for (int i = 0; i < settings.count && settings.goes_on(); ++i) {
    const Deal deal = random_deal(random, cards);
    const Position position(deal, strain_at(i % 5), seat_at(i % 4));
    one += seconds_of([&] { alone.cards(position); });
    team.cards(position);
  }
  const auto nodes = ratio(static_cast<double>(team.nodes()), static_cast<double>(alone.nodes()));
  return {{"CPU seconds of one thread", one, ""},
          {fmt::format("CPU seconds of {} threads, all", settings.threads), all, ""},
          {"CPU seconds of the busiest, question by question", path, ""},
          {"nodes, to one thread's", nodes, ""},
          {"times faster", ratio(one, path), "more than 30 on 64 processors"}};
}

std::vector<Measured> measure_abc(const PaperSettings& settings) {
  const int cards = settings.cards > 0 ? settings.cards : 4;
  Random random(settings.seed);
  dd::Solver a;
  dd::Solver b;
  dd::Solver c;
  const auto cost = [&](const play::AbcOptions& options, const play::AbcGame& game, bool probing,
                        AbcCost& sum) {
    play::AbcSearch search(options, a, b, c);
    sum.seconds += seconds_of([&] { probing ? (void)search.probing(game) : (void)search.one_pass(game); });
    sum.nodes += static_cast<double>(search.nodes());
  };
  AbcCost plain;
  AbcCost cut;
  AbcCost probing;
  for (int i = 0; i < settings.count && settings.goes_on(); ++i) {
    const play::AbcGame game = random_game(random, cards);
    cost({.cuts = false, .table = false}, game, false, plain);
    cost({.cuts = true, .table = false}, game, false, cut);
    cost({.table = false}, game, true, probing);
  }
  return {{"nodes of one-pass without cuts", plain.nodes, ""},
          {"nodes of one-pass with cuts", cut.nodes, ""},
          {"share of nodes with cuts", ratio(cut.nodes, plain.nodes), "about 1/4"},
          {"nodes of probing", probing.nodes, ""},
          {"CPU seconds of one-pass with cuts", cut.seconds, ""},
          {"CPU seconds of probing", probing.seconds, ""},
          {"time, one-pass to probing", ratio(cut.seconds, probing.seconds), "about 10"}};
}

std::string picture(const std::vector<Measured>& measured, const std::string& title, bool logarithmic) {
  constexpr double kLeft = 330;
  constexpr double kWidth = 300;
  constexpr double kRow = 26;
  double least = 1e300;
  double most = 0;
  for (const Measured& one : measured) {
    if (one.ours > 0) least = std::min(least, one.ours);
    most = std::max(most, one.ours);
  }
  const auto length = [&](double value) {
    if (value <= 0 || most <= 0) return 0.0;
    if (!logarithmic) return kWidth * value / most;
    return kWidth * (1 + std::log10(value / least)) / (1 + std::log10(most / least));
  };
  const double height = kRow * static_cast<double>(measured.size()) + 50;
  std::string made = svg::begin(kLeft + kWidth + 130, height);
  made += svg::text(20, 24, title);
  double y = 44;
  for (const Measured& one : measured) {
    made += svg::text(kLeft - 8, y + 12, one.what, "end");
    made += svg::box(kLeft, y + 1, length(one.ours), 14, "#4477aa");
    made += svg::text(kLeft + length(one.ours) + 6, y + 12, fmt::format("{:.4g}", one.ours));
    y += kRow;
  }
  return made + svg::end();
}

}  // namespace yomi::lab

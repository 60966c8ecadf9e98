#include "yomi/play/imagine.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace yomi::play {
namespace {

constexpr std::size_t kPoolBeforeLead = 64;  // deals drawn for each one kept, while three hands are hidden
constexpr std::size_t kMostPooled = 10'000;  // beyond the number asked for
constexpr std::size_t kLeastWeighed = 16;    // however late it is
constexpr double kFloor = 1e-12;

double log_of_calls(const belief::Prepared& readings, const belief::Space& space, const Deal& deal) {
  double sum = 0;
  for (Seat seat : kAllSeats) {
    if (space.slots_of(seat) == 0) continue;
    const auto weight =
        static_cast<double>(readings.hands[static_cast<std::size_t>(index(seat))].of(deal[seat]));
    sum += std::log(std::max(weight, kFloor));
  }
  return sum;
}

void normalize(belief::Sample& sample) {
  double sum = 0;
  for (const belief::WeightedDeal& one : sample.deals) sum += one.weight;
  double squares = 0;
  for (belief::WeightedDeal& one : sample.deals) {
    one.weight /= sum;
    squares += one.weight * one.weight;
  }
  sample.effective = squares > 0 ? 1 / squares : 0;
}

// `count` draws at even steps through the weights; a deal that is met several times is kept once.
void thin(belief::Sample& sample, std::size_t count, Random& random) {
  const double step = 1 / static_cast<double>(count);
  double next = random.unit() * step;
  double passed = 0;
  std::vector<belief::WeightedDeal> kept;
  for (const belief::WeightedDeal& one : sample.deals) {
    passed += one.weight;
    double times = 0;
    for (; next < passed && next < 1; next += step) times += 1;
    if (times > 0) kept.push_back({one.deal, times});
  }
  if (!kept.empty()) sample.deals = std::move(kept);
  const double effective = sample.effective;
  normalize(sample);
  sample.effective = std::min(effective, sample.effective);
}

// Deals by facts, calls and carding, with weights; says whether the table's readings are in them already.
struct Pool {
  belief::Sample sample;
  bool calls_read = true;
};

Pool draw_pool(const Table& table, const belief::Seen& seen, const belief::Space& space, const Imagining& how,
               Random& random) {
  belief::Evidence evidence{.facts = space, .habits = table.meanings};
  if (how.carding != nullptr) evidence.suit_habits = carding_habits(*how.carding, table, seen);
  const belief::Belief belief(std::move(evidence));
  const bool weighs = how.read_cards && !seen.play.empty();
  const auto pooled = [&](std::size_t times) {
    return std::max(how.count, std::min(how.count * times, kMostPooled));
  };
  const std::size_t count = pooled(weighs ? how.pool : 1);
  if (!table.readings) return {belief.sample(count, random, how.enumerate_up_to), true};
  if (!seen.dummy) return {belief.sample(pooled(kPoolBeforeLead), random, how.enumerate_up_to), false};
  Pool pool{belief.sample(0, random, how.enumerate_up_to), false};
  if (pool.sample.is_complete) return pool;
  belief::View view;
  std::vector<belief::SuitTerm> terms;
  if (how.carding != nullptr) terms = carding_terms(*how.carding, table, seen);
  view.fill(space, *table.readings, terms);
  if (!(view.total() > 0)) return {belief.sample(count, random, how.enumerate_up_to), true};
  pool.calls_read = true;
  for (std::size_t i = 0; i < count; ++i) pool.sample.deals.push_back({view.draw(random), 1});
  return pool;
}

}  // namespace

belief::Sample imagine(const Table& table, const belief::Seen& seen, const Imagining& how, Random& random) {
  const belief::Space space = belief::facts_unchecked(seen);
  Pool pool = draw_pool(table, seen, space, how, random);
  belief::Sample& sample = pool.sample;
  if (sample.deals.empty()) return std::move(sample);
  const bool weighs = how.read_cards && !seen.play.empty();
  if (weighs || !pool.calls_read) {
    constexpr double kUnread = -std::numeric_limits<double>::infinity();
    std::vector<double> logs(sample.deals.size(), kUnread);
    const auto weigh = [&](std::size_t item, int) {
      if (item >= kLeastWeighed && how.is_late && how.is_late()) return;
      const belief::WeightedDeal& one = sample.deals[item];
      double log = std::log(std::max(one.weight, kFloor));
      if (!pool.calls_read) log += log_of_calls(*table.readings, space, one.deal);
      if (weighs) log += log_likelihood(how.reading, table.contract, table.calls, seen, one.deal);
      logs[item] = log;
    };
    if (how.crew != nullptr) {
      how.crew->each(logs.size(), weigh);
    } else {
      for (std::size_t i = 0; i < logs.size(); ++i) weigh(i, 0);
    }
    const double highest = *std::max_element(logs.begin(), logs.end());
    std::vector<belief::WeightedDeal> read;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      if (logs[i] != kUnread) read.push_back({sample.deals[i].deal, std::exp(logs[i] - highest)});
    }
    sample.is_complete = sample.is_complete && read.size() == sample.deals.size();
    sample.deals = std::move(read);
  }
  normalize(sample);
  if (!sample.is_complete && sample.deals.size() > how.count) thin(sample, how.count, random);
  return std::move(sample);
}

}  // namespace yomi::play

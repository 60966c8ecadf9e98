#include "yomi/bidding/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/imagine.h"
#include "yomi/dd/solver.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::bidding {
namespace {

// What a call must gain, in IMPs, over the call of the rules, besides so many standard errors. Everybody sees
// all cards in these deals, which makes doubles look better than they are.
constexpr double kLeastGain = 0.3;
constexpr double kDoubleGain = 1.5;
constexpr double kErrors = 1.5;
constexpr std::size_t kBlock = 8;  // deals between two looks at the clock

// The tricks of a deal's contracts, each solved once.
class Tricks {
 public:
  Tricks(const Deal& deal, dd::Solver& solver) : deal_(deal), solver_(solver) {}
  int operator()(const Contract& contract) {
    auto& known = known_[contract.strain][contract.declarer];
    if (!known) {
      const Position position(deal_, contract.strain, contract.leader());
      known = kRanks - solver_.tricks(position).lower;
    }
    return *known;
  }

 private:
  const Deal& deal_;
  dd::Solver& solver_;
  ByStrain<BySeat<std::optional<int>>> known_{};
};

struct Outcome {
  std::optional<Contract> contract;
  int score = 0;  // for the caller's side
};

std::string name_of(const std::optional<Contract>& contract) {
  if (!contract) return "passed out";
  return fmt::format("{} by {}", to_string(*contract), to_char(contract->declarer));
}

SimulatedCall summarize(Call call, const std::vector<Outcome>& made, const std::vector<Outcome>& reference,
                        const std::vector<ImaginedDeal>& deals) {
  SimulatedCall result{.call = call};
  double weights = 0;
  double squares = 0;
  std::map<std::string, double> ends;
  for (std::size_t i = 0; i < made.size(); ++i) {
    const double weight = deals[i].weight;
    const double gained = imps(made[i].score - reference[i].score);
    weights += weight;
    result.points += weight * made[i].score;
    result.imps += weight * gained;
    squares += weight * gained * gained;
    ends[name_of(made[i].contract)] += weight;
  }
  if (weights <= 0) return result;
  result.points /= weights;
  result.imps /= weights;
  const double variance = std::max(squares / weights - result.imps * result.imps, 0.0);
  result.error = std::sqrt(variance / static_cast<double>(std::max<std::size_t>(made.size(), 2) - 1));
  result.usually = std::max_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
                     return a.second < b.second;
                   })->first;
  return result;
}

}  // namespace

struct Simulator::Impl {
  struct Worker {
    std::shared_ptr<GridMemory> memory = std::make_shared<GridMemory>();
    dd::Solver solver;
    std::vector<AuctionState> states;  // after each candidate
  };

  explicit Impl(const SimulationSettings& wanted) : settings(wanted), thread_pool(wanted.threads) {
    for (int i = 0; i < thread_pool.size(); ++i) {
      workers.push_back(
          {.solver = dd::Solver(dd::Settings{.memory_bytes = wanted.memory_bytes}), .states = {}});
    }
  }

  // The auction up to now and each candidate, in the worker's own memory.
  static void prepare(Worker& worker, const AuctionState& state, const std::vector<Call>& calls) {
    AuctionState now = state.restarted(worker.memory);
    for (const Call call : state.auction().calls()) now.add(call);
    worker.states.assign(calls.size(), now);
    for (std::size_t i = 0; i < calls.size(); ++i) worker.states[i].add(calls[i]);
  }

  SimulationSettings settings;
  jobs::ThreadPool thread_pool;
  std::vector<Worker> workers;
};

Simulator::Simulator(const SimulationSettings& settings) : impl_(std::make_unique<Impl>(settings)) {}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

void Simulator::set_seconds(double seconds) {
  impl_->settings.seconds = seconds;
}

Simulation Simulator::compare(const AuctionState& state, CardSet hand, const std::vector<Call>& calls,
                              const std::stop_token& stop) {
  const auto start = std::chrono::steady_clock::now();
  Simulation result;
  const auto wanted = static_cast<std::size_t>(std::max(impl_->settings.deals, 1));
  const Imagination imagined = imagine(state, hand, wanted, Random(impl_->settings.seed));
  result.readings_dropped = imagined.readings_dropped;
  for (Impl::Worker& worker : impl_->workers) worker.states.clear();

  const Side us = side_of(state.turn());
  std::vector<std::vector<Outcome>> outcomes(calls.size(), std::vector<Outcome>(imagined.deals.size()));
  const auto play = [&](std::size_t item, int number) {
    if (stop.stop_requested()) return;
    Impl::Worker& worker = impl_->workers[static_cast<std::size_t>(number)];
    if (worker.states.empty()) Impl::prepare(worker, state, calls);
    const Deal& deal = imagined.deals[item].deal;
    Tricks tricks(deal, worker.solver);
    for (std::size_t c = 0; c < calls.size(); ++c) {
      const AuctionState end = bid_out(worker.states[c], deal, call_by_rules);
      Outcome& out = outcomes[c][item];
      out.contract = end.auction().contract();
      if (!out.contract) continue;
      const int ns = score_ns(*out.contract, state.vulnerability(), tricks(*out.contract));
      out.score = us == Side::ns ? ns : -ns;
    }
  };
  std::size_t done = 0;
  while (done < imagined.deals.size()) {
    const std::size_t block = std::min(kBlock, imagined.deals.size() - done);
    impl_->thread_pool.each(block, [&](std::size_t item, int worker) { play(done + item, worker); });
    if (stop.stop_requested()) break;  // not all of the block were played
    done += block;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    if (impl_->settings.seconds > 0 && spent.count() >= impl_->settings.seconds) break;
  }
  result.deals = static_cast<int>(done);
  for (auto& each : outcomes) each.resize(done);
  for (std::size_t c = 0; c < calls.size(); ++c) {
    result.calls.push_back(summarize(calls[c], outcomes[c], outcomes.front(), imagined.deals));
  }
  if (!result.calls.empty()) {
    std::stable_sort(result.calls.begin() + 1, result.calls.end(),
                     [](const SimulatedCall& a, const SimulatedCall& b) { return a.imps > b.imps; });
  }
  return result;
}

Judgement judge_by_value(const AuctionState& state, CardSet hand) {
  const ValuedChoice choice = choose_by_value(state, HandFeatures(hand));
  return {.call = choice.call, .by_rules = choice.rules, .by_value = choice.call, .value = choice.imps};
}

Judgement Simulator::judge(const AuctionState& state, CardSet hand, const std::stop_token& stop) {
  Judgement made = judge_by_value(state, hand);
  if (!made.by_rules.general || impl_->settings.deals <= 0) return made;
  std::vector<Call> calls = sensible_calls(state, HandFeatures(hand), impl_->settings.most_candidates);
  if (made.by_value != made.by_rules.call) {
    std::erase(calls, made.by_value);
    calls.insert(calls.begin(), made.by_value);
  }
  if (calls.size() < 2) return made;
  made.simulation = compare(state, hand, calls, stop);
  double best = 0;
  for (const SimulatedCall& each : made.simulation->calls) {
    const double sure =
        each.imps - kErrors * each.error - (each.call == Call::x() ? kDoubleGain : kLeastGain);
    if (sure <= best) continue;
    best = sure;
    made.call = each.call;
  }
  return made;
}

std::string explain(const Simulation& simulation) {
  std::string text =
      fmt::format("{} imagined deals, the auction continued by the rules, double-dummy:\n", simulation.deals);
  for (std::size_t i = 0; i < simulation.calls.size(); ++i) {
    const SimulatedCall& each = simulation.calls[i];
    text += fmt::format("  {:<5}{:>+7.0f} points  ", to_string(each.call), each.points);
    text += i == 0 ? std::string("the call of the rules")
                   : fmt::format("{:+.1f} +- {:.1f} IMPs", each.imps, each.error);
    text += fmt::format(", mostly {}\n", each.usually);
  }
  if (simulation.readings_dropped > 0) {
    text += "  (somebody's calls do not fit the cards in this hand; they were not all believed)\n";
  }
  return text;
}

}  // namespace yomi::bidding

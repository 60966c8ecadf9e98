#include "yomi/bidding/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "auction_tree.h"
#include "yomi/bidding/imagine.h"
#include "yomi/bidding/trick_estimate.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::bidding {
namespace {

// A call that the policy makes less often than this is not thought about.
constexpr float kLeastChance = 0.04F;
// What a ratio of chances is worth, in IMPs for each factor of e: the policy was learnt with such a price on
// leaving the rules, so a call of half the chance is thought a fifteenth of an IMP worse.
constexpr double kImpsPerLog = 0.1;
// How far the policy's opinion may be wrong, and how far imagined deals may, however many there are: IMPs.
constexpr double kPolicyError = 1.0;
constexpr double kDealsError = 0.4;
// Everybody sees all cards in these deals, which makes doubles look better than they are.
constexpr double kDoubleHandicap = 0.5;
constexpr std::size_t kBlock = 32;      // deals between two looks at the clock
constexpr std::size_t kSmallBlock = 8;  // the first under a time limit, and those that still fit at its end
constexpr int kMostDeals = 4096;        // under a time limit

// The tricks of a deal's contracts, each estimated once, and taken from around the estimate as true ones lie.
class Tricks {
 public:
  Tricks(const Deal& deal, Random random) : deal_(deal), random_(random) {}
  int operator()(const Contract& contract) {
    const Side side = side_of(contract.declarer);
    auto& known = known_[contract.strain][contract.declarer];
    if (!known) {
      Random random = random_.split(static_cast<std::uint64_t>(index(side)));
      const double shared = draw_shared_error(random);
      random = random.split(static_cast<std::uint64_t>(index(contract.strain)));
      const double mean = TrickEstimate::shipped().tricks(deal_, contract.strain, contract.declarer);
      const double drawn = mean + draw_trick_error(contract.strain, mean, shared, random);
      known = std::clamp(static_cast<int>(std::lround(drawn)), 0, kRanks);
    }
    return *known;
  }

 private:
  const Deal& deal_;
  Random random_;
  ByStrain<BySeat<std::optional<int>>> known_{};
};

// How many deals are looked at next: a block is begun only where the slowest so far would still be done in
// time.
class BlockTimer {
 public:
  explicit BlockTimer(double seconds) : seconds_(seconds) {}
  // 0: the time is up.
  std::size_t next(std::size_t left) {
    if (seconds_ <= 0) return std::min(kBlock, left);
    const double now = spent();
    if (last_ > 0) slowest_ = std::max(slowest_, (now - begun_) / static_cast<double>(last_));
    begun_ = now;
    const auto fits = [&](std::size_t deals) {
      return now + slowest_ * static_cast<double>(deals) <= seconds_;
    };
    last_ = slowest_ > 0 && fits(kBlock) ? kBlock : fits(kSmallBlock) ? kSmallBlock : 0;
    last_ = std::min(last_, left);
    return last_;
  }

 private:
  [[nodiscard]] double spent() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double begun_ = 0;
  double slowest_ = 0;  // seconds a deal
  std::size_t last_ = 0;
};

struct Outcome {
  std::optional<Contract> contract;
  int score = 0;  // for the caller's side
};

std::string name_of(const std::optional<Contract>& contract) {
  if (!contract) return "passed out";
  return fmt::format("{} by {}", to_string(*contract), to_char(contract->declarer));
}

SimulatedCall summarize(Call call, const std::vector<Outcome>& made, const std::vector<Outcome>& reference) {
  SimulatedCall result{.call = call};
  if (made.empty()) return result;
  double squares = 0;
  std::map<std::string, int> ends;
  for (std::size_t i = 0; i < made.size(); ++i) {
    const double gained = imps(made[i].score - reference[i].score);
    result.points += made[i].score;
    result.imps += gained;
    squares += gained * gained;
    ++ends[name_of(made[i].contract)];
  }
  const auto count = static_cast<double>(made.size());
  result.points /= count;
  result.imps /= count;
  const double variance = std::max(squares / count - result.imps * result.imps, 0.0);
  result.error = std::sqrt(variance / std::max(count - 1, 1.0));
  result.usually = std::max_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
                     return a.second < b.second;
                   })->first;
  return result;
}

// By the deals alone: rules and policy speak of different auctions, so their opinions cannot be weighed.
Call best_call(const Simulation& simulation) {
  const auto worth = [](const SimulatedCall& one) {
    return one.imps - (one.call == Call::x() ? kDoubleHandicap : 0);
  };
  return std::max_element(simulation.calls.begin(), simulation.calls.end(),
                          [&](const SimulatedCall& a, const SimulatedCall& b) { return worth(a) < worth(b); })
      ->call;
}

}  // namespace

struct Simulator::Impl {
  explicit Impl(const SimulationSettings& wanted) : settings(wanted), thread_pool(wanted.threads) {}
  SimulationSettings settings;
  jobs::ThreadPool thread_pool;
  std::vector<std::shared_ptr<GridMemory>> memories{};  // for the trees of each thread

  // Where partner keeps to his system, a tree for each thread; else none.
  std::vector<AuctionTree> trees(const AuctionState& state) {
    std::vector<AuctionTree> made;
    if (settings.agreements == Agreements::policy) return made;
    memories.resize(static_cast<std::size_t>(thread_pool.size()));
    for (auto& memory : memories) {
      if (!memory) memory = std::make_shared<GridMemory>();
      made.emplace_back(state, memory);
    }
    return made;
  }
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
  BlockTimer timer(impl_->settings.seconds);
  Simulation result{.calls = {}, .agreements = impl_->settings.agreements};
  const auto wanted =
      static_cast<std::size_t>(std::max(impl_->settings.seconds > 0 ? kMostDeals : impl_->settings.deals, 1));
  const Side us = side_of(state.turn());
  const std::array systems = {policy_system(state.system(Side::ns)), policy_system(state.system(Side::ew))};
  std::vector<Auction> auctions(calls.size(), state.auction());
  for (std::size_t c = 0; c < calls.size(); ++c) auctions[c].add(calls[c]);
  const Random random(impl_->settings.seed);
  std::vector<AuctionTree> trees = impl_->trees(state);

  std::vector<Deal> deals;
  std::vector<std::vector<Outcome>> outcomes(calls.size());
  const auto play = [&](std::size_t item, int worker) {
    if (stop.stop_requested()) return;
    const Deal& deal = deals[item];
    Tricks tricks(deal, random.split(item));
    for (std::size_t c = 0; c < calls.size(); ++c) {
      Outcome& out = outcomes[c][item];
      const Auction end = trees.empty()
                              ? bid_out_by_policy(auctions[c], deal, state.vulnerability(), systems)
                              : trees[static_cast<std::size_t>(worker)].bid_out(calls[c], deal, systems);
      out.contract = end.contract();
      if (!out.contract) continue;
      const int ns = score_ns(*out.contract, state.vulnerability(), tricks(*out.contract));
      out.score = us == Side::ns ? ns : -ns;
    }
  };
  Imaginer imaginer(state, hand, impl_->settings.agreements, random.split(wanted));
  std::size_t done = 0;
  while (done < wanted) {
    const std::size_t block = timer.next(wanted - done);
    if (block == 0) break;
    for (const Deal& one : imaginer.draw(block)) deals.push_back(one);
    if (deals.size() == done) break;  // nothing fits
    for (auto& each : outcomes) each.resize(deals.size());
    impl_->thread_pool.each(deals.size() - done,
                            [&](std::size_t item, int worker) { play(done + item, worker); });
    if (stop.stop_requested()) break;  // not all of the block were played
    done = deals.size();
  }
  result.readings_dropped = imaginer.readings_dropped();
  result.deals = static_cast<int>(done);
  for (auto& each : outcomes) each.resize(done);
  for (std::size_t c = 0; c < calls.size(); ++c) {
    result.calls.push_back(summarize(calls[c], outcomes[c], outcomes.front()));
  }
  if (!result.calls.empty()) {
    std::stable_sort(result.calls.begin() + 1, result.calls.end(),
                     [](const SimulatedCall& a, const SimulatedCall& b) { return a.imps > b.imps; });
  }
  return result;
}

Judgement judge_by_policy(const AuctionState& state, CardSet hand, Agreements agreements) {
  const PolicyChoice choice = choose_by_policy(state, HandFeatures(hand), agreements);
  return {.call = choice.call, .by_rules = choice.rules, .by_policy = choice.call, .chance = choice.chance};
}

Judgement Simulator::judge(const AuctionState& state, CardSet hand, const std::stop_token& stop) {
  Judgement made = judge_by_policy(state, hand, impl_->settings.agreements);
  if (made.chance <= 0 || impl_->settings.deals <= 0) return made;  // left to the rules
  const std::vector<LikelyCall> likely = likely_calls(state, hand, kLeastChance);
  std::vector<Call> calls;
  for (const LikelyCall& one : likely) {
    if (calls.size() < impl_->settings.most_candidates) calls.push_back(one.call);
  }
  const bool by_system = impl_->settings.agreements == Agreements::rules;
  if (by_system) {  // their call is the one to beat
    std::erase(calls, made.by_rules.call);
    calls.insert(calls.begin(), made.by_rules.call);
  }
  if (calls.size() < 2) return made;
  made.simulation = compare(state, hand, calls, stop);
  if (made.simulation->deals == 0) return made;
  if (by_system) {
    made.call = best_call(*made.simulation);
    return made;
  }
  double best = 0;
  for (const SimulatedCall& each : made.simulation->calls) {
    if (each.call == made.by_policy) continue;
    const float chance = std::find_if(likely.begin(), likely.end(), [&](const LikelyCall& one) {
                           return one.call == each.call;
                         })->chance;
    const double thought = kImpsPerLog * std::log(chance / made.chance);
    const double by_policy = 1 / (kPolicyError * kPolicyError);
    const double by_deals = 1 / (each.error * each.error + kDealsError * kDealsError);
    const double handicap = each.call == Call::x() ? kDoubleHandicap : 0;
    const double gain = (by_policy * thought + by_deals * each.imps) / (by_policy + by_deals) - handicap;
    if (gain <= best) continue;
    best = gain;
    made.call = each.call;
  }
  return made;
}

std::string explain(const Simulation& simulation) {
  const bool by_rules = simulation.agreements == Agreements::rules;
  std::string text = fmt::format("{} imagined deals, the auction continued by {}, tricks as estimated:\n",
                                 simulation.deals, by_rules ? "our system and their policy" : "the policy");
  for (std::size_t i = 0; i < simulation.calls.size(); ++i) {
    const SimulatedCall& each = simulation.calls[i];
    text += fmt::format("  {:<5}{:>+7.0f} points  ", to_string(each.call), each.points);
    text += i == 0 ? std::string(by_rules ? "the call of the system" : "the likeliest call")
                   : fmt::format("{:+.1f} +- {:.1f} IMPs", each.imps, each.error);
    text += fmt::format(", mostly {}\n", each.usually);
  }
  if (simulation.readings_dropped > 0) {
    text += "  (somebody's calls do not fit the cards in this hand; they were not all believed)\n";
  }
  return text;
}

}  // namespace yomi::bidding

// Looking ahead in the auction, wherever two calls are close.
//
// Candidates are the calls that the policy finds likely (auction_policy.h). Deals are imagined from what the
// calls so far have shown (imagine.h). In each of them each candidate is made, the auction goes on by the
// policy of all four players, and the contract that comes out is scored by its estimated double-dummy tricks
// (trick_estimate.h). All candidates meet the same deals, so that luck cancels. What is seen there and what
// the policy thinks are weighed together: a few deals change little, many decide. Partner's answers are those
// of a partner who bids as we do, so a call that would be misunderstood scores as badly as it deserves.
//
// A pair that keeps to its system (Agreements::rules) speaks another language than the policy. Where only
// general lines speak, the call of the rules stands against those of the policy; partner's hand is one with
// which the rules make his calls, our side goes on by the rules, and the deals alone decide.
//
// The same seed gives the same answer whatever the number of threads, unless the time limit cuts it short.
// A deal costs some tenths of a millisecond.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "yomi/bidding/auction_policy.h"
#include "yomi/bidding/auction_state.h"
#include "yomi/bidding/bidder.h"

namespace yomi::bidding {

struct SimulationSettings {
  int deals = 256;  // without a time limit; with one, as many as fit, up to 4,096
  std::uint64_t seed = 1;
  int threads = 1;     // 0: all cores
  double seconds = 0;  // stop after this time with the deals done so far; 0: no limit
  std::size_t most_candidates = 5;
  Agreements agreements = Agreements::policy;  // who decides where agreements speak
};

struct SimulatedCall {
  Call call;
  double points = 0;      // expected score for the caller's side
  double imps = 0;        // against the first call
  double error = 0;       // standard error of that
  std::string usually{};  // the contract that most often came out: "3NT by S"
};

struct Simulation {
  std::vector<SimulatedCall> calls;  // the one to beat first, the others by what they gain
  int deals = 0;
  int readings_dropped = 0;                    // see imagine.h
  Agreements agreements = Agreements::policy;  // by which our side went on
};

// A call, who decided it, and what was weighed.
struct Judgement {
  Call call;
  Choice by_rules;
  Call by_policy{};                        // what the rules and the policy make of it (auction_policy.h)
  float chance = 0;                        // of that call, by the policy; 0 where it was not asked
  std::optional<Simulation> simulation{};  // nothing: there was nothing to choose
  [[nodiscard]] bool overruled() const { return call != by_rules.call; }
};

// Without a simulation.
Judgement judge_by_policy(const AuctionState& state, CardSet hand, Agreements agreements);

// Keeps its threads between decisions. One decision at a time.
class Simulator {
 public:
  explicit Simulator(const SimulationSettings& settings);
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  // For the decisions from now on, in place of SimulationSettings::seconds.
  void set_seconds(double seconds);
  // By the policy, or the rules where agreements are left to them, and by simulation where it is close or
  // general lines and the policy differ.
  // When it is asked to stop, from another thread, it goes by the deals done so far.
  Judgement judge(const AuctionState& state, CardSet hand, const std::stop_token& stop = {});
  // These calls against each other, the first being the one to beat. Each must be legal now.
  Simulation compare(const AuctionState& state, CardSet hand, const std::vector<Call>& calls,
                     const std::stop_token& stop = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A line for each call weighed.
std::string explain(const Simulation& simulation);

}  // namespace yomi::bidding

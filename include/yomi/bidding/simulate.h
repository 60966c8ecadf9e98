// Common sense: what to call when the system has only general advice, decided by looking ahead.
//
// Candidates are the calls that some line gives and a few that anybody would think of (sensible_calls). Deals
// are imagined from what the calls so far have shown (imagine.h). In each of them each candidate is made, the
// auction goes on by the rules of all four players, and the contract that comes out is scored double-dummy.
// All candidates meet the same deals, so that luck cancels; a candidate replaces the call of the rules only
// when it gains clearly more than chance could give it, a double more clearly still. Partner's answers are
// those of a partner who reads the call by the system: a call that would be misunderstood scores as badly as
// it deserves.
//
// The same seed gives the same answer whatever the number of threads, unless the time limit cuts it short.
// A decision costs some ten milliseconds for each deal, nearly all of it in the solver.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "yomi/bidding/auction_state.h"
#include "yomi/bidding/bidder.h"
#include "yomi/bidding/call_value.h"

namespace yomi::bidding {

struct SimulationSettings {
  int deals = 32;
  std::uint64_t seed = 1;
  int threads = 1;     // 0: all cores
  double seconds = 0;  // stop after this time with the deals done so far; 0: no limit
  std::size_t most_candidates = 6;
  std::size_t memory_bytes = std::size_t{16} << 20;  // a solver, one for each thread
};

struct SimulatedCall {
  Call call;
  double points = 0;      // expected score for the caller's side
  double imps = 0;        // against the call of the rules
  double error = 0;       // standard error of that
  std::string usually{};  // the contract that most often came out: "3NT by S"
};

struct Simulation {
  std::vector<SimulatedCall> calls;  // the call of the rules first, the others by what they gain
  int deals = 0;
  int readings_dropped = 0;  // see imagine.h
};

// A call, who decided it, and what was weighed.
struct Judgement {
  Call call;
  Choice by_rules;
  Call by_value{};                         // what the rules and the learnt values make of it (call_value.h)
  float value = 0;                         // IMPs that it is expected to gain over the rules
  std::optional<Simulation> simulation{};  // nothing: the rules had an answer, or there was nothing to choose
  [[nodiscard]] bool overruled() const { return call != by_rules.call; }
};

// Without a simulation.
Judgement judge_by_value(const AuctionState& state, CardSet hand);

// What a person might think of here, the call of the rules first. Never a pass of a forcing bid, and never a
// call that denies this hand: whoever decides, what a call is said to show is true. One call alone when the
// hand has nothing to think about.
std::vector<Call> sensible_calls(const AuctionState& state, const HandFeatures& hand, std::size_t most);

// Keeps its threads, solvers and grids between decisions. One decision at a time.
class Simulator {
 public:
  explicit Simulator(const SimulationSettings& settings);
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  // For the decisions from now on, in place of SimulationSettings::seconds.
  void set_seconds(double seconds);
  // By the rules where they have an answer of their own, else by the learnt values and simulation.
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

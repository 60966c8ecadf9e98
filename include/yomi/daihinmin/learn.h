// Learning from games: policies, the estimate, and what yomi reads hidden hands with. All of it is
// deterministic in the seed, whatever the number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "yomi/daihinmin/match.h"

namespace yomi::daihinmin {

// One decision with a choice, as the mover knew it.
struct Decision {
  Public table;
  Cards hand;
  Cards others;
  Move move;
};

struct Gift {
  Cards hand;  // with the tribute
  Cards given;
};

// What is kept of played games.
struct Lessons {
  std::vector<Decision> decisions;
  std::vector<Gift> gifts;
  std::array<std::array<double, kPlayers>, kPlayers> carries{};  // from a rank to a place, counts
  int games = 0;
};

// Takes in a finished game.
void take_in(Lessons& lessons, const GameLoop& loop);
void take_in(StayCounts& stays, const GameLoop& loop);

// Plays a match and takes in every game. Wants memory: about 100 bytes a decision, 30 decisions a game.
Result<Lessons> play_lessons(const MatchSettings& settings, const Learnt& learnt, int threads,
                             const MatchCalls& calls);
// The same for the counts of the estimate, which take a few megabytes a thread, however many the games.
Result<StayCounts> play_stays(const MatchSettings& settings, const Learnt& learnt, int threads,
                              const MatchCalls& calls);

struct FitSettings {
  int rounds = 8;       // through all decisions
  double rate = 0.08;   // of the first steps (Adagrad, Duchi and others 2011)
  double decay = 2e-6;  // pull towards zero a step
  std::uint64_t seed = 1;
};
struct FitReport {
  double log_loss_before = 0;  // a decision, on one in ten that is kept back
  double log_loss_after = 0;
  double agreement = 0;  // share of kept-back decisions whose move has the highest score
  std::size_t decisions = 0;
};
// Fits the softmax to the moves chosen, starting from the policy's present weights.
FitReport fit_policy(Policy& policy, const std::vector<Decision>& decisions, const FitSettings& settings,
                     const std::function<void(int round, double log_loss)>& on_round = {});

// Odds from how often each card was given.
GiveOdds fit_gives(const std::vector<Gift>& gifts);
// The value of each place, from 1 for the first to 0 for the last: its points and those it leads to in the
// games that follow, when ranks carry over as counted.
PlaceValues fit_values(const std::array<std::array<double, kPlayers>, kPlayers>& carries);

// What yomi reads hidden hands with, and what it takes places to be worth.
struct Reading {
  std::shared_ptr<const Policy> policy;
  GiveOdds gives;
  PlaceValues values;
  FitReport network;  // of the policy fitted to the network's own games
  FitReport players;  // and of the one fitted to the others
  int games = 0;
};
inline constexpr int kNetworkGames = 4;  // for each game of the players: they cost a thousandth of it
// Learns it from nothing but the network of `learnt`: a policy is fitted to games of the network alone; with
// it yomi may sit among the players of `games`, and another is fitted to theirs. The one knows what is good
// to do, the other what players who search do; a sum of their weights reads better than either.
Result<Reading> learn_reading(const MatchSettings& games, Learnt learnt, int threads, const MatchCalls& calls,
                              const FitSettings& fit);

}  // namespace yomi::daihinmin

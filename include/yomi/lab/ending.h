// An ending as a game with hidden hands, and its exact value.
//
// What is public: dummy, every card played, and the layouts that are possible with their chances. Declarer
// knows his own hand besides and plays dummy's cards; each defender knows its own. Layouts are given, at most
// 64, so nothing is sampled, and no player models are involved.
//
// The defenders are a team: two players with private cards. The value is that of the zero-sum game between
// declarer and the team, where the team may draw its plan (what each defender does with each of its hands)
// with dice that only the defenders see: team-maxmin with correlation (von Stengel and Koller 1997; Celli and
// Gatti 2018). It is what declarer can guarantee against any two defenders who see only their own cards and
// dummy. A pair without private dice can promise at most as much as the value, so the defence's distance from
// it is a little overstated where the team would have to mix. Best replies need no dice: they are exact for
// both sides.
//
// How: a double oracle (McMahan, Gordon and Blum 2003). Plans of both sides are collected, the matrix game
// over them is solved, and each side's best reply to the other's mixture joins until neither gains. The
// team's best reply is found over the public history: at a defender's turn every way to map its possible
// hands to cards is tried, and partner's uncertainty is the set of hands that the map leaves for the card.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "yomi/bridge/position.h"

namespace yomi::lab {

inline constexpr std::size_t kMostLayouts = 64;

// The chair on turn always plays one of `cards` when it holds `hand`, and everybody knows it.
struct Promise {
  CardSet hand;
  CardSet cards;
};

struct EndingGame {
  Seat declarer = Seat::south;
  // The same turn, table and dummy in all; they differ in the three other hands. At most kMostLayouts.
  std::vector<Position> layouts{};
  std::vector<double> weights{};  // of the layouts; they add up to 1
  // For declarer, by the tricks of his side as Position counts them at the end. Must not fall.
  std::array<double, 14> payoff{};
  bool defenders_see_all = false;  // a relaxation: both defenders see all hands
  std::optional<Promise> promise{};

  // Payoff is the number of tricks.
  void count_tricks();
  // Payoff is 1 when declarer's side has at least `goal` tricks, otherwise 0.
  void count_goal(int goal);
};

struct EndingValue {
  double lower = 0;  // what declarer's mixture guarantees
  double upper = 0;  // what the team's mixture holds declarer to
  int rounds = 0;
  // Size of the game: public positions at which something is decided, or that end it.
  std::size_t positions = 0;

  [[nodiscard]] double value() const { return (lower + upper) / 2; }
  [[nodiscard]] double gap() const { return upper - lower; }
};

struct EndingLimits {
  double gap = 1e-6;                // stop here
  int rounds = 200;                 // or here
  std::size_t positions = 400'000;  // larger games are refused
  std::size_t steps = 1'000'000;    // also games in which the team's replies take more steps
};

// The value of the game; nothing when it is larger than the limits. Time grows with the square of the rounds;
// a few milliseconds for three cards and ten layouts.
std::optional<EndingValue> equilibrium(const EndingGame& game, const EndingLimits& limits = {});

// The card that a side plays in a layout after `played` (since the start of the ending). It must depend only
// on what that player can see.
using Plan = std::function<Card(std::span<const Card> played, std::size_t layout)>;

// Declarer's payoff when declarer follows `plan` and the defenders, who know it, reply as well as two players
// with private cards can (nothing if that takes more steps than the limits allow); and when the defenders
// follow `plan` and declarer knows it.
std::optional<double> against_best_defence(const EndingGame& game, const Plan& plan,
                                           const EndingLimits& limits = {});
double against_best_declarer(const EndingGame& game, const Plan& plan);
// Both sides follow plans.
double play_out(const EndingGame& game, const Plan& declarer, const Plan& defenders);

// Declarer's mean payoff when everybody sees all hands.
double double_dummy_mean(const EndingGame& game);

}  // namespace yomi::lab

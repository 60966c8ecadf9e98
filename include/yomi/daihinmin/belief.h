// What a seat can believe about the hidden hands, as a source of deals.
//
// Every kind but `random` keeps to what is certain: cards given away in the exchange and not seen since, the
// tribute (what a poor one kept is below what it had to give), and who held the diamond three. On top of that
//   estimate     draws each hand by the shares of the Bradley-Terry leagues (or by frequencies),
//   likelihood   draws deals in proportion to the probability of everything seen: each play and pass under a
//                policy, and the exchange under a table of what the rich give away. A Markov chain of swaps
//                of one card between two hands, accepted after Metropolis; a swap changes the likelihood of
//                two hands only. Another player may be one of `base`, whose plays say far more about its
//                hand: each seat is that with some chance, and the likelihood is the mixture of the two.
//                One chain of single swaps stays for long near where it began, so several run side by side,
//                each with a flatter likelihood than the one before; neighbours change places by the
//                Metropolis rule (Geyer 1991), so that deals far apart reach the first, from which deals are
//                drawn.
//
// One Belief serves one seat and one thread. prepare() at a turn, then draw() as often as wanted.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "yomi/daihinmin/budget.h"
#include "yomi/daihinmin/estimate.h"
#include "yomi/daihinmin/policy.h"

namespace yomi::daihinmin {

using Hands = std::array<Cards, kPlayers>;

// Odds with which a rich player gives a card away, by its column (0 for the joker) and how many it holds
// there.
struct GiveOdds {
  std::array<std::array<float, 5>, 14> odds{};

  static GiveOdds plain();  // the weakest, rather singles: before anything is learnt
  [[nodiscard]] double log_chance(Cards hand, Cards gift) const;
};

// In how many ways `count` tribute cards, all above what the poor kept, may lie among `rich`.
double tribute_ways(Cards rich, Cards kept, int count);
// How likely an exchange of `count` cards was that left these hands, up to a factor that is the same for all
// hands: the sum over the gifts that may lie in the poor hand of the chance of the gift, times the ways in
// which the tribute, all of it above what the poor one kept, may lie in the rich hand.
double exchange_chance(const GiveOdds& gives, Cards rich, Cards poor, int count);

enum class BeliefKind : std::uint8_t { random, facts, estimate, frequency, likelihood };

struct BeliefSettings {
  BeliefKind kind = BeliefKind::facts;
  std::shared_ptr<const Estimate> estimate{};  // for estimate and frequency
  int leagues = 250;
  std::shared_ptr<const Policy> policy{};  // for likelihood
  GiveOdds gives = GiveOdds::plain();
  float sharpness = 0.8F;  // power of the likelihood of a play: below 1, since what the policy gets wrong
                           // about a player it gets wrong in all of its plays
  float slip = 0.01F;      // chance of a play that is any legal move
  int warm_up = 400;       // swaps before the first deal, in each chain
  int between = 20;        // swaps between two deals
  int chains = 3;          // side by side, each flatter than the one before; deals are those of the first
  float flattest = 0.3F;   // power of the likelihood in the last one
  bool kinds = false;      // may another player be base? (likelihood only)
};

using Chances = std::array<double, kPlayers>;
inline constexpr double kBaseBefore = 0.1;  // the chance that a player who was never seen is base

// A deal and who is taken to be base in it, a mask of seats.
struct Imagined {
  Hands hands{};
  unsigned base = 0;
};

class Belief {
 public:
  explicit Belief(BeliefSettings settings);
  ~Belief();
  Belief(Belief&&) noexcept;
  Belief& operator=(Belief&&) noexcept;

  // Takes in the view; the seat to which it belongs need not be to move. `base`: the chance, seat by seat,
  // that it is played by base, before anything of this game was seen.
  // Reading ends early when two thirds of the budget are spent.
  void prepare(const View& view, Random& random, const Chances& base = {}, const Budget& budget = {});
  // A deal of all five hands as they may be now; the own hand is what it is.
  Imagined imagine(Random& random);
  Hands draw(Random& random) { return imagine(random).hands; }
  // The chance that a seat is base after what was seen, from the deals drawn since prepare(); none drawn or
  // nothing known of it: what prepare() was told.
  [[nodiscard]] Chances base_chances() const;

 private:
  class Chain;
  void find_facts(const View& view);
  void start(std::size_t chain, Random& random);
  Hands draw_by_facts(Random& random) const;
  Hands draw_by_shares(Random& random) const;

  BeliefSettings settings_;
  int seat_ = 0;
  Hands certain_{};                     // cards known to be in each hand
  Hands barred_{};                      // cards known not to be
  Cards free_;                          // hidden and not certain
  std::array<int, kPlayers> wanted_{};  // how many of those each hand takes
  std::array<Gamma, kPlayers> shares_{};
  Chances base_before_{};
  Chances base_sum_{};
  int drawn_ = 0;
  std::unique_ptr<Chain> chain_;
};

// Share of hidden cards that `guess` puts into the right hand.
double placed_rightly(const Hands& guess, const Hands& truth, int viewer);

}  // namespace yomi::daihinmin

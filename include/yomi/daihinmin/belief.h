// What a seat can believe about the hidden hands, as a source of deals.
//
// Every kind but `random` keeps to what is certain: cards given away in the exchange and not seen since, the
// tribute (what a poor one kept is below what it had to give), and who held the diamond three. On top of that
//   estimate     draws each hand by the shares of the Bradley-Terry leagues (or by frequencies),
//   likelihood   draws deals in proportion to the probability of everything seen: each play and pass under a
//                policy, and the exchange under a table of what the rich give away. A Markov chain of swaps
//                of one card between two hands, accepted after Metropolis; a swap changes the likelihood of
//                two hands only.
//
// One Belief serves one seat and one thread. prepare() at a turn, then draw() as often as wanted.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

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

enum class BeliefKind : std::uint8_t { random, facts, estimate, frequency, likelihood };

struct BeliefSettings {
  BeliefKind kind = BeliefKind::facts;
  std::shared_ptr<const Estimate> estimate{};  // for estimate and frequency
  int leagues = 250;
  std::shared_ptr<const Policy> policy{};  // for likelihood
  GiveOdds gives = GiveOdds::plain();
  float sharpness = 1.2F;  // power of the likelihood of a play; above 1 for players who choose the best more
                           // often than the policy
  float slip = 0.01F;      // chance of a play that is any legal move
  int warm_up = 800;       // swaps before the first deal
  int between = 20;        // swaps between two deals
};

class Belief {
 public:
  explicit Belief(BeliefSettings settings);
  ~Belief();
  Belief(Belief&&) noexcept;
  Belief& operator=(Belief&&) noexcept;

  // Takes in the view; the seat to which it belongs need not be to move.
  void prepare(const View& view, Random& random);
  // A deal of all five hands as they may be now; the own hand is what it is.
  Hands draw(Random& random);

 private:
  class Chain;
  void find_facts(const View& view);
  Hands draw_by_facts(Random& random) const;
  Hands draw_by_shares(Random& random) const;

  BeliefSettings settings_;
  int seat_ = 0;
  Hands certain_{};                     // cards known to be in each hand
  Hands barred_{};                      // cards known not to be
  Cards free_;                          // hidden and not certain
  std::array<int, kPlayers> wanted_{};  // how many of those each hand takes
  std::array<Gamma, kPlayers> shares_{};
  std::unique_ptr<Chain> chain_;
};

// Share of hidden cards that `guess` puts into the right hand.
double placed_rightly(const Hands& guess, const Hands& truth, int viewer);

}  // namespace yomi::daihinmin

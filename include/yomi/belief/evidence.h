// What a chair has seen, and what it may conclude from it.
//
// Facts come from the rules: the chair's own cards, dummy, who played which card, who did not follow. They
// never give way. Soft constraints are what players usually do: the meaning of a call, a lead, a signal. Each
// has a strength, the chance that it is kept; a deal that breaks it keeps the weight 1 - strength.
// Constraints that contradict the facts, or stronger ones, are dropped, the weakest first.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "yomi/belief/model.h"
#include "yomi/belief/space.h"
#include "yomi/belief/view.h"
#include "yomi/bridge/board.h"

namespace yomi::belief {

// The play as one chair sees it. Hands are the original thirteen cards.
struct Seen {
  Seat chair = Seat::north;
  CardSet hand;
  std::optional<Seat> dummy{};  // the hand on the table, once it is there
  CardSet dummy_hand{};
  Strain strain = Strain::no_trump;
  Seat leader = Seat::north;  // to the first trick
  std::vector<Card> play{};   // in the order played

  [[nodiscard]] CardSet played() const {
    CardSet made;
    for (Card card : play) made.insert(card);
    return made;
  }
  // The same play from another chair, when `deal` is the truth and dummy is on the table.
  [[nodiscard]] Seen from(Seat other_chair, const Deal& deal, Seat dummy_seat) const;
};

// What `chair` has seen when `deal` is the truth and `play` was played in the contract: dummy once the
// opening lead is made.
Seen seen_by(Seat chair, const Deal& deal, const Contract& contract, std::vector<Card> play);
// The same from a board after its first `cards` cards. An unknown strain is taken as no trump; without a
// declarer there is no dummy.
Seen seen_by(Seat chair, const Board& board, std::size_t cards);

// What follows from the rules of play alone. The error names the impossible card (its number, from 1, in
// `column`): one seen twice, not in a hand that is known, or of a suit in which the chair had shown out.
Result<Space> facts(const Seen& seen);
// The same without checks, for use inside a search: the play must be possible.
Space facts_unchecked(const Seen& seen);

// A condition that a player usually keeps to.
struct SoftConstraint {
  Expression condition;
  double strength = 1;  // the chance that it is kept, above 0, at most 1
  std::string label{};  // "South's 1NT: 15-17 balanced"
};
// The chance of what was seen, given the holding in one suit: a lead, a signal. `strength` only orders
// dropping.
struct SuitConstraint {
  SuitTerm term;
  double strength = 0.5;
  std::string label{};
};
// Any function of the deal, applied to drawn deals as a weight: "no one makes a losing play", with a solver
// that the caller brings.
struct Likelihood {
  std::function<double(const Deal&)> weight;
  std::string label{};
  double strength = 1;  // the weight is raised to this power: 0 ignores it
};

struct Evidence {
  Space facts;
  std::vector<SoftConstraint> constraints{};
  std::vector<SuitConstraint> suit_constraints{};
  std::vector<Likelihood> likelihoods{};
};

// A constraint that was dropped, and why.
struct Dropped {
  std::string label;
  double strength = 0;
  std::string reason;
};

struct WeightedDeal {
  Deal deal;
  double weight = 1;  // all of a sample add up to 1
};

struct Sample {
  std::vector<WeightedDeal> deals;
  // (sum of weights)^2 / sum of squares: how many equally weighted deals this is worth.
  double effective = 0;
  bool is_complete = false;  // every layout that is possible is here, with its exact weight
};

class Belief {
 public:
  explicit Belief(Evidence evidence);

  // False only if the facts contradict each other.
  [[nodiscard]] bool is_possible() const { return model_.total() > 0; }
  [[nodiscard]] const std::vector<Dropped>& dropped() const { return dropped_; }
  [[nodiscard]] const Evidence& evidence() const { return evidence_; }  // without what was dropped
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] std::vector<Seat> hidden() const;

  // `count` deals; all layouts instead when there are at most `enumerate_up_to` of them.
  [[nodiscard]] Sample sample(std::size_t count, Random& random, std::size_t enumerate_up_to = 4000) const;

  // How many layouts the facts and the constraints of strength 1 leave.
  [[nodiscard]] std::optional<Count> layouts() const;
  // Exact where the model is exact and no likelihood is applied; otherwise from a sample.
  [[nodiscard]] double chance(const Expression& event, Random& random, std::size_t draws = 20'000) const;
  [[nodiscard]] std::vector<std::pair<int, double>> distribution(const Expression& number, Random& random,
                                                                 std::size_t draws = 20'000) const;
  [[nodiscard]] Marginals marginals(Random& random, std::size_t draws = 20'000) const;
  [[nodiscard]] bool is_exact() const { return model_.is_exact() && evidence_.likelihoods.empty(); }

 private:
  [[nodiscard]] std::vector<Term> terms() const;
  [[nodiscard]] std::vector<SuitTerm> suit_terms() const;

  std::vector<Dropped> dropped_;  // before the evidence: settling it fills this
  Evidence evidence_;
  Model model_;
};

// The constraints on all four hands as tables for View, on top of what was known before. Conditions that are
// not functions of one hand's shape and points are returned, for the caller to weigh.
struct PreparedConstraints {
  Prepared tables;
  std::vector<SoftConstraint> left_over;
};
PreparedConstraints prepare(std::span<const SoftConstraint> constraints, const Prepared& before = {});

// The deal that `hypothesis` becomes when `seat` plays `card` and does not hold it there (exchanged for a
// card of `seat`), or shows out of `shown_out` (its cards of that suit move to `other` for low ones). Cards
// in `fixed` are known and stay. Among the exchanges the likeliest by `tables` is taken, then the one that
// changes least: the nearest rank of the suit, else a low card. Nothing when `other` cannot give or take. The
// hands hold the cards still unplayed or the original ones, as the caller keeps them; `weigh` sees the deal
// after the exchange.
struct Repair {
  Seat seat = Seat::north;                     // whose play contradicts
  Seat other = Seat::north;                    // the other hidden hand
  CardSet fixed{};                             // cards of both hands that are known to be where they are
  std::function<double(const Deal&)> weigh{};  // nothing: all equally likely
};
std::optional<Deal> repair_card(const Deal& hypothesis, const Repair& how, Card card);
std::optional<Deal> repair_show_out(const Deal& hypothesis, const Repair& how, Suit shown_out);

}  // namespace yomi::belief

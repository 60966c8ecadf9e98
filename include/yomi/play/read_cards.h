// Reads cards: how likely were the cards that the others played, given a deal?
//
// The card policy is asked at every card whose player is not the chair itself (dummy's cards were chosen by
// the declarer), with what that player could see. The sum of the logarithms weighs deals against each other.
// A policy is more confident than people are consistent, and its errors along a board are not independent, so
// the sum is tempered: a `trust` of 1 takes it fully, 0 ignores it.
#pragma once

#include <span>
#include <vector>

#include "yomi/belief/evidence.h"
#include "yomi/play/card_policy.h"
#include "yomi/play/carding.h"

namespace yomi::play {

struct CardReading {
  const CardPolicy* policy = &CardPolicy::shipped();
  double trust = 0.6;
  const Carding* carding = nullptr;  // the defenders' agreements, where they are not the usual ones

  // The policy's probability of the card; what only an agreement tells is left to the carding terms.
  [[nodiscard]] double chance(const Course& course, const Sight& sight, Card card) const {
    const CardChances made = policy->chances(course, sight);
    return carding == nullptr ? made.chance(card) : chance_by_habit(made, *carding, course, card);
  }
};

// The tempered log-likelihood of seen.play in `deal` (original hands in which the play is legal). A few
// microseconds a card.
double log_likelihood(const CardReading& reading, const Contract& contract, const Calls& calls,
                      const belief::Seen& seen, const Deal& deal);

// Turns logarithms into weights whose sum is the effective number of deals.
std::vector<double> as_weights(std::span<const double> logs);

}  // namespace yomi::play

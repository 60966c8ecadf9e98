// Reading cards: how likely were the cards that the others played, if the deal is this one?
//
// The card policy is asked at every card whose player is not the chair itself (dummy's cards were chosen by
// the declarer), with what that player could see. The sum of the logarithms weighs deals against each other.
// A policy is surer than people are, and its errors along a board are not independent, so the sum is
// tempered: `trust` of 1 believes every word, 0 nothing.
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

  // The policy's chance of the card. What only an agreement can tell is left to the carding terms.
  [[nodiscard]] double chance(const Course& course, const Sight& sight, Card card) const {
    const CardChances made = policy->chances(course, sight);
    return carding == nullptr ? made.chance(card) : chance_by_habit(made, *carding, course, card);
  }
};

// The tempered log-likelihood of seen.play in `deal` (original hands in which the play is legal). A few
// microseconds a card.
double log_likelihood(const CardReading& reading, const Contract& contract, const Calls& calls,
                      const belief::Seen& seen, const Deal& deal);

// Logarithms as weights whose sum is the number of equally weighted deals that they are worth.
std::vector<double> as_weights(std::span<const double> logs);

}  // namespace yomi::play

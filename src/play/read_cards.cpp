#include "yomi/play/read_cards.h"

#include <algorithm>
#include <cmath>

namespace yomi::play {

double log_likelihood(const CardReading& reading, const Contract& contract, const Calls& calls,
                      const belief::Seen& seen, const Deal& deal) {
  Course course(contract, calls);
  Deal hands = deal;
  double sum = 0;
  for (Card card : seen.play) {
    const Seat turn = course.turn();
    const Seat decides = turn == contract.dummy() ? contract.declarer : turn;
    if (decides != seen.chair) {
      const Sight sight = sight_of_turn(course, hands);
      if (sight.legal(course).size() > 1)
        sum += std::log(std::max(1e-4, reading.chance(course, sight, card)));
    }
    hands[turn].erase(card);
    course.add(card);
  }
  return reading.trust * sum;
}

std::vector<double> as_weights(std::span<const double> logs) {
  std::vector<double> weights(logs.begin(), logs.end());
  if (weights.empty()) return weights;
  const double highest = *std::max_element(weights.begin(), weights.end());
  double sum = 0;
  double squares = 0;
  for (double& weight : weights) {
    weight = std::exp(weight - highest);
    sum += weight;
    squares += weight * weight;
  }
  for (double& weight : weights) weight *= sum / squares;
  return weights;
}

}  // namespace yomi::play

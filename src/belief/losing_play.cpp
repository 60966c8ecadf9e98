#include "yomi/belief/losing_play.h"

#include <algorithm>
#include <cmath>

namespace yomi::belief {

int tricks_lost(const Seen& seen, const Deal& hypothesis, const LosingPlay& how) {
  Position position(hypothesis, seen.strain, seen.leader);
  const std::size_t tricks = seen.play.size() / 4;
  const std::size_t skipped = how.last_tricks > 0 && tricks > static_cast<std::size_t>(how.last_tricks)
                                  ? tricks - static_cast<std::size_t>(how.last_tricks)
                                  : 0;
  int lost = 0;
  // Tricks from here for the side to play, where known.
  int value = -1;
  Side value_side = Side::ns;
  int guess = -1;
  for (std::size_t i = 0; i < seen.play.size(); ++i) {
    const Card card = seen.play[i];
    const Seat seat = position.turn();
    const Side side = side_of(seat);
    const Seat decides = seen.dummy && seat == *seen.dummy ? partner(seat) : seat;
    const bool forced = position.legal().size() == 1;
    const bool judged = i >= skipped * 4 && decides != seen.chair;
    const int left = position.tricks_left();
    if (judged && !forced && value < 0) {
      value = how.tricks(position, guess);
      value_side = side;
    }
    // What the side to play has now, if that is known from the card before.
    const int before = value < 0 ? -1 : value_side == side ? value : left - value;
    const int won_before = position.tricks(side);
    position.play(card);
    if (before < 0) continue;
    if (position.is_over()) break;
    const int gained = position.tricks(side) - won_before;
    if (judged && !forced) {
      const int now =
          how.tricks(position, side_of(position.turn()) == side ? before - gained
                                                                : position.tricks_left() - (before - gained));
      const int for_side = gained + (side_of(position.turn()) == side ? now : position.tricks_left() - now);
      lost += std::max(0, before - for_side);
      value = now;
      value_side = side_of(position.turn());
      guess = now;
    } else if (forced) {
      // Nothing was decided: the same tricks remain, less what was just won.
      const int rest = before - gained;
      value_side = side_of(position.turn());
      value = value_side == side ? rest : position.tricks_left() - rest;
    } else {
      value = -1;
    }
  }
  return lost;
}

Marginals reweigh(const Marginals& before, std::span<const Deal> deals, std::span<const double> weights,
                  const Space& space, double steadiness) {
  Marginals made = before;
  double mean = 0;
  for (double weight : weights) mean += weight;
  if (deals.empty() || mean <= 0) return made;
  mean /= static_cast<double>(deals.size());
  for (Card card : space.unseen()) {
    const auto bit = static_cast<std::size_t>(card.bit());
    double all = 0;
    for (Seat seat : kAllSeats) {
      if (space.slots_of(seat) == 0) continue;
      double sum = steadiness * mean;
      double count = steadiness;
      for (std::size_t i = 0; i < deals.size(); ++i) {
        if (!deals[i][seat].contains(card)) continue;
        sum += weights[i];
        count += 1;
      }
      double& chance = made.by_seat[seat][bit];
      if (count > 0) chance *= sum / count / mean;
      all += chance;
    }
    for (Seat seat : kAllSeats) {
      if (space.slots_of(seat) > 0 && all > 0) made.by_seat[seat][bit] /= all;
    }
  }
  return made;
}

}  // namespace yomi::belief

// Double-dummy evaluation: the tricks of every candidate in every deal drawn from the belief. pimc uses
// nothing else; the other engines start from it.
#pragma once

#include <functional>

#include "card_task.h"
#include "yomi/belief/evidence.h"

namespace yomi::play {

struct Grid {
  std::vector<Card> cards;
  PointsByTricks worth{};                     // what the declarer's tricks are worth to the chair's side
  std::vector<belief::WeightedDeal> deals{};  // that were looked at
  std::vector<std::vector<std::uint8_t>> tricks{};  // the declarer's, by deal, then card
  // A card may have been dropped midway; then it has values only for the first deals. Both by card.
  std::vector<bool> active{};
  std::vector<std::size_t> looked{};
  double seconds_per_deal = 0;  // what its row took
  bool complete = false;        // the deals are all layouts that can be
  bool cut_short = false;       // some deal was not looked at for want of time

  [[nodiscard]] double value(std::size_t card, std::size_t deal) const { return worth[tricks[deal][card]]; }
  // Over the first deals, by their weights.
  template <typename Value>
  [[nodiscard]] double mean_of(std::size_t first, Value value) const {
    double sum = 0;
    double all = 0;
    for (std::size_t deal = 0; deal < first; ++deal) {
      sum += deals[deal].weight * value(deal);
      all += deals[deal].weight;
    }
    return all > 0 ? sum / all : 0;
  }
  [[nodiscard]] double mean(std::size_t card) const {
    return mean_of(looked[card], [&](std::size_t deal) { return value(card, deal); });
  }
  // The highest mean of an active card.
  [[nodiscard]] double best_mean() const;
  [[nodiscard]] std::size_t column(Card card) const;
  // The standard error of the difference of two cards' means.
  [[nodiscard]] double error_between(std::size_t one, std::size_t two) const;
  // Cards that are worth as much as `card` in every deal.
  [[nodiscard]] CardSet same_everywhere(Card card) const;
};

// All deals of the task. None is begun when `share` of the time has gone by.
Grid evaluate_all(const CardTask& task, double share = 1);

// How evaluation in rounds goes on.
struct Pace {
  std::size_t deals = 0;
  double seconds_per_deal = 0;
  double spent = 0;  // seconds since the card was asked for
};
struct RoundRules {
  // Asked after each round: is it enough?
  std::function<bool(const Pace&, const Grid&)> enough{};
  // While this says so, cards that are clearly behind are given up, which leaves more deals to the others.
  std::function<bool(const Pace&)> races{};
};
// Deals are drawn a few at a time as long as there is time, so the first ones do not depend on the clock. A
// round that is cut off does not count unless it is the first.
Grid evaluate_in_rounds(const CardTask& task, const RoundRules& rules = {});

// The values by card: the means and, for an opening lead, the experts' preference.
std::vector<double> pimc_values(const CardTask& task, const Grid& grid);
// The card with the best value; among cards that are worth the same in every deal, the agreed one.
Card pimc_choice(const CardTask& task, const Grid& grid);
// What the carding policy plays when all of `equals` are worth the same.
Card agreed_among(const CardTask& task, CardSet equals);
// How likely experts are to play each card: the natural logarithm.
std::vector<double> log_policy(const CardTask& task, std::span<const Card> cards);
// An answer without values, if there are no deals.
Advice agreed_advice(const CardTask& task);

// The declarer's tricks in all after each card of the hand to play, `won` of them before the position.
struct TricksByCard {
  std::array<std::uint8_t, 64> by_bit{};
  int best = 0;  // of the best card
  [[nodiscard]] std::uint8_t of(Card card) const { return by_bit[static_cast<std::size_t>(card.bit())]; }
};
// Only the cards of `wanted`, when there are any.
TricksByCard tricks_by_card(dd::Solver& solver, const Position& position, Side declaring, int won,
                            CardSet wanted = {});
// How many tricks `card` gives away.
int tricks_lost(dd::Solver& solver, const Position& position, Card card);

}  // namespace yomi::play

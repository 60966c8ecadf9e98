#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "yomi/belief/evidence.h"

namespace yomi::belief {
namespace {

Term as_term(const SoftConstraint& constraint) {
  if (constraint.strength >= 1) return {constraint.condition};
  return {constraint.condition,
          [broken = 1 - constraint.strength](int value) { return value != 0 ? 1.0 : broken; }};
}

// Constraints of all kinds by strength, the strongest first; among equals the order given.
struct Ranked {
  double strength = 0;
  bool is_suit = false;
  std::size_t number = 0;
};

// Keeps what does not contradict the facts and what was kept before it, strongest first.
Evidence settle(Evidence evidence, std::vector<Dropped>& dropped) {
  std::vector<Ranked> order;
  order.reserve(evidence.constraints.size() + evidence.suit_constraints.size());
  for (std::size_t i = 0; i < evidence.constraints.size(); ++i)
    order.push_back({evidence.constraints[i].strength, false, i});
  for (std::size_t i = 0; i < evidence.suit_constraints.size(); ++i) {
    order.push_back({evidence.suit_constraints[i].strength, true, i});
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Ranked& a, const Ranked& b) { return a.strength > b.strength; });
  // While trying, every constraint is taken as a promise.
  std::vector<Term> firm;
  std::vector<SuitTerm> suit;
  const auto fits = [&] { return Model(evidence.facts, firm, suit).total() > 0; };
  if (!fits()) return evidence;  // the facts alone do not fit
  for (const SoftConstraint& constraint : evidence.constraints) firm.push_back({constraint.condition});
  for (const SuitConstraint& constraint : evidence.suit_constraints) suit.push_back(constraint.term);
  if (fits()) return evidence;
  firm.clear();
  suit.clear();
  std::vector<bool> keep(evidence.constraints.size(), true);
  std::vector<bool> keep_suit(evidence.suit_constraints.size(), true);
  for (const Ranked& one : order) {
    const std::string& label =
        one.is_suit ? evidence.suit_constraints[one.number].label : evidence.constraints[one.number].label;
    if (one.is_suit) {
      suit.push_back(evidence.suit_constraints[one.number].term);
    } else {
      firm.push_back({evidence.constraints[one.number].condition});
    }
    if (fits()) continue;
    const bool by_facts = firm.size() + suit.size() == 1;
    dropped.push_back({label, one.strength,
                       by_facts ? "it contradicts the facts"
                                : "it contradicts the facts and stronger constraints together"});
    if (one.is_suit) {
      suit.pop_back();
      keep_suit[one.number] = false;
    } else {
      firm.pop_back();
      keep[one.number] = false;
    }
  }
  Evidence kept;
  kept.facts = evidence.facts;
  kept.likelihoods = std::move(evidence.likelihoods);
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (keep[i]) kept.constraints.push_back(std::move(evidence.constraints[i]));
  }
  for (std::size_t i = 0; i < keep_suit.size(); ++i) {
    if (keep_suit[i]) kept.suit_constraints.push_back(std::move(evidence.suit_constraints[i]));
  }
  return kept;
}

}  // namespace

Belief::Belief(Evidence evidence)
    : evidence_(settle(std::move(evidence), dropped_)), model_(evidence_.facts, terms(), suit_terms()) {}

std::vector<Term> Belief::terms() const {
  std::vector<Term> made;
  for (const SoftConstraint& constraint : evidence_.constraints) {
    if (constraint.strength < 1) {
      made.push_back(as_term(constraint));
      continue;
    }
    for (Expression& part : conjuncts(constraint.condition)) made.push_back({std::move(part)});
  }
  return made;
}

std::vector<SuitTerm> Belief::suit_terms() const {
  std::vector<SuitTerm> made;
  made.reserve(evidence_.suit_constraints.size());
  for (const SuitConstraint& constraint : evidence_.suit_constraints) made.push_back(constraint.term);
  return made;
}

std::vector<Seat> Belief::hidden() const {
  std::vector<Seat> seats;
  for (Seat seat : kAllSeats) {
    if (evidence_.facts.slots_of(seat) > 0) seats.push_back(seat);
  }
  return seats;
}

std::optional<Count> Belief::layouts() const {
  std::vector<Term> firm;
  for (const SoftConstraint& constraint : evidence_.constraints) {
    if (constraint.strength >= 1) firm.push_back({constraint.condition});
  }
  return Model(evidence_.facts, firm).count();
}

Sample Belief::sample(std::size_t count, Random& random, std::size_t enumerate_up_to) const {
  Sample made;
  if (!is_possible()) return made;
  const auto extra = [&](const Deal& deal) {
    double weight = model_.weight_left_over(deal);
    for (const Likelihood& one : evidence_.likelihoods) {
      if (weight <= 0) break;
      weight *= one.strength == 1 ? one.weight(deal) : std::pow(one.weight(deal), one.strength);
    }
    return weight;
  };
  // A constraint's weight is at most 1, so more weight than `enumerate_up_to` means more layouts.
  const bool many =
      evidence_.suit_constraints.empty() && model_.total() > static_cast<double>(enumerate_up_to);
  made.is_complete = !many && model_.for_each([&](const Deal& deal, double weight) {
    if (made.deals.size() >= enumerate_up_to) return false;
    made.deals.push_back({deal, weight});
    return true;
  });
  if (!made.is_complete) {
    made.deals.clear();
    for (std::size_t i = 0; i < count; ++i) made.deals.push_back({model_.draw(random), 1});
  }
  double sum = 0;
  std::vector<double> model_weight;
  for (WeightedDeal& one : made.deals) {
    model_weight.push_back(one.weight);
    one.weight *= extra(one.deal);
    sum += one.weight;
  }
  if (sum <= 0) {
    // The weights rule everything out, so they give way.
    for (std::size_t i = 0; i < made.deals.size(); ++i) {
      made.deals[i].weight = model_weight[i];
      sum += model_weight[i];
    }
  }
  double squares = 0;
  for (WeightedDeal& one : made.deals) {
    one.weight /= sum;
    squares += one.weight * one.weight;
  }
  made.effective = squares > 0 ? 1 / squares : 0;
  std::erase_if(made.deals, [](const WeightedDeal& one) { return one.weight <= 0; });
  return made;
}

double Belief::chance(const Expression& event, Random& random, std::size_t draws) const {
  if (is_exact()) {
    if (const auto exact = belief::chance(evidence_.facts, terms(), suit_terms(), event)) return *exact;
  }
  double sum = 0;
  for (const WeightedDeal& one : sample(draws, random).deals) {
    if (event.holds(one.deal)) sum += one.weight;
  }
  return sum;
}

std::vector<std::pair<int, double>> Belief::distribution(const Expression& number, Random& random,
                                                         std::size_t draws) const {
  if (is_exact()) {
    if (auto exact = belief::distribution(evidence_.facts, terms(), suit_terms(), number)) return *exact;
  }
  std::map<int, double> sums;
  for (const WeightedDeal& one : sample(draws, random).deals) sums[number.evaluate(one.deal)] += one.weight;
  return {sums.begin(), sums.end()};
}

Marginals Belief::marginals(Random& random, std::size_t draws) const {
  if (is_exact()) return model_.marginals();
  Marginals made;
  for (const WeightedDeal& one : sample(draws, random).deals) {
    for (Seat seat : kAllSeats) {
      for (Card card : one.deal[seat]) {
        made.by_seat[seat][static_cast<std::size_t>(card.bit())] += one.weight;
      }
    }
  }
  return made;
}

PreparedConstraints prepare(std::span<const SoftConstraint> constraints, const Prepared& before) {
  PreparedConstraints made{.tables = before, .left_over = {}};
  for (const SoftConstraint& constraint : constraints) {
    const auto seats = seats_of(constraint.condition);
    const auto* const first = std::find(seats.begin(), seats.end(), true);
    const bool folded =
        first != seats.end() && made.tables.hands[static_cast<std::size_t>(first - seats.begin())].multiply(
                                    constraint.condition, seat_at(static_cast<int>(first - seats.begin())), 1,
                                    1 - constraint.strength);
    if (!folded) made.left_over.push_back(constraint);
  }
  return made;
}

namespace {

// Lower is a smaller change: the same suit by distance of ranks, then other suits from the lowest card.
int change(Card leaves, Card comes) {
  const int ranks = index(leaves.rank()) - index(comes.rank());
  if (leaves.suit() == comes.suit()) return ranks < 0 ? -ranks : ranks;
  return 100 + index(leaves.rank());
}

}  // namespace

std::optional<Deal> repair_card(const Deal& hypothesis, const Repair& how, Card card) {
  if (hypothesis[how.seat].contains(card)) return hypothesis;
  if (!hypothesis[how.other].contains(card) || how.fixed.contains(card)) return std::nullopt;
  std::optional<Deal> best;
  double best_weight = -1;
  int least = 0;
  for (Card given : hypothesis[how.seat] - how.fixed) {
    Deal deal = hypothesis;
    deal[how.seat].erase(given);
    deal[how.seat].insert(card);
    deal[how.other].erase(card);
    deal[how.other].insert(given);
    const double weight = how.weigh ? how.weigh(deal) : 1;
    const int cost = change(given, card);
    if (!best || weight > best_weight || (weight == best_weight && cost < least)) {
      best = deal;
      best_weight = weight;
      least = cost;
    }
  }
  return best;
}

std::optional<Deal> repair_show_out(const Deal& hypothesis, const Repair& how, Suit shown_out) {
  Deal deal = hypothesis;
  const CardSet leaving = deal[how.seat].in(shown_out)-how.fixed;
  // One card after the other, the highest first, each for the card that keeps the deal likeliest.
  CardSet rest = leaving;
  while (!rest.empty()) {
    const Card given = rest.highest();
    rest.erase(given);
    std::optional<Deal> best;
    double best_weight = -1;
    int least = 0;
    for (Card back : deal[how.other] - how.fixed - CardSet::of_suit(shown_out)) {
      Deal after = deal;
      after[how.seat].erase(given);
      after[how.seat].insert(back);
      after[how.other].erase(back);
      after[how.other].insert(given);
      const double weight = how.weigh ? how.weigh(after) : 1;
      const int cost = change(back, given);
      if (!best || weight > best_weight || (weight == best_weight && cost < least)) {
        best = after;
        best_weight = weight;
        least = cost;
      }
    }
    if (!best) return std::nullopt;
    deal = *best;
  }
  return deal;
}

}  // namespace yomi::belief

#include "player_model.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "double_dummy_grid.h"

namespace yomi::play {
namespace {

constexpr double kTied = 1e-6;  // points

// The suit that `side` led last, if it led one.
std::optional<Suit> last_led(const belief::Seen& seen, Side side) {
  std::optional<Suit> made;
  PlayHistory history(seen.strain, seen.leader);
  for (std::size_t i = 0; i < seen.play.size(); ++i) {
    if (i % 4 == 0 && i + 3 < seen.play.size() && on(history.turn(), side)) made = seen.play[i].suit();
    history.add(seen.play[i]);
  }
  return made;
}

// The cards of the highest sum, by Card::bit().
CardSet best_cards(CardSet legal, const std::array<double, 64>& sums) {
  double best = 0;
  CardSet made;
  for (Card card : legal) {
    const double sum = sums[static_cast<std::size_t>(card.bit())];
    if (made.empty() || sum > best + kTied) {
      best = sum;
      made = CardSet::of(card);
    } else if (sum > best - kTied) {
      made.insert(card);
    }
  }
  return made;
}

}  // namespace

Position with_hands(const Position& truth, const Deal& hands) {
  Deal before = hands;
  for (std::size_t i = 0; i < truth.table().size(); ++i) {
    before[next(truth.leader(), static_cast<int>(i))].insert(truth.table()[i]);
  }
  Position made(before, truth.strain(), truth.leader());
  for (Card card : truth.table()) made.play(card);
  return made;
}

PlayerModel::PlayerModel(const SharedKnowledge& shared, const Limits& limits)
    : shared_(&shared), limits_(limits), course_(shared.context.contract, shared.context.calls) {}

void PlayerModel::begin(belief::Seen seen, std::span<const Deal> hypotheses,
                        std::span<const std::unique_ptr<dd::Solver>> solvers) {
  seen_ = std::move(seen);
  solvers_ = solvers;
  assert(!solvers_.empty());
  barred_ = belief::facts_unchecked(seen_).barred;
  course_ = Course(shared_->context.contract, shared_->context.calls);
  for (Card card : seen_.play) course_.add(card);
  hypotheses_.clear();
  for (const Deal& deal : hypotheses) hypotheses_.push_back({.hands = unplayed(deal)});
}

Deal PlayerModel::unplayed(const Deal& deal) const {
  Deal made;
  for (Seat seat : kAllSeats) made[seat] = deal[seat] - course_.played(seat);
  return made;
}

void PlayerModel::judge(const Position& before, Card card) {
  if (limits_.nats_per_trick <= 0) return;
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
    Deal hands = hypotheses_[i].hands;
    hands[before.turn()].insert(card);
    const int lost = tricks_lost(*solvers_[i % solvers_.size()], with_hands(before, hands), card);
    hypotheses_[i].weight *= std::exp(-limits_.nats_per_trick * lost);
  }
}

void PlayerModel::redraw(Random& random, std::size_t keep) {
  const int cards = kRanks - static_cast<int>(seen_.play.size() / 4);
  const std::size_t wanted = cards <= limits_.short_hands ? limits_.many : limits_.few;
  if (keep >= wanted) return;
  shared_->fill(view_, seen_);
  double weight = 1;
  if (keep > 0) {
    weight = 0;
    for (std::size_t i = 0; i < keep; ++i) weight += hypotheses_[i].weight / static_cast<double>(keep);
  }
  hypotheses_.resize(keep);
  while (hypotheses_.size() < wanted)
    hypotheses_.push_back({.hands = unplayed(view_.draw(random)), .weight = weight});
}

Card PlayerModel::among_equals(const Position& truth, CardSet equals) const {
  if (equals.size() == 1) return equals.lowest();
  const Seat seat = truth.turn();
  // The suit: on lead the one that the side led last; otherwise that of the card experts would play.
  Suit suit = equals.lowest().suit();
  if (!equals.in(suit).contains(equals)) {
    const auto plan = truth.table().empty() ? last_led(seen_, side_of(seat)) : std::nullopt;
    if (plan && !equals.in(*plan).empty()) {
      suit = *plan;
    } else {
      const CardChances chances =
          shared_->reading.policy->chances(course_, sight_of_turn(course_, truth.hands()));
      Card likely = equals.lowest();
      for (Card card : equals) {
        if (chances.chance(card) > chances.chance(likely)) likely = card;
      }
      suit = likely.suit();
    }
  }
  return shared_->agreed_card(course_, equals.in(suit), truth.hand(seat));
}

Card PlayerModel::choose(const Position& truth, Random& random) {
  const Seat seat = truth.turn();
  const CardSet legal = truth.legal();
  if (legal.size() == 1) return legal.lowest();
  // Sets grow when hands get short, and are redrawn when little weight is left.
  double sum = 0;
  double squares = 0;
  for (const Hypothesis& one : hypotheses_) {
    sum += one.weight;
    squares += one.weight * one.weight;
  }
  const double effective = squares > 0 ? sum * sum / squares : 0;
  redraw(random, effective < 0.25 * static_cast<double>(hypotheses_.size()) ? 0 : hypotheses_.size());

  const Side declaring = side_of(shared_->context.contract.declarer);
  const PointsByTricks& points = shared_->points[side_of(seat)];
  std::array<double, 64> sums{};  // of points, by Card::bit()
  std::vector<TricksByCard> each;
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
    Hypothesis& one = hypotheses_[i];
    each.push_back(tricks_by_card(*solvers_[i % solvers_.size()], with_hands(truth, one.hands), declaring,
                                  truth.tricks(declaring)));
    // What the others' cards since the last update have cost them in this hypothesis.
    if (one.value >= 0) one.weight *= std::exp(-limits_.nats_per_trick * std::abs(each[i].best - one.value));
    for (Card card : legal)
      sums[static_cast<std::size_t>(card.bit())] += one.weight * points[each[i].of(card)];
  }
  const Card chosen = among_equals(truth, best_cards(legal, sums));
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) hypotheses_[i].value = each[i].of(chosen);
  return chosen;
}

double PlayerModel::call_weight(const Deal& hands, Seat a, Seat b) const {
  double weight = 1;
  for (Seat seat : {a, b}) {
    const CardSet original = hands[seat] | course_.played(seat);
    weight *= static_cast<double>(shared_->constraints.tables.hands[seat].of(original));
  }
  return weight;
}

void PlayerModel::note(Hypothesis& hypothesis, const Position& truth, Seat seat, Card card) {
  Deal& hands = hypothesis.hands;
  if (!is_hidden(seat)) {
    hands[seat].erase(card);
    return;
  }
  Seat other = next(seat);
  while (!is_hidden(other)) other = next(other);
  const auto led = truth.table().empty() ? std::nullopt : std::optional(truth.table().front().suit());
  belief::Repair how{
      .seat = seat, .other = other, .fixed = barred_[seat] | barred_[other], .weigh = [&](const Deal& deal) {
        return call_weight(deal, seat, other);
      }};
  if (led && card.suit() != *led && !hands[seat].in(*led).empty()) {
    const auto repaired = belief::repair_show_out(hands, how, *led);
    hypothesis.value = -1;
    if (!repaired) {
      hypothesis.weight = 0;
      return;
    }
    hands = *repaired;
  }
  if (!hands[seat].contains(card)) {
    if (led && card.suit() != *led) how.fixed |= CardSet::of_suit(*led);
    const auto repaired = belief::repair_card(hands, how, card);
    hypothesis.value = -1;
    if (!repaired) {
      hypothesis.weight = 0;
      return;
    }
    hands = *repaired;
  }
  if (shared_->use_carding) {
    if (const auto preference = preference_of(shared_->carding, course_, card))
      hypothesis.weight *= preference->chance(shared_->carding, hands[seat].in(preference->asked));
    const auto first = truth.table().empty() ? std::nullopt : std::optional(truth.table().front());
    const Moment moment = moment_of(shared_->carding, shared_->context.contract, seat, card, truth.leader(),
                                    first, course_.played(seat).in(card.suit()));
    if (moment != Moment::silent)
      hypothesis.weight *=
          shared_->carding.chance(moment, hands[seat].in(card.suit()), card, shared_->suit_contract);
  }
  hands[seat].erase(card);
}

void PlayerModel::saw(const Position& truth, Card card, Random& random) {
  const Seat seat = truth.turn();
  for (Hypothesis& one : hypotheses_) note(one, truth, seat, card);
  if (is_hidden(seat) && !truth.table().empty() && truth.table().front().suit() != card.suit())
    barred_[seat] |= CardSet::of_suit(truth.table().front().suit());
  seen_.play.push_back(card);
  course_.add(card);
  // Hypotheses that cannot be repaired are redrawn; each place keeps its solver.
  double sum = 0;
  for (const Hypothesis& one : hypotheses_) sum += one.weight;
  if (sum <= 0) {
    redraw(random, 0);
    return;
  }
  bool filled = false;
  for (Hypothesis& one : hypotheses_) {
    if (one.weight > 0) continue;
    if (!filled) shared_->fill(view_, seen_);
    filled = true;
    one = {.hands = unplayed(view_.draw(random)), .weight = sum / static_cast<double>(hypotheses_.size())};
  }
}

}  // namespace yomi::play

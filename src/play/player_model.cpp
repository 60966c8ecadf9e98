#include "player_model.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "yomi/play/read_cards.h"

namespace yomi::play {
namespace {

constexpr double kSame = 1e-6;       // points
constexpr double kNeverSure = 0.01;  // added to a policy's chance

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

}  // namespace

Common::Common(PlayContext the_context, const Carding& the_carding, bool reads_carding)
    : context(std::move(the_context)),
      carding(the_carding),
      use_carding(reads_carding),
      habits(belief::prepare(context.meanings)),
      suit_contract(context.contract.strain != Strain::no_trump) {
  if (context.readings && context.meanings.empty()) habits.tables = *context.readings;
  for (Side side : {Side::ns, Side::ew}) {
    const std::array<int, 14> whole = context.points(side);
    std::copy(whole.begin(), whole.end(), points[side].begin());
  }
}

void fill(belief::View& view, const Common& common, const belief::Seen& seen) {
  const belief::Space space = belief::facts_unchecked(seen);
  std::vector<belief::SuitTerm> terms;
  if (common.use_carding) terms = carding_terms(common.carding, common.context, seen);
  view.fill(space, common.habits.tables, terms);
  if (view.total() > 0) return;
  view.fill(space, common.nothing, terms);
  if (view.total() > 0) return;
  view.fill(space, common.nothing);
  assert(view.total() > 0);
}

CardSet best_cards(const CardScores& scores) {
  double best = 0;
  CardSet made;
  for (Card card : scores.legal) {
    const double sum = scores.sum[static_cast<std::size_t>(card.bit())];
    if (made.empty() || sum > best + kSame) {
      best = sum;
      made = CardSet::of(card);
    } else if (sum > best - kSame) {
      made.insert(card);
    }
  }
  return made;
}

Position with_hands(const Position& truth, const Deal& hands) {
  Deal before = hands;
  for (std::size_t i = 0; i < truth.table().size(); ++i) {
    before[next(truth.leader(), static_cast<int>(i))].insert(truth.table()[i]);
  }
  Position made(before, truth.strain(), truth.leader());
  for (Card card : truth.table()) made.play(card);
  return made;
}

int fill_scores(CardScores& scores, dd::Solver& solver, const Position& position, int won,
                const Common& common, const std::array<double, 14>& worth) {
  const bool declaring = on(common.context.contract.declarer, side_of(position.turn()));
  const int left = position.tricks_left();
  int best = -1;
  for (const dd::CardTricks& one :
       scores.wanted.empty() ? solver.cards(position) : solver.cards(position, scores.wanted)) {
    const int tricks = won + (declaring ? one.tricks.lower : left - one.tricks.lower);
    if (best < 0) best = tricks;
    const double value = worth[static_cast<std::size_t>(tricks)];
    scores.sum[static_cast<std::size_t>(one.card.bit())] = value;
    for (Card card : one.equals) scores.sum[static_cast<std::size_t>(card.bit())] = value;
  }
  return best;
}

PlayerModel::PlayerModel(const Common& common, const Limits& limits)
    : common_(&common), limits_(limits), course_(common.context.contract, common.context.calls) {}

void PlayerModel::begin(belief::Seen seen, std::span<const Deal> hypotheses,
                        std::span<const std::unique_ptr<dd::Solver>> solvers) {
  seen_ = std::move(seen);
  solvers_ = solvers;
  assert(!solvers_.empty());
  barred_ = belief::facts_unchecked(seen_).barred;
  course_ = Course(common_->context.contract, common_->context.calls);
  for (Card card : seen_.play) course_.add(card);
  for (Seat seat : kAllSeats) played_[seat] = course_.played(seat);
  hypotheses_.clear();
  for (const Deal& deal : hypotheses) {
    Hypothesis one{.hands = deal};
    for (Seat seat : kAllSeats) one.hands[seat] = deal[seat] - played_[seat];
    hypotheses_.push_back(one);
  }
}

void PlayerModel::judge_by_policy(const Position& before, Card card) {
  Course course(common_->context.contract, common_->context.calls);
  for (std::size_t i = 0; i + 1 < seen_.play.size(); ++i) course.add(seen_.play[i]);
  const CardReading& reading = common_->reading;
  for (Hypothesis& one : hypotheses_) {
    Deal hands = one.hands;
    hands[before.turn()].insert(card);
    const Sight sight = sight_of_turn(course, hands);
    if (sight.legal(course).size() == 1) continue;
    const double chance = reading.policy->chances(course, sight).chance(card);
    one.weight *= std::pow(chance + kNeverSure, reading.trust);
  }
}

void PlayerModel::judge(const Position& before, Card card) {
  if (limits_.judges_by_policy) {
    judge_by_policy(before, card);
    return;
  }
  if (limits_.nats_per_trick <= 0) return;
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
    Deal hands = hypotheses_[i].hands;
    hands[before.turn()].insert(card);
    const Position position = with_hands(before, hands);
    if (position.legal().size() == 1) continue;
    int best = 0;
    int own = 0;
    for (const dd::CardTricks& one : solvers_[i % solvers_.size()]->cards(position)) {
      best = std::max(best, one.tricks.lower);
      if (one.card == card || one.equals.contains(card)) own = one.tricks.lower;
    }
    hypotheses_[i].weight *= std::exp(-limits_.nats_per_trick * (best - own));
  }
}

void PlayerModel::redraw(Random& random, std::size_t keep) {
  const int cards = kRanks - static_cast<int>(seen_.play.size() / 4);
  const std::size_t wanted = cards <= limits_.short_hands ? limits_.many : limits_.few;
  if (keep >= wanted) return;
  fill(view_, *common_, seen_);
  double weight = 1;
  if (keep > 0) {
    weight = 0;
    for (std::size_t i = 0; i < keep; ++i) weight += hypotheses_[i].weight / static_cast<double>(keep);
  }
  hypotheses_.resize(keep);
  while (hypotheses_.size() < wanted) {
    const Deal deal = view_.draw(random);
    Hypothesis one{.hands = {}, .weight = weight};
    for (Seat seat : kAllSeats) one.hands[seat] = deal[seat] - played_[seat];
    hypotheses_.push_back(one);
  }
}

Card PlayerModel::among_equals(const Position& truth, CardSet equals) const {
  if (equals.size() == 1) return equals.lowest();
  const Seat seat = truth.turn();
  const auto led = truth.table().empty() ? std::nullopt : std::optional(truth.table().front());
  // The suit: on lead the one that the side led last; otherwise that of the card experts would play.
  Suit suit = equals.lowest().suit();
  if (!equals.in(suit).contains(equals)) {
    const auto plan = led ? std::nullopt : last_led(seen_, side_of(seat));
    if (plan && !equals.in(*plan).empty()) {
      suit = *plan;
    } else {
      const CardChances chances =
          common_->reading.policy->chances(course_, sight_of_turn(course_, truth.hands()));
      Card likely = equals.lowest();
      for (Card card : equals) {
        if (chances.chance(card) > chances.chance(likely)) likely = card;
      }
      suit = likely.suit();
    }
  }
  // The card: by agreement where it says something, else the lowest.
  const CardSet choice = equals.in(suit);
  if (!common_->use_carding) return choice.lowest();
  if (const auto asking = preference_card(common_->carding, course_, choice, truth.hand(seat)))
    return *asking;
  const CardSet before = played_[seat].in(suit);
  const Moment moment =
      moment_of(common_->carding, common_->context, seat, choice.lowest(), truth.leader(), led, before);
  const bool defends = !on(seat, side_of(common_->context.contract.declarer));
  const Card usual = defends && led ? habitual(common_->carding, choice) : choice.lowest();
  if (moment == Moment::silent) return usual;
  const Card agreed = common_->carding.agreed(moment, truth.hand(seat).in(suit), common_->suit_contract);
  return choice.contains(agreed) ? agreed : usual;
}

Card PlayerModel::choose(const Position& truth, int won, Random& random) {
  const CardSet legal = truth.legal();
  if (legal.size() == 1) return legal.lowest();
  // Sets grow when hands get short, and are drawn anew when little is left of them.
  double sum = 0;
  double squares = 0;
  for (const Hypothesis& one : hypotheses_) {
    sum += one.weight;
    squares += one.weight * one.weight;
  }
  const double effective = squares > 0 ? sum * sum / squares : 0;
  redraw(random, effective < 0.25 * static_cast<double>(hypotheses_.size()) ? 0 : hypotheses_.size());

  const int before = won + truth.tricks(side_of(common_->context.contract.declarer));
  const auto& points = common_->points_of(side_of(truth.turn()));
  CardScores scores{.legal = legal};
  std::vector<CardScores> each(hypotheses_.size(), CardScores{.legal = legal});
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
    Hypothesis& one = hypotheses_[i];
    const int best = fill_scores(each[i], *solvers_[i % solvers_.size()], with_hands(truth, one.hands),
                                 before, *common_, points);
    if (one.value >= 0) {
      // What the others' cards since the last look have cost them, in this hypothesis.
      one.weight *= std::exp(-limits_.nats_per_trick * std::abs(best - one.value));
    }
    one.value = -1;
    for (Card card : legal) {
      scores.sum[static_cast<std::size_t>(card.bit())] +=
          one.weight * each[i].sum[static_cast<std::size_t>(card.bit())];
    }
  }
  const Card chosen = among_equals(truth, best_cards(scores));
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
    const double value = each[i].sum[static_cast<std::size_t>(chosen.bit())];
    for (int tricks = 0; tricks <= kRanks; ++tricks) {
      if (std::abs(points[static_cast<std::size_t>(tricks)] - value) < 0.5) hypotheses_[i].value = tricks;
    }
  }
  return chosen;
}

double PlayerModel::call_weight(const Deal& hands, Seat a, Seat b) const {
  double weight = 1;
  for (Seat seat : {a, b}) {
    const CardSet original = hands[seat] | played_[seat];
    weight *= static_cast<double>(common_->habits.tables.hands[seat].of(original));
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
  if (common_->use_carding) {
    if (const auto preference = preference_of(common_->carding, course_, card))
      hypothesis.weight *= preference->chance(common_->carding, hands[seat].in(preference->asked));
    const auto first = truth.table().empty() ? std::nullopt : std::optional(truth.table().front());
    const Moment moment = moment_of(common_->carding, common_->context, seat, card, truth.leader(), first,
                                    played_[seat].in(card.suit()));
    if (moment != Moment::silent)
      hypothesis.weight *=
          common_->carding.chance(moment, hands[seat].in(card.suit()), card, common_->suit_contract);
  }
  hands[seat].erase(card);
}

void PlayerModel::saw(const Position& truth, Card card, Random& random) {
  const Seat seat = truth.turn();
  for (Hypothesis& one : hypotheses_) note(one, truth, seat, card);
  if (is_hidden(seat) && !truth.table().empty() && truth.table().front().suit() != card.suit())
    barred_[seat] |= CardSet::of_suit(truth.table().front().suit());
  played_[seat].insert(card);
  seen_.play.push_back(card);
  course_.add(card);
  // What cannot be repaired is drawn anew; its solver stays with its place.
  double sum = 0;
  for (const Hypothesis& one : hypotheses_) sum += one.weight;
  if (sum <= 0) {
    redraw(random, 0);
    return;
  }
  bool filled = false;
  for (Hypothesis& one : hypotheses_) {
    if (one.weight > 0) continue;
    if (!filled) fill(view_, *common_, seen_);
    filled = true;
    const Deal deal = view_.draw(random);
    for (Seat each : kAllSeats) one.hands[each] = deal[each] - played_[each];
    one.weight = sum / static_cast<double>(hypotheses_.size());
    one.value = -1;
  }
}

}  // namespace yomi::play

#include "yomi/play/carding.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace yomi::play {
namespace {

constexpr Rank kHighestSpot = Rank::nine;
constexpr double kSplits = 0.5;  // second hand with touching honours plays one of them so often

// The cards from the top.
std::vector<Card> downwards(CardSet holding) {
  std::vector<Card> cards;
  for (Card card : holding) cards.push_back(card);
  std::reverse(cards.begin(), cards.end());
  return cards;
}

CardSet spots(CardSet holding) {
  CardSet made;
  for (Card card : holding) {
    if (card.rank() <= kHighestSpot) made.insert(card);
  }
  return made;
}

bool touching(Card higher, Card lower) {
  return index(higher.rank()) == index(lower.rank()) + 1;
}

// From touching honours.
Card agreed_honour(const Carding& carding, const std::vector<Card>& cards, bool suit_contract) {
  if (cards[0].rank() == Rank::ace)
    return suit_contract && carding.ace_king_leads == Carding::AceKing::king ? cards[1] : cards[0];
  return carding.touching_leads == Carding::Honours::second ? cards[1] : cards[0];
}

// From four cards or more whose honours do not decide, and from three with an honour.
Card agreed_length(Carding::Length length, const std::vector<Card>& cards) {
  switch (length) {
    case Carding::Length::third_fifth:
      return cards.size() % 2 == 0 ? cards[2] : cards.back();
    case Carding::Length::second_fourth:
      if (cards[0].rank() < Rank::ten) return cards[1];
      break;
    case Carding::Length::fourth:
      break;
  }
  return cards.size() >= 4 ? cards[3] : cards.back();
}

Card agreed_lead(const Carding& carding, CardSet holding, bool suit_contract) {
  const std::vector<Card> cards = downwards(holding);
  if (cards.size() == 1) return cards.front();
  const bool sequence = cards[0].rank() >= Rank::ten && touching(cards[0], cards[1]);
  if (cards.size() == 2) return sequence ? agreed_honour(carding, cards, suit_contract) : cards.front();
  // At no trump a sequence from length needs a third card that touches or nearly does.
  const bool solid = sequence && index(cards[1].rank()) - index(cards[2].rank()) <= 2;
  if (sequence && (suit_contract || cards.size() == 3 || solid))
    return agreed_honour(carding, cards, suit_contract);
  if (suit_contract && cards[0].rank() == Rank::ace) return cards.front();
  if (cards.size() >= 4 || cards[0].rank() >= Rank::ten)
    return agreed_length(suit_contract ? carding.suit_leads : carding.notrump_leads, cards);
  return carding.small_leads == Carding::SmallCards::highest  ? cards[0]
         : carding.small_leads == Carding::SmallCards::middle ? cards[1]
                                                              : cards[2];
}

Card agreed_count(CardSet holding, Carding::Count count) {
  const CardSet low = spots(holding);
  if (low.empty()) return holding.lowest();
  const bool even = holding.size() % 2 == 0;
  if (count == Carding::Count::none || even != (count == Carding::Count::standard)) return low.lowest();
  const std::vector<Card> cards = downwards(holding);
  if (cards.size() >= 2 && cards[1].rank() <= kHighestSpot)
    return cards.size() == 2 ? low.highest() : cards[1];
  return low.highest();
}

// A suit is liked for its honours and, following to partner's lead at a suit contract, for the ruff to come.
bool is_liked(Moment moment, CardSet holding, bool suit_contract) {
  if (holding.highest().rank() >= Rank::queen) return true;
  return moment == Moment::attitude && suit_contract && holding.size() == 2;
}

Card agreed_liking(CardSet holding, bool liked, Carding::Liking liking) {
  const CardSet low = spots(holding);
  if (low.empty()) return holding.lowest();
  return liked == (liking == Carding::Liking::standard) ? low.highest() : low.lowest();
}

}  // namespace

void Carding::take_at_face_value() {
  constexpr double kAlways = 0.99;
  count_kept = attitude_kept = discard_kept = preference_kept = kAlways;
  lead_kept = kAlways;
}

Card Carding::agreed(Moment moment, CardSet holding, bool suit_contract) const {
  assert(!holding.empty());
  switch (moment) {
    case Moment::lead:
      return agreed_lead(*this, holding, suit_contract);
    case Moment::count:
      return agreed_count(holding, count);
    case Moment::attitude:
      return agreed_liking(holding, is_liked(moment, holding, suit_contract), attitude);
    case Moment::discard:
      return agreed_liking(holding, is_liked(moment, holding, suit_contract), discard);
    case Moment::silent:
      break;
  }
  return holding.lowest();
}

double Carding::chance(Moment moment, CardSet holding, Card card, bool suit_contract) const {
  assert(holding.contains(card));
  if (moment == Moment::silent || holding.size() == 1) return 1;
  if (moment == Moment::lead) {
    double made = 1;
    if (suit_contract && holding.highest().rank() == Rank::ace && card.rank() != Rank::ace)
      made = underlead_ace;
    const int others = holding.size() - 1;
    return made * (agreed(moment, holding, suit_contract) == card ? lead_kept : (1 - lead_kept) / others);
  }
  // Only among the small cards; playing a small card at all says nothing here.
  const CardSet low = spots(holding);
  if (low.size() <= 1 || !low.contains(card)) return 1;
  const double kept = moment == Moment::count      ? count_kept
                      : moment == Moment::attitude ? attitude_kept
                                                   : discard_kept;
  return agreed(moment, holding, suit_contract) == card ? kept : (1 - kept) / (low.size() - 1);
}

Moment moment_of(const Carding& carding, const Contract& contract, Seat seat, Card card, Seat leader,
                 std::optional<Card> led, CardSet before) {
  const Side declaring = side_of(contract.declarer);
  if (on(seat, declaring) || !before.empty()) return Moment::silent;
  if (trump_suit(contract.strain) == card.suit()) return Moment::silent;
  if (!led) return Moment::lead;
  if (card.rank() > kHighestSpot) return Moment::silent;
  if (card.suit() != led->suit())
    return carding.discard == Carding::Liking::none ? Moment::silent : Moment::discard;
  const Moment count = carding.count == Carding::Count::none ? Moment::silent : Moment::count;
  if (on(leader, declaring)) return count;
  // Partner's lead: only when a high card of it leaves nothing to win.
  if (led->rank() < Rank::king) return Moment::silent;
  if (!carding.attitude_to_honours) return count;
  return carding.attitude == Carding::Liking::none ? Moment::silent : Moment::attitude;
}

namespace {

constexpr Rank kAsksLower = Rank::five;    // and below
constexpr Rank kAsksHigher = Rank::seven;  // up to the highest spot

bool has_entry(CardSet holding) {
  return !holding.empty() && holding.highest().rank() >= Rank::king;
}

}  // namespace

double SuitPreference::chance(const Carding& carding, CardSet holding) const {
  return has_entry(holding) ? carding.preference_kept : 1 - carding.preference_kept;
}

std::optional<SuitPreference> preference_of(const Carding& carding, const Course& course, Card card) {
  const auto trump = trump_suit(course.contract().strain);
  const Seat seat = course.turn();
  if (!carding.suit_preference || !trump || card.suit() == *trump || !course.table().empty()) return {};
  if (on(seat, side_of(course.contract().declarer)) || !course.is_void(partner(seat), card.suit())) return {};
  const bool low = card.rank() <= kAsksLower;
  if (!low && (card.rank() < kAsksHigher || card.rank() > kHighestSpot)) return {};
  SuitPreference made{.seat = seat, .card = card};
  for (Suit suit : kSuitsFromSpades) {
    if (suit == *trump || suit == card.suit()) continue;
    made.asked = suit;  // the higher of the two, then the lower
    if (!low) break;
  }
  return made;
}

std::vector<SuitPreference> preferences(const Carding& carding, const PlayContext& context,
                                        const belief::Seen& seen) {
  std::vector<SuitPreference> made;
  Course course(context.contract);
  for (Card card : seen.play) {
    if (const auto preference = preference_of(carding, course, card)) made.push_back(*preference);
    course.add(card);
  }
  return made;
}

std::optional<Card> preference_card(const Carding& carding, const Course& course, CardSet choice,
                                    CardSet hand) {
  std::optional<Card> lowest;
  for (Card card : choice) {
    const auto preference = preference_of(carding, course, card);
    if (!preference) continue;
    if (!lowest) lowest = card;
    if (has_entry(hand.in(preference->asked))) return card;
  }
  return lowest;
}

namespace {

// The touching cards around `card`, down to `lowest`.
CardSet run_around(CardSet holding, Card card, Rank lowest) {
  CardSet run = CardSet::of(card);
  const auto extend = [&](int step) {
    for (int rank = index(card.rank()) + step; rank >= index(lowest) && rank < kRanks; rank += step) {
      const Card next_card(card.suit(), rank_at(rank));
      if (!holding.contains(next_card)) return;
      run.insert(next_card);
    }
  };
  extend(1);
  extend(-1);
  return run;
}

// The chance of `card` among the cards that touch it.
double among_touching(const Carding& carding, CardSet run, Card card) {
  if (carding.touching == Carding::Touching::none || run.size() == 1) return 1;
  const Card agreed = carding.touching == Carding::Touching::lowest ? run.lowest() : run.highest();
  return card == agreed ? carding.touching_kept : (1 - carding.touching_kept) / (run.size() - 1);
}

}  // namespace

double Following::chance(const Carding& carding, CardSet holding) const {
  assert(holding.contains(card));
  const bool small_led = led.rank() <= kHighestSpot;
  const bool is_honour = card.rank() > kHighestSpot;
  if (place == 2 && small_led && holding.highest().rank() > winning.rank()) {
    const CardSet top = run_around(holding, holding.highest(), Rank::two);
    if (top == holding) return among_touching(carding, top, card);
    if (top.contains(card)) return carding.third_hand_high * among_touching(carding, top, card);
    return (1 - carding.third_hand_high) / (holding.size() - top.size());
  }
  const CardSet low = spots(holding);
  const CardSet honours = holding - low;
  bool touch = false;
  for (Card one : honours) touch = touch || run_around(honours, one, Rank::ten).size() > 1;
  double made = is_honour ? among_touching(carding, run_around(holding, card, Rank::ten), card) : 1;
  if (place == 1 && small_led && !low.empty() && !honours.empty())
    made *= touch ? kSplits : is_honour ? 1 - carding.second_hand_low : carding.second_hand_low;
  return made;
}

Card habitual(const Carding& carding, CardSet choice) {
  const bool highest =
      carding.touching == Carding::Touching::highest && choice.lowest().rank() > kHighestSpot;
  return highest ? choice.highest() : choice.lowest();
}

std::vector<Following> followings(const PlayContext& context, const belief::Seen& seen) {
  std::vector<Following> made;
  const Side declaring = side_of(context.contract.declarer);
  Course course(context.contract);
  for (Card card : seen.play) {
    const std::span<const Card> trick = course.table();
    const Seat seat = course.turn();
    const bool follows = !trick.empty() && trick.front().suit() == card.suit() && !on(seat, declaring);
    const bool is_trump = trump_suit(context.contract.strain) == card.suit();
    if (follows && !is_trump && course.played(seat).in(card.suit()).empty()) {
      const Card winning = course.winning_card();
      // A ruff leaves nothing to win.
      if (winning.suit() == card.suit())
        made.push_back({seat, card, trick.front(), winning, static_cast<int>(trick.size())});
    }
    course.add(card);
  }
  return made;
}

std::vector<Remark> remarks(const Carding& carding, const PlayContext& context, const belief::Seen& seen) {
  std::vector<Remark> made;
  PlayHistory history(seen.strain, seen.leader);
  for (Card card : seen.play) {
    const Seat seat = history.turn();
    const CardSet before = history.played(seat).in(card.suit());
    const Moment moment =
        moment_of(carding, context.contract, seat, card, history.leader(), history.led(), before);
    if (moment != Moment::silent) made.push_back({seat, card, moment, before});
    history.add(card);
  }
  return made;
}

namespace {

struct SuitRemarks {
  Seat seat = Seat::north;
  std::vector<Remark> remarks{};
};

std::string_view name_of(Moment moment) {
  switch (moment) {
    case Moment::lead:
      return ", as one leads";
    case Moment::attitude:
      return ", liking the suit or not";
    case Moment::discard:
      return ", thrown away";
    case Moment::count:
    case Moment::silent:
      break;
  }
  return ", as one gives count";
}

bool is_seen(const belief::Seen& seen, Seat seat) {
  return seat == seen.chair || (seen.dummy && seat == *seen.dummy);
}

std::vector<SuitRemarks> by_suit(const Carding& carding, const PlayContext& context,
                                 const belief::Seen& seen) {
  std::map<std::pair<Seat, Suit>, std::vector<Remark>> grouped;
  for (const Remark& one : remarks(carding, context, seen)) {
    if (is_seen(seen, one.seat)) continue;
    grouped[{one.seat, one.card.suit()}].push_back(one);
  }
  std::vector<SuitRemarks> made;
  made.reserve(grouped.size());
  for (auto& [key, list] : grouped) made.push_back({key.first, std::move(list)});
  return made;
}

belief::SuitTerm as_term(const Carding& carding, const PlayContext& context, const SuitRemarks& group) {
  const bool suit_contract = context.contract.strain != Strain::no_trump;
  const Suit suit = group.remarks.front().card.suit();
  belief::SuitTerm term{.suit = suit, .seats = {}, .weight = {}};
  term.seats[group.seat] = true;
  term.weight = [carding, suit_contract, suit, group](const BySeat<std::uint32_t>& ranks) {
    const CardSet original = CardSet::from_ranks(suit, ranks[group.seat]);
    double weight = 1;
    for (const Remark& one : group.remarks) {
      const CardSet holding = original - one.before;
      if (holding.contains(one.card)) weight *= carding.chance(one.moment, holding, one.card, suit_contract);
    }
    return weight;
  };
  return term;
}

belief::SuitTerm as_term(const Carding& carding, const SuitPreference& preference) {
  belief::SuitTerm term{.suit = preference.asked, .seats = {}, .weight = {}};
  term.seats[preference.seat] = true;
  term.weight = [carding, preference](const BySeat<std::uint32_t>& ranks) {
    return preference.chance(carding, CardSet::from_ranks(preference.asked, ranks[preference.seat]));
  };
  return term;
}

belief::SuitTerm as_term(const Carding& carding, const Following& one) {
  belief::SuitTerm term{.suit = one.card.suit(), .seats = {}, .weight = {}};
  term.seats[one.seat] = true;
  term.weight = [carding, one](const BySeat<std::uint32_t>& ranks) {
    const CardSet holding = CardSet::from_ranks(one.card.suit(), ranks[one.seat]);
    return holding.contains(one.card) ? one.chance(carding, holding) : 1;
  };
  return term;
}

}  // namespace

std::vector<belief::SuitTerm> carding_terms(const Carding& carding, const PlayContext& context,
                                            const belief::Seen& seen, bool following) {
  std::vector<belief::SuitTerm> made;
  for (const SuitRemarks& group : by_suit(carding, context, seen))
    made.push_back(as_term(carding, context, group));
  for (const SuitPreference& preference : preferences(carding, context, seen)) {
    if (!is_seen(seen, preference.seat)) made.push_back(as_term(carding, preference));
  }
  if (!following) return made;
  for (const Following& one : followings(context, seen)) {
    if (!is_seen(seen, one.seat)) made.push_back(as_term(carding, one));
  }
  return made;
}

std::vector<belief::SuitConstraint> carding_constraints(const Carding& carding, const PlayContext& context,
                                                        const belief::Seen& seen, bool following) {
  std::vector<belief::SuitConstraint> made;
  for (const SuitRemarks& group : by_suit(carding, context, seen)) {
    std::string label(to_name(group.seat));
    label += "'s";
    for (const Remark& one : group.remarks) label += " " + to_string(one.card);
    label += name_of(group.remarks.front().moment);
    belief::SuitConstraint& constraint = made.emplace_back();
    constraint.term = as_term(carding, context, group);
    constraint.label = std::move(label);
  }
  for (const SuitPreference& preference : preferences(carding, context, seen)) {
    if (is_seen(seen, preference.seat)) continue;
    belief::SuitConstraint& constraint = made.emplace_back();
    constraint.term = as_term(carding, preference);
    constraint.label =
        std::string(to_name(preference.seat)) + "'s " + to_string(preference.card) + ", asking for a suit";
  }
  if (!following) return made;
  for (const Following& one : followings(context, seen)) {
    if (is_seen(seen, one.seat)) continue;
    belief::SuitConstraint& constraint = made.emplace_back();
    constraint.term = as_term(carding, one);
    constraint.label = std::string(to_name(one.seat)) + "'s " + to_string(one.card) + ", as one follows";
  }
  return made;
}

}  // namespace yomi::play

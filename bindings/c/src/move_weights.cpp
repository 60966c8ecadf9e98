#include "move_weights.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "board.h"

namespace yomi::dds {
namespace {

// Ranks are counted as DDS counts them, 2 to 14, and 0 stands for none.
int value(Card card) {
  return to_dds(card.rank());
}

// What the weights look at.
class Facts {
 public:
  explicit Facts(const Position& position) : position_(position) {
    for (Seat seat : kAllSeats) in_hands_ |= position.hand(seat);
    in_play_ = in_hands_;
    for (Card card : position.table()) in_play_.insert(card);
    trump_ = trump_suit(position.strain());
    if (trump_ && in_play_.length(*trump_) == 0) trump_.reset();
  }

  const Position& position() const { return position_; }
  Seat me() const { return position_.turn(); }
  Seat seat(int place) const { return next(position_.leader(), place); }  // 0 leads to the trick

  // There are trumps, in a hand or on the table.
  bool with_trumps() const { return trump_.has_value(); }
  bool is_trump(Suit suit) const { return trump_ == suit; }

  int length(Seat seat, Suit suit) const { return position_.hand(seat).length(suit); }
  int top(Seat seat, Suit suit) const {
    const auto ranks = position_.hand(seat).ranks(suit);
    return ranks == 0 ? 0 : static_cast<int>(std::bit_width(ranks)) + 1;
  }
  int bottom(Seat seat, Suit suit) const {
    const auto ranks = position_.hand(seat).ranks(suit);
    return ranks == 0 ? 0 : std::countr_zero(ranks) + 2;
  }
  int top_trump(Seat seat) const { return trump_ ? top(seat, *trump_) : 0; }
  bool can_ruff(Seat seat, Suit led) const {
    return trump_ && led != *trump_ && length(seat, led) == 0 && length(seat, *trump_) > 0;
  }

  // The nth best card of a suit that is in a hand or on the table, from 1.
  std::optional<Card> nth(int n, Suit suit) const {
    CardSet rest = in_play_.in(suit);
    while (n-- > 1 && !rest.empty()) rest.erase(rest.highest());
    return rest.empty() ? std::nullopt : std::optional(rest.highest());
  }
  // Whose it is. DDS takes all cards on the table for North's, and so do its weights.
  bool holds_nth(Seat seat, int n, Suit suit) const {
    const auto card = nth(n, suit);
    if (!card) return false;
    return in_hands_.contains(*card) ? position_.hand(seat).contains(*card) : seat == Seat::north;
  }
  // 1 for the best card of its suit in the hands, and so on down.
  int place(Card card) const {
    const auto ranks = in_hands_.ranks(card.suit());
    return std::popcount(ranks >> index(card.rank()));
  }

  Card led() const { return position_.table()[0]; }
  Card best_on_table() const {
    return position_.table()[static_cast<std::size_t>(distance(position_.leader(), position_.winning()))];
  }
  bool partner_is_winning() const { return position_.winning() == partner(me()); }
  CardSet others_than(Seat seat) const { return in_play_ - position_.hand(seat); }

 private:
  const Position& position_;
  std::optional<Suit> trump_;
  CardSet in_hands_;
  CardSet in_play_;
};

// --- Leads

// The suit to be led, seen from the leader.
struct LeadSuit {
  LeadSuit(const Facts& from, Suit to_lead)
      : facts(from), suit(to_lead), me(from.me()), lho(next(me)), mate(partner(me)), rho(next(me, 3)) {}

  bool best_is(Seat seat) const { return facts.holds_nth(seat, 1, suit); }
  bool second_is(Seat seat) const { return facts.holds_nth(seat, 2, suit); }
  bool third_is(Seat seat) const { return facts.holds_nth(seat, 3, suit); }
  int length(Seat seat) const { return facts.length(seat, suit); }
  // The more cards the opponents may choose from, the larger the search; a void counts as any card.
  int opponents_cards() const {
    const int any = facts.position().tricks_left();
    return (length(lho) == 0 ? any : length(lho)) + (length(rho) == 0 ? any : length(rho));
  }
  bool mate_has_best_of_three() const {
    return facts.top(mate, suit) > std::max(facts.top(lho, suit), facts.top(rho, suit));
  }
  bool bare_best_with_opponent() const {
    return (length(lho) == 1 && best_is(lho)) || (length(rho) == 1 && best_is(rho));
  }
  bool is(int n, const Run& run) const { return facts.nth(n, suit) == run.top; }
  // Second and third best: both with partner, or one each.
  bool next_two_with_mate() const { return second_is(mate) && third_is(mate); }
  bool next_two_shared() const {
    return ((second_is(me) && third_is(mate)) || (second_is(mate) && third_is(me))) && length(mate) > 1;
  }

  const Facts& facts;
  Suit suit;
  Seat me;
  Seat lho;
  Seat mate;
  Seat rho;
};

// Leader or partner takes the trick if the opponents play low.
bool side_wins(const LeadSuit& lead, const Run& run) {
  const Facts& facts = lead.facts;
  const bool high = lead.is(1, run) || lead.mate_has_best_of_three();
  if (facts.can_ruff(lead.mate, lead.suit)) {
    const auto cannot_overruff = [&](Seat opponent) {
      return !facts.can_ruff(opponent, lead.suit) || facts.top_trump(lead.mate) > facts.top_trump(opponent);
    };
    return cannot_overruff(lead.lho) && cannot_overruff(lead.rho);
  }
  return high && !facts.can_ruff(lead.lho, lead.suit) && !facts.can_ruff(lead.rho, lead.suit);
}

int suit_worth_with_trumps(const LeadSuit& lead) {
  const Facts& facts = lead.facts;
  int worth = -(lead.opponents_cards() * 128 / 13);
  if (facts.can_ruff(lead.lho, lead.suit) || facts.can_ruff(lead.rho, lead.suit)) worth -= 12;
  if (facts.can_ruff(lead.mate, lead.suit) && lead.length(lead.rho) > 0) worth += 17;
  if (lead.best_is(lead.rho) || lead.second_is(lead.rho)) {
    if (lead.length(lead.rho) != 1) worth -= 12;
  } else if (lead.best_is(lead.lho) && lead.second_is(lead.mate) && lead.length(lead.mate) != 1) {
    worth += 27;
  }
  const bool for_a_ruff = !facts.is_trump(lead.suit) && lead.length(lead.me) == 1 &&
                          facts.top_trump(lead.me) > 0 && lead.length(lead.mate) > 1 &&
                          lead.best_is(lead.mate);
  return for_a_ruff ? worth + 19 : worth;
}

int winning_lead_with_trumps(const LeadSuit& lead, const Run& run) {
  const int place = lead.facts.place(run.top);
  if (lead.bare_best_with_opponent()) return 35 + place;
  if (lead.best_is(lead.me)) {
    if (lead.second_is(lead.mate)) return 48 + place;
    return lead.is(1, run) ? 31 : place - 3;
  }
  if (lead.best_is(lead.mate)) return (lead.second_is(lead.me) ? 42 : 28) + place;
  if (run.lower.empty()) return 11 + place;
  return lead.is(2, run) ? 40 : 22 + place;
}

int losing_lead_with_trumps(const LeadSuit& lead, const Run& run) {
  const int place = lead.facts.place(run.top);
  const int later = lead.next_two_with_mate() ? 20 : lead.next_two_shared() ? 13 : 0;
  if (lead.bare_best_with_opponent()) return later + 2 + place;
  if (lead.best_is(lead.me)) {
    if (lead.second_is(lead.mate)) return later + 33 + place;
    return later + (lead.is(1, run) ? 38 : place - 14);
  }
  if (lead.best_is(lead.mate)) return later + 34 + place;
  if (!run.lower.empty() && lead.is(2, run)) return later + 35;
  return later + 17 - value(run.top);
}

int winning_lead_at_no_trump(const LeadSuit& lead, const Run& run) {
  const int place = lead.facts.place(run.top);
  if (lead.second_is(lead.rho)) return (lead.length(lead.rho) == 1 ? 45 : 18 - 1) + place;
  if (lead.second_is(lead.lho)) return (lead.length(lead.lho) == 1 ? 45 + 16 : 18 + 22) + place;
  return 45 + place;
}

int losing_lead_at_no_trump(const LeadSuit& lead, const Run& run) {
  const int place = lead.facts.place(run.top);
  int worth = lead.next_two_with_mate() ? 35 : lead.next_two_shared() ? 25 : 0;
  if (lead.best_is(lead.rho) || lead.second_is(lead.rho)) {
    if (lead.length(lead.rho) != 1) worth -= 10;
  } else if (lead.best_is(lead.lho) && lead.second_is(lead.mate) && lead.length(lead.mate) != 1) {
    worth += 31;
  }
  if (lead.bare_best_with_opponent()) return worth + 28 + place;
  if (lead.best_is(lead.me)) return worth - 17 + place;
  if (run.lower.empty()) return worth + 12 + place;
  return worth + (lead.is(2, run) ? 48 : 29 - place);
}

int lead_weight(const Facts& facts, const Run& run) {
  const LeadSuit lead(facts, run.top.suit());
  if (facts.with_trumps()) {
    return suit_worth_with_trumps(lead) +
           (side_wins(lead, run) ? winning_lead_with_trumps(lead, run) : losing_lead_with_trumps(lead, run));
  }
  const int worth = -(lead.opponents_cards() * 128 / 19) - (lead.length(lead.mate) == 0 ? 9 : 0);
  return worth +
         (side_wins(lead, run) ? winning_lead_at_no_trump(lead, run) : losing_lead_at_no_trump(lead, run));
}

// --- Following suit

int second_hand_with_trumps(const Facts& facts, const Run& run) {
  const Suit suit = run.top.suit();
  const int own = value(run.top);
  const int led = value(facts.led());
  const int third = facts.top(facts.seat(2), suit);
  const int fourth = facts.top(facts.seat(3), suit);
  const int place = facts.place(run.top);

  const bool third_ruffs = facts.can_ruff(facts.seat(2), suit);
  const bool side_wins = facts.can_ruff(facts.seat(3), suit)
                             ? !third_ruffs || facts.top_trump(facts.seat(3)) > facts.top_trump(facts.seat(2))
                             : !third_ruffs && std::max(own, fourth) > std::max(led, third);
  if (!side_wins) {
    if (own < facts.bottom(facts.seat(2), suit) || own < facts.bottom(facts.seat(3), suit)) return place - 9;
    if (own < led) return place - 16;
    return (run.lower.empty() ? 10 : 22) - own;
  }
  if (own < facts.bottom(facts.seat(2), suit)) return 40 + place;
  if (fourth > led && facts.top(facts.seat(0), suit) > fourth) return 41 + place;
  if (own < led) return (fourth > 0 ? 47 : 40) - own;
  if (own < fourth) return 78 - own;
  if (own > third) return 73 - own;
  return (run.lower.empty() ? 49 : 62) - own;
}

int second_hand_at_no_trump(const Facts& facts, const Run& run) {
  const Suit suit = run.top.suit();
  const int own = value(run.top);
  const int led = value(facts.led());
  const int to_beat = std::max(led, facts.top(facts.seat(2), suit));
  if (facts.top(facts.seat(3), suit) > to_beat) return -own;
  if (own > to_beat) return 81 - own;
  const int place = facts.place(run.top);
  if (own < facts.bottom(facts.seat(2), suit) || own < facts.bottom(facts.seat(3), suit)) return place - 3;
  if (own < led) return place - 11;
  return run.lower.empty() ? 13 - own : 10 + place;
}

// The lowest of `runs` above a rank; nothing when none is.
const Run* lowest_above(std::span<const Run> runs, int rank) {
  const Run* found = nullptr;
  for (const Run& run : runs) {
    if (value(run.top) > rank) found = &run;
  }
  return found;
}

// Fourth hand holds the best card left: the cheapest card that makes it spend that one.
const Run* forcing(const Facts& facts, std::span<const Run> runs) {
  const Suit suit = facts.led().suit();
  const Seat fourth = facts.seat(3);
  const auto theirs = runs_of(facts.position().hand(fourth).in(suit), facts.others_than(fourth));
  if (theirs.size() < 2) return nullptr;
  const int to_beat = value(facts.best_on_table());
  const int next_best = value(theirs[1].top);
  if (next_best > to_beat) return lowest_above(runs, next_best);
  return facts.partner_is_winning() ? nullptr : lowest_above(runs, to_beat);
}

// Partner's last card of the suit is winning and we have the rest of the suit from the top: the cheapest card
// that takes the trick from partner.
const Run* overtaking(const Facts& facts, std::span<const Run> runs) {
  const Card led = facts.led();
  if (facts.length(facts.seat(0), led.suit()) != 0 || !facts.holds_nth(facts.me(), 1, led.suit()))
    return nullptr;
  CardSet others = facts.others_than(facts.me());
  others.erase(led);
  const Run top = runs_of(facts.position().hand(facts.me()).in(led.suit()), others).front();
  const int theirs =
      std::max(facts.length(facts.seat(1), led.suit()), facts.length(facts.seat(3), led.suit()) - 1);
  if (theirs > top.lower.size()) return nullptr;
  const Run* const found = lowest_above(runs, value(led));
  return found == nullptr ? &runs.front() : found;
}

// One card stands out or the winners do, the cheapest first; the rest from the bottom.
constexpr int kOutstanding = 20;
constexpr int kWins = 60;

int third_hand(const Facts& facts, std::span<const Run> runs, const Run& run) {
  const Card best = facts.best_on_table();
  const Suit suit = run.top.suit();
  const int own = value(run.top);
  const int fourth = facts.top(facts.seat(3), suit);
  if (best.suit() != suit) return -own;  // second hand ruffed
  if (facts.partner_is_winning() && value(best) > fourth) {
    const bool outstanding = !facts.with_trumps() && overtaking(facts, runs) == &run;
    return (outstanding ? kOutstanding : 0) - own;
  }
  const int highest = value(runs.front().top);
  if (highest < facts.bottom(facts.seat(3), suit) || highest < value(best)) return -own;
  if (fourth > highest) return (forcing(facts, runs) == &run ? kOutstanding : 0) - own;
  return (own > std::max(fourth, value(best)) ? kWins : 0) - own;
}

int fourth_hand(const Facts& facts, const Run& run) {
  const Card best = facts.best_on_table();
  const bool wins = !facts.partner_is_winning() && best.suit() == run.top.suit() && run.top > best;
  return (wins ? kWins : 0) - value(run.top);
}

// --- Discards and ruffs

// How a discard is chosen: the more of a suit the better (64 / divisor for each card), with something off for
// the second best card with one guard, and for the best card alone.
struct Thrift {
  int divisor;
  int off_guarded = 0;
  int off_bare = 0;
};

int by_length(const Facts& facts, Suit suit, int divisor) {
  return facts.length(facts.me(), suit) * 64 / divisor;
}

int discard(const Facts& facts, const Run& run, Thrift thrift) {
  const Suit suit = run.top.suit();
  const int length = facts.length(facts.me(), suit);
  int weight = by_length(facts, suit, thrift.divisor) - value(run.top);
  if (length == 2 && facts.holds_nth(facts.me(), 2, suit)) weight -= thrift.off_guarded;
  if (length == 1 && facts.holds_nth(facts.me(), 1, suit)) weight -= thrift.off_bare;
  return weight;
}

int second_hand_void(const Facts& facts, const Run& run) {
  const Suit suit = facts.led().suit();
  const Seat third = facts.seat(2);
  const Seat fourth = facts.seat(3);
  const bool fourth_is_high = facts.top(fourth, suit) > std::max(facts.top(third, suit), value(facts.led()));
  if (!facts.with_trumps()) return discard(facts, run, fourth_is_high ? Thrift{23, 2, 3} : Thrift{33, 6, 8});

  constexpr Thrift kPartnerWins{44};
  constexpr Thrift kPartnerLoses{36, 4};
  if (facts.is_trump(suit)) return discard(facts, run, fourth_is_high ? kPartnerWins : kPartnerLoses);
  const bool third_follows = facts.length(third, suit) > 0;
  const bool fourth_overruffs =
      facts.can_ruff(fourth, suit) && facts.top_trump(fourth) > facts.top_trump(third);
  if (facts.is_trump(run.top.suit())) {
    const bool stands = third_follows || fourth_overruffs || value(run.top) > facts.top_trump(third);
    return stands ? 24 + discard(facts, run, kPartnerWins) : 15 + discard(facts, run, kPartnerLoses);
  }
  const bool partner_wins = third_follows
                                ? fourth_is_high || facts.can_ruff(fourth, suit)
                                : fourth_overruffs || (facts.top_trump(third) == 0 && fourth_is_high);
  return partner_wins ? 60 + discard(facts, run, kPartnerWins) : discard(facts, run, kPartnerLoses) - 2;
}

int third_hand_void(const Facts& facts, const Run& run) {
  if (!facts.with_trumps()) return discard(facts, run, {24, 4, 4});
  const Suit suit = facts.led().suit();
  if (facts.is_trump(suit) || !facts.is_trump(run.top.suit())) return discard(facts, run, {40});

  const Seat fourth = facts.seat(3);
  const Card best = facts.best_on_table();
  const bool fourth_follows = facts.length(fourth, suit) > 0;
  const bool high_trump = value(run.top) > facts.top_trump(fourth);
  if (facts.partner_is_winning()) {
    const bool sure = value(best) > facts.top(fourth, suit) && !facts.can_ruff(fourth, suit);
    if (sure) return -50 - value(run.top);
    const int ruffed_over = facts.holds_nth(facts.seat(0), 2, suit) ? 36 : 48;
    return (fourth_follows ? ruffed_over : high_trump ? 48 : -12) + discard(facts, run, {50});
  }
  if (facts.is_trump(best.suit()) && run.top < best) {  // underruff
    return facts.place(run.top) - 32 + by_length(facts, run.top.suit(), 40);
  }
  return (fourth_follows ? 72 : high_trump ? 48 : 36) + discard(facts, run, {50});
}

int fourth_hand_void(const Facts& facts, const Run& run) {
  if (!facts.with_trumps()) return discard(facts, run, {27, 6, 8});
  constexpr Thrift kDiscard{24, 2};
  if (facts.is_trump(facts.led().suit())) return discard(facts, run, kDiscard);
  const bool ruff = facts.is_trump(run.top.suit());
  if (facts.partner_is_winning()) return (ruff ? 2 : 25) + discard(facts, run, kDiscard);
  if (!ruff) return 14 + discard(facts, run, kDiscard);
  return (beats(run.top, facts.best_on_table(), facts.position().strain()) ? 33 : -13) + facts.place(run.top);
}

int weight_of(const Facts& facts, std::span<const Run> runs, const Run& run) {
  const std::size_t on_table = facts.position().table().size();
  if (on_table == 0) return lead_weight(facts, run);
  if (facts.length(facts.me(), facts.led().suit()) == 0) {
    if (on_table == 1) return second_hand_void(facts, run);
    return on_table == 2 ? third_hand_void(facts, run) : fourth_hand_void(facts, run);
  }
  if (on_table == 1) {
    return facts.with_trumps() ? second_hand_with_trumps(facts, run) : second_hand_at_no_trump(facts, run);
  }
  return on_table == 2 ? third_hand(facts, runs, run) : fourth_hand(facts, run);
}

}  // namespace

std::vector<int> move_weights(const Position& position, std::span<const Run> runs) {
  const Facts facts(position);
  std::vector<int> weights;
  for (const Run& run : runs) weights.push_back(weight_of(facts, runs, run));
  return weights;
}

}  // namespace yomi::dds

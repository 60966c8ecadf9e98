#include "yomi/play/claim.h"

#include <algorithm>
#include <array>
#include <set>

namespace yomi::play {
namespace {

constexpr int kMostNodes = 4000;

// One side's hands that are seen (one or two), against all other cards that are not played.
struct Holding {
  std::array<Seat, 2> seats{};
  std::array<CardSet, 2> hands{};
  std::size_t count = 0;  // hands
  CardSet out{};          // cards that may be anywhere else
  Strain strain = Strain::no_trump;
  bool two_hidden = false;  // `out` are exactly the cards of two hands as long as ours

  [[nodiscard]] std::optional<std::size_t> hand_of(Seat seat) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (seats[i] == seat) return i;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool has_trumps_out() const {
    for (Suit suit : kSuitsFromSpades) {
      if (strain_of(suit) == strain) return !out.in(suit).empty();
    }
    return false;
  }
  // Can no card that is out beat `winner` in a trick to which `led` was led?
  [[nodiscard]] bool is_safe(Card winner, Suit led) const {
    if (winner.suit() == led && strain_of(led) != strain && has_trumps_out()) return false;
    const CardSet higher = out.in(winner.suit());
    return higher.empty() || higher.highest().rank() < winner.rank();
  }
};

// The cards worth trying from a hand that must follow to `led` if it can: the highest and lowest of a suit.
std::vector<Card> choices(CardSet hand, std::optional<Suit> led, Strain strain) {
  std::vector<Card> made;
  const auto add = [&](CardSet suit, bool both_ends) {
    if (suit.empty()) return;
    made.push_back(suit.lowest());
    if (both_ends && suit.size() > 1) made.push_back(suit.highest());
  };
  if (led && !hand.in(*led).empty()) {
    add(hand.in(*led), true);
    return made;
  }
  for (Suit suit : kSuitsFromSpades) add(hand.in(suit), !led || strain_of(suit) == strain);
  return made;
}

class RunOut {
 public:
  explicit RunOut(const Holding& start) : strain_(start.strain) {}

  // All tricks from here, with hand `leader` on lead?
  bool takes_all(const Holding& now, std::size_t leader) {
    if (now.hands[leader].empty()) return true;
    if (++nodes_ > kMostNodes) return false;
    const Key key{now.hands[0].bits(), now.hands[1].bits(), now.out.bits(), leader};
    if (failed_.contains(key)) return false;
    for (Card led : leads(now, leader)) {
      if (now.count == 1) {
        if (!now.is_safe(led, led.suit())) continue;
        if (goes_on(after(now, leader, led, std::nullopt), leader, led)) return true;
        continue;
      }
      const std::size_t other = 1 - leader;
      for (Card card : choices(now.hands[other], led.suit(), strain_)) {
        const bool overtakes = beats(card, led, strain_);
        if (!now.is_safe(overtakes ? card : led, led.suit())) continue;
        if (goes_on(after(now, leader, led, card), overtakes ? other : leader, led)) return true;
      }
    }
    failed_.insert(key);
    return false;
  }

  // The leads of the line found.
  [[nodiscard]] std::vector<Card> line() const { return {line_.rbegin(), line_.rend()}; }

 private:
  using Key = std::array<std::uint64_t, 4>;

  bool goes_on(const Holding& next, std::size_t leader, Card led) {
    if (!takes_all(next, leader)) return false;
    line_.push_back(led);
    return true;
  }

  // Trumps first while some are out, then high cards.
  [[nodiscard]] std::vector<Card> leads(const Holding& now, std::size_t leader) const {
    std::vector<Card> made = choices(now.hands[leader], std::nullopt, strain_);
    std::stable_sort(made.begin(), made.end(), [&](Card a, Card b) {
      const bool trump_a = strain_of(a.suit()) == strain_;
      const bool trump_b = strain_of(b.suit()) == strain_;
      if (trump_a != trump_b) return trump_a == now.has_trumps_out();
      return a.rank() > b.rank();
    });
    return made;
  }

  static Holding after(const Holding& now, std::size_t leader, Card led, std::optional<Card> other) {
    Holding made = now;
    made.hands[leader].erase(led);
    if (other) made.hands[1 - leader].erase(*other);
    const int length = now.out.length(led.suit());
    const bool both_follow = now.two_hidden && length > now.hands[leader].size();
    for (int gone = std::min(length, both_follow ? 2 : 1); gone > 0; --gone)
      made.out.erase(made.out.in(led.suit()).lowest());
    return made;
  }

  Strain strain_;
  int nodes_ = 0;
  std::set<Key> failed_;
  std::vector<Card> line_;  // last lead first
};

// The trick on the table, as far as it has come.
struct Trick {
  Seat leader = Seat::north;
  int played = 0;
  Card best{};  // this and the next two: once something was played
  Seat winning = Seat::north;
  Suit led = Suit::clubs;
  int to_come = 0;         // other chairs still to play, with outstanding cards
  bool shown_out = false;  // a chair that does not belong to the declarer did not follow

  void add(Card card, Strain strain) {
    if (played == 0) led = card.suit();
    if (played == 0 || beats(card, best, strain)) {
      best = card;
      winning = next(leader, played);
    }
    ++played;
  }
};

// When the last hidden chair has to follow, a card of the suit goes.
Holding after(const Holding& now, const Trick& trick) {
  Holding made = now;
  const int elsewhere =
      trick.shown_out ? 0 : now.hands[0].size();  // how many the other hidden chair can hold
  if (now.two_hidden && trick.to_come == 1 && now.out.length(trick.led) > elsewhere)
    made.out.erase(made.out.in(trick.led).lowest());
  return made;
}

// Do the hands surely take the trick, which has begun, and all that follow? `first` becomes the first card of
// theirs.
bool takes_rest(const Holding& now, const Trick& trick, RunOut& run_out, std::optional<Card>& first) {
  if (trick.played == kSeats) {
    if (trick.to_come > 0 && !now.is_safe(trick.best, trick.led)) return false;
    if (const auto own = now.hand_of(trick.winning)) return run_out.takes_all(after(now, trick), *own);
    return now.hands[0].empty() && on(trick.winning, side_of(now.seats[0]));
  }
  const auto own = now.hand_of(next(trick.leader, trick.played));
  if (!own) {
    Trick passed = trick;
    ++passed.played;
    ++passed.to_come;
    return takes_rest(now, passed, run_out, first);
  }
  for (Card card : choices(now.hands[*own], trick.led, now.strain)) {
    Trick grown = trick;
    grown.add(card, now.strain);
    Holding left = now;
    left.hands[*own].erase(card);
    std::optional<Card> later;
    if (!takes_rest(left, grown, run_out, later)) continue;
    first = card;
    return true;
  }
  return false;
}

struct Known {
  const Decision& decision;
  CardSet played{};
  CardSet own{};    // still in the chair's hand
  CardSet dummy{};  // and in dummy's, when it is seen and not the chair's
  CardSet unseen{};
  Trick trick{};
  int tricks_left = 0;
};

Known known(const Decision& decision) {
  const belief::Seen& seen = decision.seen;
  Known made{.decision = decision, .played = seen.played()};
  made.own = seen.hand - made.played;
  if (seen.dummy) made.dummy = seen.dummy_hand - made.played;
  made.unseen = CardSet::full() - made.played - made.own - made.dummy;
  const std::size_t on_table = seen.play.size() % 4;
  made.trick.leader = next(decision.turn, -static_cast<int>(on_table));
  for (std::size_t i = seen.play.size() - on_table; i < seen.play.size(); ++i) {
    const Seat seat = next(made.trick.leader, made.trick.played);
    made.trick.add(seen.play[i], seen.strain);
    if (seen.play[i].suit() != made.trick.led && !on(seat, side_of(decision.context.contract.declarer)))
      made.trick.shown_out = true;
  }
  made.tricks_left = kRanks - static_cast<int>(seen.play.size() / 4);
  return made;
}

std::optional<Claim> sure_of(const Known& known, const Holding& hands) {
  RunOut run_out(hands);
  Claim made{.side = side_of(hands.seats[0]), .tricks = known.tricks_left};
  if (known.trick.played == 0) {
    const auto own = hands.hand_of(known.decision.turn);
    if (!own || !run_out.takes_all(hands, *own)) return std::nullopt;
    made.line = run_out.line();
    return made;
  }
  std::optional<Card> first;
  if (!takes_rest(hands, known.trick, run_out, first)) return std::nullopt;
  if (hands.hand_of(known.decision.turn)) {
    made.line = run_out.line();
    made.line.insert(made.line.begin(), *first);
  }
  return made;
}

// Do the others surely win all tricks from the declarer who is on turn?
bool gives_up(const Known& known, const Holding& hands) {
  const CardSet ours = hands.hands[0] | hands.hands[1];
  for (Suit suit : kSuitsFromSpades) {
    if (ours.in(suit).empty()) continue;
    if (strain_of(suit) == hands.strain) return false;
    if (hands.out.in(suit).empty()) {
      if (known.trick.played == 0 && !known.decision.legal.in(suit).empty()) return false;  // it could be led
      continue;
    }
    if (ours.in(suit).highest().rank() > hands.out.in(suit).lowest().rank()) return false;
  }
  if (known.trick.played == 0) return true;
  if (hands.hand_of(known.trick.winning)) return false;
  for (int place = known.trick.played; place < kSeats; ++place) {
    const auto own = hands.hand_of(next(known.trick.leader, place));
    if (!own) continue;
    const CardSet follow = hands.hands[*own].in(known.trick.led);
    if (!follow.empty() && beats(follow.highest(), known.trick.best, hands.strain)) return false;
  }
  return true;
}

}  // namespace

std::optional<Claim> certain_rest(const Decision& decision) {
  const Known facts = known(decision);
  const Seat chair = decision.seen.chair;
  const Seat declarer = decision.context.contract.declarer;
  Holding hands{.strain = decision.seen.strain};
  hands.seats[0] = chair;
  hands.hands[0] = facts.own;
  hands.count = 1;
  hands.out = facts.unseen | facts.dummy;
  if (chair != declarer) {
    if (auto claim = sure_of(facts, hands)) return claim;
    if (!decision.seen.dummy || facts.trick.played == 0) return std::nullopt;
    hands.seats[0] = *decision.seen.dummy;
    hands.hands[0] = facts.dummy;
    hands.out = facts.unseen | facts.own;
    return sure_of(facts, hands);
  }
  hands.seats[1] = decision.context.contract.dummy();
  hands.hands[1] = facts.dummy;
  hands.count = 2;
  hands.out = facts.unseen;
  hands.two_hidden = true;
  if (auto claim = sure_of(facts, hands)) return claim;
  if (!gives_up(facts, hands)) return std::nullopt;
  return Claim{.side = other(side_of(declarer)), .tricks = facts.tricks_left};
}

}  // namespace yomi::play

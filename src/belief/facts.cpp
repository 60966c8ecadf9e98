#include <algorithm>
#include <cassert>

#include "yomi/belief/evidence.h"
#include "yomi/bridge/play_history.h"

namespace yomi::belief {
namespace {

// Goes through the play; `visit(number, seat, card, led)` may stop it by returning false.
template <class Visit>
void follow_play(const Seen& seen, const Visit& visit) {
  PlayHistory history(seen.strain, seen.leader);
  for (std::size_t i = 0; i < seen.play.size(); ++i) {
    const Card card = seen.play[i];
    if (!visit(i, history.turn(), card, history.led().value_or(card).suit())) return;
    history.add(card);
  }
}

Space start(const Seen& seen) {
  Space space;
  space.held[seen.chair] = seen.hand;
  if (seen.dummy) space.held[*seen.dummy] = seen.dummy_hand;
  return space;
}

bool is_open(const Seen& seen, Seat seat) {
  return seat == seen.chair || (seen.dummy && seat == *seen.dummy);
}

void set_slots(Space& space) {
  for (Seat seat : kAllSeats) {
    space.slots[seat] = static_cast<std::uint8_t>(kRanks - space.held[seat].size());
  }
}

}  // namespace

Seen Seen::from(Seat other_chair, const Deal& deal, Seat dummy_seat) const {
  Seen made = *this;
  made.chair = other_chair;
  made.hand = deal[other_chair];
  made.dummy = dummy_seat;
  made.dummy_hand = deal[dummy_seat];
  return made;
}

Seen seen_by(Seat chair, const Deal& deal, const Contract& contract, std::vector<Card> play) {
  Seen made{.chair = chair, .hand = deal[chair], .strain = contract.strain, .leader = contract.leader()};
  if (!play.empty()) {
    made.dummy = contract.dummy();
    made.dummy_hand = deal[*made.dummy];
  }
  made.play = std::move(play);
  return made;
}

Seen seen_by(Seat chair, const Board& board, std::size_t cards) {
  const Seat leader = board.leader.value_or(board.declarer ? next(*board.declarer) : Seat::west);
  const Contract contract{.strain = board.strain.value_or(Strain::no_trump),
                          .declarer = board.declarer.value_or(next(leader, -1))};
  const auto end = board.play.begin() + static_cast<std::ptrdiff_t>(std::min(cards, board.play.size()));
  Seen made = seen_by(chair, board.deal, contract, {board.play.begin(), end});
  made.leader = leader;
  if (!board.declarer) {
    made.dummy.reset();
    made.dummy_hand = {};
  }
  return made;
}

Space facts_unchecked(const Seen& seen) {
  Space space = start(seen);
  follow_play(seen, [&](std::size_t, Seat seat, Card card, Suit led) {
    if (is_open(seen, seat)) return true;
    space.held[seat].insert(card);
    if (card.suit() != led) space.barred[seat] |= CardSet::of_suit(led);
    return true;
  });
  set_slots(space);
  return space;
}

Result<Space> facts(const Seen& seen) {
  const auto name = [](Seat seat) { return std::string(to_name(seat)); };
  if (seen.hand.size() != kRanks) {
    return Error{name(seen.chair) + " has " + std::to_string(seen.hand.size()) + " cards, not thirteen"};
  }
  if (seen.dummy && seen.dummy_hand.size() != kRanks) {
    return Error{"dummy has " + std::to_string(seen.dummy_hand.size()) + " cards, not thirteen"};
  }
  if (seen.dummy && *seen.dummy != seen.chair && !(seen.hand & seen.dummy_hand).empty()) {
    return Error{"card " + to_string((seen.hand & seen.dummy_hand).highest()) + " is in two hands"};
  }
  CardSet played;
  BySeat<CardSet> barred{};
  const CardSet open = seen.hand | (seen.dummy ? seen.dummy_hand : CardSet{});
  BySeat<int> cards{};
  std::optional<Error> error;
  follow_play(seen, [&](std::size_t i, Seat seat, Card card, Suit led) {
    const auto fail = [&](const std::string& why) {
      error =
          Error{"card " + std::to_string(i + 1) + " (" + to_string(card) + " by " + name(seat) + "): " + why,
                {},
                0,
                static_cast<std::uint32_t>(i + 1)};
      return false;
    };
    if (++cards[seat] > kRanks) return fail("a fourteenth card");
    if (played.contains(card)) return fail("was played before");
    if (is_open(seen, seat)) {
      const CardSet hand = (seat == seen.chair ? seen.hand : seen.dummy_hand) - played;
      if (!hand.contains(card)) return fail("is not in that hand");
      if (card.suit() != led && !hand.in(led).empty()) return fail("a revoke");
    } else {
      if (open.contains(card)) return fail("is in a hand that is seen");
      if (barred[seat].contains(card)) return fail("had shown out of that suit");
      if (card.suit() != led) barred[seat] |= CardSet::of_suit(led);
    }
    played.insert(card);
    return true;
  });
  if (error) return *error;
  return facts_unchecked(seen);
}

}  // namespace yomi::belief

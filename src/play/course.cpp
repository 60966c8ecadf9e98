#include "yomi/play/course.h"

#include <algorithm>

namespace yomi::play {

Calls calls_of(const Auction& auction) {
  Calls said;
  for (std::size_t number = 0; number < auction.calls().size(); ++number) {
    const Call call = auction.calls()[number];
    const Seat seat = auction.caller(number);
    if (call == Call::x()) said.doubled[seat] = true;
    if (!call.is_bid()) continue;
    if (!said.opener) said.opener = seat;
    std::uint8_t& times = said.named[seat][call.strain()];
    times = std::min<std::uint8_t>(3, static_cast<std::uint8_t>(times + 1));
    said.highest[seat] = static_cast<std::uint8_t>(call.level());
  }
  return said;
}

void Course::add(Card card) {
  const Seat seat = turn();
  const Suit suit = card.suit();
  if (table().empty()) {
    if (opened_by_[suit] == kNone) opened_by_[suit] = static_cast<std::uint8_t>(index(seat));
    rounds_[suit] = static_cast<std::uint8_t>(rounds_[suit] + 1);
  }
  if (first_card_[seat][suit] == kNone)
    first_card_[seat][suit] = static_cast<std::uint8_t>(index(card.rank()));
  history_.add(card);
}

std::optional<Rank> Course::first_card(Seat seat, Suit suit) const {
  const std::uint8_t rank = first_card_[seat][suit];
  return rank == kNone ? std::nullopt : std::optional(rank_at(rank));
}

std::optional<Seat> Course::opened_by(Suit suit) const {
  const std::uint8_t seat = opened_by_[suit];
  return seat == kNone ? std::nullopt : std::optional(seat_at(seat));
}

CardSet Sight::legal(const Course& course) const {
  if (course.table().empty()) return hand;
  const CardSet following = hand.in(course.table().front().suit());
  return following.empty() ? hand : following;
}

Sight sight_of_turn(const Course& course, const Deal& hands) {
  Sight sight;
  sight.mover = course.turn();
  sight.hand = hands[sight.mover];
  if (course.cards_played() == 0) return sight;
  const Contract& contract = course.contract();
  sight.open = sight.mover == contract.dummy() ? contract.declarer : contract.dummy();
  sight.open_hand = hands[*sight.open];
  return sight;
}

}  // namespace yomi::play

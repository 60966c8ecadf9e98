#include "yomi/bridge/position.h"

#include <cassert>

namespace yomi {

CardSet Position::legal() const {
  const CardSet hand = deal_[turn()];
  if (on_table_ == 0) return hand;
  const CardSet follow = hand.in(table_[0].suit());
  return follow.empty() ? hand : follow;
}

Seat Position::winning() const {
  int best = 0;
  for (int i = 1; i < on_table_; ++i) {
    if (beats(table_[static_cast<std::size_t>(i)], table_[static_cast<std::size_t>(best)], strain_)) best = i;
  }
  return next(leader_, best);
}

void Position::put_on_table(Card card) {
  deal_[turn()].erase(card);
  table_[on_table_++] = card;
}

void Position::play(Card card) {
  assert(is_legal(card));
  if (on_table_ < 3) return put_on_table(card);
  deal_[turn()].erase(card);
  const Seat before = winning();
  const Card best = table_[static_cast<std::size_t>(distance(leader_, before))];
  const Seat winner = beats(card, best, strain_) ? turn() : before;
  ++tricks_[side_of(winner)];
  leader_ = winner;
  on_table_ = 0;
}

Result<Position> make_position(const Deal& hands, Strain strain, Seat leader, std::span<const Card> table,
                               Revokes revokes) {
  if (table.size() > 3) return Error{.what = "more than three cards on the table"};
  Deal before = hands;
  CardSet seen;
  for (Seat seat : kAllSeats) {
    if (const CardSet doubled = seen & hands[seat]; !doubled.empty()) {
      return Error{.what = "card " + to_string(doubled.highest()) + " is in two hands"};
    }
    seen |= hands[seat];
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Seat seat = next(leader, static_cast<int>(i));
    if (seen.contains(table[i])) {
      return Error{.what = "card " + to_string(table[i]) +
                           " is on the table and in a hand or on the table twice"};
    }
    seen.insert(table[i]);
    before[seat].insert(table[i]);
  }
  const int cards = before[leader].size();
  for (Seat seat : kAllSeats) {
    if (before[seat].size() != cards) {
      return Error{.what = std::string(to_name(seat)) + " has " + std::to_string(before[seat].size()) +
                           " cards where " + std::string(to_name(leader)) + " has " + std::to_string(cards) +
                           " (cards on the table counted)"};
    }
  }
  Position position(before, strain, leader);
  for (Card card : table) {
    if (revokes == Revokes::refused && !position.is_legal(card)) {
      return Error{.what = std::string(to_name(position.turn())) + " revokes with " + to_string(card)};
    }
    position.put_on_table(card);
  }
  return position;
}

}  // namespace yomi

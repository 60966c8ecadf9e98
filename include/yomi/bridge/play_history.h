// What everybody at the table has seen of the play: whose turn it is, what lies on the table, who won the
// tricks, who played what and who showed out. It needs no hands, so it can follow a play of which only some
// hands are known; whether the player held the card is checked elsewhere (Position, belief::facts).
//
// A few nanoseconds per card, and cheap to copy.
#pragma once

#include <span>

#include "yomi/bridge/position.h"

namespace yomi {

class PlayHistory {
 public:
  // `leader` leads to the first trick.
  PlayHistory(Strain strain, Seat leader) : strain_(strain), leader_(leader) {}
  PlayHistory(Strain strain, Seat leader, std::span<const Card> cards) : PlayHistory(strain, leader) {
    for (Card card : cards) add(card);
  }

  // The card of the chair whose turn it is.
  void add(Card card) {
    const Seat seat = turn();
    if (on_table_ == 0) {
      best_ = 0;
    } else {
      const Suit led = table_[0].suit();
      if (card.suit() != led) void_in_[seat] = static_cast<std::uint8_t>(void_in_[seat] | 1U << index(led));
      if (beats(card, table_[best_], strain_)) best_ = on_table_;
    }
    played_[seat].insert(card);
    table_[on_table_] = card;
    if (++on_table_ < kSeats) return;
    leader_ = winning();
    on_table_ = 0;
    best_ = 0;
    ++tricks_[side_of(leader_)];
  }

  [[nodiscard]] Strain strain() const { return strain_; }
  // Who led, or leads, to the current trick.
  [[nodiscard]] Seat leader() const { return leader_; }
  [[nodiscard]] Seat turn() const { return next(leader_, on_table_); }
  // The cards of the current trick, in order; empty between tricks.
  [[nodiscard]] std::span<const Card> table() const {
    return {table_.data(), static_cast<std::size_t>(on_table_)};
  }
  // The first card of the current trick; nothing when the chair on turn leads.
  [[nodiscard]] std::optional<Card> led() const {
    return on_table_ == 0 ? std::nullopt : std::optional(table_[0]);
  }
  // Who wins the trick as it lies; the leader when the table is empty.
  [[nodiscard]] Seat winning() const { return next(leader_, best_); }
  // That chair's card; the table must not be empty.
  [[nodiscard]] Card winning_card() const { return table_[best_]; }
  [[nodiscard]] int tricks(Side side) const { return tricks_[side]; }
  // Tricks completed.
  [[nodiscard]] int trick_number() const { return tricks_[0] + tricks_[1]; }
  [[nodiscard]] int cards_played() const { return kSeats * trick_number() + on_table_; }
  [[nodiscard]] CardSet played(Seat seat) const { return played_[seat]; }
  [[nodiscard]] CardSet played() const { return played_[0] | played_[1] | played_[2] | played_[3]; }
  // Has the chair failed to follow to the suit?
  [[nodiscard]] bool is_void(Seat seat, Suit suit) const { return (void_in_[seat] >> index(suit) & 1) != 0; }

 private:
  Strain strain_;
  Seat leader_;
  std::uint8_t on_table_ = 0;
  std::uint8_t best_ = 0;  // places from the leader
  std::array<Card, kSeats> table_{};
  BySide<std::uint8_t> tricks_{};
  BySeat<CardSet> played_{};
  BySeat<std::uint8_t> void_in_{};
};

}  // namespace yomi

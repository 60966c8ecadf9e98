// A position in the play: what is left in each hand, the strain, whose lead the current trick is, and the
// cards already on the table (0 to 3). The chair to play must follow suit when it can; the highest trump, or
// else the highest card of the suit led, wins the trick and leads to the next.
//
// Invariant: hands of chairs that have played to the current trick hold one card fewer than the others; no
// card is in two places. `make_position` checks it, everything else keeps it.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "yomi/bridge/call.h"
#include "yomi/bridge/deal.h"

namespace yomi {

// How make_position() treats a card on the table that revoked.
enum class Revokes : std::uint8_t { refused, taken_as_played };

class Position {
 public:
  Position(const Deal& deal, Strain strain, Seat leader) : deal_(deal), strain_(strain), leader_(leader) {}

  [[nodiscard]] const Deal& hands() const { return deal_; }
  [[nodiscard]] CardSet hand(Seat seat) const { return deal_[seat]; }
  [[nodiscard]] Strain strain() const { return strain_; }
  // Who led, or leads, to the current trick.
  [[nodiscard]] Seat leader() const { return leader_; }
  [[nodiscard]] Seat turn() const { return next(leader_, on_table_); }
  // The cards on the table in the order played; empty between tricks.
  [[nodiscard]] std::span<const Card> table() const {
    return {table_.data(), static_cast<std::size_t>(on_table_)};
  }
  // Tricks won since this position was made, by side.
  [[nodiscard]] int tricks(Side side) const { return tricks_[side]; }
  // Tricks still to be completed, the current one included.
  [[nodiscard]] int tricks_left() const { return deal_[turn()].size(); }
  [[nodiscard]] bool is_over() const { return on_table_ == 0 && deal_[leader_].empty(); }

  [[nodiscard]] CardSet legal() const;
  [[nodiscard]] bool is_legal(Card card) const { return legal().contains(card); }
  // Who is winning the trick on the table; the leader when it is empty.
  [[nodiscard]] Seat winning() const;
  // Plays a legal card for the chair whose turn it is.
  void play(Card card);

  friend bool operator==(const Position&, const Position&) = default;

 private:
  friend Result<Position> make_position(const Deal&, Strain, Seat, std::span<const Card>, Revokes);
  void put_on_table(Card card);

  Deal deal_;
  Strain strain_;
  Seat leader_;
  std::uint8_t on_table_ = 0;
  std::array<Card, 3> table_{};
  BySide<std::uint8_t> tricks_{};
};

// Does `challenger` beat `best` when `best` is winning a trick? (Another suit that is not trump never does.)
constexpr bool beats(Card challenger, Card best, Strain strain) {
  if (challenger.suit() == best.suit()) return challenger.rank() > best.rank();
  return strain_of(challenger.suit()) == strain;
}

// A position from what is still in the hands and what lies on the table, led by `leader`. The error says
// which chair has too many or too few cards, which card is doubled, or which card on the table revokes. With
// Revokes::taken_as_played the trick counts as it lies; from then on everybody follows suit.
Result<Position> make_position(const Deal& hands, Strain strain, Seat leader,
                               std::span<const Card> table = {}, Revokes revokes = Revokes::refused);

}  // namespace yomi

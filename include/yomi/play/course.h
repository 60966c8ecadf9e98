// The course of the play: what everybody at the table has seen, from the opening lead to now.
//
// To the history of the cards (yomi/bridge/play_history.h) it adds what the auction said and who opened which
// suit and with which card. It is updated card by card in some nanoseconds and is cheap to copy, so that a
// play-out can carry its own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "yomi/bridge/auction.h"
#include "yomi/bridge/contract.h"
#include "yomi/bridge/play_history.h"

namespace yomi::play {

// The auction as far as it can be understood without a system: which strains each chair named, how often, and
// how high. In an unknown auction nobody has said anything.
struct Calls {
  BySeat<ByStrain<std::uint8_t>> named{};  // by seat and strain, at most 3
  BySeat<std::uint8_t> highest{};          // level of the highest bid
  BySeat<bool> doubled{};
  std::optional<Seat> opener;
};
Calls calls_of(const Auction& auction);

class Course {
 public:
  explicit Course(const Contract& contract, const Calls& calls = {})
      : contract_(contract), calls_(calls), history_(contract.strain, contract.leader()) {}

  // The card of the chair whose turn it is. Not checked against its hand, which is not known here.
  void add(Card card);

  [[nodiscard]] const Contract& contract() const { return contract_; }
  [[nodiscard]] const Calls& calls() const { return calls_; }
  [[nodiscard]] Seat leader() const { return history_.leader(); }
  [[nodiscard]] Seat turn() const { return history_.turn(); }
  [[nodiscard]] std::span<const Card> table() const { return history_.table(); }
  [[nodiscard]] Seat winning() const { return history_.winning(); }
  [[nodiscard]] Card winning_card() const { return history_.winning_card(); }
  [[nodiscard]] int tricks(Side side) const { return history_.tricks(side); }
  [[nodiscard]] int trick_number() const { return history_.trick_number(); }
  [[nodiscard]] int cards_played() const { return history_.cards_played(); }
  [[nodiscard]] CardSet played(Seat seat) const { return history_.played(seat); }
  [[nodiscard]] CardSet played() const { return history_.played(); }
  [[nodiscard]] bool is_void(Seat seat, Suit suit) const { return history_.is_void(seat, suit); }
  // The first card that the chair played of the suit.
  [[nodiscard]] std::optional<Rank> first_card(Seat seat, Suit suit) const;
  // Who was the first to lead the suit, and how often it was led.
  [[nodiscard]] std::optional<Seat> opened_by(Suit suit) const;
  [[nodiscard]] int rounds(Suit suit) const { return rounds_[suit]; }

 private:
  static constexpr std::uint8_t kNone = 0xFF;
  static constexpr BySuit<std::uint8_t> kNowhere{kNone, kNone, kNone, kNone};

  Contract contract_;
  Calls calls_;
  PlayHistory history_;
  BySeat<BySuit<std::uint8_t>> first_card_{kNowhere, kNowhere, kNowhere, kNowhere};
  BySuit<std::uint8_t> opened_by_ = kNowhere;
  BySuit<std::uint8_t> rounds_{};
};

// What the deciding player sees besides the course of the play. When declarer decides for dummy, `mover` is
// dummy and `open` is declarer's own hand. Before the opening lead no hand is open.
struct Sight {
  Seat mover = Seat::north;
  CardSet hand;  // what the mover still holds
  std::optional<Seat> open;
  CardSet open_hand;

  // The cards the mover may play now.
  [[nodiscard]] CardSet legal(const Course& course) const;
  // The cards of the two hands that are not seen.
  [[nodiscard]] CardSet unseen(const Course& course) const {
    return CardSet::full() - course.played() - hand - open_hand;
  }
};

// The sight of the chair whose turn it is, given all hands.
Sight sight_of_turn(const Course& course, const Deal& hands);

}  // namespace yomi::play

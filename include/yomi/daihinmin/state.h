// The rules of the UEC computer Daihinmin competition, in two layers: Public is what everybody at the table
// can see, State adds the hands.
//
//   A play follows when it is of the same kind and size and higher (a run wholly above the run on the table);
//   the lone joker beats every single, and only the spade three beats it, clearing the table whatever the
//   lock. Lock: a play that shows exactly the suits of the play before it binds all that follow to those
//   suits until the table is cleared. An eight in a play (or the joker standing for one) clears the table.
//   Four or more of a rank or a run of five or more reverse the order of ranks until the next such play. A
//   pass lasts until the table is cleared, which happens when all who are still in have passed: so the one
//   who played last has its turn too and may play over its own cards. Then it leads, or the next in turn if
//   it is out.
//
// Seats are numbered 0 to 4 in the order of turns; a set of seats is a mask of five bits. Everything here is
// a value of about a hundred bytes, cheap to copy, and free of randomness.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "yomi/daihinmin/move.h"

namespace yomi::daihinmin {

inline constexpr int kPassesThatEnd = 20;  // so many in a row end the game; the places left are drawn by lot

struct Public {
  Move top = Move::pass();                      // what lies on the table; a pass when it is empty
  std::array<std::uint8_t, kPlayers> counts{};  // cards in each hand
  std::array<std::uint8_t, kPlayers> place{};   // 0 first to 4 last; kNoPlace while still in
  std::uint8_t turn = 0;
  std::uint8_t owner = 0;   // who played last
  std::uint8_t in = 31;     // who still holds cards
  std::uint8_t passed = 0;  // who has passed since the table was cleared
  std::uint8_t passes = 0;  // in a row
  bool revolution = false;
  bool locked = false;

  static constexpr std::uint8_t kNoPlace = 9;

  [[nodiscard]] bool table_empty() const { return top.is_pass(); }
  [[nodiscard]] bool over() const { return (in & (in - 1)) == 0; }
  [[nodiscard]] int players_in() const { return suit_count(in & 15U) + (in >> 4); }
  [[nodiscard]] bool is_in(int seat) const { return (in >> seat & 1) != 0; }
  // Everybody else who is in has passed: a pass by the one to move clears the table.
  [[nodiscard]] bool last_to_pass() const { return ((in & ~passed) & ~(1 << turn)) == 0; }
  // May these cards be played now, whoever holds them? (A pass always may, also on an empty table.)
  [[nodiscard]] bool accepts(const Move& move) const;
  // The seat to move plays. The move is accepted; when only one is left in, that one gets the last place.
  void apply(const Move& move);

  friend bool operator==(const Public&, const Public&) = default;

 private:
  void clear_table();
  void pass_turn_on();
};

// A column's strength in the order now ruling: 1 weakest to 13, the lone joker 14.
constexpr int strength(int column, bool revolution) {
  return revolution && column < kColumns - 1 ? 14 - column : column;
}
// Of a play; of a run, of its weakest card.
constexpr int strength(const Move& move, bool revolution) {
  return revolution && !move.is_lone_joker() ? 14 - move.high() : move.low;
}

struct State : Public {
  std::array<Cards, kPlayers> hands{};

  // Hands as dealt (and exchanged); the holder of the diamond three leads.
  static State start(const std::array<Cards, kPlayers>& hands);

  [[nodiscard]] bool legal(const Move& move) const {
    return hands[turn].contains(move.cards) && accepts(move);
  }
  [[nodiscard]] Cards all_cards() const { return hands[0] | hands[1] | hands[2] | hands[3] | hands[4]; }
  void apply(const Move& move) {
    hands[turn] -= move.cards;
    Public::apply(move);
  }

  friend bool operator==(const State&, const State&) = default;
};

// One line for logs: "turn 2 | table S5-H5 (by 1, locked) | cards 10 11 9 0 11".
std::string to_string(const Public& table);

}  // namespace yomi::daihinmin

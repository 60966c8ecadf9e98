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
#include <bit>
#include <cassert>
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
  // By seat, 0 when there was none since the order of ranks last changed: the strength of the weakest single
  // and of the weakest pair on which it passed without a lock, and of the last single that it led.
  std::array<std::array<std::uint8_t, kPlayers>, 3> told{};
  // The place in the game before, by which cards were exchanged.
  std::array<std::uint8_t, kPlayers> rank{kNoRank, kNoRank, kNoRank, kNoRank, kNoRank};

  static constexpr std::uint8_t kNoPlace = 9;
  static constexpr std::uint8_t kNoRank = 5;

  [[nodiscard]] constexpr bool table_empty() const { return top.is_pass(); }
  [[nodiscard]] constexpr bool over() const { return (in & (in - 1)) == 0; }
  [[nodiscard]] constexpr int players_in() const { return suit_count(in & 15U) + (in >> 4); }
  [[nodiscard]] constexpr bool is_in(int seat) const { return (in >> seat & 1) != 0; }
  // Everybody else who is in has passed: a pass by the one to move clears the table.
  [[nodiscard]] constexpr bool last_to_pass() const { return ((in & ~passed) & ~(1 << turn)) == 0; }
  // May these cards be played now, whoever holds them? (A pass always may, also on an empty table.)
  [[nodiscard]] constexpr bool accepts(const Move& move) const;
  // The seat to move plays. The move is accepted; when only one is left in, that one gets the last place.
  constexpr void apply(const Move& move);

  friend constexpr bool operator==(const Public&, const Public&) = default;

 private:
  constexpr void clear_table();
  constexpr void pass_turn_on();
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
  static constexpr State start(const std::array<Cards, kPlayers>& hands);

  [[nodiscard]] constexpr bool legal(const Move& move) const {
    return hands[turn].contains(move.cards) && accepts(move);
  }
  [[nodiscard]] constexpr Cards all_cards() const {
    return hands[0] | hands[1] | hands[2] | hands[3] | hands[4];
  }
  constexpr void apply(const Move& move) {
    hands[turn] -= move.cards;
    Public::apply(move);
  }

  friend constexpr bool operator==(const State&, const State&) = default;
};

// The first of `seats` after one of them, in the order of turns.
constexpr int next_of(unsigned seats, int after) {
  assert(seats != 0);
  const unsigned twice = seats | seats << kPlayers;
  return (lowest_bit(twice >> (after + 1)) + after + 1) % kPlayers;
}

constexpr bool Public::accepts(const Move& move) const {
  if (move.is_pass()) return true;
  if (top.is_pass()) return true;
  if (move.kind != top.kind || move.size != top.size) return false;
  if (top.is_lone_joker()) return move.cards == Cards::of(spade_three());
  if (move.is_lone_joker()) return true;
  if (locked && move.suits != top.suits) return false;
  return revolution ? move.high() < top.low : move.low > top.high();
}

constexpr void Public::clear_table() {
  top = Move::pass();
  passed = 0;
  locked = false;
  turn = is_in(owner) ? owner : static_cast<std::uint8_t>(next_of(in, owner));
}

constexpr void Public::pass_turn_on() {
  const unsigned left = in & ~passed;
  if (left == 0) {
    clear_table();
  } else {
    turn = static_cast<std::uint8_t>(next_of(left, turn));
  }
}

constexpr void Public::apply(const Move& move) {
  assert(!over() && is_in(turn) && accepts(move));
  if (move.is_pass()) {
    ++passes;
    if ((top.size == 1 || top.size == 2) && !locked) {
      const auto passed_on = static_cast<std::uint8_t>(strength(top, revolution));
      std::uint8_t& weakest = told[top.size - 1U][turn];
      if (weakest == 0 || passed_on < weakest) weakest = passed_on;
    }
    passed |= static_cast<std::uint8_t>(1U << turn);
    pass_turn_on();
    return;
  }
  passes = 0;
  const bool ends_trick = (move.shows_eight() && !move.is_lone_joker()) || top.is_lone_joker();
  if (move.is_revolution()) {
    revolution = !revolution;
    told = {};
  }
  if (top.is_pass()) {
    if (move.size == 1) told[2][turn] = static_cast<std::uint8_t>(strength(move, revolution));
  } else if (move.suits == top.suits) {
    locked = true;
  }
  top = move;
  owner = turn;
  counts[turn] = static_cast<std::uint8_t>(counts[turn] - move.size);
  if (counts[turn] == 0) {
    place[turn] = static_cast<std::uint8_t>(kPlayers - players_in());
    in = static_cast<std::uint8_t>(in & ~(1U << turn));
    if (over()) {
      place[static_cast<std::size_t>(lowest_bit(in))] = kPlayers - 1;
      return;
    }
  }
  if (ends_trick) {
    clear_table();
  } else {
    pass_turn_on();
  }
}

constexpr State State::start(const std::array<Cards, kPlayers>& hands) {
  State state;
  state.hands = hands;
  for (std::size_t seat = 0; seat < kPlayers; ++seat) {
    state.place[seat] = kNoPlace;
    state.counts[seat] = static_cast<std::uint8_t>(hands[seat].size());
    if (hands[seat].contains(diamond_three())) state.turn = state.owner = static_cast<std::uint8_t>(seat);
  }
  return state;
}

// One line for logs: "turn 2 | table S5-H5 (by 1, locked) | cards 10 11 9 0 11".
std::string to_string(const Public& table);

}  // namespace yomi::daihinmin

#include "yomi/daihinmin/state.h"

#include <cassert>

namespace yomi::daihinmin {
namespace {

int next_of(unsigned seats, int after) {
  assert(seats != 0);
  const unsigned twice = seats | seats << kPlayers;
  return (std::countr_zero(twice >> (after + 1)) + after + 1) % kPlayers;
}

}  // namespace

bool Public::accepts(const Move& move) const {
  if (move.is_pass()) return true;
  if (top.is_pass()) return true;
  if (move.kind != top.kind || move.size != top.size) return false;
  if (top.is_lone_joker()) return move.cards == Cards::of(kSpadeThree);
  if (move.is_lone_joker()) return true;
  if (locked && move.suits != top.suits) return false;
  return revolution ? move.high() < top.low : move.low > top.high();
}

void Public::clear_table() {
  top = Move::pass();
  passed = 0;
  locked = false;
  turn = is_in(owner) ? owner : static_cast<std::uint8_t>(next_of(in, owner));
}

void Public::pass_turn_on() {
  const unsigned left = in & ~passed;
  if (left == 0) {
    clear_table();
  } else {
    turn = static_cast<std::uint8_t>(next_of(left, turn));
  }
}

void Public::apply(const Move& move) {
  assert(!over() && is_in(turn) && accepts(move));
  if (move.is_pass()) {
    ++passes;
    passed |= static_cast<std::uint8_t>(1U << turn);
    pass_turn_on();
    return;
  }
  passes = 0;
  const bool ends_trick = (move.shows_eight() && !move.is_lone_joker()) || top.is_lone_joker();
  if (move.is_revolution()) revolution = !revolution;
  if (!top.is_pass() && move.suits == top.suits) locked = true;
  top = move;
  owner = turn;
  counts[turn] = static_cast<std::uint8_t>(counts[turn] - move.size);
  if (counts[turn] == 0) {
    place[turn] = static_cast<std::uint8_t>(kPlayers - players_in());
    in = static_cast<std::uint8_t>(in & ~(1U << turn));
    if (over()) {
      place[static_cast<std::size_t>(std::countr_zero(in))] = kPlayers - 1;
      return;
    }
  }
  if (ends_trick) {
    clear_table();
  } else {
    pass_turn_on();
  }
}

State State::start(const std::array<Cards, kPlayers>& hands) {
  State state;
  state.hands = hands;
  state.place.fill(kNoPlace);
  for (std::size_t seat = 0; seat < kPlayers; ++seat) {
    state.counts[seat] = static_cast<std::uint8_t>(hands[seat].size());
    if (hands[seat].contains(kDiamondThree)) state.turn = state.owner = static_cast<std::uint8_t>(seat);
  }
  return state;
}

}  // namespace yomi::daihinmin

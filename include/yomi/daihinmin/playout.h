// Play-outs: a state played to its end by a rule that chooses among the legal moves. The kit that every
// player and every test stands on. State is a value: play out a copy.
#pragma once

#include "yomi/cards/random.h"
#include "yomi/daihinmin/moves.h"

namespace yomi::daihinmin {

// Plays `state` to the end; choose(state, list) gives the place in the list of a move to make. Returns the
// number of moves, passes included. Cannot run forever: on an empty table the list holds no pass.
template <class Choose>
int play_out(State& state, Choose&& choose, Stands how = Stands::telling) {
  MoveList list;
  int count = 0;
  while (!state.over()) {
    const Cards hand = state.hands[state.turn];
    if (!state.table_empty() && !can_follow(state, hand, state.counts[state.turn])) {
      state.apply(Move::pass());
    } else {
      moves(state, hand, list, how);
      state.apply(list[choose(state, list)]);
    }
    ++count;
  }
  return count;
}

// Every legal move equally likely.
inline int random_playout(State& state, Random& random, Stands how = Stands::every) {
  return play_out(
      state,
      [&](const State&, const MoveList& list) {
        return random.below(static_cast<std::uint32_t>(list.size()));
      },
      how);
}

}  // namespace yomi::daihinmin

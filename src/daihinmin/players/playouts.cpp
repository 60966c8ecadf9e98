#include <algorithm>

#include "base.h"
#include "yomi/daihinmin/monte_carlo.h"

namespace yomi::daihinmin {

int place_after(State& state, int seat, const Policy* policy, float temperature, bool certain_wins,
                unsigned base, Random& random) {
  MoveList list;
  CertainWin wins(kPlayoutWinNodes);
  Cards all = state.all_cards();
  while (state.place[at(seat)] == Public::kNoPlace) {
    const Cards hand = state.hands[state.turn];
    const int left = state.counts[state.turn];
    if (!state.table_empty() && !can_follow(state, hand, left)) {
      state.apply(Move::pass());
      continue;
    }
    if ((base >> state.turn & 1U) != 0) {
      const Move move = base_play(state, hand, list);
      all -= move.cards;
      state.apply(move);
      continue;
    }
    if (certain_wins && left <= kPlayoutWinCards) {
      int most = 0;
      for (int other = 0; other < kPlayers; ++other) {
        if (other != state.turn) most = std::max<int>(most, state.counts[at(other)]);
      }
      if (const auto win = wins.find(state, hand, all - hand, most)) {
        all -= win->cards;
        state.apply(*win);
        continue;
      }
    }
    moves(state, hand, list, Stands::telling);
    std::size_t pick = 0;
    if (policy != nullptr) {
      pick = policy->choose(state, hand, all - hand, list, random, temperature);
    } else {
      pick = random.below(static_cast<std::uint32_t>(list.size()));
    }
    all -= list[pick].cards;
    state.apply(list[pick]);
  }
  return state.place[at(seat)];
}

}  // namespace yomi::daihinmin

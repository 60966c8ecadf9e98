// Play-outs, and how those of one decision learn to play the own hand.
#include <algorithm>

#include "base.h"
#include "yomi/daihinmin/monte_carlo.h"

namespace yomi::daihinmin {

std::uint16_t Leanings::cell(const Public& table, const Move& move) {
  // A pass is told by what lies on the table, a play by its cards.
  const int top =
      (table.top.size * 16 + strength(table.top, table.revolution)) * 4 + static_cast<int>(table.top.kind);
  std::uint64_t told = move.is_pass() ? static_cast<std::uint64_t>(top) << 1 | 1
                                      : move.cards.bits() << 1 | (table.table_empty() ? 1 : 0);
  return static_cast<std::uint16_t>(splitmix64(told) % kCells);
}

void Leanings::learn(const Path& path, double better) {
  constexpr double kRate = 0.5;
  const auto push = static_cast<float>(kRate * better);
  for (const Path::Choice& choice : path.choices) {
    for (std::uint32_t i = 0; i < choice.count; ++i) {
      leaning_[path.cells[choice.first + i]] +=
          push * ((i == choice.chosen ? 1.0F : 0.0F) - path.chances[choice.first + i]);
    }
  }
}

namespace {

// Draws a place in the list by the policy and the leanings together.
std::size_t leaning_choice(const State& state, Cards hand, Cards others, const Policy& policy,
                           float temperature, const MoveList& list, const Leanings& leanings,
                           Leanings::Path* path, Random& random) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].size == state.counts[state.turn]) return i;
  }
  if (list.size() == 1) return 0;
  std::array<float, MoveList::kCapacity> chances;
  std::array<std::uint16_t, MoveList::kCapacity> cells;
  policy.scores(state, hand, others, list, chances);
  for (std::size_t i = 0; i < list.size(); ++i) {
    cells[i] = Leanings::cell(state, list[i]);
    chances[i] = chances[i] / temperature + leanings.of(cells[i]);
  }
  softmax(std::span<float>(chances.data(), list.size()));
  std::size_t pick = 0;
  for (auto mark = static_cast<float>(random.unit()); pick + 1 < list.size(); ++pick) {
    mark -= chances[pick];
    if (mark < 0) break;
  }
  if (path != nullptr) {
    const auto count = static_cast<std::ptrdiff_t>(list.size());
    path->choices.push_back({static_cast<std::uint32_t>(path->cells.size()),
                             static_cast<std::uint16_t>(count), static_cast<std::uint16_t>(pick)});
    path->cells.insert(path->cells.end(), cells.begin(), cells.begin() + count);
    path->chances.insert(path->chances.end(), chances.begin(), chances.begin() + count);
  }
  return pick;
}

}  // namespace

int place_after(State& state, int seat, const Policy* policy, float temperature, bool certain_wins,
                unsigned base, Random& random, const Leanings* leanings, Leanings::Path* path) {
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
    if (policy != nullptr && leanings != nullptr && state.turn == seat) {
      pick = leaning_choice(state, hand, all - hand, *policy, temperature, list, *leanings, path, random);
    } else if (policy != nullptr) {
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

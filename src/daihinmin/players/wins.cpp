#include "yomi/daihinmin/wins.h"

#include <algorithm>

#include "yomi/cards/random.h"

namespace yomi::daihinmin {
namespace {

std::uint64_t mixed(std::uint64_t value) {
  return splitmix64(value);
}

std::uint64_t key_of(const State& state) {
  std::uint64_t key = 0;
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (state.is_in(seat)) key = mixed(key ^ state.hands[at(seat)].bits() ^ static_cast<unsigned>(seat));
  }
  const Move& top = state.top;
  const std::uint64_t table = static_cast<std::uint64_t>(top.kind) | std::uint64_t{top.low} << 8 |
                              std::uint64_t{top.size} << 16 | std::uint64_t{top.suits} << 24 |
                              std::uint64_t{state.turn} << 32 | std::uint64_t{state.passed} << 36 |
                              std::uint64_t{state.owner} << 44 | std::uint64_t{state.revolution} << 50 |
                              std::uint64_t{state.locked} << 51;
  return mixed(key ^ table) | 1;
}

// Searches leave half of a decision's time to what comes after them. The clock is looked at now and then.
bool out_of_time(std::uint64_t nodes, const Budget& budget) {
  constexpr std::uint64_t kNodesBetweenLooks = 128;
  return nodes % kNodesBetweenLooks == 0 && budget.spent(0.5);
}

}  // namespace

std::optional<Move> CertainWin::find(const Public& table, Cards hand, Cards others, int most,
                                     const Budget& budget) {
  nodes_ = 0;
  budget_ = budget;
  others_ = others;
  most_ = most;
  failed_.fill(0);
  MoveList list;
  moves(table, hand, list, Stands::telling);
  const auto left = static_cast<std::uint8_t>(hand.size());
  for (const Move& move : list) {
    if (move.size == left) return move;
  }
  const bool alone = table.last_to_pass();
  Public cleared = table;
  cleared.top = Move::pass();
  cleared.locked = false;
  for (const Move& move : list) {
    if (move.is_pass()) {
      // All others have passed on cards that are the mover's own: it leads.
      if (alone && table.owner == table.turn && leads_to_win(cleared, hand, 0)) return move;
      continue;
    }
    if (!alone && !stands(table, move, others_, most_)) continue;
    Public next = cleared;
    next.revolution = table.revolution != move.is_revolution();
    if (leads_to_win(next, hand - move.cards, 0)) return move;
  }
  return std::nullopt;
}

bool CertainWin::leads_to_win(const Public& table, Cards hand, int depth) {
  if (++nodes_ > most_nodes_) return false;
  if (out_of_time(nodes_, budget_)) nodes_ = most_nodes_ + 1;
  const std::uint64_t key = hand.bits() << 1 | (table.revolution ? 1 : 0);
  std::uint64_t& failed = failed_[mixed(key) % failed_.size()];
  if (failed == key) return false;
  MoveList list;
  moves(table, hand, list, Stands::telling);
  const auto left = static_cast<std::uint8_t>(hand.size());
  for (const Move& move : list) {
    if (move.size == left) return true;
  }
  for (const Move& move : list) {
    if (!stands(table, move, others_, most_)) continue;
    Public next = table;
    next.revolution = table.revolution != move.is_revolution();
    if (leads_to_win(next, hand - move.cards, depth + 1)) return true;
  }
  if (nodes_ <= most_nodes_) failed = key;
  return false;
}

Ending::Ending(std::uint64_t most_nodes) : most_nodes_(most_nodes), memory_(1U << 14) {}

std::optional<Ending::Answer> Ending::solve(const State& state, const Budget& budget) {
  nodes_ = 0;
  budget_ = budget;
  depth_ = 0;
  std::fill(memory_.begin(), memory_.end(), Entry{});
  MoveList list;
  const int mover = state.turn;
  moves(state, state.hands[state.turn], list);
  Answer answer{.wins = false, .best = list[0]};
  for (const Move& move : list) {
    if (move.size == state.counts[state.turn]) return Answer{.wins = true, .best = move};
  }
  for (const Move& move : list) {
    State next = state;
    next.apply(move);
    const Value value = search(next);
    if (value == Value::unknown) return std::nullopt;
    if ((value == Value::won) == (next.turn == mover)) return Answer{.wins = true, .best = move};
  }
  return answer;
}

Ending::Value Ending::search(const State& state) {
  if (++nodes_ > most_nodes_ || out_of_time(nodes_, budget_)) return Value::unknown;
  const std::uint64_t key = key_of(state);
  Entry& entry = memory_[key >> 20 & (memory_.size() - 1)];
  if (entry.key == key) return entry.value;
  if (lists_.size() <= depth_) lists_.resize(depth_ + 8);
  moves(state, state.hands[state.turn], lists_[depth_]);
  const int mover = state.turn;
  const auto left = state.counts[state.turn];
  Value result = Value::lost;
  for (const Move& move : lists_[depth_]) {
    if (move.size == left) result = Value::won;
  }
  if (result == Value::lost) {
    ++depth_;
    const std::size_t count = lists_[depth_ - 1].size();
    for (std::size_t i = 0; i < count && result != Value::won; ++i) {
      State next = state;
      next.apply(lists_[depth_ - 1][i]);
      const Value value = search(next);
      if (value == Value::unknown) {
        --depth_;
        return Value::unknown;
      }
      if ((value == Value::won) == (next.turn == mover)) result = Value::won;
    }
    --depth_;
  }
  memory_[key >> 20 & (memory_.size() - 1)] = Entry{key, result};
  return result;
}

}  // namespace yomi::daihinmin

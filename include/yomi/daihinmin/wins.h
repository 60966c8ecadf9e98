// Exact search where it is possible.
//
// CertainWin: can the one to move go out next whatever the others hold? Only plays that nobody can follow are
// tried (plus the last one, which need not stand), against the union of all cards outside, so a "yes" is a
// proof for every distribution of them; a "no" proves nothing.
//
// Ending: with two players left nothing is hidden. The search settles who goes out first.
//
// Both are for one thread at a time, allocate at construction only, and always give the same answer to the
// same question.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "yomi/daihinmin/budget.h"
#include "yomi/daihinmin/moves.h"

namespace yomi::daihinmin {

// How far play-outs look for a certain win, which they do at every turn: from so few cards, so many
// positions.
inline constexpr int kPlayoutWinCards = 7;
inline constexpr std::uint64_t kPlayoutWinNodes = 40;

class CertainWin {
 public:
  explicit CertainWin(std::uint64_t most_nodes = 1'000'000) : most_nodes_(most_nodes) {}

  // A play that begins a certain win for the seat to move. `others`: all cards outside; `most`: the greatest
  // number of cards in one other hand. Gives up when half of the budget is spent.
  std::optional<Move> find(const Public& table, Cards hand, Cards others, int most,
                           const Budget& budget = {});

  // Positions looked at in the last call, and whether it gave up.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  bool leads_to_win(const Public& table, Cards hand, int depth);

  std::uint64_t most_nodes_;
  std::uint64_t nodes_ = 0;
  Budget budget_;
  Cards others_;
  int most_ = 0;
  std::array<std::uint64_t, 128> failed_{};  // hands (with the order of ranks) known not to win on the lead
};

class Ending {
 public:
  explicit Ending(std::uint64_t most_nodes = 300'000);

  struct Answer {
    bool wins = false;  // does the one to move go out first?
    Move best;          // a play that keeps the win; when lost, one that loses (the longest is not sought)
  };
  // Exactly two players are in. Empty when it gave up, at the latest when half of the budget is spent.
  std::optional<Answer> solve(const State& state, const Budget& budget = {});

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  enum class Value : std::uint8_t { lost, won, unknown };
  Value search(const State& state);

  struct Entry {
    std::uint64_t key = 0;
    Value value = Value::unknown;
  };
  std::uint64_t most_nodes_;
  std::uint64_t nodes_ = 0;
  Budget budget_;
  std::vector<Entry> memory_;
  std::vector<MoveList> lists_;  // one a depth, so that the stack stays small
  std::size_t depth_ = 0;
};

}  // namespace yomi::daihinmin

// Which plays a hand allows. All routines are bit operations on columns; they allocate nothing.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <span>

#include "yomi/daihinmin/state.h"

namespace yomi::daihinmin {

// A list that lives on the stack. Sized for any hand of up to thirteen cards.
class MoveList {
 public:
  static constexpr std::size_t kCapacity = 1024;

  void clear() { size_ = 0; }
  void add(const Move& move) {
    assert(size_ < kCapacity);
    moves_[size_++] = move;
  }
  void resize(std::size_t size) {
    assert(size <= size_);
    size_ = size;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  Move& operator[](std::size_t i) { return moves_[i]; }
  const Move& operator[](std::size_t i) const { return moves_[i]; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  // Left uninitialised on purpose: a playout makes tens of these.
  union {
    std::array<Move, kCapacity> moves_;
  };
  std::size_t size_ = 0;

 public:
  MoveList() {}
};

// How a joker in a group is offered. `every`: each suit it can stand for is a play of its own, as the rules
// have it. `telling`: only stand-ins that differ in what follows: repeating the suits on the table (which
// locks) and, otherwise, one that does not; and the joker never stands for a card of the rank that the player
// keeps.
enum class Stands : std::uint8_t { every, telling };

// All plays of `hand` on the table, each once, with the pass last; there is no pass on an empty table (a pass
// there is accepted but wins nothing). Fills `list` from the start.
void moves(const Public& table, Cards hand, MoveList& list, Stands stands = Stands::every);

// Could anyone who held all of `cards`, and might play at most `most` of them at once, follow on this table?
// Exact for a single holder; for a union of hands an upper bound.
bool can_follow(const Public& table, Cards cards, int most);

// Would `move` by the one to move stand: is it over with it (8, spade three on the joker), or could no holder
// of `others` follow? `most` is the greatest number of cards that one of them holds.
bool stands(const Public& table, const Move& move, Cards others, int most);

}  // namespace yomi::daihinmin

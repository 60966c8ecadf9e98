// A position of the abc search: three worlds that share what was played.
#pragma once

#include <array>

#include "yomi/play/abc.h"

namespace yomi::play {

inline constexpr int kWorlds = 3;  // a's, b's, c's

struct AbcNode {
  std::array<Deal, kWorlds> hands{};  // of worlds that are still possible
  std::array<bool, kWorlds> alive{};
  int small = -1;    // ranks up to this index are not told apart; -1: all are
  CardSet played{};  // since the root
  Strain strain = Strain::no_trump;
  Seat leader = Seat::north;
  std::array<Card, 4> table{};
  int on_table = 0;
  int won = 0;   // by the declarer, in all
  int left = 0;  // tricks to come, the one on the table included

  [[nodiscard]] Seat turn() const { return next(leader, on_table); }
  [[nodiscard]] bool is_over() const { return left == 0; }
  [[nodiscard]] CardSet legal(int world) const {
    if (!alive[static_cast<std::size_t>(world)]) return {};
    const CardSet hand = hands[static_cast<std::size_t>(world)][turn()];
    if (on_table == 0) return hand;
    const CardSet follow = hand.in(table[0].suit());
    return follow.empty() ? hand : follow;
  }
  // The card that stands for `card` in a world: itself, or another small one of its suit that the hand holds
  // there. Nothing: the card cannot be played in that world.
  [[nodiscard]] std::optional<Card> stand_in(int world, Card card) const;
  [[nodiscard]] bool allows(int world, Card card) const { return stand_in(world, card).has_value(); }
  [[nodiscard]] AbcNode after(Card card, Side declaring) const;
  // As world `world` sees it, which must be alive.
  [[nodiscard]] Position position(int world) const;
};

AbcNode root_of(const AbcGame& game);

// Who of a (0), b (1), c (2) chooses the card of the hand on turn.
int mover_of(const AbcGame& game, Seat turn);

// Of `cards`, one of each group that lies together in the same hand in every world alive: the lowest.
CardSet merged(const AbcNode& node, CardSet cards);

}  // namespace yomi::play

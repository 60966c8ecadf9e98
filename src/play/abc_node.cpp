#include "abc_node.h"

#include <cstdlib>

namespace yomi::play {

Seat AbcGame::seat_b() const {
  const Seat one = next(a);
  return one == partner(declarer) ? next(one) : one;
}

Seat AbcGame::seat_c() const {
  Seat one = next(seat_b());
  while (one == partner(declarer) || one == a) one = next(one);
  return one;
}

AbcNode root_of(const AbcGame& game) {
  AbcNode node;
  node.hands = {game.root.hands(), game.b, game.c};
  node.alive = {true, true, true};
  node.strain = game.root.strain();
  node.leader = game.root.leader();
  for (Card card : game.root.table()) node.table[static_cast<std::size_t>(node.on_table++)] = card;
  node.won = game.won + game.root.tricks(side_of(game.declarer));
  node.left = game.root.tricks_left();
  return node;
}

int mover_of(const AbcGame& game, Seat turn) {
  const Seat decider = turn == partner(game.declarer) ? game.declarer : turn;
  return decider == game.a ? 0 : decider == game.seat_b() ? 1 : 2;
}

std::optional<Card> AbcNode::stand_in(int world, Card card) const {
  const CardSet choice = legal(world);
  if (choice.contains(card)) return card;
  if (index(card.rank()) > small) return std::nullopt;
  std::optional<Card> nearest;
  const auto far = [&](Card other) { return std::abs(index(other.rank()) - index(card.rank())); };
  for (Card other : choice.in(card.suit())) {
    if (index(other.rank()) <= small && (!nearest || far(other) < far(*nearest))) nearest = other;
  }
  return nearest;
}

AbcNode AbcNode::after(Card card, Side declaring) const {
  AbcNode made = *this;
  const Seat seat = turn();
  for (std::size_t w = 0; w < kWorlds; ++w) {
    if (!alive[w]) continue;
    const auto stand = stand_in(static_cast<int>(w), card);
    made.alive[w] = stand.has_value();
    if (!stand) continue;
    // The hand that holds the card in that world gets the stand-in instead.
    for (Seat other : kAllSeats) {
      if (*stand == card || !made.hands[w][other].contains(card)) continue;
      made.hands[w][other].erase(card);
      made.hands[w][other].insert(*stand);
    }
    made.hands[w][seat].erase(*stand == card ? card : *stand);
  }
  made.played.insert(card);
  made.table[static_cast<std::size_t>(made.on_table++)] = card;
  if (made.on_table < kSeats) return made;
  int best = 0;
  for (int i = 1; i < kSeats; ++i) {
    if (beats(made.table[static_cast<std::size_t>(i)], made.table[static_cast<std::size_t>(best)], strain))
      best = i;
  }
  made.leader = next(leader, best);
  made.on_table = 0;
  --made.left;
  if (on(made.leader, declaring)) ++made.won;
  return made;
}

Position AbcNode::position(int world) const {
  Deal before = hands[static_cast<std::size_t>(world)];
  for (int i = 0; i < on_table; ++i) before[next(leader, i)].insert(table[static_cast<std::size_t>(i)]);
  Position made(before, strain, leader);
  for (int i = 0; i < on_table; ++i) made.play(table[static_cast<std::size_t>(i)]);
  return made;
}

CardSet merged(const AbcNode& node, CardSet cards) {
  CardSet made;
  const Seat seat = node.turn();
  CardSet around;  // cards of the other hands in any world, and on the table
  for (std::size_t w = 0; w < kWorlds; ++w) {
    if (!node.alive[w]) continue;
    for (Seat other : kAllSeats) {
      if (other != seat) around |= node.hands[w][other];
    }
  }
  for (int i = 0; i < node.on_table; ++i) around.insert(node.table[static_cast<std::size_t>(i)]);
  // Two cards that `seat` holds in every world are neighbours when no other hand's card comes between.
  CardSet everywhere = cards;
  for (std::size_t w = 0; w < kWorlds; ++w) {
    if (node.alive[w]) everywhere &= node.hands[w][seat];
  }
  for (Suit suit : kAllSuits) {
    bool open = false;
    for (int rank = 0; rank < kRanks; ++rank) {
      const Card card(suit, rank_at(rank));
      if (around.contains(card)) open = false;
      if (!cards.contains(card)) continue;
      if (!everywhere.contains(card)) {
        open = false;
        made.insert(card);
        continue;
      }
      if (!open) made.insert(card);
      open = true;
    }
  }
  return made;
}

}  // namespace yomi::play

// The alpha-mu search of Cazenave and Ventos ("The alpha-mu Search Algorithm for the Game of Bridge", 2019):
// results are vectors over worlds, and a position's value is a Pareto front of them.
//
// Max has the cards it can see; in each world a vector says whether its side reaches its goal. At Max nodes
// fronts are united, at Min nodes joined world by world, because Min knows the world and Max does not. After
// M moves of Max each world is solved double dummy. Two cuts: an early one at Min nodes whose front is
// already no better than the best of the Max node above, and one at the root when no deeper look can improve.
//
// In defence partner's hand is hidden as well. At partner's nodes each world takes its own best, the usual
// relaxation: partner is assumed to see all hands.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "yomi/bridge/contract.h"
#include "yomi/bridge/position.h"

namespace yomi::play {

// Vectors of 0 and 1, none dominated by another; bit i is world i.
class Front {
 public:
  Front() = default;
  explicit Front(std::uint64_t one) : vectors_{one} {}
  [[nodiscard]] const std::vector<std::uint64_t>& vectors() const { return vectors_; }
  [[nodiscard]] bool empty() const { return vectors_.empty(); }
  void add(std::uint64_t vector);
  // Every vector of this is below or equal to one of `other`.
  [[nodiscard]] bool is_within(const Front& other) const;
  friend Front unite(const Front& a, const Front& b);
  // Pairwise: what both reach, and what one of them reaches.
  friend Front join_min(const Front& a, const Front& b);
  friend Front join_max(const Front& a, const Front& b);

 private:
  std::vector<std::uint64_t> vectors_;
};
Front unite(const Front& a, const Front& b);
Front join_min(const Front& a, const Front& b);
Front join_max(const Front& a, const Front& b);

struct AlphaMuGame {
  std::vector<Position> worlds;  // at most 64; the same cards played and the same hand on turn
  Seat max = Seat::south;        // whose goal it is; not dummy
  Seat declarer = Seat::south;
  int goal = 9;  // tricks for max's side from here on, those of the worlds' tricks() counted
};

class AlphaMu {
 public:
  // Can the side take so many more tricks in the position? The solver, asked from the thread that searches.
  using Can = std::function<bool(const Position& position, Side side, int tricks)>;

  // `stopped` is asked at every node; once true, fronts are meaningless.
  explicit AlphaMu(Can can, bool cuts = true, std::function<bool()> stopped = {})
      : can_(std::move(can)), cuts_(cuts), stopped_(std::move(stopped)) {}

  // The front of `card` when Max looks M moves ahead, this card included.
  Front front(const AlphaMuGame& game, Card card, int moves);
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  struct State;
  Front search(const State& state, int moves, const Front* alpha);

  Can can_;
  bool cuts_;
  std::function<bool()> stopped_;
  std::uint64_t nodes_ = 0;
};

}  // namespace yomi::play

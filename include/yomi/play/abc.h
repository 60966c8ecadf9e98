// The abc search of Otawa and Uehara (2006; formal definition in their paper of FIT): the value for player a
// when a, b and c, the three who decide, each choose from a deal of their own.
//
// Three worlds share the cards played. At a node of x, x takes the card that is best for its side in its own
// world; a's value is the one behind that card. b's and c's values are plain minimax in their own worlds. A
// position that cannot arise in a world (a card was played by a hand that does not hold it there, or against
// a suit it would have had to follow) has the value * for its player, and takes no part in any maximum or
// minimum unless all are *. Two points left open by the paper are settled so: the moves of a node are the
// cards legal in any of the worlds; if the mover's own world is impossible, all its cards that are legal in
// a's world count as tied.
//
// All values are tricks of the declarer in all, so both sides' orders are those of points.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "yomi/bridge/contract.h"
#include "yomi/bridge/position.h"
#include "yomi/dd/solver.h"
#include "yomi/play/settings.h"

namespace yomi::play {

struct AbcGame {
  Position root;  // a's world
  Deal b{};       // unplayed hands in b's world
  Deal c{};       // and in c's
  Seat declarer = Seat::south;
  Seat a = Seat::south;  // not dummy
  int won = 0;           // declarer's tricks before `root` was made

  // The other two who decide: b sits next after a, clockwise, dummy left out.
  [[nodiscard]] Seat seat_b() const;
  [[nodiscard]] Seat seat_c() const;
};

struct AbcOptions {
  Ties ties = Ties::risk_averse;
  int depth = 0;      // cards ahead, then `leaf`; 0: to the last card
  bool cuts = true;   // one-pass: table 1 of the paper
  bool table = true;  // one-pass and probing: positions at the start of a trick are remembered
  bool merge = true;  // cards that nobody's world tells apart are tried once
  // Cards up to this rank are not told apart: a small card that a hand does not hold in some world is taken
  // for another small one of the suit (the paper: nine and below). Otherwise nearly every card is * for
  // somebody.
  std::optional<Rank> small{};
  Leaf leaf = Leaf::double_dummy;
  // Asked at intervals; once true, the values are meaningless.
  std::function<bool()> stopped{};
};

// Nothing stands for *.
struct AbcValues {
  std::optional<int> a;
  std::optional<int> b;  // with cuts, known only as far as a's value needs it
  std::optional<int> c;
  friend bool operator==(const AbcValues&, const AbcValues&) = default;
};

// One search on one game at a time. A Solver for each world; they must outlive it.
class AbcSearch {
 public:
  AbcSearch(const AbcOptions& options, dd::Solver& a, dd::Solver& b, dd::Solver& c);
  ~AbcSearch();
  AbcSearch(AbcSearch&&) noexcept;
  AbcSearch& operator=(AbcSearch&&) noexcept;

  // Every node once, three values carried. A branch is left only where each of the three would cut or sees *.
  AbcValues one_pass(const AbcGame& game);
  // a's value alone: b's and c's cards are found in their own worlds, by the solver or, when leaves are quick
  // tricks, by plain alpha-beta to the same depth; only those are followed.
  std::optional<int> probing(const AbcGame& game);

  // Positions visited since the search was made, the solver's own not counted.
  [[nodiscard]] std::uint64_t nodes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::play

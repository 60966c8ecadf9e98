// The double-dummy solver: how many tricks each side takes when everybody sees all four hands and nobody
// errs.
//
// A Solver is a context: it owns its memory and remembers what it learned, across the cards of one play, the
// leads and declarers of one deal, and the strains. It has no connection to any other Solver: give each
// thread its own. All calls are for the thread that owns it, except stop(), which any thread may call.
//
// What it learns holds for every deal (a stored result names the shape and the top cards that decided), so it
// need not be told when the deal changes; forget() only frees memory for new work.
//
// Answers are exact unless stop() was called; then they are the bounds known so far.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "yomi/bridge/position.h"

namespace yomi::dd {

struct Settings {
  std::size_t memory_bytes = std::size_t{64} << 20;  // all that the context takes; at least 1 MiB is used
  bool reuse_positions = true;  // off: no position is stored, for measuring what storing gives
  // Keep what was learned when another deal with long hands comes: for a context whose deal changes by only a
  // few cards at a time.
  bool keep_other_deals = false;
  enum class Code : std::uint8_t { best, portable } code = Code::best;  // portable: plain x86-64, for tests
};

// Tricks from the position to the end, the trick on the table included, for the side whose turn it is.
struct Bounds {
  int lower = 0;
  int upper = 0;
  [[nodiscard]] constexpr bool exact() const { return lower == upper; }
  friend constexpr bool operator==(const Bounds&, const Bounds&) = default;
};

// A card of the hand to play and what it leads to. `equals` are the other cards of the hand that are worth
// the same because no other hand holds (or has on the table) a card between; `card` is the highest of them
// all.
struct CardTricks {
  Card card;
  CardSet equals;
  Bounds tricks;
};

// The answer to "can this side take so many more tricks?": `can` is empty when stopped before it was known.
// `proof` is a card for the hand to play that keeps the answer: one with which its side succeeds, when the
// question goes its way (otherwise every card fails, and the proof is empty).
struct Verdict {
  std::optional<bool> can;
  std::optional<Card> proof;
};

// Tricks for the declarer, by strain and declarer: 20 cells.
struct Table {
  ByStrain<BySeat<std::uint8_t>> tricks{};
  [[nodiscard]] int at(Strain strain, Seat declarer) const { return tricks[strain][declarer]; }
  friend bool operator==(const Table&, const Table&) = default;
};

class Solver {
 public:
  // Throws std::bad_alloc when the system does not give the memory.
  explicit Solver(const Settings& settings = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  Bounds tricks(const Position& position);
  // The same when a guess is at hand: a good guess saves about half of the work, a bad one costs little.
  Bounds tricks(const Position& position, int guess);
  // Every legal card, best first, in the order of suits from spades and ranks from the top among equals.
  std::vector<CardTricks> cards(const Position& position);
  // Only the cards in `wanted` (any of a run of equals stands for all of it).
  std::vector<CardTricks> cards(const Position& position, CardSet wanted);
  Verdict can_take(const Position& position, Side side, int tricks);
  // A best line to the last card. Of several best cards it takes the lowest of the first suit from spades.
  // Shorter only when stopped.
  std::vector<Card> line(const Position& position);
  // All 20 cells of a deal with equally many cards in each hand (13 or fewer). Empty when stopped.
  std::optional<Table> table(const Deal& deal);

  // Asks the call in progress, and all later ones, to return soon with what they know; until rearm().
  void stop() noexcept;
  void rearm() noexcept;
  // Drops everything learned. Costs nothing that grows with the memory.
  void forget() noexcept;

  // Positions examined (cards played in the search) since the Solver was made. The same calls on a fresh
  // Solver always give the same number.
  [[nodiscard]] std::uint64_t nodes() const noexcept;
  // Bytes held for stored positions.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::dd

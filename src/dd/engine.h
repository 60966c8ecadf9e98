// The solver's engine room, behind Solver: one object that searches, compiled several times from the same
// source (search_body.h) for the machines it may meet, and chosen at run time.
//
// Inside, suits are renumbered so that the trump suit, if any, is suit 0; seats stay as they are; every
// question is asked for north-south: "can north-south take at least `need` more tricks?"
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "yomi/cards/seat.h"

namespace yomi::dd {

// A position for the engine. `hands` hold what has not been played; `table` the cards of the current trick,
// as bit numbers, led by `leader`.
struct Root {
  BySeat<std::uint64_t> hands{};
  std::array<std::uint8_t, 3> table{};
  std::uint8_t on_table = 0;
  std::uint8_t leader = 0;
  bool trump = false;
};

class Engine {
 public:
  virtual ~Engine() = default;

  // Makes `root` the position that the next questions are about.
  virtual void set_root(const Root& root) = 0;
  // Can north-south take `need` of the tricks left, the current one included? False, and stopped(), when
  // stopped.
  virtual bool can_take(int need) = 0;
  // The same after `card` (a bit number) has been played by the seat to play.
  virtual bool can_take_after(int card, int need) = 0;
  // Whether the last question was stopped before its answer was known.
  [[nodiscard]] virtual bool stopped() const = 0;
  // After can_take() succeeded for the seat to play: the card that proved it.
  [[nodiscard]] virtual int proof() const = 0;
  virtual void forget() = 0;
  [[nodiscard]] virtual std::uint64_t nodes() const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;

  std::atomic<bool> stop_requested{false};
};

struct EngineOptions {
  std::size_t memory_bytes = 0;
  bool reuse_positions = true;
  int searchers = 1;
  std::function<void(int, const std::function<void(int)>&)> together{};  // see yomi/dd/team_solver.h
};

std::unique_ptr<Engine> make_engine_portable(const EngineOptions& options);
#if defined(__x86_64__)
std::unique_ptr<Engine> make_engine_avx2(const EngineOptions& options);
#endif

}  // namespace yomi::dd

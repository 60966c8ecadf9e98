// One question on several threads: the Solver's answers, found by several searches that share their memory.
//
// The room makes no threads. `together` brings them: it calls work(0) to work(searchers - 1), at the same
// time where it can, and returns when all have returned (over jobs::ThreadPool::each, say). With a `together`
// that calls one after the other the answers still come.
//
// Answers are those of a Solver, whatever the timing; the number of positions examined is not always the
// same. Worthwhile for single hard deals; many deals are better divided among threads with a Solver each.
// Calls are for the thread that owns it, except stop().
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "yomi/dd/solver.h"

namespace yomi::dd {

using Together = std::function<void(int count, const std::function<void(int number)>& work)>;

class TeamSolver {
 public:
  // settings.memory_bytes is for all searches together; settings.keep_other_deals holds as in a Solver.
  TeamSolver(const Settings& settings, int searchers, const Together& together);
  ~TeamSolver();
  TeamSolver(TeamSolver&&) noexcept;
  TeamSolver& operator=(TeamSolver&&) noexcept;

  // As in Solver.
  Bounds tricks(const Position& position);
  std::vector<CardTricks> cards(const Position& position);
  std::vector<Card> line(const Position& position);
  std::optional<Table> table(const Deal& deal);
  void stop() noexcept;
  void rearm() noexcept;
  [[nodiscard]] std::uint64_t nodes() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::dd

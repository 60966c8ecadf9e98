// Many layouts of one position, as card play asks for them: the same turn, strain and cards on the table, the
// hidden hands dealt differently.
//
// Each thread has a Solver of its own and keeps it from batch to batch, so what is learned of one layout
// serves those that follow, and the batch after the next card serves itself from the one before. (Endings
// share much; from nine cards a hand on, a Solver starts anew with each layout because sharing costs more
// than it gives.) Answers do not depend on the number of threads. One thread at a time may use a
// LayoutSolver; stop() is for any.
#pragma once

#include <span>
#include <vector>

#include "yomi/dd/solver.h"

namespace yomi::dd {

class LayoutSolver {
 public:
  // `settings` are for each thread. Throws std::bad_alloc when the system does not give the memory.
  explicit LayoutSolver(unsigned threads = 1, const Settings& settings = {});

  // In the order of the layouts. When stopped, what was known: bounds that are not exact.
  std::vector<Bounds> tricks(std::span<const Position> layouts);
  std::vector<std::vector<CardTricks>> cards(std::span<const Position> layouts);

  // As in Solver, for all threads.
  void stop() noexcept;
  void rearm() noexcept;
  void forget() noexcept;
  [[nodiscard]] std::uint64_t nodes() const noexcept;
  [[nodiscard]] unsigned threads() const noexcept { return static_cast<unsigned>(solvers_.size()); }

 private:
  template <class Answer, class Ask>
  std::vector<Answer> ask_all(std::span<const Position> layouts, Ask ask);

  std::vector<Solver> solvers_;
};

}  // namespace yomi::dd

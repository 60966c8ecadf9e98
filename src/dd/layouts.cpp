#include "yomi/dd/layouts.h"

#include <algorithm>

#include "yomi/jobs/ordered.h"

namespace yomi::dd {

LayoutSolver::LayoutSolver(unsigned threads, const Settings& settings) {
  solvers_.reserve(std::max(1U, threads));
  for (unsigned i = 0; i < std::max(1U, threads); ++i) solvers_.emplace_back(settings);
}

template <class Answer, class Ask>
std::vector<Answer> LayoutSolver::ask_all(std::span<const Position> layouts, Ask ask) {
  std::vector<Answer> answers(layouts.size());
  if (solvers_.size() == 1) {  // no thread is worth starting
    for (std::size_t i = 0; i < layouts.size(); ++i) answers[i] = ask(solvers_.front(), layouts[i]);
    return answers;
  }
  jobs::Batch batch{.threads = threads(), .work = [&](unsigned worker, std::size_t item) {
                      answers[item] = ask(solvers_[worker], layouts[item]);
                    }};
  jobs::run(batch, layouts.size());
  return answers;
}

std::vector<Bounds> LayoutSolver::tricks(std::span<const Position> layouts) {
  return ask_all<Bounds>(layouts,
                         [](Solver& solver, const Position& position) { return solver.tricks(position); });
}

std::vector<std::vector<CardTricks>> LayoutSolver::cards(std::span<const Position> layouts) {
  return ask_all<std::vector<CardTricks>>(
      layouts, [](Solver& solver, const Position& position) { return solver.cards(position); });
}

void LayoutSolver::stop() noexcept {
  for (Solver& solver : solvers_) solver.stop();
}
void LayoutSolver::rearm() noexcept {
  for (Solver& solver : solvers_) solver.rearm();
}
void LayoutSolver::forget() noexcept {
  for (Solver& solver : solvers_) solver.forget();
}
std::uint64_t LayoutSolver::nodes() const noexcept {
  std::uint64_t sum = 0;
  for (const Solver& solver : solvers_) sum += solver.nodes();
  return sum;
}

}  // namespace yomi::dd

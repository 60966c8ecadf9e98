#include <algorithm>

#include "solve/solve.h"

namespace yomi::cli::solve {
namespace {

BySide<int> by_side(const Position& position, int tricks_of_mover) {
  BySide<int> best{};
  const Side mover = side_of(position.turn());
  best[mover] = tricks_of_mover;
  best[other(mover)] = position.tricks_left() - tricks_of_mover;
  return best;
}

// The table and par are for the deal as given; everything else is for the position.
class Questions {
 public:
  Questions(Task& task, const SolveOptions& options) : task_(task), options_(options) {
    const bool known = task.position.has_value();
    const bool free = !options.asks_something();
    // The default question for a played board is what its cards cost.
    const bool over = known && (task.position->is_over() || (free && task.finished && !task.played.empty()));
    table = options.table || options.par || (free && !known);
    par = options.par || (free && !known && task.deal.is_full());
    need = task.need && (free || !options.need.empty());
    line = options.line || (free && known && !over);
    cards = options.cards || options.leads;
    // A board played to the end has nothing left to solve, except what its cards cost.
    analyse = options.analyse || (free && over);
    best = known && !over && (free || line || cards || need);
  }

  // Questions that cannot be answered are errors.
  bool check() {
    const bool of_position = line || cards || analyse || !options_.need.empty();
    if (of_position && !task_.position) {
      return fail(
          "expected a trump and a leader (in the record, or by --trump and --leader), found neither or one");
    }
    if (options_.par && !task_.deal.is_full()) return fail("expected 13 cards in each hand for par");
    if (analyse && task_.played.empty()) return fail("expected cards played to analyse, found none");
    if (need && task_.need && task_.need->tricks > task_.start->tricks_left()) {
      return fail("expected a need of at most " + std::to_string(task_.start->tricks_left()) +
                  " tricks, found " + std::to_string(task_.need->tricks));
    }
    return true;
  }

  bool table;
  bool par;
  bool need;
  bool line;
  bool cards;
  bool analyse;
  bool best;

 private:
  bool fail(std::string what) {
    task_.errors.push_back(
        Error{.what = "board " + task_.board + ": " + std::move(what), .file = task_.file});
    return false;
  }
  Task& task_;
  const SolveOptions& options_;
};

dd::Verdict decide(dd::Solver& solver, const Position& position, problem::Need need) {
  const int left = need.tricks - position.tricks(need.side);
  if (left <= 0 || position.is_over()) return {.can = left <= 0, .proof = std::nullopt};
  return solver.can_take(position, need.side, left);
}

// Finds the best tricks and, if asked for, those of each card or a best line. False when stopped.
template <class AnySolver>
bool solve_position(Answer& answer, const Questions& ask, const Position& position, AnySolver& solver) {
  if (ask.cards) {
    answer.cards = solver.cards(position);
    if (answer.cards.empty()) return false;
    for (const auto& card : answer.cards) {
      if (!card.tricks.exact()) return false;
    }
    answer.best = by_side(position, answer.cards.front().tricks.lower);
  } else {
    const dd::Bounds bounds = solver.tricks(position);
    if (!bounds.exact()) return false;
    answer.best = by_side(position, bounds.lower);
  }
  if (ask.line) {
    answer.line = solver.line(position);
    Position end = position;
    for (Card card : *answer.line) end.play(card);
    return end.is_over();
  }
  return true;
}

}  // namespace

Answer solve(Task& task, const SolveOptions& options, dd::Solver& solver, dd::TeamSolver* team) {
  Answer answer;
  Questions ask(task, options);
  if (!ask.check()) return answer;
  const auto stopped = [&](bool is) { return answer.stopped = answer.stopped || is; };
  if (ask.table) {
    answer.table = team != nullptr ? team->table(task.deal) : solver.table(task.deal);
    if (stopped(!answer.table)) return answer;
  }
  if (ask.par && task.deal.is_full()) {
    answer.par = dd::par(*answer.table, task.vulnerability.value_or(Vulnerability::none),
                         task.dealer.value_or(Seat::north));
  }
  if (ask.analyse) {
    const Seat declarer = task.declarer.value_or(Seat::south);
    auto analysis = dd::analyse(solver, *task.start, declarer, task.played);
    if (!analysis) {
      task.errors.push_back(analysis.error().at(task.file, 0, 0));
      return answer;
    }
    if (stopped(analysis->trace.empty())) return answer;
    answer.analysis = std::move(*analysis);
  }
  if (ask.need) {
    answer.need = decide(solver, *task.position, *task.need);
    if (stopped(!answer.need->can)) return answer;
  }
  if (ask.best) {
    const Position& position = *task.position;
    const bool done = team != nullptr ? solve_position(answer, ask, position, *team)
                                      : solve_position(answer, ask, position, solver);
    if (stopped(!done)) return answer;
  } else if (ask.line) {
    answer.line.emplace();
  }
  if (task.position && task.position->is_over() && (ask.line || ask.cards || ask.need)) answer.best = {0, 0};
  return answer;
}

}  // namespace yomi::cli::solve

// The parts of `yomi solve`: from files to tasks, from a task to its answer, from an answer to text or JSON.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "board_numbers.h"
#include "diagram.h"
#include "yomi/cards/result.h"
#include "yomi/dd/analysis.h"
#include "yomi/dd/par.h"
#include "yomi/dd/solver.h"
#include "yomi/dd/team_solver.h"
#include "yomi/formats/problem.h"

namespace yomi::cli::solve {

struct SolveOptions {
  std::vector<std::string> files;
  std::string deal;
  std::string trump;
  std::string leader;
  std::string played;
  std::string need;
  std::string boards;  // numbers of those to be solved
  std::string at;      // "TRICK" or "TRICK.CARD"
  std::size_t skip = 0;
  std::size_t count = 0;  // 0: all
  bool leads = false;
  bool cards = false;
  bool table = false;
  bool par = false;
  bool line = false;
  bool analyse = false;
  bool json = false;
  bool ascii = false;
  unsigned threads = 0;  // 0: all cores
  std::size_t memory = 64;

  // The flags of the command line, parsed and checked.
  std::optional<Strain> strain{};
  std::optional<Seat> lead{};
  std::optional<std::vector<Card>> play{};    // in place of the record's
  std::optional<std::size_t> cards_before{};  // solve the position after so many
  BoardNumbers numbers{};

  [[nodiscard]] bool asks_something() const {
    return cards || leads || table || par || line || analyse || !need.empty();
  }
};

// One board or problem. With errors, only the names are set.
struct Task {
  std::string file{};
  std::string board{};  // number or place in its file
  std::string title{};
  std::vector<std::string> notes{};
  std::vector<Error> errors{};

  Deal deal{};                         // as given, with the cards on the table put back
  std::optional<Position> start{};     // where the record starts; nothing when trump or leader are not known
  std::vector<Card> played{};          // from there
  std::optional<Position> position{};  // the one to be solved
  std::optional<Seat> declarer{};
  std::optional<Contract> contract{};
  std::optional<Seat> dealer{};
  std::optional<Vulnerability> vulnerability{};
  std::optional<int> tricks{};          // of the declarer, as the record says
  bool finished = false;                // the record gives the result
  std::optional<problem::Need> need{};  // of all tricks of the deal as given
};

// Sets the position to solve: after the cards played, or where --at says; a board that was played to the end
// is solved from the lead.
void choose_position(Task& task, const SolveOptions& options);

// Reads the inputs one board at a time, so that a large file is never held in memory as tasks.
class TaskSource {
 public:
  explicit TaskSource(const SolveOptions& options);
  ~TaskSource();
  std::optional<Task> next();
  // How much of all input was read, 0 to 1.
  [[nodiscard]] double part() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

struct Answer {
  // Tricks still to be completed, with best play, by side.
  std::optional<BySide<int>> best{};
  std::vector<dd::CardTricks> cards{};
  std::optional<std::vector<Card>> line{};
  std::optional<dd::Table> table{};
  std::optional<dd::Par> par{};
  std::optional<dd::Verdict> need{};
  std::optional<dd::Analysis> analysis{};
  bool stopped = false;
};

// Answers what the options ask about this task; adds to task.errors if it cannot. A `team`, if given, is used
// where possible: the same answers on all its threads.
Answer solve(Task& task, const SolveOptions& options, dd::Solver& solver, dd::TeamSolver* team = nullptr);

std::string to_text(const Task& task, const Answer& answer, const SolveOptions& options);
// One line, documented in docs/reference/json.md.
std::string to_json(const Task& task, const Answer& answer, const SolveOptions& options);

}  // namespace yomi::cli::solve

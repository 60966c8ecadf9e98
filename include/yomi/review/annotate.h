// Adds double-dummy results to PBN files without changing any other byte.
//
// Whole lines are added, with the line ends of their neighbours: tags before the auction, the play or the
// first table of a board, or at its end; a comment after the play. All other bytes stay, in whatever
// character set. The result is read again and must equal the original plus the new tags.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "yomi/bridge/board.h"
#include "yomi/cards/result.h"
#include "yomi/dd/analysis.h"
#include "yomi/dd/par.h"

namespace yomi::review {

struct AnnotateOptions {
  bool recalculate = false;  // also where there is a value already
  bool costs = false;        // a comment after the play: what its cards cost
  bool auction = false;      // calls and their meanings for boards without an auction
};

// The questions to answer about a board.
struct Question {
  Board board{};
  std::uint32_t line = 0;  // where it starts
  bool table = false;      // DoubleDummyTricks, OptimumResultTable
  bool par = false;        // OptimumScore, ParContract
  bool costs = false;
  bool auction = false;
  std::string left_alone{};  // why nothing is asked although something is missing
  [[nodiscard]] bool any() const { return table || par || costs || auction; }
};

struct Finding {
  std::optional<dd::Table> table{};
  std::optional<dd::Par> par{};
  std::optional<dd::Analysis> costs{};
  std::vector<BoardCall> auction{};  // from the dealer, with what each shows
};

// Par is not asked if it depends on a vulnerability or dealer that the board lacks.
class Annotator {
 public:
  // `bytes` are those of the file; the error says why a file of this kind cannot be changed.
  static Result<Annotator> read(std::string bytes, const std::string& file, const AnnotateOptions& options);

  [[nodiscard]] const std::vector<Question>& questions() const { return questions_; }
  // The bytes with the answers, by question; an empty one is not answered yet. The error names a board that
  // would change otherwise.
  [[nodiscard]] Result<std::string> with(std::span<const std::optional<Finding>> findings) const;

 private:
  // New text after a line of the file, in place of some that follow it.
  struct Place {
    std::string tag;
    std::uint32_t after = 0;
    std::uint32_t drop = 0;  // lines
  };
  Annotator() = default;
  // A board that ends on the line on which the next one begins has no place for new tags.
  void end_last_before(std::uint32_t line);

  std::string bytes_;
  std::string file_;
  std::vector<Question> questions_;
  std::vector<std::vector<Place>> places_;  // by question
};

// Does the double-dummy part of a question; nothing when the solver was stopped.
std::optional<Finding> find_out(const Question& question, dd::Solver& solver);

// "NS 420", "EW 50", "NS 0".
std::string optimum_score(const dd::Par& par);
// "NS 4S", "EW 5DX-1; EW 5CX-1", "Pass".
std::string par_contract(const dd::Par& par);

}  // namespace yomi::review

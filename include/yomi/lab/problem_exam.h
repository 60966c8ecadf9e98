// Recorded card-play problems as an exam: who finds the right card?
#pragma once

#include <string>

#include "yomi/formats/board_reader.h"
#include "yomi/play/contestant.h"

namespace yomi::lab {

struct ExamProblem {
  std::string name;
  std::string theme;
  play::Decision decision;
  Deal deal;  // as far as the record has the hands; used only by players that see all hands
  bool all_hands = false;
  CardSet answers;
  CardSet candidates{};  // empty: all
  // May more be inferred from the cards before the decision than follows from the rules?
  bool signals = true;
  bool proven = false;
};
// From a record that stops at the decision, with its tags Answer, Theme, Candidates, Signals and Proof.
Result<ExamProblem> read_problem(const ReadBoard& read, const std::string& file);

struct ExamAnswer {
  Card card{};
  std::chrono::milliseconds took{0};
};
// The player's choice; an engine considers only the candidates. An error if the player sees all hands and the
// problem lacks them.
Result<ExamAnswer> answer(const ExamProblem& problem, const play::ContestantSpec& player,
                          const play::Carding& carding, const std::stop_token& stop);

}  // namespace yomi::lab

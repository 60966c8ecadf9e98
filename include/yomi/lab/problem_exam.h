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
  Deal deal;  // as far as the record has the hands; only a player that looks into all of them uses it
  bool all_hands = false;
  CardSet answers;
  CardSet candidates{};  // empty: all
  bool signals = true;   // cards before the decision may be read for more than the rules make them say
  bool proven = false;
};
// From a record that stops at the decision, with its tags Answer, Theme, Candidates, Signals and Proof.
Result<ExamProblem> read_problem(const ReadBoard& read, const std::string& file);

struct ExamAnswer {
  Card card{};
  std::chrono::milliseconds took{0};
};
// What a player chooses; an engine considers the candidates alone. Whoever looks into all hands needs a
// problem that has them: otherwise an error.
Result<ExamAnswer> answer(const ExamProblem& problem, const play::ContestantSpec& player,
                          const play::Carding& carding, const std::stop_token& stop);

}  // namespace yomi::lab

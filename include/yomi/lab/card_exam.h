// Every card of played boards, from the chair that played it: the engine's beside the expert's and the
// double-dummy best.
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>

#include "yomi/bridge/board.h"
#include "yomi/dd/solver.h"
#include "yomi/play/contestant.h"

namespace yomi::lab {

// Cards at which there was a choice.
struct CardTally {
  int cards = 0;
  int engine_best = 0;     // double-dummy best
  int expert_best = 0;     // the same for the card that was played
  double random_best = 0;  // chance of a legal card drawn at random
  int same = 0;            // the engine's card is the expert's
  int equal = 0;           // or one that takes the same tricks in every layout
  double cpu_seconds = 0;  // of the engine
  int engine_only = 0;     // best, and the expert's is not
  int expert_only = 0;

  void add(const CardTally& other) {
    cards += other.cards;
    engine_best += other.engine_best;
    expert_best += other.expert_best;
    random_best += other.random_best;
    same += other.same;
    equal += other.equal;
    cpu_seconds += other.cpu_seconds;
    engine_only += other.engine_only;
    expert_only += other.expert_only;
  }
  [[nodiscard]] double share(double part) const { return cards == 0 ? 0 : part / cards; }
};

struct BoardTally {
  CardTally lead{};
  std::array<CardTally, 2> later{};  // declarer's side, defence

  void add(const BoardTally& other) {
    lead.add(other.lead);
    for (std::size_t i = 0; i < later.size(); ++i) later[i].add(other.later[i]);
  }
};

struct CardExam {
  play::ContestantSpec player{};
  play::Carding carding = play::default_carding();
  std::uint64_t seed = 1;
  bool leads_only = false;

  // The board has all hands and a contract. When it is stopped, the cards so far.
  [[nodiscard]] BoardTally examine(const Board& board, std::uint64_t number, dd::Solver& solver,
                                   const std::stop_token& stop) const;
};

}  // namespace yomi::lab

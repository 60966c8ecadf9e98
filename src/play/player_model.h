// A model of one player in a play-out: a small weighted set of deals, updated as cards are played.
//
// A hypothesis that a card contradicts is repaired (the card is exchanged for the one that changes least and
// keeps the calls likely); where that cannot be done, or where few hypotheses carry all the weight, the set
// is drawn anew from what the chair has seen. So the set never becomes empty. The player moves by the best
// sum of points over its set and follows the carding policy among equals.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "shared_knowledge.h"
#include "yomi/dd/solver.h"

namespace yomi::play {

struct Hypothesis {
  Deal hands{};  // cards still unplayed
  double weight = 1;
  int value = -1;  // declarer's tricks in all, as last computed; -1: unknown
};

class PlayerModel {
 public:
  struct Limits {
    std::size_t many = 8;  // hypotheses when hands are short
    std::size_t few = 4;   // and while they are long
    int short_hands = 9;   // cards at which they count as short
    double nats_per_trick = 0.5;
  };

  PlayerModel(const SharedKnowledge& shared, const Limits& limits);

  // `seen` as of now; the hypotheses are original hands that fit it. Solvers are the caller's, at best one
  // for each hypothesis, which then finds its own results again.
  void begin(belief::Seen seen, std::span<const Deal> hypotheses,
             std::span<const std::unique_ptr<dd::Solver>> solvers);
  [[nodiscard]] Seat chair() const { return seen_.chair; }
  [[nodiscard]] std::span<const Hypothesis> hypotheses() const { return hypotheses_; }

  // Weighs the hypotheses by what `card`, the last one of seen.play, gave away in each: `before` is the
  // position in which it was played.
  void judge(const Position& before, Card card);

  // The card it plays for the hand on turn (its own, or dummy's). `truth` tells what lies on the table, whose
  // turn it is, what the visible hands hold and what was won.
  Card choose(const Position& truth, Random& random);
  // Takes note of `card`, about to be played in `truth`.
  void saw(const Position& truth, Card card, Random& random);

 private:
  // Which of several cards that are worth the same it plays.
  [[nodiscard]] Card among_equals(const Position& truth, CardSet equals) const;
  void redraw(Random& random, std::size_t keep);
  void note(Hypothesis& hypothesis, const Position& truth, Seat seat, Card card);
  [[nodiscard]] bool is_hidden(Seat seat) const { return seat != seen_.chair && seen_.dummy != seat; }
  // The unplayed cards of `deal`.
  [[nodiscard]] Deal unplayed(const Deal& deal) const;
  [[nodiscard]] double call_weight(const Deal& hands, Seat a, Seat b) const;

  const SharedKnowledge* shared_;
  Limits limits_;
  belief::Seen seen_;
  Course course_;
  std::vector<Hypothesis> hypotheses_;
  std::span<const std::unique_ptr<dd::Solver>> solvers_;
  belief::View view_;
  BySeat<CardSet> barred_{};
};

// A position with these unplayed hands, and the trick of `truth` on the table.
Position with_hands(const Position& truth, const Deal& hands);

}  // namespace yomi::play

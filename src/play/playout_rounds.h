// Candidates compared by play-outs in the same deals.
#pragma once

#include "paired_difference.h"
#include "playouts.h"

namespace yomi::play {

struct Candidate {
  Card card;
  std::size_t column = 0;  // in the grid
  double before = 0;       // its value before play-outs
  bool active = true;
  std::vector<double> results{};  // points of each play-out
};

class PlayoutRounds {
 public:
  PlayoutRounds(const CardTask& task, const Grid& grid, const PlayoutSettings& settings);

  // A round of play-outs, `most` of each candidate at most. Only complete rows count, so that comparisons
  // stay paired.
  void play(std::vector<Candidate>& candidates, std::size_t most);
  [[nodiscard]] std::size_t done() const { return done_; }          // of each active candidate
  [[nodiscard]] std::size_t all_done() const { return all_done_; }  // of all candidates together

  [[nodiscard]] double mean(const Candidate& one) const;
  [[nodiscard]] Difference difference(const Candidate& a, const Candidate& b) const;
  // The deals that decide most between `chosen` and its closest rival, with the play after each.
  void say_what_decides(const Candidate& chosen, const std::vector<Candidate>& candidates,
                        Advice& advice) const;

  // Seconds that one play-out of `card` takes, shared by the threads.
  [[nodiscard]] double time_one(Card card) const;

 private:
  [[nodiscard]] bool steps() const;
  // Few layouts are visited cyclically. Many are visited by steps of the golden ratio through their weights,
  // so that every stretch of play-outs is a fair sample.
  [[nodiscard]] std::size_t deal_of(std::size_t playout) const;
  [[nodiscard]] double weight(std::size_t playout) const;
  // The value of a candidate in a play-out: its points, mixed with a share of the double-dummy value.
  [[nodiscard]] double value(const Candidate& one, std::size_t playout) const;
  [[nodiscard]] std::size_t cycle() const;  // of layouts that are gone through again and again, or 0
  double points(const Playouts::Start& start, Card card, Solvers& solvers,
                std::vector<Card>* line = nullptr) const;

  const CardTask& task_;
  const Grid& grid_;
  Playouts playouts_;
  double trick_worth_;
  std::vector<double> passed_;  // sums of the weights up to each deal
  std::size_t done_ = 0;
  std::size_t all_done_ = 0;
};

// Puts the values in order: the chosen card, then those with play-outs, by value.
void sort_values(Advice& advice);

}  // namespace yomi::play

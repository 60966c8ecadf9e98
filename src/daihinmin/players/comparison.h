// Candidates of one decision compared by play-outs.
//
// The n-th play-out of every candidate starts from the same n-th imagined deal and draws from the same stream
// of lots, so that candidates are compared on equal ground. Which candidate is played out next is chosen by
// UCB1-tuned (Auer, Cesa-Bianchi and Fischer 2002) with the policy's opinion as a bonus that fades. Work goes
// in rounds whose content depends on the seed alone, whatever the number of threads.
#pragma once

#include <cmath>
#include <vector>

#include "yomi/daihinmin/budget.h"
#include "yomi/daihinmin/monte_carlo.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::daihinmin {

struct Arm {
  Move move = Move::pass();
  Cards gift{};  // in place of a move, while gifts are chosen
  double prior = 0;
  int count = 0;
  double sum = 0;
  double squares = 0;

  [[nodiscard]] double mean() const { return count == 0 ? 0 : sum / count; }
  [[nodiscard]] double variance() const {
    return count == 0 ? 0 : std::max(squares / count - mean() * mean(), 0.0);
  }
  // Of the mean; few play-outs that ended alike do not make it nothing.
  [[nodiscard]] double error() const { return std::sqrt((variance() + 1e-4) / std::max(count, 1)); }
};

class MoveComparison {
 public:
  MoveComparison(const MonteCarloSettings& settings, const View& view, const State& start, Belief& belief,
                 Random& random, jobs::ThreadPool* threads, const Budget& budget);

  // Plays the candidates out until the best is sure or the play-outs or the time are used up; its place.
  std::size_t best(std::vector<Arm>& arms);
  [[nodiscard]] std::uint64_t playouts() const { return made_; }

 private:
  double play_one(const Arm& arm, int number) const;
  // Imagines deals until there are so many, or as many as there are to be.
  void read_more(int wanted);
  void round(Arm& arm);
  [[nodiscard]] std::size_t next(const std::vector<Arm>& arms) const;
  [[nodiscard]] bool sure(const std::vector<Arm>& arms) const;
  void compare(std::vector<Arm>& arms, std::uint64_t most);

  const MonteCarloSettings& settings_;
  const View& view_;
  const State& start_;
  Belief& belief_;
  Random& random_;
  jobs::ThreadPool* threads_;
  const Budget& budget_;
  Random lots_;
  const std::array<double, kPlayers>& value_;  // of a place
  double spread_;
  int most_deals_;
  std::uint64_t made_ = 0;
  std::vector<Imagined> deals_;
  std::vector<double> rewards_;
};

}  // namespace yomi::daihinmin

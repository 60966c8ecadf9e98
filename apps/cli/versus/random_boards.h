// Random deals with one contract, south declarer, nobody vulnerable, nothing bid by the others. Each deal is
// drawn when it is its turn to be played: to look for one can take as long as to play it.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "yomi/formats/board_reader.h"
#include "yomi/lab/drawn_deals.h"

namespace yomi::cli::versus {

class RandomBoards {
 public:
  RandomBoards(const lab::DealSpec& spec, std::size_t count, std::uint64_t seed, unsigned threads);

  // Boards without hands until draw(); their lines are 1, 2, ...
  [[nodiscard]] const std::vector<ReadBoard>& boards() const { return boards_; }
  // Sees to the hands of a board. False when the command was stopped before. Any thread; `worker` is below
  // the number of threads, and no two calls at a time have the same.
  bool draw(const ReadBoard& read, unsigned worker);
  // The hands of a board as an earlier run drew them. Before the first draw().
  void take(const ReadBoard& read, const Deal& deal);

 private:
  void set(ReadBoard& read, const Deal& deal) const;
  ReadBoard& own(const ReadBoard& read) { return boards_[read.line - 1]; }

  lab::DealSpec spec_;
  std::uint64_t seed_;
  std::vector<ReadBoard> boards_;
  std::unique_ptr<std::once_flag[]> drawn_;  // by board: its other role may be played at the same time
  std::vector<std::unique_ptr<dd::Solver>> solvers_;
};

}  // namespace yomi::cli::versus

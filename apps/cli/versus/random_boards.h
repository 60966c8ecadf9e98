// Random deals with one contract: South declares, nobody is vulnerable, the others have bid nothing. Each
// deal is drawn when it is about to be played, since finding one can take as long as playing it.
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
  // Draws the hands of a board. False if the command was stopped first. Any thread; `worker` is below the
  // number of threads, and concurrent calls have different ones.
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

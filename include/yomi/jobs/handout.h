// Which worker has which shard: the manager's book-keeping. Shards are handed out in order, in batches sized
// by how long shards take; near the end singly, so that nobody waits for one worker's long list.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

namespace yomi::jobs {

class Handout {
 public:
  // The shards to hand out, in order, to workers numbered from 0.
  Handout(std::vector<std::size_t> shards, std::size_t workers);

  void set_threads(std::size_t number, unsigned threads);
  // The shards to send to worker `number` now; empty if it has enough or nothing is left.
  [[nodiscard]] std::vector<std::size_t> portion(std::size_t number);
  // False when the shard was finished before, by another.
  bool finished(std::size_t number, std::size_t shard, double seconds);
  // What it was working on is handed out again.
  void lost(std::size_t number);
  [[nodiscard]] bool all_done() const { return left_ == 0; }
  [[nodiscard]] std::size_t left() const { return left_; }

 private:
  struct Worker {
    unsigned threads = 0;  // 0: not yet known, or the worker is gone
    std::vector<std::size_t> has{};
  };

  std::deque<std::size_t> waiting_;
  std::vector<Worker> workers_;
  std::vector<char> open_;  // by shard: still to be finished
  std::size_t left_ = 0;
  double seconds_ = 0;  // of a shard, the latest counting most
};

}  // namespace yomi::jobs

// The threads of one process that work on shards: a list to work off, and what they finished.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "yomi/jobs/shards.h"

namespace yomi::jobs {

struct FinishedShard {
  std::size_t shard = 0;
  double seconds = 0;
  std::string result{};
};

class ShardWorkers {
 public:
  explicit ShardWorkers(const Shards& shards);
  // Asks work in progress to return, and waits for it.
  ~ShardWorkers();
  ShardWorkers(const ShardWorkers&) = delete;
  ShardWorkers& operator=(const ShardWorkers&) = delete;

  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(threads_.size()); }
  void give(const std::vector<std::size_t>& shards);
  // What was finished since the last call; waits for something at most so long, where threads are at work and
  // where none is.
  std::vector<FinishedShard> take(std::chrono::microseconds while_working, std::chrono::microseconds idle);

 private:
  void run(unsigned number);

  const Shards& shards_;
  std::mutex mutex_;
  std::condition_variable given_;
  std::condition_variable finished_;
  std::deque<std::size_t> waiting_;
  std::vector<FinishedShard> results_;
  unsigned running_ = 0;  // threads
  unsigned working_ = 0;  // of them
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace yomi::jobs

#include "shard_workers.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace yomi::jobs {

ShardWorkers::ShardWorkers(const Shards& shards) : shards_(shards) {
  const auto wanted =
      static_cast<unsigned>(std::clamp<std::size_t>(shards.count, 1, std::max(shards.threads, 1U)));
  for (unsigned number = 0; number < wanted; ++number) {
    const std::lock_guard lock(mutex_);
    try {
      threads_.emplace_back([this, number] { run(number); });
    } catch (const std::system_error&) {  // no more threads available: those that exist do the work
      if (threads_.empty()) throw;
      break;
    }
    ++running_;
  }
}

ShardWorkers::~ShardWorkers() {
  {
    std::unique_lock lock(mutex_);
    stop_ = true;
    given_.notify_all();
    while (running_ > 0) {
      // Idle threads end by themselves; only those with work in progress are asked to stop.
      if (working_ > 0) {
        lock.unlock();
        shards_.cancel();
        lock.lock();
      }
      finished_.wait_for(lock, std::chrono::milliseconds(100), [this] { return running_ == 0; });
    }
  }
  for (std::thread& thread : threads_) thread.join();
}

void ShardWorkers::give(const std::vector<std::size_t>& shards) {
  const std::lock_guard lock(mutex_);
  waiting_.insert(waiting_.end(), shards.begin(), shards.end());
  given_.notify_all();
}

std::vector<FinishedShard> ShardWorkers::take(std::chrono::microseconds while_working,
                                              std::chrono::microseconds idle) {
  std::unique_lock lock(mutex_);
  const std::chrono::microseconds longest = working_ > 0 || !waiting_.empty() ? while_working : idle;
  finished_.wait_for(lock, longest, [this] { return !results_.empty(); });
  return std::exchange(results_, {});
}

void ShardWorkers::run(unsigned number) {
  std::unique_lock lock(mutex_);
  while (true) {
    given_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
    if (stop_) break;
    const std::size_t shard = waiting_.front();
    waiting_.pop_front();
    ++working_;
    lock.unlock();
    const auto start = std::chrono::steady_clock::now();
    FinishedShard finished{.shard = shard, .result = shards_.work(number, shard)};
    finished.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    lock.lock();
    --working_;
    if (stop_) break;  // it may have been cut short
    results_.push_back(std::move(finished));
    finished_.notify_one();
  }
  --running_;
  finished_.notify_all();
}

}  // namespace yomi::jobs

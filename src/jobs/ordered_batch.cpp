#include "yomi/jobs/ordered_batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "yomi/jobs/shards.h"

namespace yomi::jobs {

unsigned workers(const OrderedBatch& batch, std::size_t items) {
  return static_cast<unsigned>(std::clamp<std::size_t>(items, 1, std::max(batch.threads, 1U)));
}

namespace {

using namespace std::chrono_literals;
constexpr auto kTick = 100ms;

// One run: threads that take items by their number, and the caller, who takes the results in order.
class Run {
 public:
  Run(const OrderedBatch& batch, std::size_t items) : batch_(batch), items_(items), finished_(items, 0) {}

  bool operator()() {
    start();
    try {
      take_results();
    } catch (...) {
      wind_up();
      throw;
    }
    return taken_ == items_;
  }

 private:
  void start() {
    for (unsigned number = 0; number < workers(batch_, items_); ++number) {
      const std::lock_guard lock(mutex_);
      try {
        threads_.emplace_back([this, number] { work(number); });
      } catch (const std::system_error&) {
        // No more threads available: those that exist do the work.
        if (threads_.empty()) throw;
        break;
      }
      ++running_;
    }
  }

  void work(unsigned number) {
    while (!stop_.load()) {
      const std::size_t item = next_.fetch_add(1);
      if (item >= items_) break;
      batch_.work(number, item);
      if (stop_.load()) break;  // it may have been cut short
      const std::lock_guard lock(mutex_);
      finished_[item] = 1;
      changed_.notify_one();
    }
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_one();
  }

  void take_results() {
    auto next_tick = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    while (taken_ < items_ && (running_ > 0 || finished_[taken_] != 0)) {
      changed_.wait_until(lock, next_tick, [&] { return finished_[taken_] != 0 || running_ == 0; });
      while (taken_ < items_ && finished_[taken_] != 0) {
        lock.unlock();
        batch_.done(taken_++);
        lock.lock();
      }
      if (std::chrono::steady_clock::now() < next_tick) continue;
      next_tick = std::chrono::steady_clock::now() + kTick;
      lock.unlock();
      if (!stop_.load() && !batch_.tick()) stop_.store(true);
      if (stop_.load()) batch_.cancel();
      lock.lock();
    }
  }

  // Ends the threads after an exception of done() or tick().
  void wind_up() {
    stop_.store(true);
    std::unique_lock lock(mutex_);
    while (running_ > 0) {
      lock.unlock();
      batch_.cancel();
      lock.lock();
      changed_.wait_for(lock, kTick, [&] { return running_ == 0; });
    }
  }

  const OrderedBatch& batch_;
  std::size_t items_;
  std::size_t taken_ = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<char> finished_;  // guarded by mutex_, as is running_
  unsigned running_ = 0;
  std::vector<std::jthread> threads_;  // last: they end before what they use
};

bool run_on_ranks(const OrderedBatch& batch, std::size_t items) {
  Shards shards{.count = items, .threads = workers(batch, items)};
  shards.work = [&](unsigned worker, std::size_t item) {
    batch.work(worker, item);
    return batch.pack(item);
  };
  shards.done = [&](std::size_t item, std::string_view bytes) {
    batch.unpack(item, bytes);
    batch.done(item);
  };
  shards.tick = [&](const ShardProgress&) { return batch.tick(); };
  shards.cancel = batch.cancel;
  shards.shared = true;
  const auto end = run(shards, batch.transport);
  return end.ok() && *end == ShardsEnd::complete;
}

}  // namespace

bool run(const OrderedBatch& batch, std::size_t items) {
  if (batch.transport != nullptr) return run_on_ranks(batch, items);
  return Run(batch, items)();
}

}  // namespace yomi::jobs

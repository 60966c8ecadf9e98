#include "yomi/jobs/ordered_batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace yomi::jobs {

unsigned workers(const OrderedBatch& batch, std::size_t items) {
  return static_cast<unsigned>(std::clamp<std::size_t>(items, 1, std::max(batch.threads, 1U)));
}

bool run(const OrderedBatch& batch, std::size_t items) {
  using namespace std::chrono_literals;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<char> finished(items, 0);  // guarded by mutex, as is `running`
  unsigned running = 0;

  const auto worker = [&](unsigned number) {
    while (!stop.load()) {
      const std::size_t item = next.fetch_add(1);
      if (item >= items) break;
      batch.work(number, item);
      if (stop.load()) break;  // it may have been cut short
      const std::lock_guard lock(mutex);
      finished[item] = 1;
      changed.notify_one();
    }
    const std::lock_guard lock(mutex);
    --running;
    changed.notify_one();
  };
  std::vector<std::jthread> threads;
  for (unsigned number = 0; number < workers(batch, items); ++number) {
    const std::lock_guard lock(mutex);
    try {
      threads.emplace_back(worker, number);
    } catch (
        const std::system_error&) {  // the system gives no more threads: those that are there do the work
      if (threads.empty()) throw;
      break;
    }
    ++running;
  }

  std::size_t taken = 0;
  const auto take_results = [&] {
    auto next_tick = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex);
    while (taken < items && (running > 0 || finished[taken] != 0)) {
      changed.wait_until(lock, next_tick, [&] { return finished[taken] != 0 || running == 0; });
      while (taken < items && finished[taken] != 0) {
        lock.unlock();
        batch.done(taken++);
        lock.lock();
      }
      if (std::chrono::steady_clock::now() < next_tick) continue;
      next_tick = std::chrono::steady_clock::now() + 100ms;
      lock.unlock();
      if (!stop.load() && !batch.tick()) stop.store(true);
      if (stop.load()) batch.cancel();
      lock.lock();
    }
  };
  try {
    take_results();
  } catch (...) {
    stop.store(true);
    std::unique_lock lock(mutex);
    while (running > 0) {
      lock.unlock();
      batch.cancel();
      lock.lock();
      changed.wait_for(lock, 100ms, [&] { return running == 0; });
    }
    throw;
  }
  return taken == items;
}

}  // namespace yomi::jobs

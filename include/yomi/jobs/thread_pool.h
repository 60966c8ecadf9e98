// Work on all cores. A ThreadPool keeps its threads between calls; each() hands out the items of a piece of
// work one by one, so uneven items do no harm. What an item computes must depend on its number alone (take
// random numbers from Random::split(item)); then the answer is the same whatever the number of threads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace yomi::jobs {

class ThreadPool {
 public:
  // 0: as many threads as the machine has cores. The calling thread is one of them.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // The number of threads that a ThreadPool made with this argument would have.
  static int threads_for(int threads);
  [[nodiscard]] int size() const { return static_cast<int>(threads_.size()) + 1; }

  // Calls work(item, worker) for items 0 to count - 1, each once; worker is 0 to size() - 1 and runs one item
  // at a time. Returns when all are done. One call at a time, never from inside `work`. If an item throws
  // (out of memory), no more are begun, and the first exception is rethrown here once all threads are idle.
  void each(std::size_t count, const std::function<void(std::size_t item, int worker)>& work);

 private:
  void run(int worker);
  void take_items(std::unique_lock<std::mutex>& lock, int worker);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  const std::function<void(std::size_t, int)>* work_ = nullptr;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
  std::size_t busy_ = 0;
  std::exception_ptr thrown_{};
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace yomi::jobs

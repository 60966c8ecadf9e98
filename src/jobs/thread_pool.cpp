#include "yomi/jobs/thread_pool.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace yomi::jobs {

int ThreadPool::threads_for(int threads) {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

ThreadPool::ThreadPool(int threads) {
  threads = threads_for(threads);
  try {
    for (int worker = 1; worker < threads; ++worker) threads_.emplace_back([this, worker] { run(worker); });
  } catch (const std::system_error&) {  // no more threads available: those that exist do the work
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::take_items(std::unique_lock<std::mutex>& lock, int worker) {
  while (next_ < count_) {
    const std::size_t item = next_++;
    ++busy_;
    const auto* work = work_;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      (*work)(item, worker);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    --busy_;
    if (!thrown) continue;
    next_ = count_;
    if (!thrown_) thrown_ = std::move(thrown);
  }
  if (busy_ == 0) done_.notify_all();
}

void ThreadPool::run(int worker) {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stop_ || next_ < count_; });
    if (stop_) return;
    take_items(lock, worker);
  }
}

void ThreadPool::each(std::size_t count, const std::function<void(std::size_t, int)>& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  next_ = 0;
  count_ = count;
  if (!threads_.empty() && count > 1) wake_.notify_all();
  take_items(lock, 0);
  done_.wait(lock, [this] { return next_ >= count_ && busy_ == 0; });
  work_ = nullptr;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace yomi::jobs

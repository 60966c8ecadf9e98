#include "pool.h"

#include <algorithm>
#include <atomic>
#include <system_error>

namespace yomi::dds {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

}  // namespace

Pool& Pool::shared() {
  // Never destroyed: threads that outlive main() may still call.
  static Pool* const pool = new Pool;
  return *pool;
}

int Pool::cores() {
  static const int cores =
      static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));  // asks the system
  return cores;
}

std::size_t Pool::limit() const {
  const auto most = static_cast<std::size_t>(std::max(4, 2 * cores()));
  if (wished_megabytes_ <= 0) return most;
  return std::clamp(static_cast<std::size_t>(wished_megabytes_) * kMegabyte / dd::Settings{}.memory_bytes,
                    std::size_t{1}, most);
}

std::size_t Pool::memory_per_solver() const {
  const std::size_t usual = dd::Settings{}.memory_bytes;
  if (wished_megabytes_ <= 0) return usual;
  return std::min(usual, static_cast<std::size_t>(wished_megabytes_) * kMegabyte);
}

void Pool::set_threads(int threads) {
  const std::lock_guard lock(mutex_);
  wished_threads_ = std::max(threads, 0);
}

void Pool::set_memory_mb(int megabytes) {
  {
    const std::lock_guard lock(mutex_);
    wished_megabytes_ = std::max(megabytes, 0);
  }
  free_idle();
  returned_.notify_all();
}

void Pool::free_idle() {
  std::vector<Idle> freed;
  const std::lock_guard lock(mutex_);
  freed.swap(idle_);
}

int Pool::threads() const {
  const std::lock_guard lock(mutex_);
  return wished_threads_ > 0 ? std::min(wished_threads_, cores()) : cores();
}

Pool::Loan::Loan(Pool& pool) : pool_(pool) {
  {
    std::unique_lock lock(pool.mutex_);
    pool.returned_.wait(lock, [&pool] { return pool.at_work_ < pool.limit(); });
    ++pool.at_work_;
    auto chosen = std::find_if(pool.idle_.begin(), pool.idle_.end(),
                               [](const Idle& idle) { return idle.last_user == std::this_thread::get_id(); });
    if (chosen == pool.idle_.end() && !pool.idle_.empty()) chosen = pool.idle_.begin();  // the longest idle
    if (chosen != pool.idle_.end()) {
      solver_ = std::move(chosen->solver);
      memory_bytes_ = chosen->memory_bytes;
      pool.idle_.erase(chosen);
      return;
    }
    memory_bytes_ = pool.memory_per_solver();
  }
  try {
    dd::Settings settings;
    settings.memory_bytes = memory_bytes_;
    solver_ = std::make_unique<dd::Solver>(settings);
  } catch (...) {
    {
      const std::lock_guard lock(pool.mutex_);
      --pool.at_work_;
    }
    pool.returned_.notify_one();
    throw;
  }
}

Pool::Loan::~Loan() {
  {
    const std::lock_guard lock(pool_.mutex_);
    --pool_.at_work_;
    const bool wanted =
        memory_bytes_ <= pool_.memory_per_solver() && pool_.at_work_ + pool_.idle_.size() < pool_.limit();
    if (wanted) {
      try {
        pool_.idle_.push_back({std::move(solver_), memory_bytes_, std::this_thread::get_id()});
      } catch (...) {  // no memory for the list: this solver is freed instead
      }
    }
  }
  pool_.returned_.notify_one();
}

void in_parallel(int count, const std::function<void(int)>& work) {
  std::atomic<int> next{0};
  const auto run = [&] {
    for (int i = next.fetch_add(1); i < count; i = next.fetch_add(1)) work(i);
  };
  std::vector<std::thread> helpers;
  try {
    const int wanted = std::min(count, Pool::shared().threads()) - 1;
    for (int i = 0; i < wanted; ++i) helpers.emplace_back(run);
  } catch (const std::exception&) {  // with fewer, then; this thread is always there
  }
  run();
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace yomi::dds

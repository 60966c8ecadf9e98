// The solvers behind an interface that has no context argument.
//
// A call borrows a solver and gives it back: the one that the same thread had last, if it is idle, because it
// remembers that thread's deal; else any idle one; else a new one, up to a limit of twice the cores; else the
// call waits for its turn. So the number of threads is free and the memory is bounded, and no thread holds
// anything between calls.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "yomi/dd/solver.h"

namespace yomi::dds {

class Pool {
 public:
  static Pool& shared();

  class Loan {
   public:
    explicit Loan(Pool& pool);
    ~Loan();
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    dd::Solver& operator*() const { return *solver_; }
    dd::Solver* operator->() const { return solver_.get(); }

   private:
    Pool& pool_;
    std::unique_ptr<dd::Solver> solver_;
    std::size_t memory_bytes_ = 0;
  };

  // The limits that the program asks for; 0 or less: none. Solvers already at work keep theirs.
  void set_threads(int threads);
  void set_memory_mb(int megabytes);
  // Frees all idle solvers.
  void free_idle();

  // Threads that a batch may use, at least 1.
  int threads() const;
  static int cores();

 private:
  struct Idle {
    std::unique_ptr<dd::Solver> solver;
    std::size_t memory_bytes = 0;
    std::thread::id last_user;
  };
  std::size_t limit() const;              // solvers at one time
  std::size_t memory_per_solver() const;  // with mutex_ held, as limit()

  mutable std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<Idle> idle_;
  std::size_t at_work_ = 0;
  int wished_threads_ = 0;
  int wished_megabytes_ = 0;
};

// Calls work(0) to work(count - 1), each once, on as many threads as the pool allows; the caller's is one of
// them. `work` must not throw.
void in_parallel(int count, const std::function<void(int)>& work);

}  // namespace yomi::dds

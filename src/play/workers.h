// What the engines work with: threads with their solvers, and the time limit of one card.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

#include "yomi/dd/solver.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/play/player.h"

namespace yomi::play {

// Solvers of one worker thread, made when first asked for.
class Solvers {
 public:
  // For double-dummy work on deal after deal.
  dd::Solver& main();
  // For the hypotheses of player models, at best one for each; at least `count`.
  std::span<const std::unique_ptr<dd::Solver>> models(std::size_t count);
  void stop();
  void rearm();
  // Positions that they have examined.
  [[nodiscard]] std::uint64_t nodes() const;

 private:
  [[nodiscard]] std::unique_ptr<dd::Solver> make(std::size_t memory_bytes) const;

  std::mutex mutex_;  // making solvers on the worker's thread against stop() from another
  bool stopped_ = false;
  std::unique_ptr<dd::Solver> main_;
  std::vector<std::unique_ptr<dd::Solver>> models_;
};

struct Workers {
  explicit Workers(const Settings& settings);
  [[nodiscard]] Solvers& of(int worker) const { return *solvers[static_cast<std::size_t>(worker)]; }

  // The ranks to share work with, if there is no time limit.
  template <class T>
  void each(std::vector<T>& results, const std::function<void(std::size_t item, int worker)>& work) {
    jobs::each(pool, transport, results, work);
  }

  jobs::ThreadPool pool;
  jobs::Transport* transport;
  std::vector<std::unique_ptr<Solvers>> solvers;  // by worker
};

// The time limit of one card, which also ends when a stop is requested. Measured by wall time, or by the CPU
// time of the thread that made it, it stops all solvers when the time is up, so that a hard position cannot
// delay a card. Measured by nodes it never stops a search midway, so that the answer depends only on the
// position.
class Deadline {
 public:
  Deadline(const Settings& settings, const Workers& workers, std::stop_token stop);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  [[nodiscard]] bool is_over() const { return is_past(1); }
  // Has this share of the time gone by?
  [[nodiscard]] bool is_past(double share) const {
    return stop_.stop_requested() || (limit_ && spent() >= share * *limit_);
  }
  [[nodiscard]] bool is_set() const { return limit_.has_value(); }
  [[nodiscard]] double limit() const { return limit_.value_or(0); }               // seconds
  [[nodiscard]] double spent() const { return reading() - start_; }               // seconds
  [[nodiscard]] double left() const { return std::max(0.0, limit() - spent()); }  // seconds

 private:
  void wait();
  [[nodiscard]] double reading() const;  // of the clock, in seconds

  std::optional<double> limit_;  // seconds
  TimeSource source_;
  clockid_t cpu_clock_{};
  double start_ = 0;
  const Workers& workers_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
  std::stop_token stop_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
};

}  // namespace yomi::play

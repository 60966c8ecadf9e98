#include "workers.h"

#include <pthread.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "yomi/jobs/cpu_time.h"

namespace yomi::play {
namespace {

constexpr std::size_t kMainMemory = std::size_t{32} << 20;
constexpr std::size_t kModelMemory = std::size_t{4} << 20;
constexpr double kShortestPause = 0.0005;  // seconds
constexpr double kNodesPerSecond = 4e6;    // by which a limit in seconds becomes one in nodes

}  // namespace

// Deals of a belief share two hands, and reader returns to them: what was learned from one helps with the
// others. In tricks 2 to 5 there is time for twice as many.
std::unique_ptr<dd::Solver> Solvers::make(std::size_t memory_bytes) const {
  auto made =
      std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = memory_bytes, .keep_other_deals = true});
  if (stopped_) made->stop();
  return made;
}

dd::Solver& Solvers::main() {
  if (!main_) {
    const std::lock_guard lock(mutex_);
    main_ = make(kMainMemory);
  }
  return *main_;
}

std::span<const std::unique_ptr<dd::Solver>> Solvers::models(std::size_t count) {
  while (models_.size() < count) {
    const std::lock_guard lock(mutex_);
    models_.push_back(make(kModelMemory));
  }
  return models_;
}

void Solvers::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  if (main_) main_->stop();
  for (const auto& solver : models_) solver->stop();
}

void Solvers::rearm() {
  const std::lock_guard lock(mutex_);
  stopped_ = false;
  if (main_) {
    main_->rearm();
    main_->forget();  // little of the last card's deals recurs, and making room takes milliseconds
  }
  for (const auto& solver : models_) solver->rearm();
}

std::uint64_t Solvers::nodes() const {
  std::uint64_t sum = main_ ? main_->nodes() : 0;
  for (const auto& solver : models_) sum += solver->nodes();
  return sum;
}

Workers::Workers(const Settings& settings)
    : pool(settings.threads), transport(settings.time ? nullptr : settings.transport) {
  for (int i = 0; i < pool.size(); ++i) solvers.push_back(std::make_unique<Solvers>());
}

Deadline::Deadline(const Settings& settings, const Workers& workers, std::stop_token stop)
    : source_(settings.clock), workers_(workers), stop_(std::move(stop)) {
  on_stop_.emplace(stop_, [this] {
    for (const auto& solvers : workers_.solvers) solvers->stop();
  });
  if (!settings.time) return;
  limit_ = std::chrono::duration<double>(*settings.time).count();
  if (source_ == TimeSource::cpu && pthread_getcpuclockid(pthread_self(), &cpu_clock_) != 0)
    source_ = TimeSource::wall;
  start_ = reading();
  if (source_ == TimeSource::nodes) return;
  try {
    thread_ = std::thread([this] { wait(); });
  } catch (const std::system_error&) {  // no thread available: the clock is checked between searches
  }
}

double Deadline::reading() const {
  if (source_ == TimeSource::cpu) return jobs::seconds_of(cpu_clock_);
  if (source_ == TimeSource::wall) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
  }
  std::uint64_t nodes = 0;
  for (const auto& solvers : workers_.solvers) nodes += solvers->nodes();
  return static_cast<double>(nodes) / kNodesPerSecond;
}

// One cannot wait for CPU time: the remaining CPU time is a lower bound for the wall time to wait.
void Deadline::wait() {
  std::unique_lock lock(mutex_);
  while (!is_over()) {
    const auto pause = std::chrono::duration<double>(std::max(*limit_ - spent(), kShortestPause));
    if (wake_.wait_for(lock, pause, [this] { return done_; })) return;
  }
  for (const auto& solvers : workers_.solvers) solvers->stop();
}

Deadline::~Deadline() {
  on_stop_.reset();
  if (!limit_ && !stop_.stop_requested()) return;
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  for (const auto& solvers : workers_.solvers) solvers->rearm();
}

}  // namespace yomi::play

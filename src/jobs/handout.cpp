#include "yomi/jobs/handout.h"

#include <algorithm>
#include <cmath>

namespace yomi::jobs {
namespace {

// Each worker has work for this long in reserve: longer than a message and its answer take.
constexpr double kSecondsAhead = 0.02;
// How much the latest shard counts in the expected time of the next.
constexpr double kWeightOfLatest = 0.1;

}  // namespace

Handout::Handout(std::vector<std::size_t> shards, std::size_t workers)
    : waiting_(shards.begin(), shards.end()), workers_(workers), left_(shards.size()) {
  open_.resize(shards.empty() ? 0 : *std::max_element(shards.begin(), shards.end()) + 1);
  for (std::size_t shard : shards) open_[shard] = 1;
}

void Handout::set_threads(std::size_t number, unsigned threads) {
  workers_[number].threads = threads;
}

std::vector<std::size_t> Handout::portion(std::size_t number) {
  Worker& worker = workers_[number];
  if (worker.threads == 0 || waiting_.empty()) return {};
  std::size_t threads = 0;
  for (const Worker& each : workers_) threads += each.threads;
  std::size_t wanted = worker.threads;
  if (waiting_.size() > threads) {
    const double ahead = seconds_ > 0 ? std::ceil(kSecondsAhead / seconds_) : 1;
    // Never so much that others would run out of work first.
    const double fair = static_cast<double>(waiting_.size()) / (2 * static_cast<double>(threads));
    wanted += static_cast<std::size_t>(std::max(1.0, std::min(ahead, fair))) * worker.threads;
  }
  std::vector<std::size_t> result;
  while (worker.has.size() < wanted && !waiting_.empty()) {
    const std::size_t shard = waiting_.front();
    waiting_.pop_front();
    if (open_[shard] == 0) continue;  // finished meanwhile by one that was thought lost
    worker.has.push_back(shard);
    result.push_back(shard);
  }
  return result;
}

bool Handout::finished(std::size_t number, std::size_t shard, double seconds) {
  Worker& worker = workers_[number];
  std::erase(worker.has, shard);
  if (shard >= open_.size() || open_[shard] == 0) return false;
  open_[shard] = 0;
  --left_;
  seconds_ = seconds_ == 0 ? seconds : (1 - kWeightOfLatest) * seconds_ + kWeightOfLatest * seconds;
  return true;
}

void Handout::lost(std::size_t number) {
  Worker& worker = workers_[number];
  waiting_.insert(waiting_.begin(), worker.has.begin(), worker.has.end());
  worker = Worker{};
}

}  // namespace yomi::jobs

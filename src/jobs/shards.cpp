#include "yomi/jobs/shards.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "shard_workers.h"
#include "yomi/jobs/bytes.h"
#include "yomi/jobs/handout.h"

namespace yomi::jobs {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Messages: a letter, then numbers and bytes.
constexpr char kHello = 'H';    // worker: its threads (4)
constexpr char kWork = 'W';     // manager: shards (8 each)
constexpr char kResult = 'R';   // worker: shard (8), seconds (8), the result
constexpr char kStop = 'S';     // manager: the work is over
constexpr char kDismiss = 'D';  // manager: and no other follows
constexpr char kShared = 'A';   // manager: results for all: shard (8), length (8), bytes; and so on
constexpr char kValue = 'V';    // manager: bytes of broadcast()
constexpr char kLeft = 'L';     // worker: it has ended
// How long a rank sleeps if no message came and nothing was finished. An idle rank may poll often; while its
// threads work, polling takes time from one of them (every 300 us: 10 %), and every worker has more than this
// much work in reserve.
constexpr auto kPause = 300us;
constexpr auto kPauseWhileWorking = 5ms;

std::string result_message(const FinishedShard& finished) {
  std::string bytes(1, kResult);
  put_u64(bytes, finished.shard);
  put_f64(bytes, finished.seconds);
  bytes += finished.result;
  return bytes;
}

class Manager {
 public:
  Manager(const Shards& shards, Transport* transport)
      : shards_(shards),
        transport_(transport),
        handout_(missing(shards), transport == nullptr ? 1 : static_cast<std::size_t>(transport->ranks())),
        own_(shards) {
    handout_.set_threads(0, own_.threads());
  }
  ~Manager() {
    for (std::size_t rank = 1; rank < ranks(); ++rank)
      transport_->send(static_cast<int>(rank), std::string(1, kStop));
  }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  Result<ShardsEnd> run() {
    auto next_tick = Clock::now();
    while (!error_ && next_ < shards_.count) {
      hand_out();
      const bool alone = ranks() == 1;
      for (FinishedShard& finished : own_.take(alone ? 100ms : kPauseWhileWorking, alone ? 100ms : kPause))
        accept(0, std::move(finished));
      if (transport_ != nullptr) read_messages();
      deliver();
      if (Clock::now() < next_tick) continue;
      next_tick = Clock::now() + 100ms;
      if (!shards_.tick({shards_.count - handout_.left(), shards_.count})) return ShardsEnd::stopped;
    }
    if (!error_ && shards_.store != nullptr) error_ = shards_.store->sync();
    if (error_) return *error_;
    return ShardsEnd::complete;
  }

 private:
  static std::vector<std::size_t> missing(const Shards& shards) {
    std::vector<std::size_t> result;
    for (std::size_t shard = 0; shard < shards.count; ++shard) {
      if (shards.store == nullptr || !shards.store->has(shard)) result.push_back(shard);
    }
    return result;
  }

  [[nodiscard]] std::size_t ranks() const {
    return transport_ == nullptr ? 1 : static_cast<std::size_t>(transport_->ranks());
  }

  void hand_out() {
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      const std::vector<std::size_t> portion = handout_.portion(rank);
      if (portion.empty()) continue;
      if (rank == 0) {
        own_.give(portion);
        continue;
      }
      std::string bytes(1, kWork);
      for (std::size_t shard : portion) put_u64(bytes, shard);
      transport_->send(static_cast<int>(rank), std::move(bytes));
    }
  }

  void read_messages() {
    while (auto message = transport_->receive()) {
      const std::string_view bytes = message->bytes;
      const auto rank = static_cast<std::size_t>(message->from);
      if (!bytes.empty() && bytes[0] == kLeft && shards_.shared) throw RankLost{message->from};
      if (bytes.size() >= 5 && bytes[0] == kHello) {
        handout_.set_threads(rank, get_u32(bytes.substr(1)));
        ++here_;
      } else if (bytes.size() >= 17 && bytes[0] == kResult) {
        accept(rank, {.shard = static_cast<std::size_t>(get_u64(bytes.substr(1))),
                      .seconds = get_f64(bytes.substr(9)),
                      .result = std::string(bytes.substr(17))});
      }
    }
  }

  void accept(std::size_t rank, FinishedShard finished) {
    if (error_ || !handout_.finished(rank, finished.shard, finished.seconds)) return;
    if (shards_.store == nullptr) {
      ready_.emplace(finished.shard, std::move(finished.result));
    } else {
      error_ = shards_.store->add(finished.shard, finished.result);
    }
  }

  // The result of `shard` when it is there. What is in the store is not kept in memory too.
  std::optional<std::string> result(std::size_t shard) {
    if (shards_.store != nullptr) {
      if (!shards_.store->has(shard)) return {};
      auto read = shards_.store->read(shard);
      if (!read) error_ = Error{"a result in the store cannot be read back"};
      return read;
    }
    const auto found = ready_.find(shard);
    if (found == ready_.end()) return {};
    std::string bytes = std::move(found->second);
    ready_.erase(found);
    return bytes;
  }

  void deliver() {
    if (shards_.shared && here_ < ranks()) return;
    std::string news(1, kShared);
    while (!error_ && next_ < shards_.count) {
      const auto bytes = result(next_);
      if (!bytes) break;
      if (shards_.shared && ranks() > 1) {
        put_u64(news, next_);
        put_u64(news, bytes->size());
        news += *bytes;
      }
      shards_.done(next_++, *bytes);
    }
    for (std::size_t rank = 1; news.size() > 1 && rank < ranks(); ++rank)
      transport_->send(static_cast<int>(rank), news);
  }

  const Shards& shards_;
  Transport* transport_;
  Handout handout_;
  std::map<std::size_t, std::string> ready_;
  std::size_t next_ = 0;  // the first that was not delivered
  std::size_t here_ = 1;  // ranks that have come
  std::optional<Error> error_;
  ShardWorkers own_;  // last: its threads are gone before the rest
};

// How many results there were.
std::size_t take_shared(const Shards& shards, std::string_view bytes) {
  std::size_t taken = 0;
  for (; bytes.size() >= 16; ++taken) {
    const auto shard = static_cast<std::size_t>(get_u64(bytes));
    const auto length = static_cast<std::size_t>(get_u64(bytes.substr(8)));
    shards.done(shard, bytes.substr(16, length));
    bytes.remove_prefix(16 + length);
  }
  return taken;
}

// True when everything was done, as far as this rank is told.
bool help(const Shards& shards, Transport& transport) {
  ShardWorkers own(shards);
  std::string hello(1, kHello);
  put_u32(hello, own.threads());
  transport.send(0, std::move(hello));
  std::size_t taken = 0;
  while (true) {
    for (const FinishedShard& finished : own.take(kPauseWhileWorking, kPause))
      transport.send(0, result_message(finished));
    while (auto message = transport.receive()) {
      std::string_view bytes = message->bytes;
      if (bytes.empty() || bytes[0] == kStop) return taken == shards.count;
      if (bytes[0] == kDismiss) throw Dismissed{};
      const char kind = bytes[0];
      bytes.remove_prefix(1);
      if (kind == kShared) {
        taken += take_shared(shards, bytes);
        continue;
      }
      std::vector<std::size_t> portion;
      for (; bytes.size() >= 8; bytes.remove_prefix(8))
        portion.push_back(static_cast<std::size_t>(get_u64(bytes)));
      own.give(portion);
    }
  }
}

}  // namespace

void dismiss(Transport& transport) {
  for (int rank = 1; rank < transport.ranks(); ++rank) transport.send(rank, std::string(1, kDismiss));
}

void leave(Transport& transport) {
  transport.send(0, std::string(1, kLeft));
}

void broadcast_bytes(Transport* transport, std::string& bytes) {
  if (transport == nullptr) return;
  if (transport->rank() == 0) {
    for (int rank = 1; rank < transport->ranks(); ++rank) transport->send(rank, kValue + bytes);
    return;
  }
  while (true) {
    if (auto message = transport->receive()) {
      if (message->bytes[0] == kDismiss) throw Dismissed{};
      bytes = message->bytes.substr(1);
      return;
    }
    std::this_thread::sleep_for(kPause);
  }
}

Result<ShardsEnd> run(const Shards& shards, Transport* transport) {
  // Every rank knows that there is nothing to do, so none waits.
  if (shards.shared && shards.count == 0) return ShardsEnd::complete;
  if (transport == nullptr || transport->rank() == 0) return Manager(shards, transport).run();
  const bool whole = help(shards, *transport);
  if (!shards.shared) return ShardsEnd::worker;
  return whole ? ShardsEnd::complete : ShardsEnd::stopped;
}

}  // namespace yomi::jobs

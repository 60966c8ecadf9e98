// Long work in shards: independent pieces with stable numbers, each a function of its number alone that gives
// bytes. The same shards run on the threads of one process or on the ranks of a cluster, with the same
// results in the same order; results that a store holds already are not computed again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "yomi/cards/result.h"
#include "yomi/jobs/pack.h"
#include "yomi/jobs/result_store.h"
#include "yomi/jobs/transport.h"

namespace yomi::jobs {

struct ShardProgress {
  std::size_t done = 0;  // with those that were in the store
  std::size_t count = 0;
};

struct Shards {
  std::size_t count = 0;
  unsigned threads = 1;  // of this process; at least one is used
  // On a worker's thread; `worker` counts from 0 in its process. Must not throw.
  std::function<std::string(unsigned worker, std::size_t shard)> work{};
  // On the calling thread of the manager, once for each shard, in order. May throw, as tick() may: the work
  // is then stopped, and run() throws the same.
  std::function<void(std::size_t shard, std::string_view result)> done = [](std::size_t, std::string_view) {};
  // On the calling thread of the manager, some ten times a second. False stops the work.
  std::function<bool(const ShardProgress&)> tick = [](const ShardProgress&) { return true; };
  // Asks work in progress to return soon.
  std::function<void()> cancel = [] {};
  ResultStore* store = nullptr;
  // Every rank gets every result: done() is called there as it is on the manager. No rank's done() is called
  // before all ranks have reached this work, so that none still reads what another then writes.
  bool shared = false;
};

enum class ShardsEnd : std::uint8_t {
  complete,
  stopped,  // tick() was false: `done` was called for the shards before the first that was not finished
  worker,   // this rank only helped: the manager has the results (not with `shared`)
};

// Runs all shards. With a transport of several ranks, every rank calls it with the same shards; rank 0
// manages, works too, and is the only one whose store, done() and tick() are used. An error: the store could
// not be written.
Result<ShardsEnd> run(const Shards& shards, Transport* transport = nullptr);

// Tells the other ranks that rank 0 will hand out no more work: run() throws Dismissed there, now or when it
// is next called.
struct Dismissed {};
void dismiss(Transport& transport);
// Tells rank 0 that this one will do no more work: shared work that waits for it throws RankLost there.
struct RankLost {
  int rank = 0;
};
void leave(Transport& transport);

// Sends rank 0's bytes to all ranks; without a transport nothing happens.
void broadcast_bytes(Transport* transport, std::string& bytes);
template <class T>
void broadcast(Transport* transport, T& value) {
  if (transport == nullptr) return;
  std::string bytes;
  if (transport->rank() == 0) bytes = to_bytes(value);
  broadcast_bytes(transport, bytes);
  if (transport->rank() != 0) from_bytes(bytes, value);
}

}  // namespace yomi::jobs

// A batch of independent items on several threads, with results delivered in order; also on several ranks,
// once share() says how results are sent.
//
// Which thread gets which item depends on timing; nothing else does, as long as `work` gives the same result
// for an item whatever it did before. Workers keep what they need (a solver, a buffer) by their number.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/jobs/pack.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/jobs/transport.h"

namespace yomi::jobs {

struct OrderedBatch {
  unsigned threads = 1;  // at least one is used, and never more than there are items
  // On a worker's thread; `worker` counts from 0. Must not throw.
  std::function<void(unsigned worker, std::size_t item)> work{};
  // On the calling thread, once for each item, in order, when it and all before it are done. May throw, as
  // tick() may: the batch is then stopped, and run() throws the same.
  std::function<void(std::size_t item)> done = [](std::size_t) {};
  // On the calling thread, some ten times a second. False stops the batch.
  std::function<bool()> tick = [] { return true; };
  // Asks work in progress to return soon; called on the calling thread, perhaps several times, after tick()
  // was false.
  std::function<void()> cancel = [] {};
  // Set by share(): packing an item's result for other ranks, and taking over one of theirs.
  Transport* transport = nullptr;
  std::function<std::string(std::size_t item)> pack{};
  std::function<void(std::size_t item, std::string_view bytes)> unpack{};
};

// The ranks of `transport`, if any, divide the items among them; all of them run the same batch, and all get
// all results and calls of done(), so that they go on alike. The work on an item sets `results[item]` and
// nothing else that is read later. Only rank 0 asks tick().
template <class T>
void share(OrderedBatch& batch, Transport* transport, std::vector<T>& results) {
  batch.transport = transport;
  batch.pack = [&results](std::size_t item) { return to_bytes(results[item]); };
  batch.unpack = [&results](std::size_t item, std::string_view bytes) { from_bytes(bytes, results[item]); };
}

// The number of workers that run() will use.
unsigned workers(const OrderedBatch& batch, std::size_t items);

// Runs items 0 to items - 1 and returns when all threads have ended. False when it was stopped: then `done`
// was called for the items before the first one that was not finished.
bool run(const OrderedBatch& batch, std::size_t items);

// ThreadPool::each() for work that sets `results[item]` and nothing else that is read later; the ranks of
// `transport`, if any, divide the items among them, and all get all results.
template <class T>
void each(ThreadPool& pool, Transport* transport, std::vector<T>& results,
          const std::function<void(std::size_t item, int worker)>& work) {
  if (transport == nullptr) return pool.each(results.size(), work);
  OrderedBatch batch{.threads = static_cast<unsigned>(pool.size())};
  batch.work = [&](unsigned worker, std::size_t item) { work(item, static_cast<int>(worker)); };
  share(batch, transport, results);
  run(batch, results.size());
}

}  // namespace yomi::jobs

// A batch of independent items on several threads, its results taken in the order of the items.
//
// Which thread gets which item depends on timing; nothing else does, as long as `work` gives the same result
// for an item whatever it did before. Workers keep what they need (a solver, a buffer) by their number.
#pragma once

#include <cstddef>
#include <functional>

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
};

// The number of workers that run() will use.
unsigned workers(const OrderedBatch& batch, std::size_t items);

// Works off items 0 to items - 1 and returns when all threads are gone. False when it was stopped: then
// `done` was called for the items before the first one that was not finished.
bool run(const OrderedBatch& batch, std::size_t items);

}  // namespace yomi::jobs

// Deals drawn from a chair's belief: everything that it has seen and heard, as a weighted sample.
//
//   facts      own cards, dummy, cards played, suits shown out: certain
//   calls      notes of the record (`shows`), or the tables of a CallReader
//   carding    leads and signals by agreement
//   cards      how likely the others' cards were by the card policy (read_cards.h)
//
// Sampling-importance-resampling: proposals are drawn exactly from facts, calls and carding where two hands
// are hidden, weighed by the cards (and before the opening lead, with three hidden hands, by the calls), and
// resampled in proportion. Few layouts are all taken, each with its weight.
//
// Cost: some microseconds for each proposal and card that was seen. The answer depends on the random number
// generator alone, not on the size of the thread pool.
#pragma once

#include <functional>
#include <memory>

#include "yomi/belief/evidence.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/play/carding.h"
#include "yomi/play/decision.h"
#include "yomi/play/read_cards.h"

namespace yomi::play {

struct SamplingOptions {
  std::size_t count = 100;
  std::size_t proposals = 8;          // deals weighed for each one kept
  std::size_t enumerate_up_to = 200;  // this few layouts are all looked at
  const Carding* carding = nullptr;   // nothing: leads and signals are not read
  bool read_cards = true;
  CardReading reading{};
  jobs::ThreadPool* thread_pool = nullptr;  // nothing: on this thread
  jobs::Transport* transport = nullptr;     // with a pool: to ranks, each of which weighs a part of the deals
  std::function<bool()> is_late{};  // asked between deals; if true the remaining proposals are skipped
};

// Weights add up to 1. Empty only when the facts contradict each other.
belief::Sample sample_deals(const PlayContext& context, const belief::Seen& seen, const SamplingOptions& how,
                            Random& random);

// The same in batches, for callers that do not know how many there will be time for: each batch is drawn,
// weighed and resampled by itself, so the first batches do not depend on how many follow. Of SamplingOptions
// the count is not used. context, seen and the carding must live as long.
class DealSampler {
 public:
  DealSampler(const PlayContext& context, const belief::Seen& seen, const SamplingOptions& how);
  ~DealSampler();
  DealSampler(const DealSampler&) = delete;
  DealSampler& operator=(const DealSampler&) = delete;

  // `count` deals, fewer if some were drawn several times; weights add up to 1. If there are few layouts, the
  // first batch has all of them, is_complete is set, and no more follow.
  belief::Sample next(std::size_t count, Random& random);

 private:
  class Source;
  std::unique_ptr<Source> source_;
  bool first_ = true;
  bool complete_ = false;
};

}  // namespace yomi::play

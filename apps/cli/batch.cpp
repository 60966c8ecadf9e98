#include "batch.h"

#include <algorithm>
#include <utility>

#include "interrupt.h"
#include "progress.h"

namespace yomi::cli {

BatchEnd run_batch(const std::string& unit, jobs::OrderedBatch batch, std::size_t items) {
  Progress progress(unit);
  BatchEnd end;
  batch.done = [&end, then = std::move(batch.done)](std::size_t item) {
    then(item);
    ++end.done;
  };
  batch.tick = [&] {
    progress.show(static_cast<double>(end.done) / static_cast<double>(std::max<std::size_t>(items, 1)),
                  end.done);
    return !Interrupt::requested();
  };
  end.whole = jobs::run(batch, items);
  progress.clear();
  return end;
}

}  // namespace yomi::cli

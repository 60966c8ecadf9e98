// The reader without a time limit: double-dummy values of all deals, then play-outs (docs/design/play.md).
#include "playout_choice.h"

namespace yomi::play {

Advice choose_whole_reader(const CardTask& task) {
  const Grid grid = evaluate_all(task);
  if (grid.deals.empty()) return agreed_advice(task);
  FirstChoice first{.card = pimc_choice(task, grid), .values = {}};
  for (std::size_t c = 0; c < grid.cards.size(); ++c) first.values.push_back(grid.mean(c));
  return choose_by_playouts(task, grid, first);
}

}  // namespace yomi::play

// The choice by play-outs to the last card, among all cards that the values before them do not rule out. It
// finds cards whose merit depends on what the others will believe.
#pragma once

#include "double_dummy_grid.h"

namespace yomi::play {

struct FirstChoice {
  Card card;                   // played unless play-outs find a better one
  std::vector<double> values;  // by card: points before play-outs
  double playout_seconds = 0;  // where there is a time limit: what one takes
};

// Compares as many cards as there is time for; a card other than the first must be significantly better.
Advice choose_by_playouts(const CardTask& task, const Grid& grid, const FirstChoice& first);

// Could there be time for play-outs of two cards, at the least cost of a play-out (a multiple of that of a
// deal)?
bool may_play_out(const CardTask& task, double seconds_per_deal);
// Is there time, if a play-out takes this long?
bool can_play_out(const CardTask& task, double playout_seconds);
// The measured cost of a play-out; the whole limit if there can be no time for them.
double time_playout(const CardTask& task, const Grid& grid);

}  // namespace yomi::play

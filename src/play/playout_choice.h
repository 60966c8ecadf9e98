// The choice by play-outs to the last card, of every card that the values before them do not rule out: what
// finds a card that depends on what others will think.
#pragma once

#include "double_dummy_grid.h"

namespace yomi::play {

struct FirstChoice {
  Card card;                   // played unless play-outs object
  std::vector<double> values;  // by card: points before play-outs
  double playout_seconds = 0;  // where there is a time limit: what one takes
};

// Of as many cards as the time suffices for; another card than the first must be significantly better.
Advice choose_by_playouts(const CardTask& task, const Grid& grid, const FirstChoice& first);

// May there be time for play-outs of two cards? By the least that one takes, a multiple of what a deal of the
// grid takes.
bool may_play_out(const CardTask& task, double seconds_per_deal);
// Is there, when one takes so long?
bool can_play_out(const CardTask& task, double playout_seconds);
// What one takes, by trying; the whole limit where there can be no time for them.
double time_playout(const CardTask& task, const Grid& grid);

}  // namespace yomi::play

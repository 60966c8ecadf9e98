// A player in a word and what is special about it, as teams of a match are named:
//
//   reader                                       an engine of card play at its settings, two over one
//   reader:time=0.1s,system=acol                 a time for every call and card, and a system
//   reader:board=10s                             a chair's time for all calls and cards of a board
//   reader:level=strong                          the times of a level (level.h)
//   strong                                       the same
//   pimc:deals=40,system=sayc,opponents=sayc     what the opponents' calls are read by
//   fast:carding=upside-down,their-carding=cards.txt   carding agreements; carding=off reads no signals
//   pimc:deals=10,bidding=rules                  calls by the rules of the system alone
//   fast:reading=rules                           in card play calls are read by the rules alone
//
// All settings of a card-player (yomi/play/contestant.h) may be named too.
#pragma once

#include <string>
#include <string_view>

#include "yomi/agent/player.h"

namespace yomi::agent {

// `defaults` hold for what the text does not name. The error's column counts from 1 in `text`.
Result<Settings> parse_spec(std::string_view text, const Settings& defaults = {});
// The names after the colon, for help.
std::string spec_knobs();

}  // namespace yomi::agent

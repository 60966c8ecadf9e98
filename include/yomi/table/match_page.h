// A match or an event as one self-contained page of HTML: standings, who met whom, every board.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yomi/table/event.h"
#include "yomi/table/sitting.h"

namespace yomi::table {

struct MatchPage {
  std::string title;
  std::span<const std::string> names;  // of the entrants
  std::span<const Standing> standings;
  std::span<const Sitting> sittings;
  bool pairs = false;
  std::string report;  // plain text, of two teams; empty: none
};

std::string to_html(const MatchPage& page);

}  // namespace yomi::table

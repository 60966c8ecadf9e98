// Libraries of solved deals as text (yomi/formats/solved_deal.h), for the commands that bid them.
#pragma once

#include <string>
#include <vector>

#include "yomi/formats/solved_deal.h"

namespace yomi::cli {

// The deals of a file, or of standard input ("-"), from number `skip` on; at most `count` of them, if it is
// not negative. A broken line is reported on stderr, and the program ends with status 2.
std::vector<SolvedDeal> read_solved_deals(const std::string& file, std::int64_t skip, std::int64_t count);

}  // namespace yomi::cli

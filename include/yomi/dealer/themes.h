// The themes of data/themes, compiled in: scripts that deal hands for one kind of bidding lesson. The person
// who practises sits South and the partner North. The first line of a script says what it deals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace yomi::dealer {

struct Theme {
  std::string_view name;  // "stayman"
  std::string_view script;
};

// By name.
const std::vector<Theme>& themes();
// In any case, with blanks or dashes; the singular or the beginning of a name will do where only one fits.
// Null when none or several fit.
const Theme* find_theme(std::string_view text);
// What it deals: the first line of the script.
std::string_view about(const Theme& theme);
// "competitive, doubles, ..."
std::string theme_names();

}  // namespace yomi::dealer

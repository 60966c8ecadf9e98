// Convention cards in the form .bbsa: a text with a setting per line, "Jacoby 2NT = 1", the kind of system
// first
// ("System type = 0").
//
// A card becomes a system that ships, the one of its kind, with the parts that the card asks for instead.
// What cannot be changed is not pretended: every setting that is known is either honoured or named as played
// otherwise, and the rest are counted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/result.h"

namespace yomi::bidding {

struct ConventionCard {
  std::string system;              // the system that ships
  std::vector<std::string> parts;  // files that are included over it
  std::vector<std::string>
      played;  // settings that are played as the card has them, of those that are switched on
  std::vector<std::string> differing;  // settings that are known, and played otherwise
  int unknown = 0;                     // settings switched on that nothing here knows
};

// Errors name line and column.
Result<ConventionCard> parse_convention_card(std::string_view text);

// "two-over-one; played as on the card: ...; played otherwise: ...; 31 settings are not known here"
std::string in_words(const ConventionCard& card);

// The same as a system file that includes the others.
std::string system_text(const ConventionCard& card, std::string_view name);

}  // namespace yomi::bidding

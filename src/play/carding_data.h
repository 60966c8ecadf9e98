#pragma once

#include <string_view>

namespace yomi::play {

// The text of data/play/carding.txt.
extern const std::string_view kCardingText;

}  // namespace yomi::play

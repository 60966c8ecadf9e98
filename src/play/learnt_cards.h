// What was learnt of expert play, compiled in from data/play by room.cmake.
#pragma once

#include <string_view>

namespace yomi::play::data {
extern const std::string_view k_cards;
}

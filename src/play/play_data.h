// Texts of data/play, compiled in by room.cmake. A build for browsers leaves the engine's out; the experts'
// then stand for both.
#pragma once

#include <string_view>

namespace yomi::play::data {
extern const std::string_view k_upside_down;   // agreements of another kind
extern const std::string_view k_carding;       // agreements
extern const std::string_view k_cards;         // the card policy's weights, by experts
extern const std::string_view k_engine_cards;  // the same, by the engine
}  // namespace yomi::play::data

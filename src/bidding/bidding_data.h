// Texts of data/bidding, compiled in by room.cmake.
#pragma once

#include <string_view>

namespace yomi::bidding::data {
extern const std::string_view k_calls;  // the weights of call values
}  // namespace yomi::bidding::data

// Texts of data/bidding, compiled in by room.cmake.
#pragma once

#include <string_view>

namespace yomi::bidding::data {
extern const std::string_view k_auctions;  // the weights of the auction policy
extern const std::string_view k_tricks;    // the weights of the estimate of tricks
}  // namespace yomi::bidding::data

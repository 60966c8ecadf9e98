// The files of data/daihinmin as the build put them in.
#pragma once

#include <string_view>

namespace yomi::daihinmin::data {

extern const std::string_view k_policy_hand;
extern const std::string_view k_policy_play;
extern const std::string_view k_policy_read;
extern const std::string_view k_gamma_snowl;
extern const std::string_view k_gamma_vsbase;
extern const std::string_view k_frequency;
extern const std::string_view k_tables;

}  // namespace yomi::daihinmin::data

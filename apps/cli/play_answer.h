// What `yomi play` says about a card, for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "play_options.h"
#include "yomi/play/claim.h"

namespace yomi::cli {

nlohmann::json answer_json(const play::Situation& situation, const play::Advice& advice,
                           const PlayFlags& flags);

// "South can claim the last 4 tricks", "West can give up the last 2 tricks".
std::string claim_in_words(const play::Situation& situation, const play::Claim& claim);

}  // namespace yomi::cli

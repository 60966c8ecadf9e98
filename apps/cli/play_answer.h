// What `yomi play` says about a card, for programs.
#pragma once

#include <optional>

#include "play_options.h"
#include "yomi/formats/json.h"
#include "yomi/play/claim.h"

namespace yomi::cli {

Json answer_json(const play::Situation& situation, const play::Advice& advice, const PlayFlags& flags);

// "South can claim the last 4 tricks", "West can give up the last 2 tricks".
std::string claim_in_words(const play::Situation& situation, const play::Claim& claim);

}  // namespace yomi::cli

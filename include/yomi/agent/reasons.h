// Advice and its reasons as JSON, and in words: one place for the command line, the engine on a pipe, pages
// and bindings. docs/reference/json.md has the fields.
#pragma once

#include <string>

#include "yomi/bidding/auction_state.h"
#include "yomi/bidding/bidder.h"
#include "yomi/bidding/simulate.h"
#include "yomi/formats/json.h"
#include "yomi/play/claim.h"
#include "yomi/play/player.h"

namespace yomi::agent {

// A line of the system that gives a call.
Json to_json(const bidding::AuctionState& state, const bidding::RuleMatch& match);
Json to_json(const bidding::TotalTricks& law);
Json to_json(const bidding::Simulation& simulation);
// The calls made so far, and what they showed.
Json calls_json(const bidding::AuctionState& state);
// A decision with everything that was weighed; `law` where the Law of Total Tricks was asked.
Json to_json(const bidding::AuctionState& state, const bidding::Judgement& judged, CardSet hand,
             const bidding::TotalTricks* law = nullptr);
// The system line that decided, or what looking ahead found.
std::string in_words(const bidding::AuctionState& state, const bidding::Judgement& judged);

// The card chosen, the values of all cards, and a claim if the rest is certain.
Json to_json(const play::Decision& decision, const play::Advice& advice, play::Engine engine,
             std::uint64_t seed);
// What the other players will think of the chair's high cards, before and after its best cards, and the deals
// in which the choice matters.
Json explanation(const play::Decision& decision, const play::Advice& advice, const play::Carding& carding,
                 std::uint64_t seed);
std::string in_words(const play::Decision& decision, const play::Claim& claim);

}  // namespace yomi::agent

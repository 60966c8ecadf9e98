// Choosing a call by the system, and saying why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yomi/bidding/auction_state.h"
#include "yomi/bidding/total_tricks.h"

namespace yomi::bidding {

// A call that some line gives this hand.
struct Candidate {
  Call call;
  std::size_t match = 0;  // number in AuctionState::matches()
};

struct Choice {
  Call call;
  std::size_t match = 0;  // that spoke
  bool general = false;   // only common sense had something to say
};

// The first line that holds. Always legal.
Choice choose(const AuctionState& state, const HandFeatures& hand);
// Every call that some line gives, the one chosen first; each once, by its highest line.
std::vector<Candidate> candidates(const AuctionState& state, const HandFeatures& hand);

// Does the match's condition hold for the player to call?
bool holds(const AuctionState& state, const RuleMatch& match, const HandFeatures& hand);

// What the player to call may ask the Law of Total Tricks.
LawQuestion law_question(const AuctionState& state, CardSet hand);

// What a match says, for people: "limit raise: 4+ spades, 10-12 support points for spades".
std::string in_words(const AuctionState& state, const RuleMatch& match);
// What a call that was made shows: name, strength and lengths, forcing or not.
std::string in_words(const AuctionState& state, const InterpretedCall& interpreted);
// Where the player to call stands, a sentence or two: may he pass and why not, which suit is agreed, who has
// to reach game, how much the sides may be expected to hold.
std::string where_we_stand(const AuctionState& state);
// Where the line stands: "two-over-one.toml:41:5", or "no line".
std::string place_of(const AuctionState& state, const RuleMatch& match);

}  // namespace yomi::bidding

// Choosing a call by the system, and saying why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yomi/bidding/talk.h"
#include "yomi/bidding/total_tricks.h"

namespace yomi::bidding {

// A call that some line gives this hand.
struct Candidate {
  Call call;
  std::size_t offer = 0;  // number in Talk::offers()
};

struct Choice {
  Call call;
  std::size_t offer = 0;  // that spoke
  bool general = false;   // only common sense had something to say
};

// The first line that holds. Always legal.
Choice choose(const Talk& talk, const HandFeatures& hand);
// Every call that some line gives, the one chosen first; each once, by its highest line.
std::vector<Candidate> candidates(const Talk& talk, const HandFeatures& hand);

// Does the offer's condition hold for the player to call?
bool holds(const Talk& talk, const Offer& offer, const HandFeatures& hand);

// What the player to call may ask the Law of Total Tricks.
LawQuestion law_question(const Talk& talk, CardSet hand);

// What an offer says, for people: "limit raise: 4+ spades, 10-12 support points for spades".
std::string in_words(const Talk& talk, const Offer& offer);
// What a heard call shows: name, strength and lengths, forcing or not.
std::string in_words(const Talk& talk, const Heard& heard);
// Where the line stands: "two-over-one.toml:41:5", or "no line".
std::string place_of(const Talk& talk, const Offer& offer);

}  // namespace yomi::bidding

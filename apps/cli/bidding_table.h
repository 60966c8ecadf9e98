// What the bidding commands share: which systems are played, and hands as people write them.
#pragma once

#include <string>

#include "command.h"
#include "yomi/bidding/auction_state.h"

namespace yomi::cli {

inline constexpr const char* kDefaultSystem = "two-over-one";
inline constexpr const char* kNaturalSystem = "natural";

struct SystemOptions {
  std::string system = kDefaultSystem;
  std::string their_system = kNaturalSystem;
};
void add_system_options(Command& command, SystemOptions& options);

struct LoadedSystems {
  std::shared_ptr<const bidding::System> ours;
  std::shared_ptr<const bidding::System> theirs;
  [[nodiscard]] bidding::AuctionState::Systems for_side(Side us) const {
    return us == Side::ns ? bidding::AuctionState::Systems{ours, theirs}
                          : bidding::AuctionState::Systems{theirs, ours};
  }
};
// A broken file is said on stderr, and the program ends with status 2.
LoadedSystems load_systems(const SystemOptions& options);

// "AKxxxx.Jx.xx.Kxx", spades first: x is any small card. Thirteen cards; the error's column counts from 1.
Result<CardSet> parse_bidding_hand(std::string_view text);
// "1S Pass 2H" from the dealer, also with commas or dashes between the calls.
Result<std::vector<Call>> parse_calls(std::string_view text);

}  // namespace yomi::cli

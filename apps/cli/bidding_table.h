// What the bidding commands share: which systems are played.
#pragma once

#include <string>

#include "command.h"
#include "yomi/bidding/coverage.h"
#include "yomi/formats/hand_text.h"
#include "yomi/formats/json.h"

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
// A broken file is reported on stderr, and the program ends with status 2.
LoadedSystems load_systems(const SystemOptions& options);

// One object per round, uncontested and contested.
Json to_json(const bidding::Coverage& coverage);

}  // namespace yomi::cli

// How each call of a board is read: by its explanation in the record, by an agreement of the system, by the
// general lines that stand in where there is no agreement, or not at all. The same choice that look() makes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "yomi/belief/evidence.h"
#include "yomi/bidding/system.h"
#include "yomi/bridge/board.h"
#include "yomi/formats/json.h"

namespace yomi::play {

enum class ReadBy : std::uint8_t { explanation, system, general, nothing };
// "explanation", "system", "general", "nothing".
std::string_view to_string(ReadBy by);

struct CallReading {
  Seat seat = Seat::north;
  Call call{};
  ReadBy by = ReadBy::nothing;
  std::string shows{};
};

// `said` comes from dealer::call_meanings() of the board. The other calls are read by the system, if given.
std::vector<CallReading> call_readings(const Board& board, const std::vector<belief::SoftConstraint>& said,
                                       const std::shared_ptr<const bidding::System>& system);
// The system's readings as soft constraints on points and lengths. Calls that were `told` are left out.
std::vector<belief::SoftConstraint> system_constraints(const Board& board,
                                                       const std::shared_ptr<const bidding::System>& system,
                                                       const std::vector<bool>& told = {});

// "Calls read by explanation 2, by the system 3, by general lines 1; not read 4 (passes 3)."
std::string in_words(const std::vector<CallReading>& readings);
// "North 1NT, by the system: 15-17 balanced: 15-17 HCP, balanced"
std::string in_words(const CallReading& reading);
Json to_json(const std::vector<CallReading>& readings);

}  // namespace yomi::play

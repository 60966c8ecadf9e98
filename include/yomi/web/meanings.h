// Meanings of calls for the bidding box and the table: in words, and in numbers that a page can translate.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "yomi/bidding/auction_state.h"
#include "yomi/formats/json.h"

namespace yomi::web {

// The systems that ship, each loaded once. Any thread.
class Meanings {
 public:
  // The table before the first call. The error names the system that does not ship.
  Result<bidding::AuctionState> start(const BySide<std::string>& systems, Seat dealer,
                                      Vulnerability vulnerability);

  // The last call made: call, seat, shows, name, alert, forcing, hcp and lengths.
  static Json of_last(const bidding::AuctionState& state);
  // Each call that is legal now, as if it were made.
  static Json of_next(const bidding::AuctionState& state);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const bidding::System>> systems_;
};

}  // namespace yomi::web

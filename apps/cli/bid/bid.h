// yomi bid: its ways, one file each.
#pragma once

#include <optional>

#include "bidding_table.h"
#include "time_options.h"
#include "yomi/bidding/simulate.h"
#include "yomi/bridge/board.h"

namespace yomi::cli::bid {

struct BidOptions {
  SystemOptions systems;
  std::string file;
  std::string board;
  std::string hand;
  std::string partner;
  std::string auction;
  std::string vulnerability = "None";
  std::string dealer = "N";
  std::string view;
  std::uint64_t seed = 1;
  bool explain = false;
  bool meaning = false;
  bool check = false;
  bool rules_only = false;
  int samples = 32;
  TimeOptions time;
  int threads = 0;
  bool json_output = false;
};

// What the file, or --hand and the rest, say about the table; with a dealer.
Board read_bid_board(const BidOptions& options);

// Nothing when --rules was asked for.
std::optional<bidding::Simulator> make_simulator(const BidOptions& options);
// The call of the player to call; by the rules alone when there is no simulator.
bidding::Judgement judge(const bidding::AuctionState& state, CardSet hand, bidding::Simulator* simulator,
                         const std::stop_token& stop = {});

void run_bid_check(const BidOptions& options);

}  // namespace yomi::cli::bid

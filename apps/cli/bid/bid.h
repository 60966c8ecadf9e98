// yomi bid: its modes, one file each.
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

// The table as the file, or --hand and the other flags, describe it. It has a dealer.
Board read_bid_board(const BidOptions& options);

// Nothing with --rules.
std::optional<bidding::Simulator> make_simulator(const BidOptions& options);
// Chooses the call of the player whose turn it is; by the rules alone if there is no simulator.
bidding::Judgement judge(const bidding::AuctionState& state, CardSet hand, bidding::Simulator* simulator,
                         const std::stop_token& stop = {});

void run_bid_check(const BidOptions& options);

}  // namespace yomi::cli::bid

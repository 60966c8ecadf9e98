// A match in bidding: two systems on the same solved deals, at two tables with the seats exchanged, contracts
// scored double-dummy. Nothing is played and nothing is solved, so a thousand boards take seconds by the
// rules.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "yomi/bidding/simulate.h"
#include "yomi/formats/solved_deal.h"

namespace yomi::lab {

// A bidder: a system, how it reads the other side's calls, and whether it looks ahead.
struct Bidder {
  std::shared_ptr<const bidding::System> system;
  std::shared_ptr<const bidding::System> reads;  // the opponents' calls by this; null: by their own system
  double seconds = 0;                            // per call for looking ahead; 0: it does not
  bool policy = true;                            // the learnt policy may overrule the rules
};

struct BidTable {
  std::vector<Call> calls;
  std::optional<Contract> contract;
  int score_ns = 0;
  std::vector<std::string> lines;  // the line behind each call, "" where there is none
};

struct MatchBoard {
  std::array<BidTable, 2> tables;  // the first bidder sits north and south at the first
  int imps = 0;                    // for the first
  // The first call in which the tables differ, if any.
  std::optional<std::size_t> differs;
};

// Keeps the memory of readings between boards; one thread.
class BiddingMatch {
 public:
  BiddingMatch(Bidder first, Bidder second);
  MatchBoard play(const SolvedDeal& deal);

 private:
  struct Player {
    Bidder bidder;
    std::shared_ptr<bidding::GridMemory> memory = std::make_shared<bidding::GridMemory>();
    std::unique_ptr<bidding::Simulator> simulator{};
  };
  BidTable bid(const SolvedDeal& deal, std::size_t north_south);

  std::array<Player, 2> players_;
};

// Results by line: the line that made the first differing call, and what came of it.
struct LineTally {
  std::string line;  // of the first bidder, with its call and the other's
  int boards = 0;
  int imps = 0;
};
// The lines of the first bidder at the first differing call, the costliest first.
std::vector<LineTally> by_line(const std::vector<SolvedDeal>& deals, const std::vector<MatchBoard>& boards);

}  // namespace yomi::lab

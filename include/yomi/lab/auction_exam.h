// Recorded deals bid to the end by systems, and judged double-dummy against the experts who played them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/simulate.h"
#include "yomi/dd/solver.h"
#include "yomi/formats/board_reader.h"

namespace yomi::lab {

// One way to bid a board, and how it came out double-dummy.
struct BidOutcome {
  std::vector<Call> calls;
  std::optional<Contract> contract;
  int score_ns = 0;
  bool illegal = false;            // a call was not legal, or the auction did not end
  std::vector<std::string> rules;  // for the worst boards: the line behind each call
};

struct JudgedAuction {
  dd::Table table;
  int par_ns = 0;
  int experts_ns = 0;
  BidOutcome all;                    // four hands by the systems
  std::optional<BidOutcome> silent;  // against silent opponents
  bool solved = false;
  double bidding_seconds = 0;  // of a processor
};

// The side that always passed, when the other did not.
std::optional<Side> silent_side(const Board& board);
Vulnerability vulnerability_of(const Board& board);
// What a contract aims at: pass, part, game, slam, grand; with " x" when it is doubled.
std::string kind_of(const std::optional<Contract>& contract);

// Double-dummy tables by the deal as text.
using DealTables = std::unordered_map<std::string, dd::Table>;

class AuctionExam {
 public:
  struct Settings {
    std::shared_ptr<const bidding::System> ours{};  // of the side that bid; north-south where both did
    std::shared_ptr<const bidding::System> theirs{};
    int simulate = 0;         // deals sampled if only general lines apply; 0: the rules alone
    bool no_solving = false;  // boards that are not in `tables` are bid and not judged
    DealTables tables{};
  };
  AuctionExam(Settings settings, std::vector<ReadBoard> read);

  // Kept by a thread from board to board.
  struct Worker {
    explicit Worker(int simulate);
    std::shared_ptr<bidding::GridMemory> memory = std::make_shared<bidding::GridMemory>();
    dd::Solver solver;
    std::optional<bidding::Simulator> simulator;
    bidding::Caller caller = bidding::call_by_policy;
  };
  // Different items may be judged by different threads at once.
  void judge(std::size_t item, Worker& worker);
  // The rule behind each call of an auction, by bidding it again.
  void explain(const Board& board, BidOutcome& outcome) const;

  std::vector<ReadBoard> boards;
  std::vector<JudgedAuction> judged;

 private:
  [[nodiscard]] bidding::AuctionState start(const Board& board,
                                            const std::shared_ptr<bidding::GridMemory>& memory) const;
  [[nodiscard]] BidOutcome bid(const Board& board, std::optional<Side> silent, const Worker& worker) const;

  Settings settings_;
};

// All boards together.
struct AuctionReport {
  struct Cell {
    int boards = 0;
    double imps = 0;
  };
  // By the experts' kind of contract, then ours.
  using Matrix = std::map<std::pair<std::string, std::string>, Cell>;

  std::size_t auctions = 0;
  std::size_t longest = 0;
  std::size_t too_long = 0;
  std::size_t illegal = 0;
  std::size_t solved = 0;
  std::vector<double> against_silent;  // IMPs for us against the experts' contract
  std::vector<double> par_ours;        // distance from par
  std::vector<double> par_experts;
  std::vector<double> par_worse;  // ours less theirs
  Matrix silent_kinds;
  Matrix all_kinds;
  std::vector<std::pair<double, std::size_t>> worst_silent;  // IMPs, board
  std::vector<std::pair<double, std::size_t>> worst_all;
};

AuctionReport report_on(const AuctionExam& exam);

}  // namespace yomi::lab

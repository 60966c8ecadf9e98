#include "yomi/lab/auction_exam.h"

#include <algorithm>
#include <cstdlib>

#include "yomi/bidding/bidder.h"
#include "yomi/dd/par.h"
#include "yomi/jobs/cpu_time.h"

namespace yomi::lab {
namespace {

using bidding::AuctionState;

int score_of(const std::optional<Contract>& contract, Vulnerability vulnerability, const dd::Table& table) {
  if (!contract) return 0;
  return score_ns(*contract, vulnerability, table.at(contract->strain, contract->declarer));
}

int distance_from(int score, int par) {
  return std::abs(imps(score - par));
}

}  // namespace

std::optional<Side> silent_side(const Board& board) {
  BySide<bool> spoke{};
  for (std::size_t i = 0; i < board.calls.size(); ++i) {
    const Seat seat = next(board.dealer.value_or(Seat::north), static_cast<int>(i));
    if (!board.calls[i].call.is_pass()) spoke[side_of(seat)] = true;
  }
  if (spoke[0] == spoke[1]) return std::nullopt;
  return spoke[0] ? Side::ew : Side::ns;
}

Vulnerability vulnerability_of(const Board& board) {
  return board.vulnerability.value_or(Vulnerability::none);
}

std::string kind_of(const std::optional<Contract>& contract) {
  if (!contract) return "pass";
  std::string kind = contract->level == 7                                             ? "grand"
                     : contract->level == 6                                           ? "slam"
                     : bidding::is_game(Call::bid(contract->level, contract->strain)) ? "game"
                                                                                      : "part";
  if (contract->doubling != Doubling::none) kind += " x";
  return kind;
}

AuctionExam::AuctionExam(Settings settings, std::vector<ReadBoard> read)
    : boards(std::move(read)), judged(boards.size()), settings_(std::move(settings)) {}

AuctionExam::Worker::Worker(int simulate) {
  if (simulate <= 0) return;
  simulator.emplace(bidding::SimulationSettings{.deals = simulate});
  caller = [this](const AuctionState& state, CardSet hand) { return simulator->judge(state, hand).call; };
}

void AuctionExam::judge(std::size_t item, Worker& worker) {
  const Board& board = boards[item].board;
  const auto quiet = silent_side(board);
  JudgedAuction& made = judged[item];
  const double start = jobs::thread_cpu_seconds();
  made.all = bid(board, std::nullopt, worker);
  if (quiet) made.silent = bid(board, quiet, worker);
  made.bidding_seconds = jobs::thread_cpu_seconds() - start;
  const auto known = settings_.tables.find(to_string(board.deal));
  if (settings_.no_solving && known == settings_.tables.end()) return;
  made.table =
      known != settings_.tables.end() ? known->second : worker.solver.table(board.deal).value_or(dd::Table{});
  made.par_ns = dd::par(made.table, vulnerability_of(board), *board.dealer).score_ns;
  made.experts_ns = score_of(board.contract, vulnerability_of(board), made.table);
  made.all.score_ns = score_of(made.all.contract, vulnerability_of(board), made.table);
  if (made.silent)
    made.silent->score_ns = score_of(made.silent->contract, vulnerability_of(board), made.table);
  made.solved = true;
}

void AuctionExam::explain(const Board& board, BidOutcome& outcome) const {
  AuctionState state = start(board, std::make_shared<bidding::GridMemory>());
  for (const Call call : outcome.calls) {
    const bidding::Choice choice = bidding::choose(state, bidding::HandFeatures(board.deal[state.turn()]));
    const bidding::RuleMatch& match = state.matches()[choice.match];
    outcome.rules.push_back(choice.call == call ? place_of(state, match) + " " + in_words(state, match)
                                                : "(by the learnt policy or looking ahead)");
    state.add(call);
  }
}

AuctionState AuctionExam::start(const Board& board,
                                const std::shared_ptr<bidding::GridMemory>& memory) const {
  const auto quiet = silent_side(board);
  const Side us = quiet ? other(*quiet) : Side::ns;
  return {us == Side::ns ? AuctionState::Systems{settings_.ours, settings_.theirs}
                         : AuctionState::Systems{settings_.theirs, settings_.ours},
          *board.dealer, vulnerability_of(board), memory};
}

BidOutcome AuctionExam::bid(const Board& board, std::optional<Side> silent, const Worker& worker) const {
  const AuctionState state = bidding::bid_out(start(board, worker.memory), board.deal, worker.caller, silent);
  BidOutcome made;
  made.calls = state.auction().calls();
  made.contract = state.auction().contract();
  made.illegal = !state.auction().is_over();
  return made;
}

AuctionReport report_on(const AuctionExam& exam) {
  AuctionReport report;
  for (std::size_t i = 0; i < exam.boards.size(); ++i) {
    const Board& board = exam.boards[i].board;
    const JudgedAuction& judged = exam.judged[i];
    const auto count = [&](const BidOutcome& outcome) {
      ++report.auctions;
      report.longest = std::max(report.longest, outcome.calls.size());
      if (outcome.calls.size() > bidding::kLongAuction) ++report.too_long;
      if (outcome.illegal) ++report.illegal;
    };
    count(judged.all);
    if (judged.silent) count(*judged.silent);
    if (!judged.solved) continue;
    ++report.solved;
    const double ours = distance_from(judged.all.score_ns, judged.par_ns);
    const double experts = distance_from(judged.experts_ns, judged.par_ns);
    report.par_ours.push_back(ours);
    report.par_experts.push_back(experts);
    report.par_worse.push_back(ours - experts);
    const auto note = [](AuctionReport::Matrix& matrix, const std::string& a, const std::string& b,
                         double value) {
      AuctionReport::Cell& cell = matrix[{a, b}];
      ++cell.boards;
      cell.imps += value;
    };
    note(report.all_kinds, kind_of(board.contract), kind_of(judged.all.contract), ours - experts);
    report.worst_all.emplace_back(experts - ours, i);
    if (!judged.silent) continue;
    const int sign = *silent_side(board) == Side::ew ? 1 : -1;
    const double gained = imps(sign * (judged.silent->score_ns - judged.experts_ns));
    report.against_silent.push_back(gained);
    note(report.silent_kinds, kind_of(board.contract), kind_of(judged.silent->contract), gained);
    report.worst_silent.emplace_back(gained, i);
  }
  std::sort(report.worst_silent.begin(), report.worst_silent.end());
  std::sort(report.worst_all.begin(), report.worst_all.end());
  return report;
}

}  // namespace yomi::lab

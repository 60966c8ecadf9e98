// yomi bid --practice: a pair bids its hands to the end, and every call is explained.
#include <fmt/core.h>

#include "bid.h"
#include "interrupt.h"
#include "yomi/agent/reasons.h"
#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/simulate.h"
#include "yomi/formats/json.h"

namespace yomi::cli {
namespace {

// The hands that are not given are dealt.
Deal complete(const Deal& given, Random& random) {
  if (given.is_full()) return given;
  std::vector<Card> rest;
  for (const Card card : CardSet::full() - given.all()) rest.push_back(card);
  random.shuffle(std::span<Card>(rest));
  Deal made = given;
  std::size_t at = 0;
  for (Seat seat : kAllSeats) {
    while (made[seat].size() < kRanks && at < rest.size()) made[seat].insert(rest[at++]);
  }
  return made;
}

}  // namespace

void run_bid_practice(const BidOptions& options) {
  const Interrupt interrupt;
  const std::stop_token stop = interrupt.token();
  const LoadedSystems systems = load_systems(options.systems);
  std::vector<Board> boards = read_bid_boards(options);
  if (options.file.empty()) boards.resize(static_cast<std::size_t>(options.deals), Board(boards.front()));
  const auto memory = std::make_shared<bidding::GridMemory>();
  const Random random(options.seed);
  std::optional<bidding::Simulator> simulator = make_simulator(options);
  for (std::size_t i = 0; i < boards.size() && !Interrupt::requested(); ++i) {
    const Board& board = boards[i];
    Random own = random.split(i);
    Seat me = next(*board.dealer, options.file.empty() ? static_cast<int>(board.calls.size()) : 0);
    if (const auto view = parse_seat(options.view)) me = *view;
    const Side us = side_of(me);
    const Deal deal = complete(board.deal, own);
    bidding::AuctionState state(systems.for_side(us), *board.dealer,
                                board.vulnerability.value_or(Vulnerability::none), memory);
    if (options.file.empty()) {
      for (const auto& [call, kind, alerted, explanation] : board.calls) {
        if (state.auction().is_over() || !state.add(call)) {
          fail_bid(fmt::format("--auction: {} is not legal after {}", to_string(call),
                               to_string(state.auction())));
        }
      }
    }
    Json calls = Json::array();
    if (!options.json_output) {
      fmt::print("{}{} and {}: {}   {}\n", i == 0 ? "" : "\n", to_name(me), to_name(partner(me)),
                 hand_to_string(deal[me]), hand_to_string(deal[partner(me)]));
    }
    const std::optional<Side> silent = options.opponents ? std::nullopt : std::optional(other(us));
    const bidding::AuctionState done = bid_out(
        state, deal,
        [&](const bidding::AuctionState& now, CardSet hand) {
          const bidding::Judgement judged = judge(now, hand, simulator ? &*simulator : nullptr, stop);
          if (stop.stop_requested()) throw Exit{kStoppedStatus};
          const std::string why = agent::in_words(now, judged);
          calls.push_back({{"seat", to_name(now.turn())},
                           {"call", to_string(judged.call)},
                           {"why", why},
                           {"line", place_of(now, now.matches()[judged.by_rules.match])}});
          if (!options.json_output) {
            fmt::print("  {:<5} {:<5} {}\n", to_name(now.turn()), to_string(judged.call), why);
          }
          return judged.call;
        },
        silent);
    const auto contract = done.auction().contract();
    const std::string end =
        contract ? to_string(*contract) + " by " + std::string(to_name(contract->declarer)) : "passed out";
    if (options.json_output) {
      fmt::print("{}\n", Json{{"deal", to_string(deal)},
                              {"auction", to_string(done.auction())},
                              {"contract", end},
                              {"calls", calls}}
                             .dump());
    } else {
      fmt::print("  {}\n", end);
    }
  }
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
}

}  // namespace yomi::cli

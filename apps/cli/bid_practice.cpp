// yomi bid --practice: a pair bids its hands to the end, and every call is explained.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "bid.h"
#include "interrupt.h"
#include "yomi/bidding/practice.h"

namespace yomi::cli {
namespace {

using nlohmann::json;

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
  const LoadedSystems systems = load_systems(options.systems);
  std::vector<BidTable> tables = read_bid_tables(options);
  if (options.file.empty()) tables.resize(static_cast<std::size_t>(options.deals), tables.front());
  const auto memory = std::make_shared<bidding::GridMemory>();
  const Random random(options.seed);
  Interrupt interrupt;
  for (std::size_t i = 0; i < tables.size() && !Interrupt::requested(); ++i) {
    BidTable table = tables[i];
    Random own = random.split(i);
    Seat me = next(table.dealer, options.file.empty() ? static_cast<int>(table.calls.size()) : 0);
    if (const auto view = parse_seat(options.view)) me = *view;
    const Side us = side_of(me);
    const Deal deal = complete(table.deal, own);
    bidding::Talk talk(systems.for_side(us), table.dealer, table.vulnerability, memory);
    if (options.file.empty()) {
      for (const Call call : table.calls) {
        if (talk.auction().is_over() || !talk.add(call)) {
          fail_bid(
              fmt::format("--auction: {} is not legal after {}", to_string(call), to_string(talk.auction())));
        }
      }
    }
    json calls = json::array();
    if (!options.json_output) {
      fmt::print("{}{} and {}: {}   {}\n", i == 0 ? "" : "\n", to_name(me), to_name(partner(me)),
                 hand_to_string(deal[me]), hand_to_string(deal[partner(me)]));
    }
    const bidding::Silent silent = options.opponents ? bidding::Silent{} : bidding::silent_side(other(us));
    const bidding::Talk done =
        bid_out(talk, deal, silent, [&](const bidding::Talk& now, const bidding::Choice& choice) {
          const bidding::Offer& offer = now.offers()[choice.offer];
          calls.push_back({{"seat", to_name(now.turn())},
                           {"call", to_string(choice.call)},
                           {"why", in_words(now, offer)},
                           {"line", place_of(now, offer)}});
          if (options.json_output) return;
          fmt::print("  {:<5} {:<5} {}\n", to_name(now.turn()), to_string(choice.call), in_words(now, offer));
        });
    const auto contract = done.auction().contract();
    const std::string end =
        contract ? to_string(*contract) + " by " + std::string(to_name(contract->declarer)) : "passed out";
    if (options.json_output) {
      fmt::print("{}\n", json{{"deal", to_string(deal)},
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

// yomi bench bid: whole auctions a second, by the rules alone, every call verified.
#include <fmt/core.h>

#include "bench/bench.h"
#include "bidding_table.h"
#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/bidder.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/cpu_time.h"

namespace yomi::cli::bench {
namespace {

using bidding::AuctionState;
using bidding::GridMemory;

struct BidRow {
  std::string name;
  std::size_t auctions = 0;
  std::size_t calls = 0;
  std::size_t longest = 0;
  double seconds = 0;
  std::uint64_t signature = 0xCBF29CE484222325ULL;  // of all calls: the same on every machine
  int wrong = 0;

  void hear(const Auction& auction) {
    ++auctions;
    calls += auction.calls().size();
    longest = std::max(longest, auction.calls().size());
    for (const Call call : auction.calls()) {
      signature = (signature ^ static_cast<std::uint64_t>(call.code())) * 0x100000001B3ULL;
    }
  }
  [[nodiscard]] double rate() const { return static_cast<double>(auctions) / seconds; }
};

BidRow time_auctions(const BenchBidOptions& options, const LoadedSystems& systems, std::size_t memory_limit,
                     std::string name) {
  BidRow row{.name = std::move(name)};
  const auto memory = std::make_shared<GridMemory>(memory_limit);
  Random random(options.seed);
  std::vector<AuctionState> done;
  std::vector<Deal> deals;
  const int count = 1000 * options.scale;
  deals.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) deals.push_back(random_deal(random));
  const double before = jobs::process_cpu_seconds();
  for (int i = 0; i < count; ++i) {
    const AuctionState start(systems.for_side(Side::ns), seat_at(i), static_cast<Vulnerability>(i / 4 % 4),
                             memory);
    done.push_back(bid_out(start, deals[static_cast<std::size_t>(i)], bidding::call_by_rules));
  }
  row.seconds = jobs::process_cpu_seconds() - before;
  // Outside the clock: over in time, legal, and every hand inside what its calls have shown.
  for (std::size_t i = 0; i < done.size(); ++i) {
    row.hear(done[i].auction());
    bool right = done[i].auction().is_over() && done[i].auction().calls().size() <= bidding::kLongAuction;
    for (Seat seat : kAllSeats) right = right && done[i].known(seat).contains(deals[i][seat]);
    row.wrong += right ? 0 : 1;
  }
  return row;
}

}  // namespace

int bench_bid(const BenchBidOptions& options) {
  const LoadedSystems systems =
      load_systems({.system = options.system, .their_system = options.their_system});
  const BidRow kept = time_auctions(options, systems, 6000, "grids kept");
  const BidRow made = time_auctions(options, systems, 1, "every grid made anew");
  int wrong = kept.signature == made.signature ? 0 : 1;
  for (const BidRow& row : {kept, made}) {
    wrong += row.wrong;
    if (options.json) {
      fmt::print("{}\n", Json{{"name", row.name},
                              {"auctions", row.auctions},
                              {"calls", row.calls},
                              {"longest", row.longest},
                              {"seconds", row.seconds},
                              {"auctions_per_second", row.rate()},
                              {"wrong", row.wrong},
                              {"signature", fmt::format("{:016x}", row.signature)}}
                             .dump());
    } else {
      fmt::print(
          "{:<22} {:>6} auctions, {:.1f} calls each, longest {}: {:>6.0f} auctions a second, signature "
          "{:016x}{}\n",
          row.name, row.auctions, static_cast<double>(row.calls) / static_cast<double>(row.auctions),
          row.longest, row.rate(), row.signature, row.wrong == 0 ? "" : fmt::format(", {} WRONG", row.wrong));
    }
  }
  if (!options.json) fmt::print("ratio {:.1f}\n", kept.rate() / made.rate());
  return wrong == 0 ? 0 : 1;
}

}  // namespace yomi::cli::bench

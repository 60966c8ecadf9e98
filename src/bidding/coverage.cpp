#include "yomi/bidding/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "yomi/bidding/bid_out.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/random.h"

namespace yomi::bidding {

double Coverage::Cell::share() const {
  return calls == 0 ? 0 : static_cast<double>(by_agreement) / static_cast<double>(calls);
}

void Coverage::add(const AuctionState& state, const Choice& choice) {
  const std::size_t round = std::min(state.auction().calls().size() / 4, kRounds - 1);
  Cell& cell = cells[state.situation().competitive ? 1 : 0][round];
  ++cell.calls;
  if (!choice.general) ++cell.by_agreement;
}

std::string to_string(const Coverage& coverage) {
  std::string text;
  for (std::size_t contested = 0; contested < 2; ++contested) {
    text += contested == 0 ? "decided by agreements, uncontested:" : "decided by agreements, contested:  ";
    for (std::size_t round = 0; round < Coverage::kRounds; ++round) {
      const Coverage::Cell& cell = coverage.cells[contested][round];
      text += fmt::format(" round {}{} {:.0f}% of {}", round + 1, round + 1 == Coverage::kRounds ? "+" : "",
                          100 * cell.share(), cell.calls);
      text += round + 1 == Coverage::kRounds ? "\n" : ",";
    }
  }
  return text;
}

Coverage measure_coverage(const std::shared_ptr<const System>& system,
                          const std::shared_ptr<const System>& theirs, const CoverageOptions& options) {
  const auto memory = std::make_shared<GridMemory>();
  Coverage made;
  Random random(options.seed);
  const Caller caller = [&](const AuctionState& state, CardSet hand) {
    const Choice choice = choose(state, HandFeatures(hand));
    if (side_of(state.turn()) == Side::ns) made.add(state, choice);
    return choice.call;
  };
  for (int i = 0; i < options.deals; ++i) {
    const Deal deal = random_deal(random);
    const auto silent = i % 3 == 0 ? std::optional(Side::ew) : std::nullopt;
    bid_out(AuctionState({system, theirs}, seat_at(i), static_cast<Vulnerability>(i / 4 % 4), memory), deal,
            caller, silent);
  }
  return made;
}

}  // namespace yomi::bidding

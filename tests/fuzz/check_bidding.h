// What must hold for every text whatever, as a condition and as a system file. Used by the fuzzers and by the
// replay of their corpus.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include "yomi/bidding/bidder.h"
#include "yomi/bridge/deal.h"

namespace yomi::fuzz {

inline void require_bidding(bool holds) {
  if (!holds) std::abort();
}

inline void check_condition(const std::string& text) {
  const auto condition = bidding::parse_condition(text);
  if (!condition) {
    require_bidding(condition.error().line > 0 && condition.error().column > 0 &&
                    !condition.error().what.empty());
    return;
  }
  bidding::Letters letters;
  letters.bind(bidding::Letter::major, Suit::hearts);
  letters.bind(bidding::Letter::minor, Suit::clubs);
  letters.bind(bidding::Letter::u, Suit::spades);
  letters.bind(bidding::Letter::v, Suit::diamonds);
  bidding::Situation now;
  now.agreed = Suit::spades;
  now.their_last = Suit::hearts;
  now.last_bid = Call::bid(2, Strain::hearts);
  for (const bool competitive : {false, true}) {
    now.competitive = competitive;
    const auto bound = condition->bind(now, letters, Call::bid(2, Strain::spades));
    if (!bound) continue;
    require_bidding(!bound->in_words().empty());
    const bidding::Cells cells = bound->cells();
    Random random(1);
    for (int i = 0; i < 8; ++i) {
      const Deal deal = random_deal(random);
      for (Seat seat : kAllSeats) {
        const bool holds = bound->holds(bidding::HandFeatures(deal[seat]));
        require_bidding(!holds || cells.may.contains(deal[seat]));
        require_bidding(!cells.must.contains(deal[seat]) || holds);
      }
    }
  }
}

inline void check_system_text(const std::string& text) {
  auto loaded = bidding::load_system(
      "fuzz", [&](const std::string& path, const std::string&) -> Result<bidding::SourceText> {
        if (path == "fuzz") return bidding::SourceText{path, text};
        return Error{.what = "there is no such file", .file = path};
      });
  if (!loaded) {
    const Error& error = loaded.error();
    require_bidding(error.file == "fuzz" && error.line > 0 && error.column > 0 && !error.what.empty());
    return;
  }
  const auto system = std::make_shared<const bidding::System>(std::move(loaded).value());
  if (system->lines.size() > 300) return;
  // Whatever the system says, the calls are legal and the caller is inside what its call shows.
  Random random(1);
  const Deal deal = random_deal(random);
  bidding::AuctionState state({system, system}, Seat::north, Vulnerability::none,
                              std::make_shared<bidding::GridMemory>(500));
  while (!state.auction().is_over() && state.auction().calls().size() < 12) {
    const CardSet hand = deal[state.turn()];
    const bidding::Choice choice = bidding::choose(state, bidding::HandFeatures(hand));
    require_bidding(state.meaning(choice.call).hands.contains(hand));
    require_bidding(state.add(choice.call));
  }
}

}  // namespace yomi::fuzz

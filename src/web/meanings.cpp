#include "yomi/web/meanings.h"

#include <algorithm>

#include "yomi/bidding/bidder.h"

namespace yomi::web {

Result<bidding::AuctionState> Meanings::start(const BySide<std::string>& systems, Seat dealer,
                                              Vulnerability vulnerability) {
  const std::lock_guard lock(mutex_);
  bidding::AuctionState::Systems both;
  for (const Side side : {Side::ns, Side::ew}) {
    auto& kept = systems_[systems[side]];
    if (!kept) {
      auto loaded = bidding::load_shipped_system(systems[side]);
      if (!loaded) {
        systems_.erase(systems[side]);
        return loaded.error();
      }
      kept = std::make_shared<const bidding::System>(std::move(*loaded));
    }
    both[side] = kept;
  }
  return bidding::AuctionState(both, dealer, vulnerability, std::make_shared<bidding::GridMemory>());
}

Json Meanings::of_last(const bidding::AuctionState& state) {
  const bidding::InterpretedCall& made = state.interpreted_calls().back();
  const bidding::Summary hand = bidding::summarize(*made.meaning);
  Json out = {{"call", to_string(made.call)},
              {"seat", to_string(made.seat)},
              {"shows", bidding::in_words(state, made)},
              {"forcing", to_name(made.forcing)},
              {"hcp", {hand.hcp.min, hand.hcp.max}},
              {"balanced", hand.balanced}};
  for (Suit suit : kSuitsFromSpades) out[to_string(suit)] = {hand.of(suit).min, hand.of(suit).max};
  if (made.line == bidding::RuleMatch::kNoLine) return out;
  const bidding::Line& line = state.system(side_of(made.seat)).lines[made.line];
  out["name"] = line.name;
  if (!line.alert.empty()) out["alert"] = line.alert;
  return out;
}

Json Meanings::of_next(const bidding::AuctionState& state) {
  Json out = Json::array();
  for (Call call : state.auction().legal_calls()) {
    bidding::AuctionState after = state;
    if (after.add(call)) out.push_back(of_last(after));
  }
  return out;
}

}  // namespace yomi::web

#include "yomi/lab/drawn_deals.h"

#include <cmath>

namespace yomi::lab {
namespace {

// The defenders' cards dealt anew.
Deal other_layout(const Deal& deal, const Contract& contract, Random& random) {
  const Seat left = contract.leader();
  const Seat right = partner(left);
  CardSet cards = deal[left] | deal[right];
  Deal made = deal;
  made[left] = made[right] = CardSet{};
  int wanted = kRanks;
  for (int open = cards.size(); open > 0; --open) {
    const Card card = cards.lowest();
    cards.erase(card);
    const bool first = random.below(static_cast<std::uint32_t>(open)) < static_cast<std::uint32_t>(wanted);
    made[first ? left : right].insert(card);
    wanted -= first ? 1 : 0;
  }
  return made;
}

}  // namespace

bool matches(const DealSpec& spec, const Deal& deal, Random& random, dd::Solver& solver) {
  const Contract& contract = spec.contract;
  const Side side = side_of(contract.declarer);
  const auto start = [&](const Deal& hands) { return Position(hands, contract.strain, contract.leader()); };
  const auto makes = [&](const Deal& hands, int tricks) {
    if (tricks > kRanks) return false;
    return tricks <= 0 || solver.can_take(start(hands), side, tricks).can.value_or(false);
  };
  const int needed = contract.tricks_needed();
  // Two questions of yes or no are cheaper than the number of tricks.
  if (spec.near && (!makes(deal, needed - *spec.near) || makes(deal, needed + *spec.near + 1))) return false;
  if (spec.least_chance <= 0 && spec.most_chance >= 1) return true;
  const auto least = static_cast<int>(std::ceil(spec.least_chance * spec.layouts));
  const auto most = static_cast<int>(std::floor(spec.most_chance * spec.layouts));
  int made = 0;
  for (int i = 0; i < spec.layouts; ++i) {
    made += makes(other_layout(deal, contract, random), needed) ? 1 : 0;
    if (made > most || made + spec.layouts - 1 - i < least) return false;
  }
  return true;
}

}  // namespace yomi::lab

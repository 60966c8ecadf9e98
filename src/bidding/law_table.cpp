#include "law_table.h"

#include "yomi/belief/features.h"

namespace yomi::bidding::law {
namespace {

std::uint32_t honours(CardSet hand, Suit suit) {
  return hand.ranks(suit) >> index(Rank::jack);  // J Q K A from bit 0
}
constexpr std::uint32_t kTopTwo = 12;
constexpr std::uint32_t kMinor = 3;

}  // namespace

int suits_of_eight(const Table& table, bool our_side) {
  return static_cast<int>(std::count_if(kAllSuits.begin(), kAllSuits.end(), [&](Suit suit) {
    return (our_side ? table.ours(suit) : table.theirs_shown(suit)) >= kShownFit;
  }));
}

bool is_their_suit(const Table& table, const Fit& theirs, Suit suit) {
  return table.theirs_shown(suit) >= 5 || (suit == theirs.suit && table.theirs_shown(suit) > 0);
}

bool is_our_long_suit(const Table& table, const TotalTricks& total, Suit suit) {
  return suit == total.ours.suit || table.ours(suit) >= kShownFit ||
         (table.mine(suit) >= 5 && !is_their_suit(table, total.theirs, suit));
}

Honours look_at_honours(const Table& table, const TotalTricks& total) {
  Honours found;
  const CardSet hand = table.question.hand;
  for (Suit suit : kAllSuits) {
    const std::uint32_t top = honours(hand, suit);
    const int minor_points = belief::hcp_of_ranks((top & kMinor) << index(Rank::jack));
    if (is_our_long_suit(table, total, suit)) {
      found.working += belief::hcp_of_ranks(hand.ranks(suit));
      continue;
    }
    if ((top & 7) != 0) found.astray = true;
    const bool short_side_suit = table.mine(suit) <= 2 && (top & kTopTwo) == 0;
    if (is_their_suit(table, total.theirs, suit) || short_side_suit) found.wasted += minor_points;
  }
  return found;
}

std::optional<Suit> missed_suit(const Table& table) {
  for (Suit suit : kSuitsFromSpades) {
    if (table.partner_least(suit) >= 5 && table.mine(suit) <= 1) return suit;
  }
  return std::nullopt;
}

bool knows_seven(const Table& table) {
  return std::any_of(kAllSuits.begin(), kAllSuits.end(), [&](Suit suit) { return table.ours(suit) >= 7; });
}

}  // namespace yomi::bidding::law

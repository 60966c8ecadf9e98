#include "law_view.h"

#include "yomi/belief/features.h"

namespace yomi::bidding::law {
namespace {

std::uint32_t honours(CardSet hand, Suit suit) {
  return hand.ranks(suit) >> index(Rank::jack);  // J Q K A from bit 0
}
constexpr std::uint32_t kTopTwo = 12;
constexpr std::uint32_t kMinor = 3;

}  // namespace

int suits_of_eight(const LawView& view, bool our_side) {
  return static_cast<int>(std::count_if(kAllSuits.begin(), kAllSuits.end(), [&](Suit suit) {
    return (our_side ? view.ours(suit) : view.theirs_shown(suit)) >= kShownFit;
  }));
}

bool is_their_suit(const LawView& view, const Fit& theirs, Suit suit) {
  return view.theirs_shown(suit) >= 5 || (suit == theirs.suit && view.theirs_shown(suit) > 0);
}

bool is_our_long_suit(const LawView& view, const TotalTricks& total, Suit suit) {
  return suit == total.ours.suit || view.ours(suit) >= kShownFit ||
         (view.mine(suit) >= 5 && !is_their_suit(view, total.theirs, suit));
}

Honours look_at_honours(const LawView& view, const TotalTricks& total) {
  Honours found;
  const CardSet hand = view.question.hand;
  for (Suit suit : kAllSuits) {
    const std::uint32_t top = honours(hand, suit);
    const int minor_points = belief::hcp_of_ranks((top & kMinor) << index(Rank::jack));
    if (is_our_long_suit(view, total, suit)) {
      found.working += belief::hcp_of_ranks(hand.ranks(suit));
      continue;
    }
    if ((top & 7) != 0) found.astray = true;
    const bool short_side_suit = view.mine(suit) <= 2 && (top & kTopTwo) == 0;
    if (is_their_suit(view, total.theirs, suit) || short_side_suit) found.wasted += minor_points;
  }
  return found;
}

std::optional<Suit> missed_suit(const LawView& view) {
  for (Suit suit : kSuitsFromSpades) {
    if (view.partner_least(suit) >= 5 && view.mine(suit) <= 1) return suit;
  }
  return std::nullopt;
}

bool knows_seven(const LawView& view) {
  return std::any_of(kAllSuits.begin(), kAllSuits.end(), [&](Suit suit) { return view.ours(suit) >= 7; });
}

}  // namespace yomi::bidding::law

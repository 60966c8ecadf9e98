// The caller's view of a question of total tricks, and what the adjustments look at. Used by the judge and by
// the printer, so that a reason always speaks of what was counted.
#pragma once

#include <algorithm>
#include <optional>

#include "yomi/bidding/total_tricks.h"

namespace yomi::bidding::law {

inline constexpr int kShownFit = 8;

// The question with seats resolved to "mine, partner's, theirs".
struct LawView {
  const LawQuestion& question;
  Seat me;
  std::optional<Contract> standing;

  explicit LawView(const LawQuestion& asked)
      : question(asked), me(asked.auction.turn()), standing(asked.auction.contract()) {}

  [[nodiscard]] const LawHand& shown(int steps) const { return question.shown[next(me, steps)]; }
  [[nodiscard]] int mine(Suit suit) const { return question.hand.length(suit); }
  [[nodiscard]] int partner_least(Suit suit) const { return shown(2).least[suit]; }
  [[nodiscard]] int ours(Suit suit) const { return std::min(mine(suit) + partner_least(suit), kRanks); }
  [[nodiscard]] int theirs_shown(Suit suit) const { return shown(1).least[suit] + shown(3).least[suit]; }
  // At least this many: what they have shown, and what partner and I cannot have.
  [[nodiscard]] int theirs(Suit suit) const {
    const int left = kRanks - mine(suit);
    const int forced = left - shown(2).most[suit];
    return std::clamp(std::max(theirs_shown(suit), forced), 0, left);
  }
  [[nodiscard]] bool they_stand() const { return standing && side_of(standing->declarer) != side_of(me); }
  [[nodiscard]] bool vulnerable(bool our_side) const {
    return is_vulnerable(question.vulnerability, our_side ? side_of(me) : other(side_of(me)));
  }
};

// Suits in which a side has shown eight cards.
int suits_of_eight(const LawView& view, bool our_side);
bool is_their_suit(const LawView& view, const Fit& theirs, Suit suit);
bool is_our_long_suit(const LawView& view, const TotalTricks& total, Suit suit);

struct Honours {
  int working = 0;      // points in our long suits
  bool astray = false;  // a king, queen or jack elsewhere
  int wasted = 0;       // points of queens and jacks that win tricks only in defence
};
Honours look_at_honours(const LawView& view, const TotalTricks& total);

// A suit of five that partner has shown and that I cannot support.
std::optional<Suit> missed_suit(const LawView& view);
// Is there a suit of which we hold seven that I know of?
bool knows_seven(const LawView& view);

}  // namespace yomi::bidding::law

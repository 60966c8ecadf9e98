// The Law of Total Tricks as a judge of competitive decisions: bid on, pass or double.
//
// On most deals the tricks that both sides can take, each with its best suit as trumps, add up to the trumps
// that both sides have there (Vernes 1966; Cohen, To Bid or Not to Bid, 1992). Trumps are counted from what
// the auction has promised: my own cards and the least that each other hand has shown. What I see in my hand
// moves the total by one for each of eight reasons (Nakahara, Otawa and Uehara, Competitive bids in computer
// bridge, section 4.1), which are taken here to mean:
//
//   +1 void        I have no card of some suit.
//   +1 double fit  Our side, or theirs, has shown eight cards in two suits.
//   +1 pure        All my kings, queens and jacks are in our own long suits, with at least five points there.
//                  Our long suits are the trump suit, a second suit in which we have shown eight cards, and a
//                  suit of five or more of mine that they have not bid. An ace takes its trick for either
//                  side and says nothing; KQJx in a side suit wins tricks in defence as well and is not pure.
//   +1 singleton   I have one card of their trump suit.
//   -1 balanced    My hand is 4333, 4432 or 5332.
//   -1 misfit      Partner has shown five cards in a suit of which I have at most one, or our side has no
//                  suit of seven cards that I know of.
//   -1 impure      Queens and jacks worth at least two points lie where they win tricks only in defence: in a
//                  suit in which they have shown five cards (one in their trumps), or, without the ace or
//                  king beside them, in a side suit of one or two cards.
//   -1 few points  I have two high-card points or fewer.
//
// A total says how many tricks there are, not whose. Every split is weighed by the balance of high-card
// points and trumps: three points are a trick, extra trumps divide nearly evenly between the sides. For
// each split the score of every contract of ours is compared with the score of defending, undoubled and
// doubled, over all splits, in IMPs against passing. Everybody has a little more than was shown, and who bids
// high most of all: a bid in a fit does better than the table says, a double worse. A fit to recorded deals
// corrects both, and the call that is worth most is preferred.
//
// Pure functions of their arguments, some microseconds, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "yomi/bridge/auction.h"
#include "yomi/cards/card_set.h"

namespace yomi::bidding {

// What the auction has shown of one hand: lengths by index(suit), high-card points.
struct LawHand {
  BySuit<int> least{};
  BySuit<int> most{kRanks, kRanks, kRanks, kRanks};
  int hcp_least = 0;
  int hcp_most = 37;
  friend bool operator==(const LawHand&, const LawHand&) = default;
};

// The caller's view. The auction must not be over and the hand has thirteen cards.
struct LawQuestion {
  CardSet hand;
  Auction auction;
  Vulnerability vulnerability = Vulnerability::none;
  BySeat<LawHand> shown{};  // by seat; the caller's own entry is not looked at
};

struct Fit {
  Suit suit = Suit::clubs;
  int cards = 0;
  friend bool operator==(const Fit&, const Fit&) = default;
};

enum class Adjustment : std::uint8_t {
  void_suit,
  double_fit,
  pure,
  singleton_in_theirs,
  balanced,
  misfit,
  impure,
  few_points
};
inline constexpr int kAdjustments = 8;
constexpr int amount(Adjustment adjustment) {
  return adjustment < Adjustment::balanced ? 1 : -1;
}

// One way to divide the total.
struct Split {
  int ours = 0;
  int theirs = 0;
  double weight = 0;  // all add up to 1
};

// A call and what it leads to, for our side: a score for each split, in the order of TotalTricks::splits.
// A contract of ours that goes down two (three below the four level) is taken to be doubled.
struct LawAction {
  Call call;
  std::vector<int> scores;
  double points = 0;  // expected score
  double imps = 0;    // expected IMPs against passing, by the table
  double worth = 0;   // the same, corrected by what recorded deals tell: what calls are compared by
  // The chance that they gain by bidding on over this contract of ours, or lose at most three IMPs by it:
  // what a call that informs partner on the way prepares for. 0 for pass and double.
  double they_bid_on = 0;
};

struct TotalTricks {
  bool applies = false;  // both sides have bid; otherwise their part is guesswork
  Fit ours;
  Fit theirs;
  std::array<bool, kAdjustments> adjusted{};  // by Adjustment
  int total = 0;                              // ours.cards + theirs.cards, adjusted
  double hcp_ours = 20;                       // expected
  std::vector<Split> splits;                  // from our most tricks down, each of weight 1 % at least
  std::vector<LawAction> actions;             // pass, double where legal, then our contracts upwards
  Call preferred;

  [[nodiscard]] int trumps() const { return ours.cards + theirs.cards; }
  [[nodiscard]] const LawAction* action(Call call) const;
  // Nothing below it (and neither pass nor double) does better than this call. Higher bids are not asked
  // about: that is a question of games and slams. False for a call that was not weighed.
  [[nodiscard]] bool prefers(Call call) const;
};

TotalTricks total_tricks(const LawQuestion& question);

// Why an adjustment applies, or does not: "one card of their trump suit, hearts".
std::string reason(const LawQuestion& question, const TotalTricks& total, Adjustment adjustment);
// A name for people: "a singleton in their trump suit".
std::string to_string(Adjustment adjustment);
// The count of trumps, the adjustments that apply, and the table of `bid` (the preferred contract, or else
// the best of ours) against defending. Several lines, the last one ended too.
std::string explain(const LawQuestion& question, const TotalTricks& total, std::optional<Call> bid = {});

}  // namespace yomi::bidding

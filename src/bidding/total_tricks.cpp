#include "yomi/bidding/total_tricks.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "law_view.h"
#include "yomi/belief/features.h"

namespace yomi::bidding {
namespace {

using law::kShownFit;
using law::LawView;

// A least-squares fit to 1,500 random deals with 16 or more trumps, solved double-dummy: of the total a side
// takes half, and this much for each trump it has more than the other and for each point over twenty; what is
// left is the standard deviation. (The total itself was within 0.1 of the trumps for 16 to 18 of them.)
constexpr double kTricksATrump = 0.12;
constexpr double kTricksAPoint = 0.35;
constexpr double kTrickDeviation = 1.05;
constexpr double kLeastWeight = 0.01;
// What calls are worth in IMPs against a pass, from least-squares fits to recorded deals that the rules had
// bid (4,400 passes over contracts of theirs). The totals count what was shown, and everybody has a little
// more: bids in a fit of eight do better than the table says, doubles worse. On either half of the deals, the
// bids that the other half's fit put above the margin gained three IMPs, the doubles four.
constexpr double kWorthMargin = 1;
constexpr double kBidBase = 4.57;
constexpr double kBidPerImp = 0.73;
constexpr double kBidPerTrump = 0.98;   // of ours, over eight
constexpr double kBidPerLevel = -2.11;  // over three
constexpr double kDoubleBase = -6.4;
constexpr double kDoublePerImp = 0.45;
constexpr double kDoublePerTrump = -0.48;     // of mine in their suit, over three
constexpr double kDoublePerExtraTrump = 3.4;  // besides, where there are more than three
constexpr double kDoublePerLevel = 1.35;      // over three
constexpr int kNaturalSuit = 5;               // cards that they have shown in a suit that they mean to play
constexpr int kInsurance = 3;  // IMPs that a side gives for not letting the other play a contract that makes

// The suit with most cards; among equals `preferred`, else the highest. Twenty-six cards always hold a suit
// of seven, though it need not be known which.
template <class Cards>
Fit best_fit(const Cards& cards, std::optional<Suit> preferred) {
  Fit best;
  for (Suit suit : kAllSuits) {
    const int count = cards(suit);
    if (count > best.cards || (count == best.cards && best.suit != preferred)) best = {suit, count};
  }
  best.cards = std::max(best.cards, 7);
  return best;
}

bool is_balanced(CardSet hand) {
  static const belief::ShapeSet shapes = belief::ShapeSet::balanced();
  return shapes.contains(hand);
}

std::array<bool, kAdjustments> adjustments(const LawView& view, const TotalTricks& total) {
  std::array<bool, kAdjustments> applies{};
  const auto set = [&applies](Adjustment adjustment, bool value) {
    applies[static_cast<std::size_t>(adjustment)] = value;
  };
  const CardSet hand = view.question.hand;
  const law::Honours held = law::look_at_honours(view, total);
  set(Adjustment::void_suit,
      std::any_of(kAllSuits.begin(), kAllSuits.end(), [&](Suit suit) { return view.mine(suit) == 0; }));
  set(Adjustment::double_fit, law::suits_of_eight(view, true) >= 2 || law::suits_of_eight(view, false) >= 2);
  set(Adjustment::pure, !held.astray && held.working >= 5);
  set(Adjustment::singleton_in_theirs, view.mine(total.theirs.suit) == 1);
  set(Adjustment::balanced, is_balanced(hand));
  set(Adjustment::misfit, law::missed_suit(view).has_value() || !law::knows_seven(view));
  set(Adjustment::impure, held.wasted >= 2);
  set(Adjustment::few_points, belief::hcp(hand) <= 2);
  return applies;
}

struct Strength {
  double mean = 20;
  double deviation = 0;
};

// Our points: mine, and partner's share of the others', the middles of the ranges moved to add up to forty.
Strength our_points(const LawView& view) {
  const int mine = belief::hcp(view.question.hand);
  std::array<double, 3> middle{};
  std::array<double, 3> width{};
  double sum = 0;
  double widths = 0;
  for (int steps = 1; steps <= 3; ++steps) {
    const LawHand& shown = view.shown(steps);
    const auto i = static_cast<std::size_t>(steps - 1);
    const int most = std::clamp(shown.hcp_most, 0, 40 - mine);
    const int least = std::clamp(shown.hcp_least, 0, most);
    middle[i] = (least + most) / 2.0;
    width[i] = most - least + 0.01;
    sum += middle[i];
    widths += width[i];
  }
  const double partner = middle[1] + (40 - mine - sum) * width[1] / widths;
  return {mine + std::clamp(partner, 0.0, 40.0 - mine), std::min(width[1] / 4, 3.0)};
}

std::vector<Split> splits_of(const TotalTricks& total, const Strength& strength) {
  const double mean = total.total / 2.0 + kTricksATrump * (total.ours.cards - total.theirs.cards) +
                      kTricksAPoint * (strength.mean - 20);
  const double deviation = std::hypot(kTrickDeviation, strength.deviation * kTricksAPoint);
  const auto below = [&](double tricks) {
    return std::erfc((mean - tricks) / (deviation * std::sqrt(2.0))) / 2;
  };
  std::vector<Split> splits;
  double sum = 0;
  for (int ours = kRanks; ours >= 0; --ours) {
    const double low = ours == 0 ? 0 : below(ours - 0.5);
    const double high = ours == kRanks ? 1 : below(ours + 0.5);
    if (high - low < kLeastWeight) continue;
    splits.push_back({ours, std::clamp(total.total - ours, 0, kRanks), high - low});
    sum += high - low;
  }
  for (Split& split : splits) split.weight /= sum;
  return splits;
}

// Scores of contracts for our side.
class Scorer {
 public:
  Scorer(const LawView& view, const TotalTricks& total) : view_(view), total_(total) {}

  // Their contract, as doubled as it says.
  [[nodiscard]] int defending(const Contract& contract, const Split& split) const {
    return -score(contract, view_.vulnerable(false), tricks(false, contract.strain, split));
  }
  // A contract of ours that they double when they see enough undertricks; `contract.doubling` is the least.
  [[nodiscard]] int declaring(Contract contract, const Split& split) const {
    const int taken = tricks(true, contract.strain, split);
    expect_double(contract, taken);
    return score(contract, view_.vulnerable(true), taken);
  }
  // What they make, for us, of the cheapest bid in their suit over `bid`; nothing when there is none.
  [[nodiscard]] std::optional<int> outbid(Call bid, const Split& split) const {
    const Strain strain = strain_of(total_.theirs.suit);
    const int level = bid.level() + (strain > bid.strain() ? 0 : 1);
    if (level > 7) return std::nullopt;
    Contract contract{.level = level, .strain = strain, .declarer = next(view_.me)};
    expect_double(contract, tricks(false, strain, split));
    return defending(contract, split);
  }

 private:
  static void expect_double(Contract& contract, int taken) {
    const int down = contract.tricks_needed() - taken;
    if (contract.doubling == Doubling::none && down >= (contract.level >= 4 ? 2 : 3)) {
      contract.doubling = Doubling::x;
    }
  }
  // A suit with fewer trumps than the best takes fewer tricks, no trump one less than the best suit.
  [[nodiscard]] int tricks(bool our_side, Strain strain, const Split& split) const {
    const Fit& best = our_side ? total_.ours : total_.theirs;
    const int most = our_side ? split.ours : split.theirs;
    const auto suit = trump_suit(strain);
    if (!suit) return std::max(most - 1, 0);
    if (*suit == best.suit) return most;
    const int cards = our_side ? view_.ours(*suit) : view_.theirs(*suit);
    return std::max(most - std::max(best.cards - cards, 0), 0);
  }

  const LawView& view_;
  const TotalTricks& total_;
};

Contract contract_of(Call bid, Seat declarer, Doubling doubling = Doubling::none) {
  return {.level = bid.level(), .strain = bid.strain(), .doubling = doubling, .declarer = declarer};
}

// Our contract when it is theirs to bid on: they do where they gain.
int left_to_them(const Scorer& scorer, Contract contract, const Split& split) {
  const int played = scorer.declaring(contract, split);
  const auto outbid = scorer.outbid(Call::bid(contract.level, contract.strain), split);
  return outbid ? std::min(played, *outbid) : played;
}

std::vector<Call> our_bids(const LawView& view, const TotalTricks& total) {
  std::vector<Call> bids;
  for (Suit suit : kAllSuits) {
    if (view.ours(suit) < 7 && suit != total.ours.suit) continue;
    const Strain strain = strain_of(suit);
    const int game = is_major(strain) ? 4 : 5;
    bool first = true;
    for (int level = 1; level <= 7; ++level) {
      const Call bid = Call::bid(level, strain);
      if (!view.question.auction.is_legal(bid)) continue;
      if (!first && level > game) break;
      bids.push_back(bid);
      first = false;
    }
  }
  std::sort(bids.begin(), bids.end());
  return bids;
}

std::vector<int> scores_of(const LawView& view, const TotalTricks& total, Call call) {
  const Scorer scorer(view, total);
  std::vector<int> scores;
  for (const Split& split : total.splits) {
    int points = 0;
    if (call.is_bid()) {
      const Contract contract = contract_of(call, view.me);
      points = view.they_stand() ? scorer.declaring(contract, split) : left_to_them(scorer, contract, split);
    } else if (view.standing) {
      Contract contract = *view.standing;
      if (call == Call::x()) contract.doubling = Doubling::x;
      points = view.they_stand() ? scorer.defending(contract, split) : left_to_them(scorer, contract, split);
    }
    scores.push_back(points);
  }
  return scores;
}

double chance_of_bidding_on(const LawView& view, const TotalTricks& total, Call bid) {
  const Scorer scorer(view, total);
  double chance = 0;
  for (const Split& split : total.splits) {
    const auto outbid = scorer.outbid(bid, split);
    const int played = scorer.declaring(contract_of(bid, view.me), split);
    if (outbid && imps(played - *outbid) >= -kInsurance) chance += split.weight;
  }
  return chance;
}

double worth_of_double(const LawView& view, double expected) {
  const auto suit = trump_suit(view.standing->strain);
  if (suit && view.theirs_shown(*suit) < kNaturalSuit) return kDoubleBase;  // a cue bid, most likely
  const int trumps = suit ? view.mine(*suit) - 3 : 0;
  return kDoubleBase + kDoublePerImp * std::clamp(expected, -9.0, 12.0) + kDoublePerTrump * trumps +
         kDoublePerExtraTrump * std::max(trumps, 0) + kDoublePerLevel * (view.standing->level - 3) -
         kWorthMargin;
}

double worth_of_bid(const LawView& view, Call bid, double expected) {
  const auto suit = trump_suit(bid.strain());
  const int trumps = suit ? view.ours(*suit) : 0;
  if (trumps < kShownFit) return expected;
  return kBidBase + kBidPerImp * std::clamp(expected, -12.0, 8.0) + kBidPerTrump * (trumps - kShownFit) +
         kBidPerLevel * (bid.level() - 3) - kWorthMargin;
}

// What counts when calls are compared.
double worth(const LawView& view, const LawAction& action) {
  if (action.call.is_pass() || !view.they_stand()) return action.imps;
  return action.call == Call::x() ? worth_of_double(view, action.imps)
                                  : worth_of_bid(view, action.call, action.imps);
}

void weigh(const LawView& view, TotalTricks& total) {
  std::vector<Call> calls{Call::pass()};
  if (view.question.auction.is_legal(Call::x())) calls.push_back(Call::x());
  const std::vector<Call> bids = our_bids(view, total);
  calls.insert(calls.end(), bids.begin(), bids.end());
  for (Call call : calls) {
    LawAction action{.call = call, .scores = scores_of(view, total, call)};
    const auto& passed = total.actions.empty() ? action.scores : total.actions.front().scores;
    for (std::size_t i = 0; i < total.splits.size(); ++i) {
      const double weight = total.splits[i].weight;
      action.points += weight * action.scores[i];
      action.imps += weight * imps(action.scores[i] - passed[i]);
    }
    action.worth = worth(view, action);
    if (call.is_bid()) action.they_bid_on = chance_of_bidding_on(view, total, call);
    total.actions.push_back(std::move(action));
  }
  const auto best =
      std::max_element(total.actions.begin(), total.actions.end(),
                       [&](const LawAction& a, const LawAction& b) { return a.worth < b.worth; });
  total.preferred = best->call;
}

bool both_sides_bid(const Auction& auction) {
  BySide<bool> bid{};
  for (std::size_t i = 0; i < auction.calls().size(); ++i) {
    if (auction.calls()[i].is_bid()) {
      bid[side_of(auction.caller(i))] = true;
    }
  }
  return bid[0] && bid[1];
}

}  // namespace

const LawAction* TotalTricks::action(Call call) const {
  const auto found = std::find_if(actions.begin(), actions.end(),
                                  [call](const LawAction& action) { return action.call == call; });
  return found == actions.end() ? nullptr : &*found;
}

bool TotalTricks::prefers(Call call) const {
  const LawAction* asked = action(call);
  if (asked == nullptr) return false;
  return std::none_of(actions.begin(), actions.end(), [&](const LawAction& other) {
    const bool lower = !other.call.is_bid() || !call.is_bid() || other.call < call;
    return lower && other.worth > asked->worth;
  });
}

TotalTricks total_tricks(const LawQuestion& question) {
  assert(question.hand.size() == kRanks);
  assert(!question.auction.is_over());
  const LawView view(question);
  std::optional<Suit> standing_suit;
  if (view.standing) standing_suit = trump_suit(view.standing->strain);
  const bool theirs = view.they_stand();

  TotalTricks total;
  total.applies = both_sides_bid(question.auction);
  total.ours = best_fit([&](Suit suit) { return view.ours(suit); }, theirs ? std::nullopt : standing_suit);
  total.theirs =
      best_fit([&](Suit suit) { return view.theirs(suit); }, theirs ? standing_suit : std::nullopt);
  total.adjusted = adjustments(view, total);
  total.total = total.trumps();
  for (int i = 0; i < kAdjustments; ++i) {
    if (total.adjusted[static_cast<std::size_t>(i)]) total.total += amount(static_cast<Adjustment>(i));
  }
  const Strength strength = our_points(view);
  total.hcp_ours = strength.mean;
  total.splits = splits_of(total, strength);
  weigh(view, total);
  return total;
}

}  // namespace yomi::bidding

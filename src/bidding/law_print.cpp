#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "law_view.h"
#include "yomi/belief/features.h"
#include "yomi/bidding/hand_grid.h"
#include "yomi/bidding/total_tricks.h"

namespace yomi::bidding {
namespace {

using law::LawView;

constexpr double kLikelyRow = 0.1;

std::string name(Suit suit) {
  return std::string(suit_words(suit));
}

std::string list_of(const std::vector<Suit>& suits, std::string_view none) {
  std::string text;
  for (Suit suit : suits) text += (text.empty() ? "" : " and ") + name(suit);
  return text.empty() ? std::string(none) : text;
}

template <class Condition>
std::vector<Suit> suits_where(const Condition& condition) {
  std::vector<Suit> suits;
  std::copy_if(kSuitsFromSpades.begin(), kSuitsFromSpades.end(), std::back_inserter(suits), condition);
  return suits;
}

std::string double_fit_reason(const LawView& view) {
  const auto ours = suits_where([&](Suit suit) { return view.ours(suit) >= law::kShownFit; });
  const auto theirs = suits_where([&](Suit suit) { return view.theirs_shown(suit) >= law::kShownFit; });
  if (ours.size() >= 2) return "we have eight cards in " + list_of(ours, "");
  if (theirs.size() >= 2) return "they have eight cards in " + list_of(theirs, "");
  return "neither side has shown eight cards in two suits";
}

std::string misfit_reason(const LawView& view) {
  if (const auto suit = law::missed_suit(view)) {
    return fmt::format("partner has {} {} and I have {}", view.partner_least(*suit), name(*suit),
                       view.mine(*suit) == 0 ? "none" : "one");
  }
  return law::knows_seven(view) ? "we have a suit together" : "no suit is known in which we have seven cards";
}

// The contract of ours that the table shows: the one asked for, the preferred one, or the best.
const LawAction* shown_bid(const TotalTricks& total, std::optional<Call> bid) {
  if (bid && bid->is_bid()) return total.action(*bid);
  if (total.preferred.is_bid()) return total.action(total.preferred);
  const LawAction* best = nullptr;
  for (const LawAction& action : total.actions) {
    if (action.call.is_bid() && (best == nullptr || action.imps > best->imps)) best = &action;
  }
  return best;
}

// The table shows three rows: a trick over, made and a trick down where making is likely enough, else around
// the likeliest split.
int middle_row(const TotalTricks& total, int needed) {
  const Split* likeliest = &total.splits.front();
  for (const Split& split : total.splits) {
    if (split.ours == needed && split.weight >= kLikelyRow) return needed;
    if (split.weight > likeliest->weight) likeliest = &split;
  }
  return likeliest->ours;
}

std::string table_of_scores(const LawView& view, const TotalTricks& total, const LawAction& bid) {
  const LawAction& passed = total.actions.front();
  const LawAction* doubled = total.action(Call::x());
  const bool theirs = view.they_stand();
  std::string text = fmt::format("  {:<18}{:<18}{}\n", "our " + to_string(bid.call),
                                 !view.standing ? "passing"
                                 : theirs       ? "their " + to_string(*view.standing)
                                                : "staying in " + to_string(*view.standing),
                                 doubled != nullptr ? "doubled" : "");
  text += fmt::format("  {:<8}{:<10}{:<8}{:<10}{:<10}{}\n", "tricks", "score", "tricks", "score",
                      doubled != nullptr ? "score" : "", "chance");
  const int centre = middle_row(total, bid.call.level() + 6);
  bool better = true;
  for (std::size_t i = 0; i < total.splits.size(); ++i) {
    const Split& split = total.splits[i];
    if (std::abs(split.ours - centre) > 1) continue;
    better = better && bid.scores[i] > passed.scores[i];
    text +=
        fmt::format("  {:>6}  {:>+6}    {:>6}  {:>+6}    {:<10}{:>4.0f} %\n", split.ours, bid.scores[i],
                    split.theirs, passed.scores[i],
                    doubled != nullptr ? fmt::format("{:>+5}", doubled->scores[i]) : "", 100 * split.weight);
  }
  text += fmt::format("  expected {:>+5.0f}            {:>+5.0f}    {}\n", bid.points, passed.points,
                      doubled != nullptr ? fmt::format("{:>+5.0f}", doubled->points) : "");
  if (better) text += fmt::format("{} is better in every row.\n", to_string(bid.call));
  return text;
}

}  // namespace

std::string to_string(Adjustment adjustment) {
  switch (adjustment) {
    case Adjustment::void_suit:
      return "a void";
    case Adjustment::double_fit:
      return "a double fit";
    case Adjustment::pure:
      return "pure honours";
    case Adjustment::singleton_in_theirs:
      return "a singleton in their trump suit";
    case Adjustment::balanced:
      return "a balanced hand";
    case Adjustment::misfit:
      return "a misfit";
    case Adjustment::impure:
      return "impure honours";
    case Adjustment::few_points:
      break;
  }
  return "two points or fewer";
}

std::string reason(const LawQuestion& question, const TotalTricks& total, Adjustment adjustment) {
  const LawView view(question);
  const law::Honours honours = law::look_at_honours(view, total);
  const int points = belief::hcp(question.hand);
  switch (adjustment) {
    case Adjustment::void_suit:
      return "void in " + list_of(suits_where([&](Suit suit) { return view.mine(suit) == 0; }), "no suit");
    case Adjustment::double_fit:
      return double_fit_reason(view);
    case Adjustment::pure:
      if (honours.astray) return "kings, queens or jacks outside our long suits";
      return fmt::format("{} points in our long suits, no king, queen or jack elsewhere", honours.working);
    case Adjustment::singleton_in_theirs: {
      const int cards = view.mine(total.theirs.suit);
      return fmt::format("{} card{} of their trump suit, {}", cards, cards == 1 ? "" : "s",
                         name(total.theirs.suit));
    }
    case Adjustment::balanced:
      return total.adjusted[static_cast<std::size_t>(adjustment)] ? "the hand is balanced"
                                                                  : "the hand is not balanced";
    case Adjustment::misfit:
      return misfit_reason(view);
    case Adjustment::impure:
      return fmt::format("queens and jacks worth {} in their suits or in short suits", honours.wasted);
    case Adjustment::few_points:
      break;
  }
  return fmt::format("{} high-card points", points);
}

std::string explain(const LawQuestion& question, const TotalTricks& total, std::optional<Call> bid) {
  const LawView view(question);
  std::string text =
      fmt::format("Total tricks: we have {} {}, they have {} {}: {} trumps.\n", total.ours.cards,
                  name(total.ours.suit), total.theirs.cards, name(total.theirs.suit), total.trumps());
  for (int i = 0; i < kAdjustments; ++i) {
    const auto adjustment = static_cast<Adjustment>(i);
    if (!total.adjusted[static_cast<std::size_t>(i)]) continue;
    text += fmt::format("  {:+} {}: {}\n", amount(adjustment), to_string(adjustment),
                        reason(question, total, adjustment));
  }
  text += fmt::format("Total: {}. We have about {:.0f} of the 40 points.\n", total.total, total.hcp_ours);
  if (const LawAction* shown = shown_bid(total, bid)) text += table_of_scores(view, total, *shown);
  text += "Against passing, as recorded deals correct it:";
  for (const LawAction& action : total.actions) {
    if (!action.call.is_pass()) text += fmt::format(" {} {:+.1f}", to_string(action.call), action.worth);
  }
  text += fmt::format(" IMPs. Preferred: {}.\n", to_string(total.preferred));
  return text;
}

}  // namespace yomi::bidding

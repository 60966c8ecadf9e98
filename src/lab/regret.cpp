#include "yomi/lab/regret.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "yomi/bidding/auction_policy.h"
#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/bidder.h"
#include "yomi/jobs/statistics.h"

namespace yomi::lab {
namespace {

using bidding::AuctionState;

// A first choice of the policy that is less likely than this says nothing.
constexpr float kLeastChance = 0.05F;

std::vector<Call> others_at(const AuctionState& state, const bidding::HandFeatures& hand, Call made,
                            OtherCalls wanted) {
  std::vector<Call> calls;
  const auto add = [&](Call call) {
    if (call != made && state.auction().is_legal(call) &&
        std::find(calls.begin(), calls.end(), call) == calls.end())
      calls.push_back(call);
  };
  if (wanted == OtherCalls::likeliest) {
    const auto likely = bidding::likely_calls(state, hand.cards, kLeastChance);
    if (!likely.empty()) add(likely.front().call);
    return calls;
  }
  if (!state.situation().forced) add(Call::pass());
  add(Call::x());
  for (const bidding::Candidate& one : candidates(state, hand)) add(one.call);
  return calls;
}

}  // namespace

RegretExam::RegretExam(std::shared_ptr<const bidding::System> north_south,
                       std::shared_ptr<const bidding::System> east_west, OtherCalls others)
    : systems_{std::move(north_south), std::move(east_west)}, others_(others) {}

RegretDeal RegretExam::judge(const SolvedDeal& deal) {
  std::vector<AuctionState> states;
  AuctionState state(systems_, deal.dealer, deal.vulnerability, memory_);
  RegretDeal made;
  std::vector<std::string> lines;
  while (!state.auction().is_over() && made.calls.size() < std::size_t{2} * bidding::kLongAuction) {
    const bidding::Choice choice = choose(state, bidding::HandFeatures(deal.deal[state.turn()]));
    lines.push_back(place_of(state, state.matches()[choice.match]));
    states.push_back(state);
    made.calls.push_back(choice.call);
    state.add(choice.call);
  }
  const int came = deal.score_ns(state.auction().contract());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Seat seat = states[i].turn();
    const int sign = side_of(seat) == Side::ns ? 1 : -1;
    const bidding::HandFeatures hand(deal.deal[seat]);
    for (const Call other : others_at(states[i], hand, made.calls[i], others_)) {
      AuctionState next = states[i];
      next.add(other);
      const AuctionState end = bid_out(std::move(next), deal.deal, bidding::call_by_rules);
      const int score = deal.score_ns(end.auction().contract());
      made.regrets.push_back({.line = lines[i],
                              .at = i,
                              .made = made.calls[i],
                              .other = other,
                              .imps = imps(sign * (score - came))});
    }
  }
  return made;
}

std::vector<LineRegret> by_line(const std::vector<RegretDeal>& deals, int least) {
  std::map<std::tuple<std::string, std::string, std::string>, std::pair<LineRegret, std::vector<double>>> all;
  for (const RegretDeal& deal : deals) {
    for (const CallRegret& one : deal.regrets) {
      auto& [tally, values] = all[{one.line, to_string(one.made), to_string(one.other)}];
      tally.line = one.line;
      tally.made = one.made;
      tally.other = one.other;
      ++tally.cases;
      tally.imps += one.imps;
      values.push_back(one.imps);
    }
  }
  std::vector<LineRegret> made;
  for (auto& [key, kept] : all) {
    LineRegret& tally = kept.first;
    tally.error = jobs::mean_of(kept.second).error;
    if (tally.cases >= std::max(least, 2) && tally.mean() > tally.error) made.push_back(std::move(tally));
  }
  std::stable_sort(made.begin(), made.end(),
                   [](const LineRegret& a, const LineRegret& b) { return a.imps > b.imps; });
  return made;
}

}  // namespace yomi::lab

#include "yomi/bidding/auction_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "bidding_data.h"

namespace yomi::bidding {
namespace {

constexpr std::string_view kPolicyHeading = "yomi auction policy 1";

}  // namespace

PolicySystem policy_system(const System& system) {
  const auto* const at = std::find(kPolicySystemNames.begin(), kPolicySystemNames.end(), system.shipped_as);
  return at == kPolicySystemNames.end() ? PolicySystem::two_over_one
                                        : static_cast<PolicySystem>(at - kPolicySystemNames.begin());
}

bool is_learnt(const System& system) {
  return std::find(kPolicySystemNames.begin(), kPolicySystemNames.end(), system.shipped_as) !=
         kPolicySystemNames.end();
}

CallChances legal_chances(const Auction& auction, const PolicyWeights::Outputs& outputs) {
  CallChances made{};
  const auto bid = auction.last_bid();
  const int lowest = bid ? bid->code() + 1 : Call::bid(1, Strain::clubs).code();
  const auto legal = [&](int code) {
    return code == 0 || (code >= 3 ? code >= lowest : auction.is_legal(Call::from_code(code)));
  };
  float highest = outputs[0];
  for (int code = 1; code < kCalls; ++code)
    if (legal(code)) highest = std::max(highest, outputs[static_cast<std::size_t>(code)]);
  float sum = 0;
  for (int code = 0; code < kCalls; ++code) {
    const auto at = static_cast<std::size_t>(code);
    if (legal(code)) made[at] = std::exp(outputs[at] - highest);
    sum += made[at];
  }
  for (float& chance : made) chance /= sum;
  return made;
}

Call likeliest(const CallChances& chances) {
  return Call::from_code(
      static_cast<int>(std::max_element(chances.begin(), chances.end()) - chances.begin()));
}

const AuctionPolicy& AuctionPolicy::shipped() {
  static const AuctionPolicy policy = [] {
    const auto parsed = parse(data::k_auctions);
    assert(parsed.ok());
    return *parsed;
  }();
  return policy;
}

std::string AuctionPolicy::to_text() const {
  return fmt::format("{}\n", kPolicyHeading) + weights_to_text(weights_->all(), weights_->first_bias.size());
}

Result<AuctionPolicy> AuctionPolicy::parse(std::string_view text) {
  auto weights = std::make_shared<PolicyWeights>();
  if (auto bad = read_weights(text, kPolicyHeading, weights->first_bias.size(), {weights->all()}))
    return *std::move(bad);
  return AuctionPolicy(std::move(weights));
}

CallChances AuctionPolicy::chances(const Auction& auction, Vulnerability vulnerability, CardSet hand,
                                   PolicySystem ours) const {
  ActiveInputs inputs;
  add_hand(hand, inputs);
  add_auction(auction, vulnerability, ours, std::nullopt, inputs);
  PolicyWeights::Activations made;
  forward(*weights_, inputs, made);
  return legal_chances(auction, made.outputs);
}

namespace {

// Partner's artificial bid has just been doubled. A redouble says that it can be played there, and partner
// leaves it in; the policy redoubles on most hands, since those it learnt with ran.
bool redouble_would_mislead(const AuctionState& state, CardSet hand) {
  const std::vector<InterpretedCall>& calls = state.interpreted_calls();
  if (calls.size() < 2 || calls.back().call != Call::x()) return false;
  const InterpretedCall& partners = calls[calls.size() - 2];
  return partners.call.is_bid() && partners.artificial &&
         choose(state, HandFeatures(hand)).call != Call::xx();
}

// Everything else is as likely as before beside everything else.
void rule_out(Call call, CallChances& chances) {
  CallChances left = chances;
  left[static_cast<std::size_t>(call.code())] = 0;
  const float others = std::accumulate(left.begin(), left.end(), 0.0F);
  if (others <= 0) return;
  for (float& chance : left) chance /= others;
  chances = left;
}

}  // namespace

std::vector<LikelyCall> likely_calls(const AuctionState& state, CardSet hand, float least,
                                     const AuctionPolicy& policy) {
  CallChances chances =
      policy.chances(state.auction(), state.vulnerability(), hand, policy_system(state.system()));
  if (state.situation().forced) rule_out(Call::pass(), chances);
  if (redouble_would_mislead(state, hand)) rule_out(Call::xx(), chances);
  std::vector<LikelyCall> made;
  for (std::size_t code = 0; code < chances.size(); ++code) {
    if (chances[code] >= least) made.push_back({Call::from_code(static_cast<int>(code)), chances[code]});
  }
  std::stable_sort(made.begin(), made.end(),
                   [](const LikelyCall& a, const LikelyCall& b) { return a.chance > b.chance; });
  return made;
}

namespace {

// Whoever asks partner for an answer has a plan.
bool asks_partner(const AuctionState& state, const Choice& rules) {
  const RuleMatch& match = state.matches()[rules.match];
  if (match.line == RuleMatch::kNoLine) return false;
  const Forcing forcing = state.system().lines[match.line].forcing;
  return forcing == Forcing::round || forcing == Forcing::game || forcing == Forcing::transfer;
}

}  // namespace

bool is_agreement(const AuctionState& state, const Choice& rules) {
  const System& system = state.system();
  return !rules.general && !system.groups[system.lines[state.matches()[rules.match].line].group].judgement;
}

PolicyChoice choose_by_policy(const AuctionState& state, const HandFeatures& hand, Agreements agreements,
                              const AuctionPolicy& policy) {
  PolicyChoice made{.rules = choose(state, hand), .call = {}};
  made.call = made.rules.call;
  if (agreements == Agreements::rules || !is_learnt(state.system())) {
    if (is_agreement(state, made.rules) || asks_partner(state, made.rules)) return made;
  }
  const LikelyCall best = likely_calls(state, hand.cards, 0, policy).front();
  made.call = best.call;
  made.chance = best.chance;
  return made;
}

Auction bid_out_by_policy(Auction auction, const Deal& deal, Vulnerability vulnerability,
                          const std::array<PolicySystem, 2>& systems, const AuctionPolicy& policy) {
  while (!auction.is_over()) {
    const Seat seat = auction.turn();
    auction.add(likeliest(policy.chances(auction, vulnerability, deal[seat],
                                         systems[static_cast<std::size_t>(index(side_of(seat)))])));
  }
  return auction;
}

}  // namespace yomi::bidding

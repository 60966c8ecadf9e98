#include "yomi/bidding/call_likelihood.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace yomi::bidding {

PolicyWeights::First hand_part(CardSet hand, const AuctionPolicy& policy) {
  ActiveInputs inputs;
  add_hand(hand, inputs);
  PolicyWeights::First made{};
  add_inputs(policy.weights(), inputs, made);
  return made;
}

CallLikelihood::CallLikelihood(const Auction& before, Call call, Vulnerability vulnerability,
                               PolicySystem ours, const AuctionPolicy& policy)
    : weights_(policy.weights()), call_(static_cast<std::size_t>(call.code())) {
  assert(before.is_legal(call));
  ActiveInputs inputs;
  add_auction(before, vulnerability, ours, std::nullopt, inputs);
  add_inputs(weights_, inputs, auction_part_);
  for (int code = 0; code < kCalls; ++code) {
    if (before.is_legal(Call::from_code(code))) legal_[legal_count_++] = static_cast<std::uint8_t>(code);
  }
}

float CallLikelihood::of(const PolicyWeights::First& hand) const {
  PolicyWeights::Activations made;
  forward(weights_, auction_part_, hand, made);
  float sum = 0;
  for (std::size_t i = 0; i < legal_count_; ++i) {
    const float over = made.outputs[legal_[i]] - made.outputs[call_];
    sum += std::exp(std::min(over, 60.0F));
  }
  return 1 / sum;
}

}  // namespace yomi::bidding

#include "yomi/bidding/policy_inputs.h"

#include "yomi/bidding/auction_policy.h"

namespace yomi::bidding {

constexpr std::size_t kLongestAuction = 319;

static_assert(inputs::kPolicyInputs == std::tuple_size_v<decltype(PolicyWeights::input)>);
static_assert(inputs::kSystems == kPolicySystems);

void add_hand(CardSet hand, ActiveInputs& to) {
  inputs::add_hand(hand.bits(), to);
}

void add_auction(const Auction& auction, Vulnerability vulnerability, PolicySystem ours,
                 std::optional<PolicySystem> theirs, ActiveInputs& to) {
  std::array<std::uint8_t, kLongestAuction> codes;
  const std::vector<Call>& calls = auction.calls();
  for (std::size_t i = 0; i < calls.size(); ++i) codes[i] = static_cast<std::uint8_t>(calls[i].code());
  inputs::add_auction(
      {.calls = codes.data(),
       .count = static_cast<int>(calls.size()),
       .dealer = index(auction.dealer()),
       .vulnerable = static_cast<unsigned>(vulnerability),
       .ours = static_cast<std::size_t>(ours),
       .theirs = static_cast<std::size_t>(theirs ? static_cast<int>(*theirs) : kPolicySystems)},
      to);
}

}  // namespace yomi::bidding

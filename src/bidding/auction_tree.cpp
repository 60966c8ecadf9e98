#include "auction_tree.h"

#include <algorithm>

#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/bidder.h"

namespace yomi::bidding {

AuctionTree::AuctionTree(const AuctionState& root, const std::shared_ptr<GridMemory>& memory) {
  AuctionState own = root.restarted(memory);
  for (const Call call : root.auction().calls()) own.add(call);
  root_ = std::make_unique<Node>(std::move(own));
}

AuctionTree::Node& AuctionTree::after(Node& node, Call call) {
  const auto found =
      std::find_if(node.next.begin(), node.next.end(), [&](const auto& one) { return one.first == call; });
  if (found != node.next.end()) return *found->second;
  auto made = std::make_unique<Node>(node.state);
  made->state.add(call);
  node.next.emplace_back(call, std::move(made));
  return *node.next.back().second;
}

const Auction& AuctionTree::bid_out(Call first, const Deal& deal,
                                    const std::array<PolicySystem, 2>& systems) {
  const Seat me = root_->state.turn();
  const HandFeatures mine(deal[me]);
  const HandFeatures partners(deal[partner(me)]);
  Node* node = &after(*root_, first);
  const std::size_t most = root_->state.auction().calls().size() + std::size_t{2} * kLongAuction;
  while (!node->state.auction().is_over() && node->state.auction().calls().size() < most) {
    const AuctionState& state = node->state;
    const Seat seat = state.turn();
    const bool ours = side_of(seat) == side_of(me);
    const Call call = ours ? choose(state, seat == me ? mine : partners).call
                           : likeliest(AuctionPolicy::shipped().chances(
                                 state.auction(), state.vulnerability(), deal[seat],
                                 systems[static_cast<std::size_t>(index(side_of(seat)))]));
    node = &after(*node, call);
  }
  return node->state.auction();
}

}  // namespace yomi::bidding

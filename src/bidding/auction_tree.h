// The auctions that may follow from one, each read once. An AuctionState is costly to extend, but it depends
// on the calls alone, and most imagined deals are bid like others. For one thread.
#pragma once

#include <memory>
#include <vector>

#include "yomi/bidding/auction_policy.h"
#include "yomi/bidding/auction_state.h"

namespace yomi::bidding {

class AuctionTree {
 public:
  AuctionTree(const AuctionState& root, const std::shared_ptr<GridMemory>& memory);

  // The auction of the root with `first` added, to its end: the side that is to call at the root goes on by
  // the rules of its system, the other by the policy.
  const Auction& bid_out(Call first, const Deal& deal, const std::array<PolicySystem, 2>& systems);

 private:
  struct Node {
    explicit Node(AuctionState read) : state(std::move(read)) {}
    AuctionState state;
    std::vector<std::pair<Call, std::unique_ptr<Node>>> next{};
  };
  static Node& after(Node& node, Call call);

  std::unique_ptr<Node> root_;
};

}  // namespace yomi::bidding

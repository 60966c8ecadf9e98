// A player that calls and plays at random, legally, from what its chair sees.
#pragma once

#include "yomi/agent/player.h"
#include "yomi/bridge/play_history.h"
#include "yomi/cards/random.h"

namespace yomi::testing {

class RandomPlayer : public agent::Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

  Result<agent::CallAdvice> call(const agent::View& view, std::stop_token) override {
    const auto auction = view.auction();
    if (!auction) return auction.error();
    const auto legal = auction->legal_calls();
    agent::CallAdvice made;
    if (random_.below(3) == 0) made.call = legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
    made.alert = random_.below(4) == 0;
    if (made.alert && random_.below(2) == 0) made.explanation = "means nothing.";
    return made;
  }

  Result<agent::CardAdvice> play(const agent::View& view, CardSet, std::stop_token) override {
    const auto auction = view.auction();
    if (!auction || !auction->contract()) return Error{"no contract"};
    const Contract contract = *auction->contract();
    const PlayHistory history(contract.strain, contract.leader(), view.play);
    const CardSet hand = (history.turn() == view.chair ? view.hand : view.dummy_hand) - history.played();
    const auto led = history.led();
    CardSet legal = led ? hand.in(led->suit()) : hand;
    if (legal.empty()) legal = hand;
    for (auto skip = random_.below(static_cast<std::uint32_t>(legal.size())); skip > 0; --skip)
      legal.erase(legal.lowest());
    agent::CardAdvice made;
    made.card = legal.lowest();
    return made;
  }

 private:
  Random random_;
};

}  // namespace yomi::testing

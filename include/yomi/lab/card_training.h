// Fitting the card policy to cards that were played: by experts, or by the engine itself.
//
// A lesson is a played board: deal, contract, calls and cards. Every card at which the chair had a choice is
// one example; the fit minimises the mean of -log(chance of the card played) with Adam (Kingma and
// Ba 2015) over small batches. The same seed and lessons give the same weights whatever the number of
// threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "yomi/bridge/board.h"
#include "yomi/play/card_policy.h"

namespace yomi::lab {

struct Training {
  std::optional<play::CardPolicy> start{};  // the weights to start from; null: small random ones
  int epochs = 8;
  int batch = 256;
  double rate = 2e-3;  // decays to a twentieth of it along half a cosine
  double decay = 0.3;
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all cores
  // After each epoch: its number and the mean loss on the examples as they were met. False stops.
  std::function<bool(int epoch, double loss)> report = [](int, double) { return true; };
};
// The boards must have a contract, four hands and a legal play.
play::CardPolicy train(std::span<const Board> boards, const Training& training);

// How the policy does on boards it has not seen. Forced cards are left out.
struct Agreement {
  struct Part {
    std::int64_t cards = 0;
    std::int64_t same = 0;   // the likeliest card was the one played
    std::int64_t equal = 0;  // or an equivalent one
    double loss = 0;         // sum of -log(chance of the card played)
    double random_same = 0;  // what a choice at random would have reached
  };
  Part all;
  std::array<Part, 4> by_place;  // in the trick
  std::array<Part, 4> by_role;   // declarer's hand, dummy's, declarer's left, declarer's right
  Part opening_leads;
};
Agreement agreement(const play::CardPolicy& policy, std::span<const Board> boards);

}  // namespace yomi::lab

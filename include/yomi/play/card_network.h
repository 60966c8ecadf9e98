// The network of the card policy: its weights, the way forward, and the way back for training.
#pragma once

#include <array>
#include <vector>

#include "yomi/play/card_features.h"

namespace yomi::play {

inline constexpr int kHidden = 64;
using Row = std::array<float, kHidden>;

// One row of weights for each feature or unit. `suit_pool` feeds the context, `suit_state` the suit's state.
struct PolicyWeights {
  std::vector<Row> situation, suit_pool, suit_state, card;
  std::vector<Row> pool_to_context, context_to_state;  // a row for each unit that feeds
  std::vector<Row> bias;                               // of pool, context, state
  std::vector<Row> card_bias;                          // one number for each card feature, in rows

  PolicyWeights();  // all zero, of the right sizes
  // Every table in a fixed order: for reading, writing, and steps of training.
  [[nodiscard]] std::array<std::vector<Row>*, 8> tables();
  [[nodiscard]] std::array<const std::vector<Row>*, 8> tables() const;
  float& card_bias_of(int feature) {
    return card_bias[static_cast<std::size_t>(feature / kHidden)]
                    [static_cast<std::size_t>(feature % kHidden)];
  }
  [[nodiscard]] float card_bias_of(int feature) const {
    return card_bias[static_cast<std::size_t>(feature / kHidden)]
                    [static_cast<std::size_t>(feature % kHidden)];
  }
};

// What the way forward leaves for the way back.
struct Activations {
  BySuit<Row> pool;  // by suit, after the threshold
  Row pooled;        // their sum
  Row context;
  BySuit<Row> state;         // by suit; only of suits with a legal card
  std::array<Row, 13> card;  // the cards' rows
  std::array<float, 13> chances;
};

void forward(const PolicyWeights& weights, const CardFeatures& features, Activations& made);
// Adds the gradient of -log(chance of card number `right`) to `gradient`.
void backward(const PolicyWeights& weights, const CardFeatures& features, const Activations& made, int right,
              PolicyWeights& gradient);

}  // namespace yomi::play

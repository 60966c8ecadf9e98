// Networks over switches: the policy of calls (auction_policy.h) and the estimate of tricks
// (trick_estimate.h).
//
// Inputs are switches, of which a few dozen are on. They feed a layer of units, those a second layer, and
// those the outputs; units pass on what is above zero. Sums are taken in one order whatever the width of the
// machine's vectors, so the same inputs give the same numbers everywhere. Any thread.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/result.h"

namespace yomi::bidding {

// The switches that are on.
class ActiveInputs {
 public:
  void add(std::size_t input) {
    assert(size_ < inputs_.size());
    inputs_[size_++] = static_cast<std::uint16_t>(input);
  }
  [[nodiscard]] const std::uint16_t* begin() const { return inputs_.data(); }
  [[nodiscard]] const std::uint16_t* end() const { return inputs_.data() + size_; }

 private:
  // Of a policy: a hand has 23, every bid doubled and redoubled three times 35, and 19 others at most.
  std::array<std::uint16_t, 160> inputs_;
  std::size_t size_ = 0;
};

template <std::size_t kInputs, std::size_t kFirst, std::size_t kSecond, std::size_t kOutputs>
struct SparseWeights {
  using First = std::array<float, kFirst>;
  using Second = std::array<float, kSecond>;
  using Outputs = std::array<float, kOutputs>;
  // What the way forward leaves for the way back.
  struct Activations {
    First first;
    Second second;
    Outputs outputs;
  };

  std::array<First, kInputs> input{};
  First first_bias{};
  std::array<Second, kFirst> first{};
  Second second_bias{};
  std::array<Outputs, kSecond> second{};
  Outputs output_bias{};

  // All weights as one row, in the order above.
  [[nodiscard]] std::span<float> all() { return {input[0].data(), sizeof(*this) / sizeof(float)}; }
  [[nodiscard]] std::span<const float> all() const {
    return {input[0].data(), sizeof(*this) / sizeof(float)};
  }
};

using PolicyWeights = SparseWeights<1015, 256, 128, 40>;
using TrickWeights = SparseWeights<449, 192, 64, 1>;

void forward(const PolicyWeights& weights, const ActiveInputs& inputs, PolicyWeights::Activations& made);
void forward(const TrickWeights& weights, const ActiveInputs& inputs, TrickWeights::Activations& made);
// Where one part of the switches stays and another changes, each is added up by itself, and the layers go on
// from there.
void add_inputs(const PolicyWeights& weights, const ActiveInputs& inputs, PolicyWeights::First& to);
void forward(const PolicyWeights& weights, const PolicyWeights::First& one, const PolicyWeights::First& other,
             PolicyWeights::Activations& made);
// Adds to `gradient` that of a loss with the derivatives `slopes` by the outputs.
void backward(const PolicyWeights& weights, const ActiveInputs& inputs,
              const PolicyWeights::Activations& made, const PolicyWeights::Outputs& slopes,
              PolicyWeights& gradient);
void backward(const TrickWeights& weights, const ActiveInputs& inputs, const TrickWeights::Activations& made,
              const TrickWeights::Outputs& slopes, TrickWeights& gradient);

// Steps of Adam (Kingma and Ba 2015).
class AdamSteps {
 public:
  struct Moment {
    float mean = 0;
    float square = 0;
  };
  // A step against `slopes`, times `scale`; `decay` takes that share of a weight at a rate of one.
  void step(std::span<float> weights, std::span<const float> slopes, float scale, float rate,
            float decay = 0);

 private:
  int steps_ = 0;
  std::vector<Moment> moments_;
};

// Weights as text: lines of `row` weights, each line its largest size and then two letters for each weight,
// in 4,095 steps from minus to plus that size. Only every `coarse`-th step is used: what is finer than a
// network needs is noise, and noise cannot be packed. What is read is what was written.
std::string weights_to_text(std::span<const float> weights, std::size_t row, int coarse = 1);
// A whole text: the heading in a line of its own, then the weights of each part. The error names the line.
std::optional<Error> read_weights(std::string_view text, std::string_view heading, std::size_t row,
                                  std::initializer_list<std::span<float>> parts);

}  // namespace yomi::bidding

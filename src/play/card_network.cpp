#include "yomi/play/card_network.h"

#include <algorithm>
#include <cmath>

// The forward pass is compiled twice, for plain x86-64 and for AVX2, and chosen at run time. All sums are
// taken in the same order in both, and nothing is fused, so that the answers are the same to the last bit.
#define YOMI_INLINE [[gnu::always_inline]] inline
#if defined(__x86_64__)
#define YOMI_AVX2 [[gnu::target("avx2")]]
#endif

namespace yomi::play {
namespace {

YOMI_INLINE void add(Row& to, const Row& row) {
  for (std::size_t i = 0; i < kHidden; ++i) to[i] += row[i];
}
YOMI_INLINE void add(Row& to, const Row& row, float times) {
  for (std::size_t i = 0; i < kHidden; ++i) to[i] += times * row[i];
}
YOMI_INLINE float product(const Row& a, const Row& b) {
  // Eight sums side by side, so that the compiler may keep them in vectors.
  std::array<float, 8> sums{};
  for (std::size_t i = 0; i < kHidden; i += 8) {
    for (std::size_t j = 0; j < 8; ++j) sums[j] += a[i + j] * b[i + j];
  }
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}
YOMI_INLINE void threshold(Row& row) {
  for (float& value : row) value = std::max(value, 0.0F);
}
// The gradient passes where the unit was above its threshold.
void mask(Row& gradient, const Row& value) {
  for (std::size_t i = 0; i < kHidden; ++i) gradient[i] = value[i] > 0 ? gradient[i] : 0.0F;
}

template <class SomeBag>
YOMI_INLINE void sum_rows(Row& to, const std::vector<Row>& rows, const SomeBag& bag) {
  for (std::uint16_t feature : bag) add(to, rows[feature]);
}
// Adds each row as often as its unit says.
YOMI_INLINE void sum_rows(Row& to, const std::vector<Row>& rows, const Row& times) {
  for (std::size_t unit = 0; unit < kHidden; ++unit) {
    if (times[unit] != 0) add(to, rows[unit], times[unit]);
  }
}
template <class SomeBag>
void spread(const Row& gradient, std::vector<Row>& rows, const SomeBag& bag) {
  for (std::uint16_t feature : bag) add(rows[feature], gradient);
}

unsigned suits_of(const CardFeatures& features) {
  unsigned suits = 0;
  for (int i = 0; i < features.count; ++i)
    suits |= 1U << index(features.cards[static_cast<std::size_t>(i)].suit());
  return suits;
}

}  // namespace

PolicyWeights::PolicyWeights()
    : situation(static_cast<std::size_t>(kSituationFeatures), Row{}),
      suit_pool(static_cast<std::size_t>(kSuitFeatures), Row{}),
      suit_state(static_cast<std::size_t>(kSuitFeatures), Row{}),
      card(static_cast<std::size_t>(kCardFeatures), Row{}),
      pool_to_context(kHidden, Row{}),
      context_to_state(kHidden, Row{}),
      bias(3, Row{}),
      card_bias(static_cast<std::size_t>(kCardFeatures / kHidden + 1), Row{}) {}

std::array<std::vector<Row>*, 8> PolicyWeights::tables() {
  return {&situation, &suit_pool, &suit_state, &card, &pool_to_context, &context_to_state, &bias, &card_bias};
}
std::array<const std::vector<Row>*, 8> PolicyWeights::tables() const {
  return {&situation, &suit_pool, &suit_state, &card, &pool_to_context, &context_to_state, &bias, &card_bias};
}

namespace {

YOMI_INLINE void forward_body(const PolicyWeights& weights, const CardFeatures& features, Activations& made) {
  made.pooled = Row{};
  for (std::size_t suit = 0; suit < 4; ++suit) {
    Row& pool = made.pool[suit];
    pool = weights.bias[0];
    sum_rows(pool, weights.suit_pool, features.suits[suit]);
    threshold(pool);
    add(made.pooled, pool);
  }
  made.context = weights.bias[1];
  sum_rows(made.context, weights.situation, features.situation);
  sum_rows(made.context, weights.pool_to_context, made.pooled);
  threshold(made.context);
  Row shared = weights.bias[2];
  sum_rows(shared, weights.context_to_state, made.context);
  const unsigned suits = suits_of(features);
  for (std::size_t suit = 0; suit < 4; ++suit) {
    if ((suits >> suit & 1) == 0) continue;
    made.state[suit] = shared;
    sum_rows(made.state[suit], weights.suit_state, features.suits[suit]);
    threshold(made.state[suit]);
  }
  float highest = -1e30F;
  for (std::size_t i = 0; i < static_cast<std::size_t>(features.count); ++i) {
    made.card[i] = Row{};
    sum_rows(made.card[i], weights.card, features.bags[i]);
    float score = product(made.card[i], made.state[features.cards[i].suit()]);
    for (std::uint16_t feature : features.bags[i]) score += weights.card_bias_of(feature);
    made.chances[i] = score;
    highest = std::max(highest, score);
  }
  float sum = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(features.count); ++i) {
    made.chances[i] = std::exp(made.chances[i] - highest);
    sum += made.chances[i];
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(features.count); ++i) made.chances[i] /= sum;
}

#ifdef YOMI_AVX2
YOMI_AVX2 void forward_avx2(const PolicyWeights& weights, const CardFeatures& features, Activations& made) {
  forward_body(weights, features, made);
}
#endif

}  // namespace

void forward(const PolicyWeights& weights, const CardFeatures& features, Activations& made) {
#ifdef YOMI_AVX2
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return forward_avx2(weights, features, made);
#endif
  forward_body(weights, features, made);
}

void backward(const PolicyWeights& weights, const CardFeatures& features, const Activations& made, int right,
              PolicyWeights& gradient) {
  BySuit<Row> state{};
  for (int i = 0; i < features.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Suit suit = features.cards[at].suit();
    const float slope = made.chances[at] - (i == right ? 1.0F : 0.0F);
    add(state[suit], made.card[at], slope);
    Row of_card{};
    add(of_card, made.state[suit], slope);
    spread(of_card, gradient.card, features.bags[at]);
    for (std::uint16_t feature : features.bags[at]) gradient.card_bias_of(feature) += slope;
  }
  Row shared{};
  const unsigned suits = suits_of(features);
  for (std::size_t suit = 0; suit < 4; ++suit) {
    if ((suits >> suit & 1) == 0) continue;
    mask(state[suit], made.state[suit]);
    spread(state[suit], gradient.suit_state, features.suits[suit]);
    add(shared, state[suit]);
  }
  add(gradient.bias[2], shared);
  Row context{};
  for (std::size_t i = 0; i < kHidden; ++i) {
    if (made.context[i] == 0) continue;
    context[i] = product(weights.context_to_state[i], shared);
    add(gradient.context_to_state[i], shared, made.context[i]);
  }
  add(gradient.bias[1], context);
  spread(context, gradient.situation, features.situation);
  Row pooled{};
  for (std::size_t i = 0; i < kHidden; ++i) {
    pooled[i] = product(weights.pool_to_context[i], context);
    if (made.pooled[i] != 0) add(gradient.pool_to_context[i], context, made.pooled[i]);
  }
  for (std::size_t suit = 0; suit < 4; ++suit) {
    Row pool = pooled;
    mask(pool, made.pool[suit]);
    spread(pool, gradient.suit_pool, features.suits[suit]);
    add(gradient.bias[0], pool);
  }
}

}  // namespace yomi::play

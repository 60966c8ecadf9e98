#include "yomi/bidding/sparse_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

// The loops below are over rows of a fixed length, so the compiler makes vectors of them; a copy for each
// width of vectors is chosen when the program starts. Sanitizers do not bear that choice.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define YOMI_ALL_WIDTHS [[gnu::target_clones("avx512f", "avx2", "default")]]
#else
#define YOMI_ALL_WIDTHS
#endif

namespace yomi::bidding {
namespace {

constexpr std::size_t kLanes = 16;

template <std::size_t N>
[[gnu::always_inline]] inline void add_row(std::array<float, N>& to, const std::array<float, N>& row) {
  for (std::size_t i = 0; i < N; ++i) to[i] += row[i];
}
template <std::size_t N>
[[gnu::always_inline]] inline void add_row(std::array<float, N>& to, float factor,
                                           const std::array<float, N>& row) {
  for (std::size_t i = 0; i < N; ++i) to[i] += factor * row[i];
}
// In lanes, the same on every machine.
template <std::size_t N>
[[gnu::always_inline]] inline float dot(const std::array<float, N>& a, const std::array<float, N>& b) {
  std::array<float, kLanes> sums{};
  for (std::size_t at = 0; at + kLanes <= N; at += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += a[at + lane] * b[at + lane];
  }
  float sum = 0;
  for (const float lane : sums) sum += lane;
  for (std::size_t i = N / kLanes * kLanes; i < N; ++i) sum += a[i] * b[i];
  return sum;
}

// Of units that pass on what is above zero: adds what they send to the next layer, in the order of the units.
// First which ones do, without a branch that nobody can foresee; then their rows, with the sums of a stretch
// kept in registers.
template <std::size_t N, std::size_t M>
[[gnu::always_inline]] inline void send(std::array<float, N>& units,
                                        const std::array<std::array<float, M>, N>& weights,
                                        std::array<float, M>& next) {
  std::array<std::uint16_t, N> sending;
  std::size_t count = 0;
  for (std::size_t i = 0; i < N; ++i) {
    sending[count] = static_cast<std::uint16_t>(i);
    count += units[i] > 0 ? 1 : 0;
    units[i] = units[i] > 0 ? units[i] : 0;
  }
  constexpr std::size_t kWidth = M % 64 == 0 ? 64 : M % 8 == 0 ? 8 : 1;
  for (std::size_t from = 0; from < M; from += kWidth) {
    std::array<float, kWidth> sums;
    for (std::size_t j = 0; j < kWidth; ++j) sums[j] = next[from + j];
    for (std::size_t k = 0; k < count; ++k) {
      const float unit = units[sending[k]];
      const float* const row = weights[sending[k]].data() + from;
#pragma GCC unroll 64
      for (std::size_t j = 0; j < kWidth; ++j) sums[j] += unit * row[j];
    }
    for (std::size_t j = 0; j < kWidth; ++j) next[from + j] = sums[j];
  }
}

// The slopes of a layer's units from those of the next; its weights' gradient on the way.
template <std::size_t N, std::size_t M>
[[gnu::always_inline]] inline void send_back(const std::array<float, N>& units,
                                             const std::array<std::array<float, M>, N>& weights,
                                             const std::array<float, M>& next, std::array<float, N>& slopes,
                                             std::array<std::array<float, M>, N>& gradient) {
  for (std::size_t i = 0; i < N; ++i) {
    slopes[i] = 0;
    if (units[i] <= 0) continue;
    slopes[i] = dot(weights[i], next);
    add_row(gradient[i], units[i], next);
  }
}

// From the first layer on.
template <class Weights>
[[gnu::always_inline]] inline void go_on(const Weights& weights, typename Weights::Activations& made) {
  made.second = weights.second_bias;
  send(made.first, weights.first, made.second);
  made.outputs = weights.output_bias;
  send(made.second, weights.second, made.outputs);
}

template <class Weights>
[[gnu::always_inline]] inline void go_forward(const Weights& weights, const ActiveInputs& inputs,
                                              typename Weights::Activations& made) {
  made.first = weights.first_bias;
  for (const std::uint16_t input : inputs) add_row(made.first, weights.input[input]);
  go_on(weights, made);
}

template <class Weights>
[[gnu::always_inline]] inline void go_back(const Weights& weights, const ActiveInputs& inputs,
                                           const typename Weights::Activations& made,
                                           const typename Weights::Outputs& slopes, Weights& gradient) {
  add_row(gradient.output_bias, slopes);
  typename Weights::Second second;
  send_back(made.second, weights.second, slopes, second, gradient.second);
  add_row(gradient.second_bias, second);
  typename Weights::First first;
  send_back(made.first, weights.first, second, first, gradient.first);
  add_row(gradient.first_bias, first);
  for (const std::uint16_t input : inputs) add_row(gradient.input[input], first);
}

}  // namespace

YOMI_ALL_WIDTHS
void forward(const PolicyWeights& weights, const ActiveInputs& inputs, PolicyWeights::Activations& made) {
  go_forward(weights, inputs, made);
}
YOMI_ALL_WIDTHS
void forward(const TrickWeights& weights, const ActiveInputs& inputs, TrickWeights::Activations& made) {
  go_forward(weights, inputs, made);
}
YOMI_ALL_WIDTHS
void add_inputs(const PolicyWeights& weights, const ActiveInputs& inputs, PolicyWeights::First& to) {
  for (const std::uint16_t input : inputs) add_row(to, weights.input[input]);
}
YOMI_ALL_WIDTHS
void forward(const PolicyWeights& weights, const PolicyWeights::First& one, const PolicyWeights::First& other,
             PolicyWeights::Activations& made) {
  made.first = one;
  add_row(made.first, other);
  add_row(made.first, weights.first_bias);
  go_on(weights, made);
}
YOMI_ALL_WIDTHS
void backward(const PolicyWeights& weights, const ActiveInputs& inputs,
              const PolicyWeights::Activations& made, const PolicyWeights::Outputs& slopes,
              PolicyWeights& gradient) {
  go_back(weights, inputs, made, slopes, gradient);
}
YOMI_ALL_WIDTHS
void backward(const TrickWeights& weights, const ActiveInputs& inputs, const TrickWeights::Activations& made,
              const TrickWeights::Outputs& slopes, TrickWeights& gradient) {
  go_back(weights, inputs, made, slopes, gradient);
}

namespace detail {

constexpr float kMeanDecay = 0.9F;
constexpr float kSquareDecay = 0.999F;

// A free function: a member with several copies counts as defined in different ways when a program is linked
// with -flto.
void adam_step(std::span<float> weights, std::span<const float> slopes, std::span<AdamSteps::Moment> moments,
               float scale, float pace, float shrink);

YOMI_ALL_WIDTHS
void adam_step(std::span<float> weights, std::span<const float> slopes, std::span<AdamSteps::Moment> moments,
               float scale, float pace, float shrink) {
  float* const all = weights.data();
  const float* const by = slopes.data();
  AdamSteps::Moment* const kept = moments.data();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const float slope = by[i] * scale;
    kept[i].mean = kMeanDecay * kept[i].mean + (1 - kMeanDecay) * slope;
    kept[i].square = kSquareDecay * kept[i].square + (1 - kSquareDecay) * slope * slope;
    all[i] = all[i] * shrink - pace * kept[i].mean / (std::sqrt(kept[i].square) + 1e-8F);
  }
}

}  // namespace detail

void AdamSteps::step(std::span<float> weights, std::span<const float> slopes, float scale, float rate,
                     float decay) {
  moments_.resize(weights.size());
  ++steps_;
  const float pace = rate * std::sqrt(1 - std::pow(detail::kSquareDecay, static_cast<float>(steps_))) /
                     (1 - std::pow(detail::kMeanDecay, static_cast<float>(steps_)));
  detail::adam_step(weights, slopes, moments_, scale, pace, 1 - rate * decay);
}

namespace {

constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
constexpr int kMiddle = 2047;  // of 4,095 steps

int digit_value(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'A' && letter <= 'Z') return letter - 'A' + 10;
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 36;
  return letter == '-' ? 62 : letter == '_' ? 63 : -1;
}

}  // namespace

std::string weights_to_text(std::span<const float> weights, std::size_t row, int coarse) {
  std::string text;
  const long most = kMiddle / coarse;
  for (std::size_t at = 0; at < weights.size(); at += row) {
    const std::span<const float> line = weights.subspan(at, std::min(row, weights.size() - at));
    float largest = 0;
    for (const float weight : line) largest = std::max(largest, std::abs(weight));
    largest *= static_cast<float>(kMiddle) / static_cast<float>(most * coarse);
    // As it will be read.
    std::string size = fmt::format("{:.5g}", largest);
    std::from_chars(size.data(), size.data() + size.size(), largest);
    text += size + " ";
    for (const float weight : line) {
      const long step =
          largest > 0 ? std::lround(weight / largest * kMiddle / static_cast<float>(coarse)) : 0;
      const auto code = static_cast<std::size_t>(std::clamp(step, -most, most) * coarse + kMiddle);
      text += kDigits[code / kDigits.size()];
      text += kDigits[code % kDigits.size()];
    }
    text += "\n";
  }
  return text;
}

namespace {

// Takes the lines of the weights off the front of the text.
std::optional<Error> take_weights(std::string_view& text, std::uint32_t& line, std::size_t row,
                                  std::span<float> weights) {
  const auto error = [&](std::string what) {
    return Error{.what = std::move(what), .file = {}, .line = line, .column = 0};
  };
  for (std::size_t at = 0; at < weights.size(); at += row) {
    ++line;
    const std::size_t count = std::min(row, weights.size() - at);
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view content = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    float largest = 0;
    const auto [rest, bad] = std::from_chars(content.data(), content.data() + content.size(), largest);
    const auto used = static_cast<std::size_t>(rest - content.data());
    if (bad != std::errc() || !std::isfinite(largest) || largest < 0 ||
        content.size() != used + 1 + 2 * count || content[used] != ' ')
      return error(fmt::format("expected a size and the letters of {} weights", count));
    for (std::size_t i = 0; i < count; ++i) {
      const int high = digit_value(content[used + 1 + 2 * i]);
      const int low = digit_value(content[used + 2 + 2 * i]);
      const int step = high * static_cast<int>(kDigits.size()) + low - kMiddle;
      if (high < 0 || low < 0 || step > kMiddle) return error(fmt::format("weight {} is none", i + 1));
      weights[at + i] = largest * static_cast<float>(step) / static_cast<float>(kMiddle);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> read_weights(std::string_view text, std::string_view heading, std::size_t row,
                                  std::initializer_list<std::span<float>> parts) {
  std::uint32_t line = 1;
  if (!text.starts_with(heading) || text.substr(heading.size(), 1) != "\n")
    return Error{.what = fmt::format("expected \"{}\"", heading), .file = {}, .line = line, .column = 0};
  text.remove_prefix(heading.size() + 1);
  for (const std::span<float> part : parts) {
    if (auto bad = take_weights(text, line, row, part)) return bad;
  }
  if (!text.empty()) return Error{.what = "expected the end", .file = {}, .line = line + 1, .column = 0};
  return std::nullopt;
}

}  // namespace yomi::bidding

#include "yomi/play/card_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "play_data.h"
#include "yomi/play/card_network.h"

namespace yomi::play {
namespace {

constexpr std::array<std::string_view, 8> kTables = {"situation", "suit_pool",       "suit_state",
                                                     "card",      "pool_to_context", "context_to_state",
                                                     "bias",      "card_bias"};
constexpr float kLargest = 1e6F;  // of any weight: past it sums would overflow
constexpr int kSteps = 2047;      // a row is written as whole numbers of its largest weight's 2047th part

// Reads words separated by blanks and counts lines.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}
  std::string_view next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r')) {
      line_ += text_[at_] == '\n' ? 1 : 0;
      ++at_;
    }
    const std::size_t from = at_;
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
    return text_.substr(from, at_ - from);
  }
  [[nodiscard]] Error error(std::string what) const {
    return Error{.what = std::move(what), .file = {}, .line = line_, .column = 0};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

template <class Number>
bool read(std::string_view word, Number& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

}  // namespace

Card CardChances::best() const {
  const auto* const top = std::max_element(chances.begin(), chances.begin() + count);
  return cards[static_cast<std::size_t>(top - chances.begin())];
}

double CardChances::chance(Card card) const {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (cards[i] == card) return chances[i];
  }
  return 0;
}

Card CardChances::draw(Random& random) const {
  double rest = random.unit();
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(count); ++i) {
    rest -= chances[i];
    if (rest < 0) return cards[i];
  }
  return cards[static_cast<std::size_t>(count - 1)];
}

const CardPolicy& CardPolicy::shipped(Style style) {
  const auto made_of = [](std::string_view text) {
    const auto parsed = parse(text);
    assert(parsed.ok());
    return *parsed;
  };
  if (style == Style::engine && !data::k_engine_cards.empty()) {
    static const CardPolicy engine = made_of(data::k_engine_cards);
    return engine;
  }
  static const CardPolicy experts = made_of(data::k_cards);
  return experts;
}

std::string CardPolicy::to_text() const {
  std::string text = fmt::format("yomi card policy 1\nhidden {}\n", kHidden);
  const auto tables = weights_->tables();
  for (std::size_t table = 0; table < tables.size(); ++table) {
    fmt::format_to(std::back_inserter(text), "{} {}\n", kTables[table], tables[table]->size());
    for (const Row& row : *tables[table]) {
      float largest = 0;
      for (float value : row) largest = std::max(largest, std::abs(value));
      fmt::format_to(std::back_inserter(text), "{:.5g}", largest);
      for (float value : row) {
        const long steps = largest > 0 ? std::lround(value / largest * kSteps) : 0;
        fmt::format_to(std::back_inserter(text), " {}", steps);
      }
      text += '\n';
    }
  }
  return text;
}

Result<CardPolicy> CardPolicy::parse(std::string_view text) {
  Words words(text);
  for (std::string_view expected : {"yomi", "card", "policy", "1", "hidden"}) {
    if (words.next() != expected) return words.error("expected the heading of a card policy, version 1");
  }
  int hidden = 0;
  if (!read(words.next(), hidden) || hidden != kHidden)
    return words.error(fmt::format("expected {} hidden units", kHidden));
  auto weights = std::make_shared<PolicyWeights>();
  const auto tables = weights->tables();
  for (std::size_t table = 0; table < tables.size(); ++table) {
    std::size_t rows = 0;
    if (words.next() != kTables[table] || !read(words.next(), rows) || rows != tables[table]->size())
      return words.error(fmt::format("expected \"{} {}\"", kTables[table], tables[table]->size()));
    for (Row& row : *tables[table]) {
      float largest = 0;
      const bool possible = read(words.next(), largest) && largest >= 0 && largest <= kLargest;
      if (!possible) return words.error("expected a row's largest weight");
      for (float& value : row) {
        int steps = 0;
        if (!read(words.next(), steps) || steps < -kSteps || steps > kSteps)
          return words.error(fmt::format("expected a whole number from {} to {}", -kSteps, kSteps));
        value = largest * static_cast<float>(steps) / kSteps;
      }
    }
  }
  if (!words.next().empty()) return words.error("expected the end");
  return CardPolicy(std::move(weights));
}

CardChances CardPolicy::chances(const Course& course, const Sight& sight) const {
  CardFeatures features;
  Activations made;
  describe(course, sight, features);
  forward(*weights_, features, made);
  CardChances found;
  found.count = features.count;
  std::copy_n(features.cards.begin(), features.count, found.cards.begin());
  std::copy_n(made.chances.begin(), features.count, found.chances.begin());
  return found;
}

}  // namespace yomi::play

#include "yomi/bidding/trick_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "bidding_data.h"
#include "yomi/bidding/policy_inputs.h"

namespace yomi::bidding {
namespace {

constexpr std::string_view kHeading = "yomi trick estimate 1";
constexpr int kCoarse = 4;  // 1,023 steps: estimates move by 0.014 tricks, root mean square

static_assert(inputs::kTrickInputs == std::tuple_size_v<decltype(TrickWeights::input)>);

}  // namespace

void add_deal(const Deal& deal, Seat declarer, const std::array<Suit, kSuits>& suits, ActiveInputs& to) {
  std::array<std::uint64_t, kSeats> hands;
  for (const Seat seat : kAllSeats) hands[static_cast<std::size_t>(index(seat))] = deal[seat].bits();
  std::array<std::size_t, kSuits> order;
  for (std::size_t place = 0; place < suits.size(); ++place)
    order[place] = static_cast<std::size_t>(index(suits[place]));
  inputs::add_deal(hands.data(), static_cast<std::size_t>(index(declarer)), order.data(), to);
}

std::array<Suit, kSuits> suits_for(Strain strain) {
  std::array<Suit, kSuits> made = kSuitsFromSpades;
  if (const auto trumps = trump_suit(strain)) {
    auto* const at = std::find(made.begin(), made.end(), *trumps);
    std::rotate(made.begin(), at, at + 1);
  }
  return made;
}

double draw_shared_error(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
  return radius * std::cos(2 * std::numbers::pi * random.unit());
}

double draw_trick_error(Strain strain, double mean, double shared, Random& random) {
  // Fitted to deals that nothing was learnt from; tricks are rounded afterwards. Near thirteen there is less
  // to be wrong about.
  constexpr double kShared = 0.45;
  constexpr double kOwn = 0.893;
  const double near = std::max(mean - 11, 0.0);
  const double error = strain == Strain::no_trump ? 0.83 - 0.16 * near : 0.47 - 0.11 * near;
  return error * (kShared * shared + kOwn * draw_shared_error(random));
}

const TrickEstimate& TrickEstimate::shipped() {
  static const TrickEstimate estimate = [] {
    const auto parsed = parse(data::k_tricks);
    assert(parsed.ok());
    return *parsed;
  }();
  return estimate;
}

std::string TrickEstimate::to_text() const {
  std::string text = fmt::format("{}\n", kHeading);
  for (const TrickWeights* part : {&weights_->suits, &weights_->no_trump})
    text += weights_to_text(part->all(), part->first_bias.size(), kCoarse);
  return text;
}

Result<TrickEstimate> TrickEstimate::parse(std::string_view text) {
  auto weights = std::make_shared<Weights>();
  if (auto bad = read_weights(text, kHeading, weights->suits.first_bias.size(),
                              {weights->suits.all(), weights->no_trump.all()}))
    return *std::move(bad);
  return TrickEstimate(std::move(weights));
}

double TrickEstimate::tricks(const Deal& deal, Strain strain, Seat declarer) const {
  ActiveInputs inputs;
  add_deal(deal, declarer, suits_for(strain), inputs);
  TrickWeights::Activations made;
  forward(strain == Strain::no_trump ? weights_->no_trump : weights_->suits, inputs, made);
  return std::clamp(static_cast<double>(made.outputs[0]), 0.0, static_cast<double>(kRanks));
}

}  // namespace yomi::bidding

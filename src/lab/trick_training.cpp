#include "training_steps.h"
#include "yomi/lab/auction_training.h"

namespace yomi::lab {
namespace {

using bidding::ActiveInputs;
using bidding::TrickEstimate;
using bidding::TrickWeights;

// Side suits in any order: the same contract.
std::array<Suit, kSuits> shuffled_suits(Strain strain, Random& random) {
  std::array<Suit, kSuits> suits = bidding::suits_for(strain);
  random.shuffle(std::span(suits).subspan(strain == Strain::no_trump ? 0 : 1));
  return suits;
}

void start(TrickWeights& weights, Random& random) {
  scatter(std::span(weights.input[0].data(), weights.input.size() * weights.input[0].size()), 0.1, random);
  scatter(std::span(weights.first[0].data(), weights.first.size() * weights.first[0].size()), 0.12, random);
  scatter(std::span(weights.second[0].data(), weights.second.size()), 0.2, random);
  weights.output_bias[0] = kRanks / 2.0F;
}

void learn_deal(const TrickEstimate::Weights& weights, const LibraryDeal& deal, Random& random,
                TrickEstimate::Weights& gradient) {
  const Strain strain = strain_at(static_cast<int>(random.below(kStrains)));
  const Seat declarer = seat_at(static_cast<int>(random.below(kSeats)));
  ActiveInputs inputs;
  bidding::add_deal(deal.deal, declarer, shuffled_suits(strain, random), inputs);
  const bool no_trump = strain == Strain::no_trump;
  const TrickWeights& used = no_trump ? weights.no_trump : weights.suits;
  TrickWeights::Activations made;
  forward(used, inputs, made);
  const float error = made.outputs[0] - static_cast<float>(deal.table.at(strain, declarer));
  backward(used, inputs, made, {error}, no_trump ? gradient.no_trump : gradient.suits);
}

}  // namespace

std::optional<TrickEstimate> learn_tricks(std::span<const LibraryDeal> deals, const TrickTraining& training) {
  const Random random(training.seed);
  auto weights = std::make_shared<TrickEstimate::Weights>();
  Random starting = random.split(0);
  start(weights->suits, starting);
  start(weights->no_trump, starting);
  jobs::ThreadPool thread_pool(training.threads);
  std::vector<TrickEstimate::Weights> gradients(kTrainingParts);
  bidding::AdamSteps suits;
  bidding::AdamSteps no_trump;
  for (int step = 0; step < training.steps; ++step) {
    if (step % 64 == 0 && !training.progress(static_cast<double>(step) / training.steps)) return std::nullopt;
    const Random of_step = random.split(static_cast<std::uint64_t>(step) + 1);
    thread_pool.each(kTrainingParts, [&](std::size_t part, int) {
      gradients[part] = TrickEstimate::Weights{};
      Random stream = of_step.split(part);
      for (int i = static_cast<int>(part); i < training.batch; i += static_cast<int>(kTrainingParts))
        learn_deal(*weights, deals[stream.below(static_cast<std::uint32_t>(deals.size()))], stream,
                   gradients[part]);
    });
    for (std::size_t part = 1; part < kTrainingParts; ++part) {
      add(gradients[0].suits.all(), gradients[part].suits.all());
      add(gradients[0].no_trump.all(), gradients[part].no_trump.all());
    }
    const float rate = falling(training.rate, 0.02 * training.rate, step, training.steps);
    const float scale = 1.0F / static_cast<float>(training.batch);
    const auto decay = static_cast<float>(training.decay);
    suits.step(weights->suits.all(), gradients[0].suits.all(), scale, rate, decay);
    no_trump.step(weights->no_trump.all(), gradients[0].no_trump.all(), scale, rate, decay);
  }
  return TrickEstimate(std::move(weights));
}

}  // namespace yomi::lab

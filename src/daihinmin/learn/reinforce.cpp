#include "yomi/daihinmin/reinforce.h"

#include <memory>
#include <vector>

#include "self_play.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::daihinmin {
namespace {

using self_play::Adam;
using self_play::Lots;
using self_play::Tally;

// One lane does it all.
struct OneLane {
  static constexpr int kCount = 1;
  [[nodiscard]] static constexpr int lane() { return 0; }
  static constexpr float sum(float x) { return x; }
  static constexpr float from(float x, int) { return x; }
  static constexpr void add(float* to, float x) { *to += x; }
  template <std::size_t kPer>
  static constexpr void load(const float* from, float sign, std::array<float, kPer>& into) {
    for (std::size_t j = 0; j < kPer; ++j) into[j] += sign * from[j];
  }
  template <std::size_t kPer>
  static constexpr void add(float* to, float times, const std::array<float, kPer>& what) {
    for (std::size_t j = 0; j < kPer; ++j) to[j] += times * what[j];
  }
  static constexpr void sync() {}
};
using Game = self_play::Game<OneLane>;

constexpr int kChunks = 8;  // of a step, the pieces of work

struct Chunk {
  std::vector<float> policy = std::vector<float>(network::kWeights);  // sums of gradients
  std::vector<float> critic = std::vector<float>(self_play::critic::kWeights);
  std::unique_ptr<self_play::Room> room = std::make_unique<self_play::Room>();
  Tally tally;
};

// Weights, and how they have moved.
struct Learner {
  std::vector<float> weights;
  std::vector<float> mean;
  std::vector<float> square;

  explicit Learner(std::size_t count) : weights(count), mean(count), square(count) {}
  // The chunks' sums go into the step and are cleared.
  void step(const Adam& adam, std::vector<Chunk>& chunks, std::vector<float> Chunk::*sums) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      float gradient = 0;
      for (Chunk& chunk : chunks) gradient += std::exchange((chunk.*sums)[i], 0.0F);
      adam.step(gradient, weights[i], mean[i], square[i]);
    }
  }
};

self_play::Settings settings_for(const ReinforceSettings& from) {
  self_play::Settings settings;
  settings.smoothing = static_cast<float>(from.smoothing);
  settings.base = static_cast<float>(from.base);
  for (std::size_t place = 0; place < kPlayers; ++place)
    settings.value[place] = static_cast<float>(from.value[place]);
  for (std::size_t column = 0; column < from.gives.odds.size(); ++column) {
    for (std::size_t held = 0; held < 5; ++held) settings.gives[column][held] = from.gives.odds[column][held];
  }
  return settings;
}

}  // namespace

Policy reinforce(const ReinforceSettings& settings,
                 const std::function<bool(const ReinforceReport&, const Policy&)>& on_report) {
  self_play::Settings course = settings_for(settings);
  Learner policy(network::kWeights);
  Learner critic(self_play::critic::kWeights);
  self_play::draw_weights(settings.seed, policy.weights, critic.weights);
  jobs::ThreadPool thread_pool(settings.threads);
  std::vector<Chunk> chunks(kChunks);
  const std::int64_t steps = std::max<std::int64_t>(1, settings.games / settings.games_per_step);
  const int games = std::max(1, settings.games_per_step / kChunks);
  Tally since;
  for (std::int64_t step = 1; step <= steps; ++step) {
    const double done = static_cast<double>(step) / static_cast<double>(steps);
    course.entropy = static_cast<float>(settings.entropy * (1 - 0.8 * done));
    thread_pool.each(kChunks, [&](std::size_t number, int) {
      Chunk& chunk = chunks[number];
      const Game::Weights weights{policy.weights.data(), critic.weights.data(), chunk.policy.data(),
                                  chunk.critic.data()};
      chunk.tally = {};
      Game game(course, weights, *chunk.room, OneLane{});
      for (int i = 0; i < games; ++i) {
        const auto which = (static_cast<std::uint64_t>(step) * kChunks + number) * at(games) + at(i);
        game.play(Lots((settings.seed << 40) + which), chunk.tally);
      }
    });
    Tally now;
    for (const Chunk& chunk : chunks) now += chunk.tally;
    since += now;
    // The baseline learns by itself for the first steps: an advantage over nothing says nothing.
    const bool baseline_first = step <= std::min<std::int64_t>(100, steps / 10);
    const double fall = done < 0.5 ? 1 : 1 - 1.9 * (done - 0.5);
    const auto adam = [&](double rate) {
      return Adam{static_cast<float>(rate), 1.0F / std::max(now.decisions, 1.0F),
                  static_cast<float>(1 - std::pow(0.9, step)), static_cast<float>(1 - std::pow(0.999, step))};
    };
    policy.step(adam(baseline_first ? 0 : settings.rate * fall), chunks, &Chunk::policy);
    critic.step(adam(baseline_first ? 0.004 : 0.002 * fall), chunks, &Chunk::critic);
    if (!on_report || (step % std::max<std::int64_t>(1, steps / 100) != 0 && step != steps)) continue;
    const ReinforceReport report{step * settings.games_per_step, double{since.places} / double{since.seats},
                                 since.unexplained(), double{since.entropy} / double{since.decisions}};
    since = {};
    if (!on_report(report, Policy(network::Network(policy.weights)))) break;
  }
  return Policy(network::Network(policy.weights));
}

}  // namespace yomi::daihinmin

#include "comparison.h"

#include <algorithm>
#include <cmath>

namespace yomi::daihinmin {
namespace {

constexpr int kTimedDeals = 65'536;  // where time bounds a decision, and not a number of play-outs
constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};

// While the hand is being learnt, candidates tried early fare worse than they should: only a great lead
// decides there, and otherwise all begin anew. Learning takes this share of the time or play-outs at most.
constexpr double kSurerWhileLearning = 1.5;
constexpr double kLearningShare = 1.0 / 3;

}  // namespace

Comparison::Comparison(const MonteCarloSettings& settings, const View& view, const State& start,
                       Belief& belief, Random& random, jobs::ThreadPool* threads, const Budget& budget)
    : settings_(settings),
      view_(view),
      start_(start),
      belief_(belief),
      random_(random),
      threads_(threads),
      budget_(budget),
      lots_(random.split(random())),
      value_(view.shared.games_left <= 1 ? settings.last_value : settings.value),
      spread_(value_.front() - value_.back()),
      most_deals_(budget.limited() ? kTimedDeals : settings.deals),
      rewards_(at(settings.batch)),
      paths_(at(settings.batch)) {
  deals_.reserve(64);
}

double Comparison::play_one(const Arm& arm, int number, Leanings::Path& path) const {
  path.clear();
  Random random = lots_.split(at(number));
  const Imagined& deal = deals_[at(number % most_deals_)];
  State state = start_;
  state.hands = deal.hands;
  if (view_.shared.exchanging) {
    state.hands[at(view_.own.seat)] -= arm.gift;
    state.hands[at(view_.partner())] |= arm.gift;
    state = State::start(state.hands);
  } else {
    state.apply(arm.move);
  }
  const bool learns = settings_.learning_playouts > 0;
  return value_[at(place_after(state, view_.own.seat, settings_.policy.get(), settings_.temperature,
                               settings_.wins_in_playouts, deal.base, random, learns ? &leanings_ : nullptr,
                               &path))];
}

void Comparison::round(Arm& arm) {
  const int batch = settings_.batch;
  const int first = arm.before + arm.count;
  while (deals_.size() < at(std::min(first + batch, most_deals_))) deals_.push_back(belief_.imagine(random_));
  if (threads_ != nullptr) {
    threads_->each(at(batch), [&](std::size_t i, int) {
      rewards_[i] = play_one(arm, first + static_cast<int>(i), paths_[i]);
    });
  } else {
    for (int i = 0; i < batch; ++i) rewards_[at(i)] = play_one(arm, first + i, paths_[at(i)]);
  }
  // Within a round the leanings stay as they are, so that it does not matter who plays what out when.
  if (settings_.learning_playouts > 0 && arm.count > 0) {
    for (std::size_t i = 0; i < paths_.size(); ++i)
      leanings_.learn(paths_[i], (rewards_[i] - arm.mean()) / spread_);
  }
  for (const double reward : rewards_) {
    arm.sum += reward;
    arm.squares += reward * reward;
  }
  arm.count += batch;
  made_ += static_cast<std::uint64_t>(batch);
}

double Comparison::level(const std::vector<Arm>& arms) {
  double sum = 0;
  double count = 0;
  for (const Arm& arm : arms) {
    sum += arm.sum + arm.count * arm.handicap;
    count += arm.count;
  }
  return count > 0 ? sum / count : 0;
}

double Comparison::mean(const Arm& arm, double level) const {
  const double said = settings_.prior_playouts;
  return arm.count + said > 0 ? (arm.sum + said * (level - arm.handicap)) / (arm.count + said) : 0;
}

double Comparison::variance(const Arm& arm) const {
  constexpr double kUsual = 0.15;  // of the values of places, as play-outs come out
  const double said = settings_.prior_playouts;
  return (arm.count * arm.variance() + said * kUsual * spread_ * spread_) / std::max(arm.count + said, 1.0);
}

// Few play-outs that ended alike do not make it nothing.
double Comparison::error(const Arm& arm) const {
  return std::sqrt((variance(arm) + 1e-4) / std::max(arm.count + settings_.prior_playouts, 1.0));
}

std::size_t Comparison::next(const std::vector<Arm>& arms, std::uint64_t compared) const {
  const double log_all = std::log(static_cast<double>(compared));
  const double from = level(arms);
  std::size_t pick = 0;
  double pick_bound = -1e300;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const double count = arms[i].count + settings_.prior_playouts;
    const double scaled = variance(arms[i]) / (spread_ * spread_) + std::sqrt(2 * log_all / count);
    const double bound = mean(arms[i], from) + spread_ * std::sqrt(log_all / count * std::min(0.25, scaled));
    if (bound > pick_bound) {
      pick_bound = bound;
      pick = i;
    }
  }
  return pick;
}

bool Comparison::sure(const std::vector<Arm>& arms, double sureness) const {
  const double from = level(arms);
  const auto leader = std::max_element(
      arms.begin(), arms.end(), [&](const Arm& a, const Arm& b) { return mean(a, from) < mean(b, from); });
  return std::all_of(arms.begin(), arms.end(), [&](const Arm& arm) {
    return &arm == &*leader ||
           mean(*leader, from) - mean(arm, from) > sureness * std::hypot(error(arm), error(*leader));
  });
}

bool Comparison::compare(std::vector<Arm>& arms, std::uint64_t most, double share, double sureness) {
  constexpr std::uint64_t kRoundsBetweenLooks = 8;
  const std::uint64_t from = made_;
  for (Arm& arm : arms) {
    if (made_ > 0 && (settings_.prior_playouts > 0 || budget_.spent())) break;
    round(arm);
  }
  for (std::uint64_t rounds = 0; made_ < most && !budget_.spent(share);) {
    round(arms[next(arms, made_ - from)]);
    if (settings_.stop_early && ++rounds % kRoundsBetweenLooks == 0 && sure(arms, sureness)) return true;
  }
  return false;
}

std::size_t Comparison::best(std::vector<Arm>& arms) {
  const std::uint64_t most = budget_.limited() && !settings_.playouts_given ? kNoEnd : at(settings_.playouts);
  bool decided = false;
  if (settings_.learning_playouts > 0) {
    const auto learning = std::min<std::uint64_t>(at(settings_.learning_playouts), most / 3);
    decided = compare(arms, learning, kLearningShare, kSurerWhileLearning * settings_.sureness);
  }
  if (!decided && !budget_.spent()) {
    for (Arm& arm : arms) {
      arm.before = arm.count;
      arm.count = 0;
      arm.sum = arm.squares = 0;
    }
    compare(arms, most, 1, settings_.sureness);
  }
  // Where the policy has no say: the mean, less what few play-outs leave in doubt.
  const double from = level(arms);
  const bool said = settings_.prior_playouts > 0;
  const auto worth = [&](const Arm& arm) {
    if (said) return mean(arm, from);
    return arm.count == 0 ? -1e6 : arm.mean() - error(arm);
  };
  return static_cast<std::size_t>(
      std::max_element(arms.begin(), arms.end(),
                       [&](const Arm& a, const Arm& b) { return worth(a) < worth(b); }) -
      arms.begin());
}

}  // namespace yomi::daihinmin

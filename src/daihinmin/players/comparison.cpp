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

MoveComparison::MoveComparison(const MonteCarloSettings& settings, const View& view, const State& start,
                               Belief& belief, Random& random, jobs::ThreadPool* threads,
                               const Budget& budget)
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

double MoveComparison::play_one(const Arm& arm, int number, Leanings::Path& path) const {
  path.clear();
  Random random = lots_.split(at(number));
  const Imagined& deal = deals_[at(number % most_deals_)];
  State state = start_;
  state.hands = deal.hands;
  if (view_.shared.exchanging) {
    state.hands[at(view_.own.seat)] -= arm.gift;
    state.hands[at(view_.partner())] |= arm.gift;
    state = State::start(state.hands);
    state.rank = view_.shared.rank;
  } else {
    state.apply(arm.move);
  }
  const bool learns = settings_.learning_playouts > 0;
  return value_[at(place_after(state, view_.own.seat, settings_.policy.get(), settings_.temperature,
                               settings_.wins_in_playouts, deal.base, random, learns ? &leanings_ : nullptr,
                               &path))];
}

void MoveComparison::round(Arm& arm) {
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

std::size_t MoveComparison::next(const std::vector<Arm>& arms, std::uint64_t compared) const {
  const double log_all = std::log(static_cast<double>(compared));
  std::size_t pick = 0;
  double pick_bound = -1e300;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const Arm& arm = arms[i];
    const double scaled = arm.variance() / (spread_ * spread_) + std::sqrt(2 * log_all / arm.count);
    const double bound = arm.mean() + spread_ * (std::sqrt(log_all / arm.count * std::min(0.25, scaled)) +
                                                 arm.prior * settings_.prior_weight / arm.count);
    if (bound > pick_bound) {
      pick_bound = bound;
      pick = i;
    }
  }
  return pick;
}

bool MoveComparison::sure(const std::vector<Arm>& arms, double sureness) {
  const auto leader = std::max_element(arms.begin(), arms.end(),
                                       [](const Arm& a, const Arm& b) { return a.mean() < b.mean(); });
  return std::all_of(arms.begin(), arms.end(), [&](const Arm& arm) {
    return &arm == &*leader ||
           leader->mean() - arm.mean() > sureness * std::hypot(arm.error(), leader->error());
  });
}

bool MoveComparison::compare(std::vector<Arm>& arms, std::uint64_t most, double share, double sureness) {
  constexpr std::uint64_t kRoundsBetweenLooks = 8;
  const std::uint64_t from = made_;
  for (Arm& arm : arms) {
    if (made_ > 0 && budget_.spent()) return false;
    round(arm);
  }
  for (std::uint64_t rounds = arms.size(); made_ < most && !budget_.spent(share);) {
    round(arms[next(arms, made_ - from)]);
    if (settings_.stop_early && ++rounds % kRoundsBetweenLooks == 0 && sure(arms, sureness)) return true;
  }
  return false;
}

std::size_t MoveComparison::best(std::vector<Arm>& arms) {
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
  // The mean, less what few play-outs leave in doubt; a candidate that was not reached has only its prior.
  const auto worth = [](const Arm& arm) {
    return arm.count == 0 ? -1e6 + arm.prior : arm.mean() - arm.error();
  };
  return static_cast<std::size_t>(
      std::max_element(arms.begin(), arms.end(),
                       [&](const Arm& a, const Arm& b) { return worth(a) < worth(b); }) -
      arms.begin());
}

}  // namespace yomi::daihinmin

#include "comparison.h"

#include <algorithm>
#include <cmath>

namespace yomi::daihinmin {
namespace {

constexpr int kTimedDeals = 65'536;       // where time bounds a decision, and not a number of play-outs
constexpr std::size_t kFewestDeals = 16;  // imagined even when time is short
constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};

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
      rewards_(at(settings.batch)) {
  deals_.reserve(64);
}

double MoveComparison::play_one(const Arm& arm, int number) const {
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
  return value_[at(place_after(state, view_.own.seat, settings_.policy.get(), settings_.temperature,
                               settings_.wins_in_playouts, deal.base, random))];
}

void MoveComparison::read_more(int wanted) {
  while (deals_.size() < at(std::min(wanted, most_deals_))) {
    if (deals_.size() >= kFewestDeals && budget_.spent(settings_.reading_share)) {
      most_deals_ = static_cast<int>(deals_.size());
    } else {
      deals_.push_back(belief_.imagine(random_));
    }
  }
}

void MoveComparison::round(Arm& arm) {
  const int batch = settings_.batch;
  const int first = arm.count;
  read_more(first + batch);
  const auto one = [&](std::size_t i) { rewards_[i] = play_one(arm, first + static_cast<int>(i)); };
  if (threads_ != nullptr) {
    threads_->each(at(batch), [&](std::size_t i, int) { one(i); });
  } else {
    for (std::size_t i = 0; i < at(batch); ++i) one(i);
  }
  for (const double reward : rewards_) {
    arm.sum += reward;
    arm.squares += reward * reward;
  }
  arm.count += batch;
  made_ += static_cast<std::uint64_t>(batch);
}

std::size_t MoveComparison::next(const std::vector<Arm>& arms) const {
  const double log_all = std::log(static_cast<double>(made_));
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

bool MoveComparison::sure(const std::vector<Arm>& arms) const {
  const auto leader = std::max_element(arms.begin(), arms.end(),
                                       [](const Arm& a, const Arm& b) { return a.mean() < b.mean(); });
  return std::all_of(arms.begin(), arms.end(), [&](const Arm& arm) {
    return &arm == &*leader ||
           leader->mean() - arm.mean() > settings_.sureness * std::hypot(arm.error(), leader->error());
  });
}

void MoveComparison::compare(std::vector<Arm>& arms, std::uint64_t most) {
  constexpr std::uint64_t kRoundsBetweenLooks = 8;
  for (Arm& arm : arms) {
    if (made_ > 0 && budget_.spent()) return;
    round(arm);
  }
  for (std::uint64_t rounds = arms.size(); made_ < most && !budget_.spent();) {
    round(arms[next(arms)]);
    if (settings_.stop_early && ++rounds % kRoundsBetweenLooks == 0 && sure(arms)) return;
  }
}

std::size_t MoveComparison::best(std::vector<Arm>& arms) {
  compare(arms, budget_.limited() && !settings_.playouts_given ? kNoEnd : at(settings_.playouts));
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

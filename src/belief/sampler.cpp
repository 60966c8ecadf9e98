#include "yomi/belief/sampler.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "yomi/belief/subset.h"

namespace yomi::belief {
namespace {

constexpr int kTrials = 2000;
// The hit rate at which dealing and checking costs as much as drawing from a model.
constexpr double kOften = 0.05;
// From this many deals on, tables for quick draws pay off.
constexpr double kMany = 20'000;
// If at least this share of draws meets further conditions, checking them is cheaper than modelling them.
constexpr double kMostly = 0.4;

}  // namespace

Deal deal_out(const Space& space, Random& random) {
  Deal deal = space.held;
  // Halves first: the corrections of random_subset are fewest when half of a set is wanted.
  const CardSet unseen = space.unseen();
  const CardSet ns = random_subset(random, unseen, space.slots_of(Seat::north) + space.slots_of(Seat::south));
  const CardSet ew = unseen - ns;
  const CardSet north = random_subset(random, ns, space.slots_of(Seat::north));
  const CardSet east = random_subset(random, ew, space.slots_of(Seat::east));
  deal[Seat::north] |= north;
  deal[Seat::south] |= ns - north;
  deal[Seat::east] |= east;
  deal[Seat::west] |= ew - east;
  return deal;
}

Sampler::Sampler(const Space& space, std::vector<Expression> conditions, Random& random, double wanted,
                 Way way)
    : space_(space), conditions_(std::move(conditions)) {
  assert(space.is_consistent());
  // Externals (a solver) are asked last, and not during trials.
  std::vector<std::size_t> order(conditions_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto cheap_end = std::stable_partition(order.begin(), order.end(),
                                               [&](std::size_t i) { return !asks_outside(conditions_[i]); });
  inside_ = static_cast<std::size_t>(cheap_end - order.begin());
  std::vector<Expression> sorted;
  sorted.reserve(order.size());
  for (std::size_t i : order) sorted.push_back(conditions_[i]);
  conditions_ = std::move(sorted);
  if (way == Way::dealing || inside_ == 0) return;
  const int hits = way == Way::choose ? try_out(random, wanted) : 0;
  if (hits < 0) return;
  std::vector<Term> terms;
  terms.reserve(conditions_.size());
  for (const Expression& condition : conditions_) terms.push_back({condition});
  if (hits == 0) {
    Limits quick;
    quick.hand_sizes = false;
    contradiction_ = smallest_contradiction(space_, terms, quick);
    impossible_ = !contradiction_.empty();
    for (std::size_t& number : contradiction_) number = order[number];
    if (impossible_) return;
  }
  make_model(terms, random, wanted);
  impossible_ = model_->total() <= 0;
  if (!impossible_) return;
  contradiction_ = smallest_contradiction(space_, terms);
  for (std::size_t& number : contradiction_) number = order[number];
}

// How many of some random deals fit; -1: so many that no model is needed.
int Sampler::try_out(Random& random, double wanted) const {
  int hits = 0;
  int tried = 0;
  // Trials stop early where hits are plenty.
  while (tried < kTrials && (tried < 100 || hits < 50)) {
    ++tried;
    const Deal deal = deal_out(space_, random);
    if (std::all_of(conditions_.begin(), conditions_.begin() + static_cast<std::ptrdiff_t>(inside_),
                    [&](const Expression& one) { return one.holds(deal); })) {
      ++hits;
    }
  }
  const bool often =
      hits >= kOften * tried || (hits > 0 && hits * 50.0 > tried * wanted / kTrials && wanted < 100);
  return often ? -1 : hits;
}

void Sampler::make_model(const std::vector<Term>& terms, Random& random, double wanted) {
  std::unique_ptr<Model> made;
  if (wanted >= kMany) made = model_of_fewer(terms, random);
  if (!made) made = std::make_unique<Model>(space_, terms);
  if (wanted >= kMany) made->prepare_many_draws();
  model_ = std::move(made);
  double all = 1;
  int left = space_.unseen().size();
  for (Seat seat : kAllSeats) {
    for (int k = 1; k <= space_.slots_of(seat); ++k) all = all * left-- / k;
  }
  share_ = model_->total() / all;
  if (share_ < 1) log_miss_ = std::log1p(-share_);
}

// Tables for two hands are a hundred times those for one, and slow to read. Where most deals that meet the
// other conditions meet those on one hand, too, a model of the others is quicker, and those are looked at.
// Nothing when there is no such hand.
std::unique_ptr<Model> Sampler::model_of_fewer(const std::vector<Term>& terms, Random& random) {
  constexpr Limits kSmall{.suit_splits = 20'000, .pairs = 200'000, .joins = 2'000'000};
  constexpr int kDraws = 400;
  std::unique_ptr<Model> best;
  int most = static_cast<int>(kMostly * kDraws);
  for (Seat seat : kAllSeats) {
    std::vector<Term> kept;
    std::vector<Expression> others;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      auto seats = seats_of(terms[i].expression);
      const bool looks = std::exchange(seats[seat], false);
      const bool alone = looks && seats == BySeat<bool>{} && i < inside_;
      if (alone)
        others.push_back(terms[i].expression);
      else
        kept.push_back(terms[i]);
    }
    if (others.empty() || kept.empty()) continue;
    auto model = std::make_unique<Model>(space_, kept, std::span<const SuitTerm>{}, kSmall);
    if (!model->is_exact() || !(model->total() > 0)) continue;
    int hits = 0;
    for (int i = 0; i < kDraws; ++i) {
      const Deal deal = model->draw(random);
      hits +=
          std::all_of(others.begin(), others.end(), [&](const Expression& one) { return one.holds(deal); });
    }
    if (hits <= most) continue;
    most = hits;
    best = std::move(model);
    not_in_model_ = std::move(others);
  }
  return best;
}

bool Sampler::fits(const Deal& deal) const {
  for (const Expression& condition : conditions_) {
    if (!condition.holds(deal)) return false;
  }
  return true;
}

std::optional<Deal> Sampler::next(Random& random, std::int64_t tries, std::int64_t& looked) const {
  if (impossible_) {
    looked += tries;
    return std::nullopt;
  }
  if (!model_) {
    for (; tries > 0; --tries) {
      ++looked;
      const Deal deal = deal_out(space_, random);
      if (fits(deal)) return deal;
    }
    return std::nullopt;
  }
  while (tries > 0) {
    // The number of random deals until one passes the folded part: geometrically distributed.
    double skipped = 0;
    if (share_ < 1) skipped = std::floor(std::log1p(-random.unit()) / log_miss_);
    if (!(skipped + 1 <= static_cast<double>(tries))) {
      looked += tries;
      return std::nullopt;
    }
    looked += static_cast<std::int64_t>(skipped) + 1;
    tries -= static_cast<std::int64_t>(skipped) + 1;
    const Deal deal = model_->draw(random);
    if (model_->weight_left_over(deal) > 0 &&
        std::all_of(not_in_model_.begin(), not_in_model_.end(),
                    [&](const Expression& one) { return one.holds(deal); })) {
      return deal;
    }
  }
  return std::nullopt;
}

}  // namespace yomi::belief

#include "yomi/belief/sampler.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "yomi/belief/subset.h"

namespace yomi::belief {
namespace {

constexpr int kTrials = 2000;
// A share of hits at which dealing and looking costs as much as a draw from a model does.
constexpr double kOften = 0.05;

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
  // What asks outside (a solver) is asked last, and not while trying.
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
  int hits = 0;
  if (way == Way::choose) {
    // Trials stop early where hits are plenty.
    int tried = 0;
    while (tried < kTrials && (tried < 100 || hits < 50)) {
      ++tried;
      const Deal deal = deal_out(space_, random);
      if (std::all_of(conditions_.begin(), conditions_.begin() + static_cast<std::ptrdiff_t>(inside_),
                      [&](const Expression& one) { return one.holds(deal); })) {
        ++hits;
      }
    }
    if (hits >= kOften * tried || (hits > 0 && hits * 50.0 > tried * wanted / kTrials && wanted < 100))
      return;
  }
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
  model_ = std::make_unique<const Model>(space_, terms);
  double all = 1;
  int left = space_.unseen().size();
  for (Seat seat : kAllSeats) {
    for (int k = 1; k <= space_.slots_of(seat); ++k) all = all * left-- / k;
  }
  share_ = model_->total() / all;
  impossible_ = model_->total() <= 0;
  if (!impossible_) return;
  contradiction_ = smallest_contradiction(space_, terms);
  for (std::size_t& number : contradiction_) number = order[number];
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
    // How many random deals until the folded part lets one through: geometric.
    double skipped = 0;
    if (share_ < 1) skipped = std::floor(std::log1p(-random.unit()) / std::log1p(-share_));
    if (!(skipped + 1 <= static_cast<double>(tries))) {
      looked += tries;
      return std::nullopt;
    }
    looked += static_cast<std::int64_t>(skipped) + 1;
    tries -= static_cast<std::int64_t>(skipped) + 1;
    const Deal deal = model_->draw(random);
    if (model_->weight_left_over(deal) > 0) return deal;
  }
  return std::nullopt;
}

}  // namespace yomi::belief

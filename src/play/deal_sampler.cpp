#include "yomi/play/deal_sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace yomi::play {
namespace {

constexpr std::size_t kProposalsBeforeLead =
    64;                                         // deals drawn for each one kept, while three hands are hidden
constexpr std::size_t kMostProposals = 10'000;  // beyond the number asked for
constexpr std::size_t kLeastWeighed = 16;       // however late it is
constexpr double kFloor = 1e-12;

double log_of_calls(const belief::Prepared& readings, const belief::Space& space, const Deal& deal) {
  double sum = 0;
  for (Seat seat : kAllSeats) {
    if (space.slots_of(seat) == 0) continue;
    const auto weight = static_cast<double>(readings.hands[seat].of(deal[seat]));
    sum += std::log(std::max(weight, kFloor));
  }
  return sum;
}

void normalize(belief::Sample& sample) {
  double sum = 0;
  for (const belief::WeightedDeal& one : sample.deals) sum += one.weight;
  double squares = 0;
  for (belief::WeightedDeal& one : sample.deals) {
    one.weight /= sum;
    squares += one.weight * one.weight;
  }
  sample.effective = squares > 0 ? 1 / squares : 0;
}

// `count` draws at even steps through the weights; a deal that is met several times is kept once.
void resample(belief::Sample& sample, std::size_t count, Random& random) {
  const double step = 1 / static_cast<double>(count);
  double next = random.unit() * step;
  double passed = 0;
  std::vector<belief::WeightedDeal> kept;
  for (const belief::WeightedDeal& one : sample.deals) {
    passed += one.weight;
    double times = 0;
    for (; next < passed && next < 1; next += step) times += 1;
    if (times > 0) kept.push_back({one.deal, times});
  }
  if (!kept.empty()) sample.deals = std::move(kept);
  const double effective = sample.effective;
  normalize(sample);
  sample.effective = std::min(effective, sample.effective);
}

// Layouts are enumerated in a systematic order; they are shuffled so that an early stop has seen a fair part.
void shuffle(belief::Sample& sample, Random& random) {
  for (std::size_t i = sample.deals.size(); i > 1; --i)
    std::swap(sample.deals[i - 1], sample.deals[random.below(static_cast<std::uint32_t>(i))]);
}

}  // namespace

// The source of deals: facts, calls and carding as one distribution where possible, then weights.
class DealSampler::Source {
 public:
  Source(const PlayContext& context, const belief::Seen& seen, const SamplingOptions& how)
      : context_(context),
        seen_(seen),
        how_(how),
        space_(belief::facts_unchecked(seen)),
        belief_(evidence()),
        weighs_(how.read_cards && !seen.play.empty()) {}

  // Weighed proposals for `count` deals. The first time it looks whether there are few layouts.
  belief::Sample propose(std::size_t count, Random& random, bool first) {
    Proposals proposals = draw(count, random, first ? how_.enumerate_up_to : 0);
    const bool is_read = proposals.calls_read && proposals.left_over.empty();
    if (!proposals.sample.deals.empty() && (weighs_ || !is_read)) weigh(proposals);
    return std::move(proposals.sample);
  }

 private:
  struct Proposals {
    belief::Sample sample;
    bool calls_read = true;                               // the context's readings are in the draws already
    std::span<const belief::SoftConstraint> left_over{};  // meanings that are not
  };

  [[nodiscard]] belief::Evidence evidence() const {
    belief::Evidence made{.facts = space_, .constraints = context_.meanings};
    if (how_.carding != nullptr)
      made.suit_constraints = carding_constraints(*how_.carding, context_, seen_, !how_.read_cards);
    return made;
  }

  Proposals draw(std::size_t kept, Random& random, std::size_t enumerate_up_to) {
    const auto scaled = [&](std::size_t times) {
      return std::max(kept, std::min(kept * times, kMostProposals));
    };
    const std::size_t count = scaled(weighs_ ? how_.proposals : 1);
    if (!context_.readings) return {belief_.sample(count, random, enumerate_up_to), true};
    if (!seen_.dummy) return {belief_.sample(scaled(kProposalsBeforeLead), random, enumerate_up_to), false};
    if (enumerate_up_to > 0) {
      Proposals few{belief_.sample(0, random, enumerate_up_to), false};
      if (few.sample.is_complete) return few;
    }
    if (!filled_) {
      std::vector<belief::SuitTerm> terms;
      if (how_.carding != nullptr) terms = carding_terms(*how_.carding, context_, seen_, !how_.read_cards);
      if (!context_.meanings.empty()) explained_ = context_.prepared();
      view_.fill(space_, explained_ ? explained_->tables : *context_.readings, terms);
      filled_ = true;
    }
    if (!(view_.total() > 0)) return {belief_.sample(count, random, enumerate_up_to), true};
    Proposals proposals;
    if (explained_) proposals.left_over = explained_->left_over;
    for (std::size_t i = 0; i < count; ++i) proposals.sample.deals.push_back({view_.draw(random), 1});
    return proposals;
  }

  // Deals for which there was no time are left out.
  void weigh(Proposals& proposals) const {
    constexpr double kUnread = -std::numeric_limits<double>::infinity();
    belief::Sample& sample = proposals.sample;
    std::vector<double> logs(sample.deals.size(), kUnread);
    const auto read = [&](std::size_t item, int) {
      if (item >= kLeastWeighed && how_.is_late && how_.is_late()) return;
      const belief::WeightedDeal& one = sample.deals[item];
      double log = std::log(std::max(one.weight, kFloor));
      if (!proposals.calls_read) log += log_of_calls(*context_.readings, space_, one.deal);
      for (const belief::SoftConstraint& said : proposals.left_over)
        if (said.condition.evaluate(one.deal) == 0) log += std::log(std::max(1 - said.strength, kFloor));
      if (weighs_) log += log_likelihood(how_.reading, context_.contract, context_.calls, seen_, one.deal);
      logs[item] = log;
    };
    if (how_.thread_pool != nullptr) {
      jobs::each<double>(*how_.thread_pool, how_.transport, logs, read);
    } else {
      for (std::size_t i = 0; i < logs.size(); ++i) read(i, 0);
    }
    const double highest = *std::max_element(logs.begin(), logs.end());
    std::vector<belief::WeightedDeal> kept;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      if (logs[i] != kUnread) kept.push_back({sample.deals[i].deal, std::exp(logs[i] - highest)});
    }
    sample.is_complete = sample.is_complete && kept.size() == sample.deals.size();
    sample.deals = std::move(kept);
  }

  const PlayContext& context_;
  const belief::Seen& seen_;
  SamplingOptions how_;
  belief::Space space_;
  belief::Belief belief_;
  bool weighs_;
  belief::View view_;
  bool filled_ = false;
  std::optional<belief::PreparedConstraints>
      explained_;  // with the explanations of calls, where there are any
};

DealSampler::DealSampler(const PlayContext& context, const belief::Seen& seen, const SamplingOptions& how)
    : source_(std::make_unique<Source>(context, seen, how)) {}
DealSampler::~DealSampler() = default;

belief::Sample DealSampler::next(std::size_t count, Random& random) {
  if (complete_) return {};
  belief::Sample sample = source_->propose(count, random, first_);
  first_ = false;
  if (sample.deals.empty()) return sample;
  normalize(sample);
  complete_ = sample.is_complete;
  if (complete_) shuffle(sample, random);
  if (!sample.is_complete && sample.deals.size() > count) resample(sample, count, random);
  return sample;
}

belief::Sample sample_deals(const PlayContext& context, const belief::Seen& seen, const SamplingOptions& how,
                            Random& random) {
  return DealSampler(context, seen, how).next(how.count, random);
}

}  // namespace yomi::play

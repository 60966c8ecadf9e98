#include "yomi/play/policy_reader.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <span>
#include <vector>

#include "hand_prior.h"
#include "yomi/bidding/call_likelihood.h"
#include "yomi/bidding/hand_grid.h"

namespace yomi::play {
namespace {

using Cells = belief::HandTable::Cells;
using HandPart = bidding::PolicyWeights::First;

// Points of the hands that are asked about; between them the weight changes evenly.
constexpr std::array kLevels = {1, 4, 6, 8, 10, 11, 12, 13, 14, 15, 17, 19, 22};
constexpr float kNegligible = 0.01F;  // of the likeliest hand's chance
constexpr int kHandTries = 60;        // random hands of a shape until one has the points wanted
constexpr double kRareShape = 3e-3;   // shapes rarer than this, in any order of suits, are not asked about

using Lengths = BySuit<int>;

Lengths lengths_of(int shape) {
  Lengths made{};
  for (const Suit suit : kAllSuits)
    made[suit] = bidding::grid_shapes()[static_cast<std::size_t>(shape)][suit];
  return made;
}

CardSet random_hand(const Lengths& lengths, Random& random) {
  CardSet hand;
  for (const Suit suit : kAllSuits) {
    std::array<int, kRanks> ranks{};
    for (int rank = 0; rank < kRanks; ++rank) ranks[static_cast<std::size_t>(rank)] = rank;
    for (int i = 0; i < lengths[suit]; ++i) {
      const auto at = static_cast<std::size_t>(i);
      std::swap(ranks[at], ranks[at + random.below(static_cast<std::uint32_t>(kRanks - i))]);
      hand.insert(Card(suit, rank_at(ranks[at])));
    }
  }
  return hand;
}

// One card for another of its suit, if that brings the points nearer to those wanted.
void bring_nearer(CardSet& hand, int points, Random& random) {
  const auto away = [&](CardSet one) { return std::abs(belief::hcp(one) - points); };
  for (int i = 0; i < 4 * kHandTries && away(hand) > 0; ++i) {
    const Suit suit = kAllSuits[random.below(kSuits)];
    const CardSet held = hand.in(suit);
    const CardSet free = CardSet::full().in(suit)-held;
    if (held.empty() || free.empty()) continue;
    const auto pick = [&](CardSet from) {
      auto skip = random.below(static_cast<std::uint32_t>(from.size()));
      for (const Card card : from) {
        if (skip-- == 0) return card;
      }
      return from.lowest();
    };
    CardSet other = hand;
    other.erase(pick(held));
    other.insert(pick(free));
    if (away(other) < away(hand)) hand = other;
  }
}

// Hands of all usual shapes and strengths, each as what it adds to the policy's first layer.
struct Bank {
  std::vector<int> shapes;                           // those asked about
  std::array<std::size_t, bidding::kGridShapes> as;  // for each shape, the place of the nearest in `shapes`
  std::vector<HandPart> hands;                       // by place and level
};

double chance_of(const Lengths& lengths) {
  double ways = 1;
  for (const int length : lengths) {
    double choose = 1;
    for (int i = 0; i < length; ++i) choose *= static_cast<double>(kRanks - i) / (i + 1);
    ways *= choose;
  }
  std::array<int, kSuits> sorted = lengths;
  std::sort(sorted.begin(), sorted.end());
  double orders = 0;
  do {
    orders += 1;
  } while (std::next_permutation(sorted.begin(), sorted.end()));
  return orders * ways / 635'013'559'600.0;
}

const Bank& bank() {
  static const Bank made = [] {
    Bank bank;
    Random random(20061);
    for (int shape = 0; shape < bidding::kGridShapes; ++shape) {
      if (chance_of(lengths_of(shape)) >= kRareShape) bank.shapes.push_back(shape);
    }
    for (int shape = 0; shape < bidding::kGridShapes; ++shape) {
      const Lengths mine = lengths_of(shape);
      int nearest = 100;
      for (std::size_t i = 0; i < bank.shapes.size(); ++i) {
        const Lengths other = lengths_of(bank.shapes[i]);
        int away = 0;
        for (const Suit suit : kAllSuits) away += std::abs(mine[suit] - other[suit]);
        if (away >= nearest) continue;
        nearest = away;
        bank.as[static_cast<std::size_t>(shape)] = i;
      }
    }
    for (const int shape : bank.shapes) {
      const Lengths lengths = lengths_of(shape);
      for (const int points : kLevels) {
        CardSet hand = random_hand(lengths, random);
        for (int tries = 0; tries < kHandTries && belief::hcp(hand) != points; ++tries)
          hand = random_hand(lengths, random);
        bring_nearer(hand, points, random);
        bank.hands.push_back(bidding::hand_part(hand));
      }
    }
    return bank;
  }();
  return made;
}

// From the weights at the levels, one shape's row: those between, and the same beyond the last.
void fill_row(const float* at, std::array<float, belief::HandTable::kPoints>& row) {
  std::size_t level = 0;
  // Below the first level, the same as there.
  for (int points = 0; points < belief::HandTable::kPoints; ++points) {
    while (level + 1 < kLevels.size() && kLevels[level + 1] <= points) ++level;
    const std::size_t next = std::min(level + 1, kLevels.size() - 1);
    const float part = next == level || points < kLevels[0]
                           ? 0
                           : static_cast<float>(points - kLevels[level]) /
                                 static_cast<float>(kLevels[next] - kLevels[level]);
    row[static_cast<std::size_t>(points)] = (1 - part) * at[level] + part * at[next];
  }
}

// How likely each hand of the bank was to make all the calls. A hand that falls far behind is not evaluated
// for later calls; it keeps its ratio.
std::vector<float> chances_of(const std::vector<bidding::CallLikelihood>& calls, double floor) {
  const std::vector<HandPart>& hands = bank().hands;
  std::vector<float> products(hands.size(), 1);
  const auto kept = static_cast<float>(1 - floor);
  std::vector<std::size_t> asked(hands.size());
  std::iota(asked.begin(), asked.end(), std::size_t{0});
  for (const bidding::CallLikelihood& call : calls) {
    float highest = 0;
    for (const std::size_t i : asked) {
      products[i] *= static_cast<float>(floor) + kept * call.of(hands[i]);
      highest = std::max(highest, products[i]);
    }
    for (const std::size_t i : asked) products[i] /= highest;
    std::erase_if(asked, [&](std::size_t i) { return products[i] < kNegligible; });
  }
  return products;
}

// Turns weights of the bank's hands into weights of all cells.
Cells cells_of(const std::vector<float>& weights) {
  const Bank& all = bank();
  Cells made(bidding::kGridShapes);
  for (std::size_t shape = 0; shape < made.size(); ++shape)
    fill_row(&weights[all.as[shape] * kLevels.size()], made[shape]);
  return made;
}

}  // namespace

namespace {

// Where the outer fortieths of a distribution end.
bidding::Range middle_of(std::span<const double> chances) {
  constexpr double kRare = 0.025;
  bidding::Range made{0, static_cast<std::int16_t>(chances.size() - 1)};
  for (double below = chances[0]; below < kRare && made.min < made.max;
       below += chances[static_cast<std::size_t>(made.min)])
    ++made.min;
  for (double above = chances.back(); above < kRare && made.min < made.max;
       above += chances[static_cast<std::size_t>(made.max)])
    --made.max;
  return made;
}

// Only long and short suits are worth mentioning.
bidding::Range worth_telling(bidding::Range length) {
  constexpr int kLongSuit = 3;
  constexpr int kShort = 3;
  if (length.min < kLongSuit) length.min = 0;
  if (length.max > kShort && length.min == 0) length.max = kRanks;
  return length;
}

}  // namespace

PolicyMeaning policy_meaning(const Auction& auction, Vulnerability vulnerability,
                             const bidding::System& system, const bidding::HandGrid& rules) {
  assert(!auction.calls().empty());
  const Seat caller = next(auction.dealer(), static_cast<int>(auction.calls().size()) - 1);
  std::vector<bidding::CallLikelihood> calls;
  Auction before(auction.dealer());
  for (const Call call : auction.calls()) {
    if (before.turn() == caller)
      calls.emplace_back(before, call, vulnerability, bidding::policy_system(system));
    before.add(call);
  }
  std::vector<float> weights = chances_of(calls, 0);
  for (float& weight : weights) weight = weight < kNegligible ? 0 : weight;
  const Cells cells = cells_of(weights);
  std::array<double, belief::HandTable::kPoints> points{};
  BySuit<std::array<double, kRanks + 1>> lengths{};
  double all = 0;
  double inside = 0;
  for (int shape = 0; shape < bidding::kGridShapes; ++shape) {
    const auto at = static_cast<std::size_t>(shape);
    for (std::size_t p = 0; p < points.size(); ++p) {
      const double weight = before_the_auction()[at][p] * static_cast<double>(cells[at][p]);
      all += weight;
      if (rules.contains(shape, static_cast<int>(p))) inside += weight;
      points[p] += weight;
      for (const Suit suit : kAllSuits)
        lengths[suit][static_cast<std::size_t>(bidding::grid_shapes()[at][suit])] += weight;
    }
  }
  for (double& one : points) one /= all;
  PolicyMeaning made{.hand = {}, .within = inside / all};
  made.hand.hcp = middle_of(points);
  for (const Suit suit : kAllSuits) {
    for (double& one : lengths[suit]) one /= all;
    made.hand.length[suit] = worth_telling(middle_of(lengths[suit]));
  }
  return made;
}

PolicyReader::PolicyReader(BySide<std::shared_ptr<const bidding::System>> systems, BySide<CallTrust> trust,
                           const Doubts& doubts)
    : systems_(systems), trust_(trust), rules_(std::move(systems), doubts) {}

std::shared_ptr<const belief::Prepared> PolicyReader::read(const Auction& auction,
                                                           Vulnerability vulnerability,
                                                           const std::vector<bool>& told) const {
  const std::lock_guard lock(mutex_);
  if (last_ && last_->vulnerability == vulnerability && last_->auction == auction && last_->told == told)
    return last_->read;
  auto made = std::make_shared<belief::Prepared>(*rules_.read(auction, vulnerability, told));
  BySeat<std::vector<bidding::CallLikelihood>> calls;
  Auction before(auction.dealer());
  for (const Call call : auction.calls()) {
    const Seat seat = before.turn();
    const std::size_t number = before.calls().size();
    const bool is_told = number < told.size() && told[number];
    if (!is_told && trust_[side_of(seat)].trust > 0) {
      const bidding::PolicySystem ours = bidding::policy_system(*systems_[side_of(seat)]);
      calls[seat].emplace_back(before, call, vulnerability, ours);
    }
    before.add(call);
  }
  for (const Seat seat : kAllSeats) {
    const CallTrust& trust = trust_[side_of(seat)];
    if (trust.trust <= 0) continue;
    made->hands[seat].raise(trust.rules);
    std::vector<float> weights = chances_of(calls[seat], trust.floor);
    for (float& weight : weights) weight = std::pow(weight, static_cast<float>(trust.trust));
    made->hands[seat].multiply(cells_of(weights));
  }
  last_ = Last{auction, vulnerability, told, made};
  return made;
}

}  // namespace yomi::play

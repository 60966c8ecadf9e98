// A bound condition run on the whole hand grid, in three-valued logic.
//
// A number is, for each shape, an interval that moves with the points: k * points + low ... k * points + high
// with one k for all shapes. That is exact for lengths, points and their sums; what depends on the places of
// honours is an interval that the lengths bound. A comparison then gives a run of points a shape, which is
// one mask.
#include <algorithm>
#include <array>
#include <cassert>
#include <memory>

#include "condition_steps.h"
#include "yomi/belief/features.h"
#include "yomi/bidding/condition.h"

namespace yomi::bidding {
namespace {

constexpr std::size_t kShapes = kGridShapes;

struct Numbers {
  int k = 0;
  std::array<int, kShapes> low;
  std::array<int, kShapes> high;

  void fill(int value) {
    k = 0;
    low.fill(value);
    high.fill(value);
  }
  // The same with k == 0: as wide as all points make it.
  void flatten() {
    const int span = k * (kGridPoints - 1);
    for (std::size_t i = 0; i < kShapes; ++i) {
      low[i] += std::min(0, span);
      high[i] += std::max(0, span);
    }
    k = 0;
  }
};

// The least and the most of each feature of a suit of a given length, found by looking at every holding.
struct Bounds {
  SuitFeatures low;
  SuitFeatures high;
};

std::array<Bounds, kRanks + 1> make_bounds() {
  std::array<Bounds, kRanks + 1> made;
  std::array<bool, kRanks + 1> seen{};
  for (std::uint32_t ranks = 0; ranks < 1U << kRanks; ++ranks) {
    const SuitFeatures one = suit_features(ranks);
    const auto length = static_cast<std::size_t>(one.length);
    Bounds& bounds = made[length];
    if (!seen[length]) {
      bounds = Bounds{one, one};
      seen[length] = true;
    }
    const auto widen = [](auto& low, auto& high, auto value) {
      low = std::min(low, value);
      high = std::max(high, value);
    };
    widen(bounds.low.hcp, bounds.high.hcp, one.hcp);
    widen(bounds.low.losers, bounds.high.losers, one.losers);
    widen(bounds.low.controls, bounds.high.controls, one.controls);
    widen(bounds.low.quick, bounds.high.quick, one.quick);
    widen(bounds.low.playing, bounds.high.playing, one.playing);
    for (std::size_t n = 0; n < one.top.size(); ++n) widen(bounds.low.top[n], bounds.high.top[n], one.top[n]);
    widen(bounds.low.ace, bounds.high.ace, one.ace);
    widen(bounds.low.king, bounds.high.king, one.king);
    widen(bounds.low.queen, bounds.high.queen, one.queen);
    widen(bounds.low.stopper, bounds.high.stopper, one.stopper);
    widen(bounds.low.half_stopper, bounds.high.half_stopper, one.half_stopper);
    widen(bounds.low.solid, bounds.high.solid, one.solid);
  }
  return made;
}

const Bounds& bounds_of(int length) {
  static const std::array<Bounds, kRanks + 1> kBounds = make_bounds();
  return kBounds[static_cast<std::size_t>(length)];
}

// A feature of one suit, picked by a step; booleans are 0 and 1.
int pick(const Step& step, const SuitFeatures& suit) {
  switch (step.op) {
    case Op::hcp_in:
      return suit.hcp;
    case Op::losers:
      return suit.losers;
    case Op::controls:
      return suit.controls;
    case Op::aces:
    case Op::keycards:
      return suit.ace;
    case Op::kings:
      return suit.king;
    case Op::queens:
      return suit.queen;
    case Op::quick:
      return suit.quick;
    case Op::playing:
      return suit.playing;
    case Op::top:
      return suit.top[static_cast<std::size_t>(step.value)];
    case Op::stopper:
    case Op::stoppers:
      return suit.stopper;
    case Op::half_stopper:
      return suit.half_stopper;
    case Op::solid:
      return suit.solid;
    default:
      assert(false);
      return 0;
  }
}

struct Interval {
  int low = 0;
  int high = 0;
};

Interval over_suits(const Step& step, const Lengths& lengths) {
  Interval made;
  for (Suit suit : kAllSuits) {
    const Bounds& bounds = bounds_of(lengths[suit]);
    made.low += pick(step, bounds.low);
    made.high += pick(step, bounds.high);
  }
  return made;
}

// What a number of the hand can be with these lengths, the part that is k * points taken off.
Interval interval_of(const Step& step, const Lengths& lengths) {
  const Suit suit = suit_at(step.suit);
  const auto exactly = [](int value) { return Interval{value, value}; };
  switch (step.op) {
    case Op::length:
      return exactly(lengths[suit]);
    case Op::hcp:
      return exactly(0);
    case Op::total_points:
      return exactly(lengths.length_points());
    case Op::support:
      return exactly(lengths.support_points(suit));
    case Op::voids:
      return exactly(lengths.count(0));
    case Op::singletons:
      return exactly(lengths.count(1));
    case Op::doubletons:
      return exactly(lengths.count(2));
    case Op::longest:
      return exactly(lengths.longest());
    case Op::second:
      return exactly(lengths.second());
    case Op::shortest:
      return exactly(lengths.shortest());
    case Op::hcp_in:
    case Op::top: {
      const Bounds& bounds = bounds_of(lengths[suit]);
      return {pick(step, bounds.low), pick(step, bounds.high)};
    }
    case Op::keycards: {
      Interval made = over_suits(step, lengths);
      made.low += bounds_of(lengths[suit]).low.king ? 1 : 0;
      made.high += bounds_of(lengths[suit]).high.king ? 1 : 0;
      return made;
    }
    case Op::playing: {
      const Interval halves = over_suits(step, lengths);
      return {halves.low / 2, halves.high / 2};
    }
    case Op::law_total:
    case Op::law_ours:
    case Op::law_theirs:
      return {0, 40};
    case Op::law_on:
      return {0, 100};
    default:
      return over_suits(step, lengths);
  }
}

// Is it certain, by the lengths, that the condition holds (low) or that it may (high)?
Interval truth_of(const Step& step, const Lengths& lengths) {
  const Suit suit = suit_at(step.suit);
  switch (step.op) {
    case Op::balanced:
      return {lengths.balanced(), lengths.balanced()};
    case Op::semibalanced:
      return {lengths.semibalanced(), lengths.semibalanced()};
    case Op::stoppers: {
      Interval made{1, 1};
      for (Suit one : kAllSuits) {
        if ((step.value >> index(one) & 1) == 0) continue;
        made.low &= pick(step, bounds_of(lengths[one]).low);
        made.high &= pick(step, bounds_of(lengths[one]).high);
      }
      return made;
    }
    case Op::has:
      return {lengths[suit] == kRanks, lengths[suit] > 0};
    case Op::law:
      return {0, 1};
    default:
      return {pick(step, bounds_of(lengths[suit]).low), pick(step, bounds_of(lengths[suit]).high)};
  }
}

// The points for which constant + k * points >= 0.
std::uint64_t not_negative(int constant, int k) {
  if (k == 0) return constant >= 0 ? kAllPoints : 0;
  if (k > 0) {
    if (constant >= 0) return kAllPoints;
    const int from = (-constant + k - 1) / k;
    return from >= kGridPoints ? 0 : kAllPoints & ~((std::uint64_t{1} << from) - 1);
  }
  if (constant < 0) return 0;
  const int to = constant / -k;
  return to >= kGridPoints - 1 ? kAllPoints : (std::uint64_t{2} << to) - 1;
}

// A stack of numbers and one of conditions.
class Machine {
 public:
  Cells run(const std::vector<Step>& steps) {
    for (const Step& step : steps) take(step);
    assert(conditions_.size() == 1 && numbers_.empty());
    Cells made = *conditions_.back();
    made.may &= HandGrid::everything();
    made.must &= HandGrid::everything();
    return made;
  }

 private:
  Numbers& push_number() {
    numbers_.push_back(std::make_unique<Numbers>());
    return *numbers_.back();
  }
  Cells& push_condition() {
    conditions_.push_back(std::make_unique<Cells>());
    return *conditions_.back();
  }
  // The one but last of a stack, the last and so on.
  template <class T>
  static T& from_top(std::vector<std::unique_ptr<T>>& stack, std::size_t down) {
    return *stack[stack.size() - 1 - down];
  }

  void take(const Step& step) {
    switch (step.op) {
      case Op::constant:
        push_number().fill(step.value);
        break;
      case Op::truth: {
        Cells& made = push_condition();
        if (step.value != 0) made = Cells{HandGrid::everything(), HandGrid::everything()};
        break;
      }
      case Op::add:
      case Op::subtract:
        add(step.op == Op::add);
        break;
      case Op::multiply:
        multiply();
        break;
      case Op::minimum:
      case Op::maximum:
        extreme(step.op == Op::minimum);
        break;
      case Op::within:
        within();
        break;
      case Op::all_of:
      case Op::any_of:
        logic(step.op == Op::all_of);
        break;
      case Op::none_of:
        negate();
        break;
      case Op::choose_number:
        choose_number();
        break;
      case Op::choose_condition:
        choose_condition();
        break;
      default:
        if (step.op >= Op::less && step.op <= Op::not_equal) {
          compare(step.op);
        } else if (step.op >= Op::balanced) {
          leaf_condition(step);
        } else {
          leaf_number(step);
        }
        break;
    }
  }

  void leaf_number(const Step& step) {
    Numbers& made = push_number();
    made.k = step.op == Op::hcp || step.op == Op::total_points || step.op == Op::support ? 1 : 0;
    for (std::size_t i = 0; i < kShapes; ++i) {
      const Interval interval = interval_of(step, grid_shapes()[i]);
      made.low[i] = interval.low;
      made.high[i] = interval.high;
    }
  }
  void leaf_condition(const Step& step) {
    Cells& made = push_condition();
    for (int i = 0; i < kGridShapes; ++i) {
      const Interval truth = truth_of(step, grid_shapes()[static_cast<std::size_t>(i)]);
      made.must.row(i) = truth.low != 0 ? kAllPoints : 0;
      made.may.row(i) = truth.high != 0 ? kAllPoints : 0;
    }
  }

  void add(bool plus) {
    Numbers& a = from_top(numbers_, 1);
    const Numbers& b = from_top(numbers_, 0);
    a.k += plus ? b.k : -b.k;
    for (std::size_t i = 0; i < kShapes; ++i) {
      a.low[i] += plus ? b.low[i] : -b.high[i];
      a.high[i] += plus ? b.high[i] : -b.low[i];
    }
    numbers_.pop_back();
  }
  void multiply() {
    Numbers& a = from_top(numbers_, 1);
    Numbers& b = from_top(numbers_, 0);
    const auto factor = [](const Numbers& one) -> std::optional<int> {
      const bool plain = one.k == 0 && one.low == one.high &&
                         std::all_of(one.low.begin(), one.low.end(), [&](int v) { return v == one.low[0]; });
      return plain ? std::optional(one.low[0]) : std::nullopt;
    };
    if (factor(a) && !factor(b)) std::swap(a, b);
    if (const auto by = factor(b)) {
      a.k *= *by;
    } else {
      a.flatten();
      b.flatten();
    }
    for (std::size_t i = 0; i < kShapes; ++i) {
      const auto [low, high] = std::minmax(
          {a.low[i] * b.low[i], a.low[i] * b.high[i], a.high[i] * b.low[i], a.high[i] * b.high[i]});
      a.low[i] = low;
      a.high[i] = high;
    }
    numbers_.pop_back();
  }
  void extreme(bool least) {
    Numbers& a = from_top(numbers_, 1);
    Numbers& b = from_top(numbers_, 0);
    level_up(a, b);
    for (std::size_t i = 0; i < kShapes; ++i) {
      a.low[i] = least ? std::min(a.low[i], b.low[i]) : std::max(a.low[i], b.low[i]);
      a.high[i] = least ? std::min(a.high[i], b.high[i]) : std::max(a.high[i], b.high[i]);
    }
    numbers_.pop_back();
  }
  static void level_up(Numbers& a, Numbers& b) {
    if (a.k == b.k) return;
    a.flatten();
    b.flatten();
  }

  // a >= b, strictly or not.
  static void at_least(const Numbers& a, const Numbers& b, int margin, Cells& out) {
    const int k = a.k - b.k;
    for (int i = 0; i < kGridShapes; ++i) {
      const auto at = static_cast<std::size_t>(i);
      out.may.row(i) = not_negative(a.high[at] - b.low[at] - margin, k);
      out.must.row(i) = not_negative(a.low[at] - b.high[at] - margin, k);
    }
  }
  void compare(Op op) {
    const Numbers& a = from_top(numbers_, 1);
    const Numbers& b = from_top(numbers_, 0);
    Cells& out = push_condition();
    switch (op) {
      case Op::greater_equal:
        at_least(a, b, 0, out);
        break;
      case Op::greater:
        at_least(a, b, 1, out);
        break;
      case Op::less_equal:
        at_least(b, a, 0, out);
        break;
      case Op::less:
        at_least(b, a, 1, out);
        break;
      default: {
        Cells below;
        at_least(a, b, 0, out);
        at_least(b, a, 0, below);
        out.may &= below.may;
        out.must &= below.must;
        if (op == Op::not_equal) negate();
        break;
      }
    }
    numbers_.resize(numbers_.size() - 2);
  }
  void within() {
    Cells& out = push_condition();
    Cells below;
    at_least(from_top(numbers_, 2), from_top(numbers_, 1), 0, out);
    at_least(from_top(numbers_, 0), from_top(numbers_, 2), 0, below);
    out.may &= below.may;
    out.must &= below.must;
    numbers_.resize(numbers_.size() - 3);
  }

  void logic(bool both) {
    Cells& a = from_top(conditions_, 1);
    const Cells& b = from_top(conditions_, 0);
    if (both) {
      a.may &= b.may;
      a.must &= b.must;
    } else {
      a.may |= b.may;
      a.must |= b.must;
    }
    conditions_.pop_back();
  }
  void negate() {
    Cells& a = from_top(conditions_, 0);
    for (int i = 0; i < kGridShapes; ++i) {
      const std::uint64_t may = a.may.row(i);
      a.may.row(i) = kAllPoints & ~a.must.row(i);
      a.must.row(i) = kAllPoints & ~may;
    }
  }
  void choose_number() {
    const Cells& test = from_top(conditions_, 0);
    Numbers& a = from_top(numbers_, 1);
    Numbers& b = from_top(numbers_, 0);
    level_up(a, b);
    for (std::size_t i = 0; i < kShapes; ++i) {
      const auto shape = static_cast<int>(i);
      const bool first = test.may.row(shape) != 0;
      const bool second = test.must.row(shape) != kAllPoints;
      if (first && second) {
        a.low[i] = std::min(a.low[i], b.low[i]);
        a.high[i] = std::max(a.high[i], b.high[i]);
      } else if (second) {
        a.low[i] = b.low[i];
        a.high[i] = b.high[i];
      }
    }
    numbers_.pop_back();
    conditions_.pop_back();
  }
  void choose_condition() {
    Cells& test = from_top(conditions_, 2);
    const Cells& a = from_top(conditions_, 1);
    const Cells& b = from_top(conditions_, 0);
    for (int i = 0; i < kGridShapes; ++i) {
      const std::uint64_t may = test.may.row(i);
      const std::uint64_t must = test.must.row(i);
      test.may.row(i) = (may & a.may.row(i)) | (~must & b.may.row(i));
      test.must.row(i) = (must & a.must.row(i)) | (~may & b.must.row(i)) | (a.must.row(i) & b.must.row(i));
    }
    conditions_.resize(conditions_.size() - 2);
  }

  std::vector<std::unique_ptr<Numbers>> numbers_;
  std::vector<std::unique_ptr<Cells>> conditions_;
};

}  // namespace

Cells HandCondition::cells() const {
  return Machine().run(steps_);
}

}  // namespace yomi::bidding

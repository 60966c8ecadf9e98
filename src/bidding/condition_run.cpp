// A bound condition run on one hand.
#include <algorithm>
#include <array>
#include <cassert>

#include "condition_steps.h"
#include "yomi/bidding/condition.h"

namespace yomi::bidding {

namespace {

int law_value(const Step& step, const LawAdvice& law) {
  switch (step.op) {
    case Op::law_total:
      return law.total();
    case Op::law_ours:
      return law.ours();
    case Op::law_theirs:
      return law.theirs();
    case Op::law_on:
      return law.on();
    default:
      return law.prefers(Call::from_code(step.value));
  }
}

// What is true of a hand or not.
bool is_true(const Step& step, const HandFeatures& hand) {
  const Suit suit = suit_at(step.suit);
  switch (step.op) {
    case Op::balanced:
      return hand.lengths.balanced();
    case Op::semibalanced:
      return hand.lengths.semibalanced();
    case Op::stopper:
      return hand[suit].stopper;
    case Op::half_stopper:
      return hand[suit].half_stopper;
    case Op::stoppers:
      return std::all_of(kAllSuits.begin(), kAllSuits.end(),
                         [&](Suit one) { return (step.value >> index(one) & 1) == 0 || hand[one].stopper; });
    case Op::has:
      return hand.cards.contains(Card(suit, rank_at(step.value)));
    case Op::solid:
      return hand[suit].solid;
    default:
      assert(false && "a public name that was not bound");
      return false;
  }
}

}  // namespace

int value_of(const Step& step, const HandFeatures& hand, const LawAdvice* law) {
  const Suit suit = suit_at(step.suit);
  switch (step.op) {
    case Op::constant:
    case Op::truth:
      return step.value;
    case Op::length:
      return hand.lengths[suit];
    case Op::hcp:
      return hand.hcp;
    case Op::hcp_in:
      return hand[suit].hcp;
    case Op::total_points:
      return hand.total_points;
    case Op::support:
      return hand.support(suit);
    case Op::losers:
      return hand.losers;
    case Op::controls:
      return hand.controls;
    case Op::aces:
      return hand.aces;
    case Op::kings:
      return hand.kings;
    case Op::queens:
      return hand.queens;
    case Op::keycards:
      return hand.keycards(suit);
    case Op::quick:
      return hand.quick;
    case Op::playing:
      return hand.playing;
    case Op::top:
      return hand[suit].top[static_cast<std::size_t>(step.value)];
    case Op::voids:
      return hand.lengths.count(0);
    case Op::singletons:
      return hand.lengths.count(1);
    case Op::doubletons:
      return hand.lengths.count(2);
    case Op::longest:
      return hand.lengths.longest();
    case Op::second:
      return hand.lengths.second();
    case Op::shortest:
      return hand.lengths.shortest();
    case Op::law_total:
    case Op::law_ours:
    case Op::law_theirs:
    case Op::law_on:
    case Op::law:
      return law != nullptr ? law_value(step, *law) : 0;
    default:
      return is_true(step, hand);
  }
}

std::optional<bool> HandCondition::constant() const {
  if (steps_.size() == 1 && steps_[0].op == Op::truth) return steps_[0].value != 0;
  return std::nullopt;
}

bool HandCondition::holds(const HandFeatures& hand, const LawAdvice* law) const {
  constexpr std::size_t kStack = 304;  // the parser lets no more nodes through
  std::array<int, kStack> stack;
  std::size_t depth = 0;
  for (const Step& step : steps_) {
    const auto count = static_cast<std::size_t>(argument_count(step.op));
    if (count == 0) {
      assert(depth < kStack);
      stack[depth++] = value_of(step, hand, law);
      continue;
    }
    std::array<int, 3> values{};
    depth -= count;
    for (std::size_t i = 0; i < count; ++i) values[i] = stack[depth + i];
    stack[depth++] = combined(step.op, values);
  }
  return stack[0] != 0;
}

}  // namespace yomi::bidding

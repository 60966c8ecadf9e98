// A bound condition in the words of a bridge player.
#include <fmt/core.h>

#include <array>

#include "condition_steps.h"
#include "yomi/bidding/condition.h"

namespace yomi::bidding {
namespace {

constexpr std::array<std::string_view, 4> kSingular = {"club", "diamond", "heart", "spade"};

// How tightly a phrase holds together: alternatives need brackets inside "and".
enum class Grip : std::uint8_t { either, both, tight };

struct Phrase {
  std::string text;
  Grip grip = Grip::tight;
  std::optional<int> constant{};
  int offset = 0;  // the number is what `text` names, plus this
};

// What is true of a hand or not.
std::string truth_words(const Step& step) {
  switch (step.op) {
    case Op::balanced:
      return "balanced";
    case Op::semibalanced:
      return "at most semi-balanced";
    case Op::stopper:
      return fmt::format("a {} stopper", kSingular[step.suit & 3]);
    case Op::half_stopper:
      return fmt::format("half a {} stopper", kSingular[step.suit & 3]);
    case Op::stoppers:
      return "stoppers in their suits";
    case Op::has:
      return fmt::format("{}{}", to_char(suit_at(step.suit)), to_char(rank_at(step.value)));
    case Op::solid:
      return fmt::format("solid {}", suit_words(suit_at(step.suit & 3)));
    case Op::law:
      return fmt::format("the Law of Total Tricks prefers {}", to_string(Call::from_code(step.value)));
    default:
      return "?";
  }
}

std::string leaf(const Step& step) {
  std::string suit(suit_words(suit_at(step.suit & 3)));
  switch (step.op) {
    case Op::length:
      return suit;
    case Op::hcp:
      return "HCP";
    case Op::hcp_in:
      return "HCP in " + suit;
    case Op::total_points:
      return "total points";
    case Op::support:
      return "support points for " + suit;
    case Op::losers:
      return "losers";
    case Op::controls:
      return "controls";
    case Op::aces:
      return "aces";
    case Op::kings:
      return "kings";
    case Op::queens:
      return "queens";
    case Op::keycards:
      return "key cards for " + suit;
    case Op::quick:
      return "half quick tricks";
    case Op::playing:
      return "playing tricks";
    case Op::top:
      return fmt::format("of the top {} {}", step.value, suit);
    case Op::voids:
      return "voids";
    case Op::singletons:
      return "singletons";
    case Op::doubletons:
      return "doubletons";
    case Op::longest:
      return "cards in the longest suit";
    case Op::second:
      return "cards in the second suit";
    case Op::shortest:
      return "cards in the shortest suit";
    case Op::law_total:
      return "total tricks";
    case Op::law_ours:
      return "trumps of ours";
    case Op::law_theirs:
      return "trumps of theirs";
    case Op::law_on:
      return "percent that they do well to bid on";
    default:
      return truth_words(step);
  }
}

std::string number_words(const Phrase& phrase) {
  if (phrase.constant) return std::to_string(*phrase.constant);
  if (phrase.offset == 0) return phrase.text;
  return fmt::format("{} {} {}", phrase.text, phrase.offset > 0 ? "+" : "-", std::abs(phrase.offset));
}

constexpr std::string_view kHalves = "half quick tricks";
constexpr std::string_view kRule = "cards in the longest suit and cards in the second suit and HCP";

// "4+ spades", "1 spade", "1.5+ quick tricks".
std::string counted(int number, const std::string& text, std::string_view sign = "") {
  if (text == kHalves)
    return fmt::format("{}{}{} quick tricks", number / 2, number % 2 != 0 ? ".5" : "", sign);
  std::string noun = text;
  const std::size_t end = std::min(noun.find(' '), noun.size());
  const bool plural = end > 1 && noun[end - 1] == 's' && noun != "this";
  if (number == 1 && sign.empty() && plural) noun.erase(end - 1, 1);
  return fmt::format("{}{} {}", number, sign, noun);
}

std::string compare(Op op, const Phrase& a, const Phrase& b) {
  if (b.constant) {
    const int bound = *b.constant - a.offset;
    switch (op) {
      case Op::greater_equal:
        return a.text == kRule ? fmt::format("the Rule of {}", bound) : counted(bound, a.text, "+");
      case Op::greater:
        return counted(bound + 1, a.text, "+");
      case Op::less_equal:
        return bound == 0 ? "no " + a.text : "at most " + counted(bound, a.text);
      case Op::less:
        return bound == 1 ? "no " + a.text : "at most " + counted(bound - 1, a.text);
      case Op::equal:
        return bound == 0 ? "no " + a.text : "exactly " + counted(bound, a.text);
      default:
        return "not " + counted(bound, a.text);
    }
  }
  std::string_view between;
  switch (op) {
    case Op::greater_equal:
      between = "at least as many as";
      break;
    case Op::greater:
      between = "more than";
      break;
    case Op::less_equal:
      between = "not more than";
      break;
    case Op::less:
      between = "fewer than";
      break;
    case Op::equal:
      between = "as many as";
      break;
    default:
      between = "not as many as";
      break;
  }
  return fmt::format("{} {} {}", number_words(a), between, number_words(b));
}

Op mirrored(Op op) {
  switch (op) {
    case Op::greater_equal:
      return Op::less_equal;
    case Op::greater:
      return Op::less;
    case Op::less_equal:
      return Op::greater_equal;
    case Op::less:
      return Op::greater;
    default:
      return op;
  }
}

std::string inside(const Phrase& phrase, Grip around) {
  return phrase.grip < around ? "(" + phrase.text + ")" : phrase.text;
}

bool is_suit(const Phrase& phrase) {
  if (phrase.offset != 0) return false;
  for (int suit = 0; suit < kSuits; ++suit) {
    if (phrase.text == suit_words(suit_at(suit))) return true;
  }
  return false;
}

Phrase combine(Op op, const std::array<Phrase, 3>& parts) {
  const auto& [a, b, c] = parts;
  switch (op) {
    case Op::add:
    case Op::subtract: {
      const int sign = op == Op::add ? 1 : -1;
      if (b.constant) return {a.text, Grip::tight, std::nullopt, a.offset + sign * *b.constant};
      if (a.constant && sign > 0) return {b.text, Grip::tight, std::nullopt, b.offset + *a.constant};
      return {fmt::format("{} {} {}", number_words(a), sign > 0 ? "and" : "less", number_words(b)),
              Grip::tight};
    }
    case Op::multiply:
      return {fmt::format("{} times {}", number_words(a), number_words(b))};
    case Op::minimum:
    case Op::maximum: {
      const bool suits = is_suit(a) && is_suit(b);
      const std::string_view which = op == Op::minimum
                                         ? (suits ? "cards in the shorter of" : "the lesser of")
                                         : (suits ? "cards in the longer of" : "the greater of");
      return {fmt::format("{} {} and {}", which, number_words(a), number_words(b))};
    }
    case Op::within:
      if (b.constant && c.constant) {
        return {fmt::format("{}-{} {}", *b.constant - a.offset, *c.constant - a.offset, a.text)};
      }
      return {fmt::format("{} from {} to {}", number_words(a), number_words(b), number_words(c))};
    case Op::all_of:
      return {inside(a, Grip::both) + ", " + inside(b, Grip::both), Grip::both};
    case Op::any_of:
      return {inside(a, Grip::either) + " or " + inside(b, Grip::either), Grip::either};
    case Op::none_of:
      return {"not " + inside(a, Grip::tight)};
    case Op::choose_number:
    case Op::choose_condition:
      return {fmt::format("{} if {}, else {}", number_words(b), a.text, number_words(c)), Grip::either};
    default:
      return {a.constant ? compare(mirrored(op), b, a) : compare(op, a, b)};
  }
}

}  // namespace

std::string HandCondition::in_words() const {
  std::vector<Phrase> stack;
  for (const Step& step : steps_) {
    const auto count = static_cast<std::size_t>(argument_count(step.op));
    if (step.op == Op::truth) {
      stack.push_back({step.value != 0 ? "any hand" : "no hand"});
    } else if (step.op == Op::constant) {
      stack.push_back({std::to_string(step.value), Grip::tight, step.value});
    } else if (count == 0) {
      stack.push_back({leaf(step)});
    } else {
      std::array<Phrase, 3> parts;
      for (std::size_t i = 0; i < count; ++i) parts[i] = std::move(stack[stack.size() - count + i]);
      stack.resize(stack.size() - count);
      stack.push_back(combine(step.op, parts));
    }
  }
  return stack.back().text;
}

}  // namespace yomi::bidding

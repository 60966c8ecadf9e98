// The words of the condition language.
#pragma once

#include <string_view>

#include "yomi/bidding/condition.h"

namespace yomi::bidding {

enum class Arguments : std::uint8_t { none, suit, two_suits, suit_and_number, tag };

// What a word stands for beyond its own step.
enum class Shorthand : std::uint8_t { none, with_partner, rule_of_15, rule_of_20 };

struct NamedThing {
  std::string_view name;
  Arguments arguments = Arguments::none;
  Op op = Op::constant;
  bool is_condition = false;
  std::int16_t value = 0;
  Shorthand shorthand = Shorthand::none;
  Op partners = Op::constant;  // with_partner: what is added
};

// With or without brackets after it; null when there is no such word.
const NamedThing* find_name(std::string_view name, bool brackets);

constexpr bool is_of_hand(Op op) {
  return op >= Op::length && op <= Op::law;
}

}  // namespace yomi::bidding

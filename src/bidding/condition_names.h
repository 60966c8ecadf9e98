// The words of the condition language.
#pragma once

#include <optional>
#include <string_view>

#include "yomi/bidding/condition.h"

namespace yomi::bidding {

enum class Arguments : std::uint8_t { none, suit, two_suits, suit_and_number, tag };

struct NamedThing {
  std::string_view name;
  Arguments arguments = Arguments::none;
  Op op = Op::constant;
  bool is_condition = false;
  std::int16_t value = 0;
  std::optional<Op> plus{};  // a number of partner's that is added
};

// With or without brackets after it; null when there is no such word.
const NamedThing* find_name(std::string_view name, bool brackets);

constexpr bool is_of_hand(Op op) {
  return op >= Op::length && op <= Op::law;
}

}  // namespace yomi::bidding

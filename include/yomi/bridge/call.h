// Strains, bids and calls.
//
// A bid is a level from 1 to 7 and a strain; bids are ordered by level, then strain (clubs lowest, no trump
// highest). A call is a pass, a double, a redouble or a bid, in one byte.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/cards/card.h"

namespace yomi {

enum class Strain : std::uint8_t { clubs, diamonds, hearts, spades, no_trump };
inline constexpr int kStrains = 5;
inline constexpr std::array<Strain, 5> kAllStrains = {Strain::clubs, Strain::diamonds, Strain::hearts,
                                                      Strain::spades, Strain::no_trump};
inline constexpr std::array<Strain, 5> kStrainsFromNoTrump = {
    Strain::no_trump, Strain::spades, Strain::hearts, Strain::diamonds, Strain::clubs};

constexpr int index(Strain strain) {
  return static_cast<int>(strain);
}
template <class T>
using ByStrain = IndexedBy<Strain, T, kStrains>;

constexpr Strain strain_at(int i) {
  return static_cast<Strain>(i);
}
constexpr Strain strain_of(Suit suit) {
  return static_cast<Strain>(suit);
}
// The trump suit; nothing at no trump.
constexpr std::optional<Suit> trump_suit(Strain strain) {
  return strain == Strain::no_trump ? std::nullopt : std::optional(static_cast<Suit>(strain));
}
constexpr bool is_major(Strain strain) {
  return strain == Strain::hearts || strain == Strain::spades;
}
constexpr bool is_minor(Strain strain) {
  return strain == Strain::clubs || strain == Strain::diamonds;
}

// "C", "D", "H", "S", "NT".
std::string to_string(Strain strain);
// The same in either case, and "N" for no trump.
std::optional<Strain> parse_strain(std::string_view text);

class Call {
 public:
  enum class Kind : std::uint8_t { pass, x, xx, bid };

  constexpr Call() = default;  // a pass
  static constexpr Call pass() { return {}; }
  static constexpr Call x() { return from_code(1); }
  static constexpr Call xx() { return from_code(2); }
  static constexpr Call bid(int level, Strain strain) {
    return from_code(3 + (level - 1) * kStrains + index(strain));
  }

  [[nodiscard]] constexpr Kind kind() const { return code_ < 3 ? static_cast<Kind>(code_) : Kind::bid; }
  [[nodiscard]] constexpr bool is_bid() const { return code_ >= 3; }
  [[nodiscard]] constexpr bool is_pass() const { return code_ == 0; }
  // Only of a bid.
  [[nodiscard]] constexpr int level() const { return (code_ - 3) / kStrains + 1; }
  [[nodiscard]] constexpr Strain strain() const { return strain_at((code_ - 3) % kStrains); }
  // 0 pass, 1 double, 2 redouble, 3 to 37 the bids from 1C to 7NT: an index for tables.
  [[nodiscard]] constexpr int code() const { return code_; }
  static constexpr Call from_code(int code) {
    Call call;
    call.code_ = static_cast<std::uint8_t>(code);
    return call;
  }

  // Among bids the order of the auction.
  friend constexpr auto operator<=>(Call, Call) = default;

 private:
  std::uint8_t code_ = 0;
};
inline constexpr int kCalls = 38;

// "Pass", "X", "XX", "1C" ... "7NT".
std::string to_string(Call call);
// Either case: "P" "pass" "-", "X" "D" "dbl" "double", "XX" "R" "rdbl" "redouble", "1c", "3N", "3NT".
std::optional<Call> parse_call(std::string_view text);

}  // namespace yomi

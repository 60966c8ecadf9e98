// A call as a line of a system file names it: "2NT", "3M", "P", "cheapest u", "jump NT", "game trump", "cue".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "yomi/bidding/suit_name.h"
#include "yomi/cards/result.h"

namespace yomi::bidding {

class CallName {
 public:
  // The letter whose suit it names, when it names one.
  [[nodiscard]] std::optional<Letter> letter() const;
  // The call that is meant now. Nothing when its suit is not known, or when there is no such bid that is
  // legal.
  [[nodiscard]] std::optional<Call> call(const Situation& situation, const Letters& letters) const;
  [[nodiscard]] std::string to_string() const;

  friend Result<CallName> parse_call_name(std::string_view text);
  friend bool operator==(const CallName&, const CallName&) = default;

 private:
  enum class Kind : std::uint8_t { plain, level, cheapest, jump, double_jump, game, cue };
  Kind kind_ = Kind::plain;
  Call plain_;                    // a pass, double or redouble
  int level_ = 0;                 // of Kind::level
  std::optional<SuitName> suit_;  // nothing: no trump, or "cue" alone
};
// The error's column counts from 1 in `text`.
Result<CallName> parse_call_name(std::string_view text);

}  // namespace yomi::bidding

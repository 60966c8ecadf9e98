// Conditions on a hand: what a line of a system file asks for.
//
//   M >= 5 and hcp in 12..21 and not (balanced and hcp in 15..17)
//
// A condition speaks of the caller's hand (hcp, lengths, honours) and of what everybody knows (partner's
// shown strength, the agreed suit). It is parsed once; at the table the public names are put in (bind) and
// what is left is a short program over the hand alone, which can be
//   - run on a hand: does it hold?
//   - run on the whole hand grid in three-valued logic: in which cells may some hand satisfy it (`may`), and
//     in which does every hand (`must`)? Lengths, high-card points and sums of them are exact; honours in
//     places are known only as far as shape bounds them.
//   - put in words.
// For every hand: holds(hand) implies that its cell is in `may`; its cell in `must` implies holds(hand).
// docs/reference/system-language.md has the language. Values may be read from any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bidding/call_name.h"
#include "yomi/bidding/condition_op.h"
#include "yomi/bidding/hand_grid.h"
#include "yomi/bidding/situation.h"
#include "yomi/bidding/suit_name.h"

namespace yomi::bidding {

// One step of a bound condition, in postfix order.
struct Step {
  Op op = Op::constant;
  std::uint8_t suit = 0;
  std::int32_t value = 0;
  friend constexpr bool operator==(const Step&, const Step&) = default;
};

// What the Law of Total Tricks says to a hand; asked only by conditions that name it.
class LawAdvice {
 public:
  virtual ~LawAdvice() = default;
  [[nodiscard]] virtual int total() const = 0;
  [[nodiscard]] virtual int ours() const = 0;
  [[nodiscard]] virtual int theirs() const = 0;
  // How likely, in percent, they are to do well by bidding on over our cheapest bid in our fit.
  [[nodiscard]] virtual int on() const = 0;
  // Is this call the one it prefers?
  [[nodiscard]] virtual bool prefers(Call call) const = 0;
};

// Cells in which a condition may hold, and in which it must.
struct Cells {
  HandGrid may;
  HandGrid must;
};

// A condition with the public part put in: about the caller's hand alone.
class HandCondition {
 public:
  HandCondition() : HandCondition(true) {}
  explicit HandCondition(bool value) : steps_{Step{Op::truth, 0, value ? 1 : 0}} {}
  explicit HandCondition(std::vector<Step> steps) : steps_(std::move(steps)) {}

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  // Decided whatever the hand?
  [[nodiscard]] std::optional<bool> constant() const;
  // Without `law` the law has no opinion.
  [[nodiscard]] bool holds(const HandFeatures& hand, const LawAdvice* law = nullptr) const;
  // Some microseconds.
  [[nodiscard]] Cells cells() const;
  // "12-21 HCP, 5+ spades, not balanced"
  [[nodiscard]] std::string in_words() const;

  friend bool operator==(const HandCondition&, const HandCondition&) = default;

 private:
  std::vector<Step> steps_;
};

class Condition {
 public:
  Condition();  // always true

  // Nothing when it needs a suit that there is not now (no trump agreed, say): the line does not apply.
  // `call` is the one that the line makes (bid.level speaks of it).
  [[nodiscard]] std::optional<HandCondition> bind(const Situation& situation, const Letters& letters,
                                                  Call call = {}) const;
  // The letters it speaks of.
  [[nodiscard]] LetterSet letters() const { return letters_; }
  // Does it speak of the hand, and not of public things only?
  [[nodiscard]] bool asks_hand() const { return asks_hand_; }
  [[nodiscard]] const std::string& text() const { return text_; }

  friend Result<Condition> parse_condition(std::string_view text);

  struct Node {
    Op op = Op::constant;
    SuitName suit{};
    SuitName other{};         // of `higher` and `same`
    std::int16_t value = 0;   // a number, chair or rank
    std::int16_t extra = -1;  // number of the tag or call name
  };

 private:
  std::vector<Node> nodes_;  // postfix
  std::vector<std::string> tags_;
  std::vector<CallName> calls_;
  LetterSet letters_ = 0;
  bool asks_hand_ = false;
  std::string text_;
};
// The error's line and column count from 1 in `text`.
Result<Condition> parse_condition(std::string_view text);

}  // namespace yomi::bidding

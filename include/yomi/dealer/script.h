// The language of the public tool `dealer` (Hans van Staveren and others; its manual is the definition, and
// where the manual is silent the tool's behaviour): a script says which deals are wanted and what to do with
// them.
//
//   predeal south SAQ542, HKJ87, D32, CAK
//   west1c = hcp(west) > 10 && clubs(west) >= 3
//   condition west1c && shape(north, xx6x + xx7x - any 4xxx)
//   produce 25
//   action printoneline, average "points" hcp(north)
//
// Beyond the manual: `seed N`; `predeal spades(north)==3` is honoured; `self` where the caller gives it a
// seat.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "yomi/belief/expression.h"
#include "yomi/bridge/contract.h"
#include "yomi/cards/result.h"

namespace yomi::dealer {

using belief::Expression;

struct PrintAll {};
struct PrintEastWest {};
struct PrintPbn {};
struct Print {
  BySeat<bool> seats{};
};
struct PrintCompact {
  std::optional<Expression> expression;
};
struct PrintOneLine {
  std::optional<Expression> expression;
};
struct PrintExpressions {
  std::vector<std::variant<std::string, Expression>> items;
};
struct Average {
  std::string title;
  Expression expression;
};
struct Axis {
  Expression expression;
  int low = 0;
  int high = 0;
};
struct Frequency {
  std::string title;
  Axis first;
  std::optional<Axis> second;
};
using Action = std::variant<PrintAll, PrintEastWest, PrintPbn, Print, PrintCompact, PrintOneLine,
                            PrintExpressions, Average, Frequency>;

// What an expression may call that needs more than the deal: tricks by double-dummy play, random numbers.
struct Oracle {
  std::function<int(const Deal& deal, Seat declarer, Strain strain)> tricks;
  std::function<int(int below)> random;
};

struct Script {
  Deal predeal{};
  // Conditions of the form `predeal spades(north)==3`, then the parts of the condition that must all hold.
  std::vector<Expression> conditions;
  std::optional<std::int64_t> produce;
  std::optional<std::int64_t> generate;
  std::optional<std::uint64_t> seed;
  std::optional<Vulnerability> vulnerability;
  std::optional<Seat> dealer;
  std::vector<Action> actions;     // never empty: printall when the script names none
  std::shared_ptr<Oracle> oracle;  // its functions may be set after parsing, before running

  [[nodiscard]] bool prints_deals() const;
};

// The error names line and column and what was expected there. `text` may hold any bytes.
Result<Script> parse_script(std::string_view text, std::string file = {});

// One expression, e.g. the meaning of a call: "hcp(self) >= 12 && shape(self, any 4333)". `self` is the seat.
Result<Expression> parse_expression(std::string_view text, std::optional<Seat> self = {});

// An event in words or in the language: "west has CK", "spades 4-2" (the two hands in `hidden`, either way
// round), "hcp(east) >= 10".
Result<Expression> parse_event(std::string_view text, std::span<const Seat> hidden,
                               std::optional<Seat> self = {});

}  // namespace yomi::dealer

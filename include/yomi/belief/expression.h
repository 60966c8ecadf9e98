// Conditions and numbers over the four hands of a deal, as a small immutable tree.
//
// Values are integers; true is anything but 0, and comparisons and logic give 0 or 1. The tree is what the
// dealer language is translated to, what the meaning of a call is, and what model.h takes apart to count
// exactly.
//   hcp(Seat::south) >= 15 && hcp(Seat::south) <= 17 && shape(Seat::south, ShapeSet::balanced())
// Copying is cheap (a shared pointer); expressions may be read from any thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "yomi/belief/features.h"
#include "yomi/bridge/deal.h"

namespace yomi::belief {

enum class Op : std::uint8_t {
  constant,
  length,
  points,
  losers,
  quality,
  cccc,
  has,
  shape,     // leaves
  external,  // a function from outside, see External
  add,
  subtract,
  multiply,
  divide,
  modulo,
  negate,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  all_of,
  any_of,
  none_of,  // and; or; not (of one argument)
  choose    // a ? b : c
};

// A function that this room knows nothing about (a double-dummy result, a score table). A function that only
// looks at its arguments can still be counted exactly; one that looks at the deal is applied to drawn deals.
struct External {
  std::string name;
  bool looks_at_deal = true;
  std::function<int(std::span<const int> arguments, const Deal& deal)> call;
};

struct Node;

class Expression {
 public:
  Expression() : Expression(1) {}
  Expression(int value);  // NOLINT(google-explicit-constructor): numbers are expressions
  explicit Expression(Node node);

  [[nodiscard]] const Node& node() const { return *node_; }
  [[nodiscard]] Op op() const;
  [[nodiscard]] std::uint32_t size() const;
  [[nodiscard]] std::uint32_t depth() const;
  // By definition, one argument at a time; division truncates towards zero, by zero it gives 0.
  [[nodiscard]] int evaluate(const Deal& deal) const;
  [[nodiscard]] bool holds(const Deal& deal) const { return evaluate(deal) != 0; }

 private:
  std::shared_ptr<const Node> node_;
};

struct Node {
  Op op = Op::constant;
  Seat seat = Seat::north;
  std::optional<Suit> suit{};  // none: the whole hand
  int value = 0;               // of a constant; of `points`: a mask of the ranks that count
  Card card{};                 // of `has`
  std::shared_ptr<const PointTable> table{};
  std::shared_ptr<const ShapeSet> shapes{};
  std::shared_ptr<const External> external{};
  std::string text{};  // how a shape list, a point count or an external was written; for messages
  std::vector<Expression> arguments{};
  // Set by Expression: nodes when written out, shared parts counted each time; nodes from here to the deepest
  // leaf.
  std::uint32_t size = 1;
  std::uint32_t depth = 1;
};

inline Op Expression::op() const {
  return node_->op;
}
inline std::uint32_t Expression::size() const {
  return node_->size;
}
inline std::uint32_t Expression::depth() const {
  return node_->depth;
}

Expression length(Seat seat, Suit suit);
// With no suit: of the whole hand.
Expression hcp(Seat seat, std::optional<Suit> suit = {});
Expression controls(Seat seat, std::optional<Suit> suit = {});
Expression points(Seat seat, std::optional<Suit> suit, const PointTable& table, std::string name);
Expression losers(Seat seat, std::optional<Suit> suit = {});
Expression quality(Seat seat, Suit suit);
Expression cccc(Seat seat);
Expression has(Seat seat, Card card);
Expression shape(Seat seat, const ShapeSet& shapes, std::string text = "...");
Expression balanced(Seat seat);
Expression external(std::shared_ptr<const External> function, std::vector<Expression> arguments);
Expression choose(Expression condition, Expression then, Expression otherwise);
// The number of cards of the suit among `top` (5: A K Q J T) in the hand.
Expression honours(Seat seat, Suit suit, int top);
Expression combine(Op op, Expression a, Expression b);
// What a two-sided operator gives for two values.
int apply(Op op, int a, int b);

inline Expression operator+(Expression a, Expression b) {
  return combine(Op::add, std::move(a), std::move(b));
}
inline Expression operator-(Expression a, Expression b) {
  return combine(Op::subtract, std::move(a), std::move(b));
}
inline Expression operator*(Expression a, Expression b) {
  return combine(Op::multiply, std::move(a), std::move(b));
}
inline Expression operator/(Expression a, Expression b) {
  return combine(Op::divide, std::move(a), std::move(b));
}
inline Expression operator%(Expression a, Expression b) {
  return combine(Op::modulo, std::move(a), std::move(b));
}
inline Expression operator<(Expression a, Expression b) {
  return combine(Op::less, std::move(a), std::move(b));
}
inline Expression operator<=(Expression a, Expression b) {
  return combine(Op::less_equal, std::move(a), std::move(b));
}
inline Expression operator>(Expression a, Expression b) {
  return combine(Op::greater, std::move(a), std::move(b));
}
inline Expression operator>=(Expression a, Expression b) {
  return combine(Op::greater_equal, std::move(a), std::move(b));
}
inline Expression operator==(Expression a, Expression b) {
  return combine(Op::equal, std::move(a), std::move(b));
}
inline Expression operator!=(Expression a, Expression b) {
  return combine(Op::not_equal, std::move(a), std::move(b));
}
inline Expression operator&&(Expression a, Expression b) {
  return combine(Op::all_of, std::move(a), std::move(b));
}
inline Expression operator||(Expression a, Expression b) {
  return combine(Op::any_of, std::move(a), std::move(b));
}
Expression operator!(Expression a);
Expression operator-(Expression a);

// The parts that must all hold: an `and` taken apart, at any depth.
std::vector<Expression> conjuncts(const Expression& expression);
// Which seats it looks at, by index; an external that looks at the deal looks at all.
BySeat<bool> seats_of(const Expression& expression);
// Does some part of it call an external that looks at the deal?
bool asks_outside(const Expression& expression);
// As the dealer language writes it, with as few brackets as its precedence allows.
std::string to_string(const Expression& expression);

}  // namespace yomi::belief

#include "yomi/belief/expression.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "apply.h"

namespace yomi::belief {
namespace {

template <class SuitValue>
int over_suits(const Node& node, CardSet hand, SuitValue value) {
  if (node.suit) return value(hand.ranks(*node.suit));
  int sum = 0;
  for (Suit suit : kAllSuits) sum += value(hand.ranks(suit));
  return sum;
}

Node leaf(Op op, Seat seat, std::optional<Suit> suit = {}) {
  Node node;
  node.op = op;
  node.seat = seat;
  node.suit = suit;
  return node;
}

std::string_view suit_name(Suit suit) {
  return BySuit<std::string_view>{"clubs", "diamonds", "hearts", "spades"}[suit];
}
std::string_view seat_name(Seat seat) {
  return BySeat<std::string_view>{"north", "east", "south", "west"}[seat];
}

struct Sign {
  std::string_view text;
  int binding;  // larger binds tighter
};
Sign sign(Op op) {
  switch (op) {
    case Op::choose:
      return {"?", 1};
    case Op::any_of:
      return {" || ", 2};
    case Op::all_of:
      return {" && ", 3};
    case Op::equal:
      return {" == ", 4};
    case Op::not_equal:
      return {" != ", 4};
    case Op::less:
      return {" < ", 5};
    case Op::less_equal:
      return {" <= ", 5};
    case Op::greater:
      return {" > ", 5};
    case Op::greater_equal:
      return {" >= ", 5};
    case Op::add:
      return {" + ", 6};
    case Op::subtract:
      return {" - ", 6};
    case Op::multiply:
      return {" * ", 7};
    case Op::divide:
      return {" / ", 7};
    case Op::modulo:
      return {" % ", 7};
    case Op::none_of:
      return {"not ", 8};
    case Op::negate:
      return {"-", 8};
    default:
      return {"", 9};
  }
}

std::string write(const Expression& expression, int around) {
  const Node& node = expression.node();
  const auto on_hand = [&](std::string_view name) {
    std::string text(name);
    text.append("(").append(seat_name(node.seat));
    if (node.suit) text.append(", ").append(suit_name(*node.suit));
    return text + ")";
  };
  const Sign own = sign(node.op);
  const auto argument = [&](std::size_t i, int binding) { return write(node.arguments[i], binding); };
  std::string text;
  switch (node.op) {
    case Op::constant:
      text = std::to_string(node.value);
      break;
    case Op::length:
      return std::string(suit_name(*node.suit)).append("(").append(seat_name(node.seat)).append(")");
    case Op::points:
      return on_hand(node.text);
    case Op::losers:
      return on_hand("losers");
    case Op::quality:
      return on_hand("quality");
    case Op::cccc:
      return on_hand("cccc");
    case Op::has:
      text = std::string("hascard(").append(seat_name(node.seat)).append(", ");
      text += to_char(node.card.rank());
      text += to_char(node.card.suit());
      return text + ")";
    case Op::shape:
      return std::string("shape(").append(seat_name(node.seat)).append(", ") + node.text + ")";
    case Op::external: {
      text = node.text + "(";
      for (std::size_t i = 0; i < node.arguments.size(); ++i) text += (i == 0 ? "" : ", ") + argument(i, 0);
      return text + ")";
    }
    case Op::none_of:
    case Op::negate:
      text = std::string(own.text) + argument(0, own.binding);
      break;
    case Op::choose:
      text = argument(0, 2) + " ? " + argument(1, 1) + " : " + argument(2, 1);
      break;
    default:
      text = argument(0, own.binding).append(own.text) + argument(1, own.binding + 1);
      break;
  }
  return own.binding < around ? "(" + text + ")" : text;
}

void collect(const Expression& expression, std::vector<Expression>& out) {
  if (expression.op() != Op::all_of) {
    out.push_back(expression);
    return;
  }
  for (const Expression& part : expression.node().arguments) collect(part, out);
}

void mark_seats(const Expression& expression, BySeat<bool>& seats) {
  const Node& node = expression.node();
  if (node.op >= Op::length && node.op <= Op::shape) seats[node.seat] = true;
  if (node.op == Op::external && node.external->looks_at_deal) seats.fill(true);
  for (const Expression& argument : node.arguments) mark_seats(argument, seats);
}

}  // namespace

Expression::Expression(int value) {
  Node node;
  node.value = value;
  node_ = std::make_shared<const Node>(std::move(node));
}

Expression::Expression(Node node) {
  std::uint64_t size = 1;
  for (const Expression& argument : node.arguments) {
    size += argument.size();
    node.depth = std::max(node.depth, argument.depth() + 1);
  }
  node.size = static_cast<std::uint32_t>(std::min<std::uint64_t>(size, 1U << 30));
  node_ = std::make_shared<const Node>(std::move(node));
}

int Expression::evaluate(const Deal& deal) const {
  const Node& node = *node_;
  const auto argument = [&](std::size_t i) { return node.arguments[i].evaluate(deal); };
  switch (node.op) {
    case Op::constant:
      return node.value;
    case Op::length:
      return deal[node.seat].length(*node.suit);
    case Op::points:
      return over_suits(node, deal[node.seat],
                        [&, counting = static_cast<std::uint32_t>(node.value)](std::uint32_t ranks) {
                          return belief::points(ranks & counting, *node.table);
                        });
    case Op::losers:
      return over_suits(node, deal[node.seat], [](std::uint32_t ranks) { return belief::losers(ranks); });
    case Op::quality:
      return belief::quality(deal[node.seat].ranks(*node.suit));
    case Op::cccc:
      return belief::cccc(deal[node.seat]);
    case Op::has:
      return deal[node.seat].contains(node.card) ? 1 : 0;
    case Op::shape:
      return node.shapes->contains(deal[node.seat]) ? 1 : 0;
    case Op::external: {
      std::vector<int> values;
      values.reserve(node.arguments.size());
      for (const Expression& part : node.arguments) values.push_back(part.evaluate(deal));
      return node.external->call(values, deal);
    }
    default:
      return apply_to(node.op, argument);
  }
}

int apply(Op op, int a, int b) {
  const auto wrap = [](std::int64_t value) { return static_cast<int>(static_cast<std::uint32_t>(value)); };
  switch (op) {
    case Op::add:
      return wrap(std::int64_t{a} + b);
    case Op::subtract:
      return wrap(std::int64_t{a} - b);
    case Op::multiply:
      return wrap(std::int64_t{a} * b);
    case Op::divide:
      return b == 0 ? 0 : wrap(std::int64_t{a} / b);
    case Op::modulo:
      return b == 0 ? 0 : wrap(std::int64_t{a} % b);
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::greater:
      return a > b;
    case Op::greater_equal:
      return a >= b;
    case Op::equal:
      return a == b;
    case Op::not_equal:
      return a != b;
    case Op::all_of:
      return a != 0 && b != 0;
    case Op::any_of:
      return a != 0 || b != 0;
    default:
      return 0;
  }
}

Expression length(Seat seat, Suit suit) {
  return Expression(leaf(Op::length, seat, suit));
}
Expression hcp(Seat seat, std::optional<Suit> suit) {
  return points(seat, suit, kHcp, "hcp");
}
Expression controls(Seat seat, std::optional<Suit> suit) {
  return points(seat, suit, kControls, "controls");
}

Expression points(Seat seat, std::optional<Suit> suit, const PointTable& table, std::string name) {
  Node node = leaf(Op::points, seat, suit);
  node.table = std::make_shared<const PointTable>(table);
  for (std::size_t rank = 0; rank < kRanks; ++rank) {
    if (table[rank] != 0) node.value |= 1 << rank;
  }
  node.text = std::move(name);
  return Expression(std::move(node));
}

Expression losers(Seat seat, std::optional<Suit> suit) {
  return Expression(leaf(Op::losers, seat, suit));
}
Expression quality(Seat seat, Suit suit) {
  return Expression(leaf(Op::quality, seat, suit));
}
Expression cccc(Seat seat) {
  return Expression(leaf(Op::cccc, seat));
}

Expression has(Seat seat, Card card) {
  Node node = leaf(Op::has, seat, card.suit());
  node.card = card;
  return Expression(std::move(node));
}

Expression shape(Seat seat, const ShapeSet& shapes, std::string text) {
  Node node = leaf(Op::shape, seat);
  node.shapes = std::make_shared<const ShapeSet>(shapes);
  node.text = std::move(text);
  return Expression(std::move(node));
}

Expression balanced(Seat seat) {
  return shape(seat, ShapeSet::balanced(), "any 4333 + any 4432 + any 5332");
}

Expression honours(Seat seat, Suit suit, int top) {
  PointTable table{};
  for (int rank = kRanks - top; rank < kRanks; ++rank) table[static_cast<std::size_t>(rank)] = 1;
  return points(seat, suit, table, "top" + std::to_string(top));
}

Expression external(std::shared_ptr<const External> function, std::vector<Expression> arguments) {
  Node node;
  node.op = Op::external;
  node.text = function->name;
  node.external = std::move(function);
  node.arguments = std::move(arguments);
  return Expression(std::move(node));
}

Expression choose(Expression condition, Expression then, Expression otherwise) {
  Node node;
  node.op = Op::choose;
  node.arguments = {std::move(condition), std::move(then), std::move(otherwise)};
  return Expression(std::move(node));
}

Expression combine(Op op, Expression a, Expression b) {
  if (a.op() == Op::constant && b.op() == Op::constant) return apply(op, a.node().value, b.node().value);
  Node node;
  node.op = op;
  node.arguments = {std::move(a), std::move(b)};
  return Expression(std::move(node));
}

Expression operator!(Expression a) {
  Node node;
  node.op = Op::none_of;
  node.arguments = {std::move(a)};
  return Expression(std::move(node));
}

Expression operator-(Expression a) {
  if (a.op() == Op::constant) return apply(Op::subtract, 0, a.node().value);
  Node node;
  node.op = Op::negate;
  node.arguments = {std::move(a)};
  return Expression(std::move(node));
}

std::vector<Expression> conjuncts(const Expression& expression) {
  std::vector<Expression> parts;
  collect(expression, parts);
  return parts;
}

BySeat<bool> seats_of(const Expression& expression) {
  BySeat<bool> seats{};
  mark_seats(expression, seats);
  return seats;
}

bool asks_outside(const Expression& expression) {
  const Node& node = expression.node();
  if (node.op == Op::external && node.external->looks_at_deal) return true;
  return std::any_of(node.arguments.begin(), node.arguments.end(), asks_outside);
}

std::string to_string(const Expression& expression) {
  return write(expression, 0);
}

}  // namespace yomi::belief

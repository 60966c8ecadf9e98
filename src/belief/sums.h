// Terms taken apart into functions of sums over suits: the inner language of the exact model.
#pragma once

#include <optional>
#include <vector>

#include "yomi/belief/expression.h"
#include "yomi/belief/model.h"

namespace yomi::belief {

// Something that one hand's holding in one suit determines.
struct Leaf {
  Op op = Op::length;
  Seat seat = Seat::north;
  Suit suit = Suit::clubs;
  Card card{};
  std::shared_ptr<const PointTable> table{};

  [[nodiscard]] int value(std::uint32_t ranks) const;
  // Two cards of the suit with the same signature may be exchanged without changing the value.
  [[nodiscard]] int signature(Rank rank) const;
};

// constant + sum of coefficient * leaf.
struct Sum {
  int constant = 0;
  std::vector<std::pair<int, Leaf>> parts;
};

// A tree over sums. Kept in one vector, children before parents; the last entry is the root.
struct SumTree {
  struct Step {
    Op op = Op::constant;  // `length` stands for "the sum of this number"
    int value = 0;         // constant, or number of the sum; for shape: the first of four, spades first
    std::array<int, 3> arguments{-1, -1, -1};
    std::shared_ptr<const ShapeSet> shapes{};
    std::shared_ptr<const External> external{};
    std::vector<int> more{};  // arguments of an external
  };
  std::vector<Sum> sums;
  std::vector<Step> steps;

  [[nodiscard]] int evaluate(std::span<const int> values) const { return evaluate(values, root()); }
  [[nodiscard]] int evaluate(std::span<const int> values, int number) const;
  [[nodiscard]] int root() const { return static_cast<int>(steps.size()) - 1; }
};

// Do two trees have sums over the same leaves with the same factors (constants aside)?
bool same_leaves(const SumTree& a, const SumTree& b);

// Nothing when the expression is not a function of sums over suits.
std::optional<SumTree> to_sums(const Expression& expression);

// The boolean top of a term: and, or, not over parts that are functions of sums.
struct Skeleton {
  struct Step {
    Op op = Op::constant;  // all_of, any_of, none_of; `length` stands for "the part of this number"
    int part = 0;
    std::array<int, 2> arguments{-1, -1};
  };
  std::vector<SumTree> parts;
  std::vector<Step> steps;

  // `value_of(part)` gives a part's value.
  template <class ValueOf>
  int evaluate(const ValueOf& value_of, int step) const {
    const Step& at = steps[static_cast<std::size_t>(step)];
    switch (at.op) {
      case Op::all_of:
        return evaluate(value_of, at.arguments[0]) != 0 && evaluate(value_of, at.arguments[1]) != 0 ? 1 : 0;
      case Op::any_of:
        return evaluate(value_of, at.arguments[0]) != 0 || evaluate(value_of, at.arguments[1]) != 0 ? 1 : 0;
      case Op::none_of:
        return evaluate(value_of, at.arguments[0]) == 0 ? 1 : 0;
      default:
        return value_of(at.part);
    }
  }
  template <class ValueOf>
  int evaluate(const ValueOf& value_of) const {
    return evaluate(value_of, static_cast<int>(steps.size()) - 1);
  }
};

// With `whole`, the expression is one part (its value matters, not only whether it is 0).
std::optional<Skeleton> to_skeleton(const Expression& expression, bool whole);

}  // namespace yomi::belief

#include "sums.h"

#include <cstdlib>

#include "apply.h"

namespace yomi::belief {
namespace {

// Larger ones could leave the range of int, where the definition wraps around and a sum of parts would not.
constexpr int kLargestFactor = 100;

bool add_linear(const Expression& expression, int scale, Sum& sum) {
  const Node& node = expression.node();
  const auto leaf = [&](Suit suit) {
    sum.parts.emplace_back(scale, Leaf{node.op, node.seat, suit, node.card, node.table});
  };
  switch (node.op) {
    case Op::constant:
      if (std::abs(node.value / 1'000'000) > 0 || std::abs(scale) > kLargestFactor) return false;
      sum.constant += scale * node.value;
      return std::abs(sum.constant) < 1'000'000'000;
    case Op::length:
    case Op::quality:
    case Op::has:
      leaf(*node.suit);
      return true;
    case Op::points:
    case Op::losers:
      if (node.suit) {
        leaf(*node.suit);
      } else {
        for (Suit suit : kAllSuits) leaf(suit);
      }
      return true;
    case Op::add:
      return add_linear(node.arguments[0], scale, sum) && add_linear(node.arguments[1], scale, sum);
    case Op::subtract:
      return add_linear(node.arguments[0], scale, sum) && add_linear(node.arguments[1], -scale, sum);
    case Op::negate:
      return add_linear(node.arguments[0], -scale, sum);
    case Op::multiply:
      for (std::size_t i = 0; i < 2; ++i) {
        const Node& factor = node.arguments[i].node();
        if (factor.op == Op::constant && std::abs(factor.value / kLargestFactor) == 0 &&
            std::abs(scale * factor.value) <= kLargestFactor) {
          return add_linear(node.arguments[1 - i], scale * factor.value, sum);
        }
      }
      return false;
    default:
      return false;
  }
}

bool add_steps(const Expression& expression, SumTree& tree, int& at) {
  const Node& node = expression.node();
  SumTree::Step step;
  step.op = node.op;
  if (node.op == Op::constant) {
    step.value = node.value;
  } else if (node.op == Op::cccc || (node.op == Op::external && node.external->looks_at_deal)) {
    return false;
  } else if (node.op == Op::shape) {
    step.value = static_cast<int>(tree.sums.size());
    step.shapes = node.shapes;
    for (Suit suit : kSuitsFromSpades) {
      tree.sums.push_back(Sum{0, {{1, Leaf{Op::length, node.seat, suit, {}, {}}}}});
    }
  } else if (Sum sum; add_linear(expression, 1, sum)) {
    step.op = Op::length;
    step.value = static_cast<int>(tree.sums.size());
    tree.sums.push_back(std::move(sum));
  } else if (node.op >= Op::less && node.op <= Op::not_equal) {
    // a < b as a - b < 0: one sum in place of two.
    Sum difference;
    if (add_linear(node.arguments[0], 1, difference) && add_linear(node.arguments[1], -1, difference)) {
      step.arguments[0] = static_cast<int>(tree.steps.size());
      tree.steps.push_back({Op::length, static_cast<int>(tree.sums.size()), {-1, -1, -1}, {}, {}, {}});
      tree.sums.push_back(std::move(difference));
      step.arguments[1] = static_cast<int>(tree.steps.size());
      tree.steps.push_back({});
    } else if (!add_steps(node.arguments[0], tree, step.arguments[0]) ||
               !add_steps(node.arguments[1], tree, step.arguments[1])) {
      return false;
    }
  } else if (node.op == Op::external) {
    step.external = node.external;
    for (const Expression& argument : node.arguments) {
      int number = 0;
      if (!add_steps(argument, tree, number)) return false;
      step.more.push_back(number);
    }
  } else {
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
      if (!add_steps(node.arguments[i], tree, step.arguments[i])) return false;
    }
  }
  at = static_cast<int>(tree.steps.size());
  tree.steps.push_back(std::move(step));
  return true;
}

bool add_skeleton(const Expression& expression, bool whole, Skeleton& skeleton, int& at) {
  const Node& node = expression.node();
  Skeleton::Step step;
  if (!whole && (node.op == Op::all_of || node.op == Op::any_of || node.op == Op::none_of)) {
    step.op = node.op;
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
      if (!add_skeleton(node.arguments[i], false, skeleton, step.arguments[i])) return false;
    }
  } else {
    std::optional<SumTree> tree = to_sums(expression);
    if (!tree) return false;
    step.op = Op::length;
    step.part = static_cast<int>(skeleton.parts.size());
    skeleton.parts.push_back(std::move(*tree));
  }
  at = static_cast<int>(skeleton.steps.size());
  skeleton.steps.push_back(step);
  return true;
}

}  // namespace

int Leaf::value(std::uint32_t ranks) const {
  switch (op) {
    case Op::length:
      return std::popcount(ranks);
    case Op::points:
      return belief::points(ranks, *table);
    case Op::losers:
      return belief::losers(ranks);
    case Op::quality:
      return belief::quality(ranks);
    default:
      return static_cast<int>(ranks >> index(card.rank()) & 1);
  }
}

int Leaf::signature(Rank rank) const {
  switch (op) {
    case Op::length:
      return 0;
    case Op::points:
      return (*table)[rank];
    case Op::losers:
      return rank >= Rank::queen ? index(rank) : 0;
    case Op::quality:
      return rank >= Rank::eight ? index(rank) : 0;
    default:
      return rank == card.rank() ? 1 : 0;
  }
}

int SumTree::evaluate(std::span<const int> values, int number) const {
  const Step& step = steps[static_cast<std::size_t>(number)];
  const auto argument = [&](std::size_t i) { return evaluate(values, step.arguments[i]); };
  switch (step.op) {
    case Op::constant:
      return step.value;
    case Op::length:
      return values[static_cast<std::size_t>(step.value)];
    case Op::shape: {
      const int* lengths = values.data() + step.value;
      return step.shapes->contains(lengths[0], lengths[1], lengths[2], lengths[3]) ? 1 : 0;
    }
    case Op::external: {
      std::vector<int> given;
      given.reserve(step.more.size());
      for (int one : step.more) given.push_back(evaluate(values, one));
      return step.external->call(given, Deal{});
    }
    default:
      return apply_to(step.op, argument);
  }
}

bool same_leaves(const SumTree& a, const SumTree& b) {
  const auto same = [](const Leaf& x, const Leaf& y) {
    const bool same_table = x.table == y.table || (x.table && y.table && *x.table == *y.table);
    return x.op == y.op && x.seat == y.seat && x.suit == y.suit && x.card == y.card && same_table;
  };
  if (a.sums.size() != b.sums.size()) return false;
  for (std::size_t i = 0; i < a.sums.size(); ++i) {
    const auto& x = a.sums[i].parts;
    const auto& y = b.sums[i].parts;
    if (x.size() != y.size()) return false;
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (x[j].first != y[j].first || !same(x[j].second, y[j].second)) return false;
    }
  }
  return true;
}

std::optional<SumTree> to_sums(const Expression& expression) {
  SumTree tree;
  int root = 0;
  if (!add_steps(expression, tree, root)) return std::nullopt;
  return tree;
}

std::optional<Skeleton> to_skeleton(const Expression& expression, bool whole) {
  Skeleton skeleton;
  int root = 0;
  if (!add_skeleton(expression, whole, skeleton, root)) return std::nullopt;
  return skeleton;
}

}  // namespace yomi::belief

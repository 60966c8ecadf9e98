#include "ending_tree.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "ending_team.h"
#include "yomi/dd/solver.h"
#include "yomi/play/decision.h"

namespace yomi::lab {
namespace {

constexpr double kSame = 1e-12;

class Builder {
 public:
  Builder(const EndingGame& game, std::size_t most, const Plan* plan = nullptr, bool plan_is_declarer = false)
      : game_(game), most_(most), plan_(plan), plan_is_declarer_(plan_is_declarer) {
    for (Who who : {Who::declarer, Who::left, Who::right})
      tree_.hands[static_cast<std::size_t>(who)] = hands_of(game, who);
    tree_.layouts = game.layouts.size();
  }

  std::optional<EndingTree> make() {
    add_node(all_layouts(game_), {});
    std::vector<Position> positions = game_.layouts;
    if (!grow(0, positions)) return std::nullopt;
    return std::move(tree_);
  }

 private:
  using Positions = std::vector<Position>;

  void add_node(Layouts live, Card card) {
    tree_.nodes.push_back({.live = live, .card = card, .values = static_cast<std::uint32_t>(tree_.values)});
    tree_.values += static_cast<std::size_t>(std::popcount(live));
  }

  // The number of tricks that declarer's side has in the end, when nothing is left to decide.
  std::optional<int> outcome(Position position, bool alone) {
    const Side side = side_of(game_.declarer);
    const int done = position.tricks(side);
    if (position.is_over()) return done;
    const int left = position.tricks_left();
    const auto payoff = [&](int tricks) { return game_.payoff[static_cast<std::size_t>(tricks)]; };
    if (payoff(done) == payoff(done + left)) return done;
    if (position.table().empty() && left == 1) {
      for (int i = 0; i < kSeats; ++i) position.play(position.legal().lowest());
      return position.tricks(side);
    }
    if (!alone) return std::nullopt;
    const int best = solver_.tricks(position).lower;
    return done + (on(position.turn(), side) ? best : left - best);
  }

  // The payoff that comes about whatever anybody plays from here on, in one layout.
  std::optional<double> whatever_is_played(const Position& position) const {
    if (position.is_over())
      return game_.payoff[static_cast<std::size_t>(position.tricks(side_of(game_.declarer)))];
    std::optional<double> made;
    for (Card card : position.legal()) {
      Position after = position;
      after.play(card);
      const auto one = whatever_is_played(after);
      if (!one || (made && *made != *one)) return std::nullopt;
      made = one;
    }
    return made;
  }

  // A plan need not be asked where nothing depends on it.
  bool end_of_interest(std::size_t at, const Positions& positions) {
    const Layouts live = tree_.nodes[at].live;
    if (positions[static_cast<std::size_t>(std::countr_zero(live))].tricks_left() > 2) return false;
    std::vector<double> values;
    for (Layouts rest = live; rest != 0; rest &= rest - 1) {
      const auto one = whatever_is_played(positions[static_cast<std::size_t>(std::countr_zero(rest))]);
      if (!one) return false;
      values.push_back(*one);
    }
    make_leaf(at, values);
    return true;
  }

  void make_leaf(std::size_t at, const std::vector<double>& values) {
    tree_.nodes[at].place = static_cast<std::uint32_t>(tree_.payoff.size());
    std::size_t k = 0;
    for (Layouts rest = tree_.nodes[at].live; rest != 0; rest &= rest - 1, ++k) {
      tree_.payoff.push_back(values[k]);
      tree_.chance.push_back(game_.weights[static_cast<std::size_t>(std::countr_zero(rest))]);
    }
  }

  bool end(std::size_t at, const Positions& positions) {
    const Layouts live = tree_.nodes[at].live;
    const bool alone = std::has_single_bit(live) && at != 0 && plan_ == nullptr;
    std::vector<double> values;
    for (Layouts rest = live; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(rest));
      const auto tricks = outcome(positions[l], alone);
      if (!tricks) return false;
      values.push_back(game_.payoff[static_cast<std::size_t>(*tricks)]);
    }
    make_leaf(at, values);
    return true;
  }

  [[nodiscard]] CardSet choice(const Position& position, std::size_t layout, Who who, bool at_start) const {
    const CardSet cards = allowed(game_, position, at_start);
    if (plan_ == nullptr || (who == Who::declarer) != plan_is_declarer_ || cards.size() == 1) return cards;
    const Card card = (*plan_)(played_, layout);
    assert(cards.contains(card));
    return CardSet::of(card);
  }

  // One card for each run of declarer's cards that everybody knows to be equal.
  [[nodiscard]] CardSet without_equals(CardSet cards, Layouts live, const Positions& positions) const {
    const auto first = static_cast<std::size_t>(std::countr_zero(live));
    const Position& shown = positions[first];
    CardSet sure = shown.hand(shown.turn());
    CardSet gone = CardSet::full();
    for (Seat seat : kAllSeats) gone -= shown.hand(seat);
    for (Card card : shown.table()) gone.erase(card);
    for (Layouts rest = live; rest != 0; rest &= rest - 1)
      sure &= positions[static_cast<std::size_t>(std::countr_zero(rest))].hand(shown.turn());
    CardSet made = cards - sure;
    for (const CardSet& group : play::equivalent_groups(sure, cards & sure, gone))
      made.insert(group.lowest());
    return made;
  }

  bool grow(std::size_t at, Positions& positions) {
    if (end(at, positions) || end_of_interest(at, positions)) return true;
    const Layouts live = tree_.nodes[at].live;
    const Position& shown = positions[static_cast<std::size_t>(std::countr_zero(live))];
    const Who who = who_decides(game_, shown.turn());
    std::array<Layouts, 64> holders{};
    CardSet cards;
    for (Layouts rest = live; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(rest));
      for (Card card : choice(positions[l], l, who, at == 0)) {
        holders[static_cast<std::size_t>(card.bit())] |= Layouts{1} << l;
        cards.insert(card);
      }
    }
    if (plan_ == nullptr && who == Who::declarer && (at != 0 || !game_.promise))
      cards = without_equals(cards, live, positions);
    std::size_t& decisions = tree_.decisions[who == Who::declarer ? 0 : 1];
    EndingNode& node = tree_.nodes[at];
    node.who = who;
    node.children = static_cast<std::uint8_t>(cards.size());
    node.first = static_cast<std::uint32_t>(tree_.nodes.size());
    node.place = static_cast<std::uint32_t>(decisions);
    decisions += tree_.hands[static_cast<std::size_t>(who)].count;
    const std::size_t first = node.first;
    if (tree_.nodes.size() + static_cast<std::size_t>(cards.size()) > most_) return false;
    for (Card card : cards) add_node(holders[static_cast<std::size_t>(card.bit())], card);
    std::size_t child = first;
    for (Card card : cards) {
      Positions after = positions;
      for (Layouts rest = tree_.nodes[child].live; rest != 0; rest &= rest - 1)
        after[static_cast<std::size_t>(std::countr_zero(rest))].play(card);
      played_.push_back(card);
      const bool grown = grow(child, after);
      played_.pop_back();
      if (!grown) return false;
      ++child;
    }
    return true;
  }

  const EndingGame& game_;
  std::size_t most_;
  const Plan* plan_;
  bool plan_is_declarer_;
  std::vector<Card> played_;
  EndingTree tree_;
  dd::Solver solver_{{.memory_bytes = std::size_t{1} << 20}};
};

// Which layouts of `layouts` take each child of the node under the strategy.
Layouts takers(const EndingTree& tree, const EndingNode& node, const Strategy& strategy, std::size_t child,
               Layouts layouts) {
  const Hands& hands = tree.hands_at(node);
  Layouts made = 0;
  for (Layouts rest = layouts; rest != 0; rest &= rest - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(rest));
    if (strategy[node.place + hands.of[l]] == child) made |= rest & ~(rest - 1);
  }
  return made;
}

// Calls visit(place in payoff, layout) for the layouts of a leaf.
template <class Visit>
void each_at_leaf(const EndingNode& node, Layouts layouts, Visit visit) {
  std::size_t place = node.place;
  for (Layouts rest = node.live; rest != 0; rest &= rest - 1, ++place) {
    const auto l = static_cast<std::size_t>(std::countr_zero(rest));
    if ((layouts >> l & 1) != 0) visit(place, l);
  }
}

bool is_side(const EndingNode& node, bool declarer) {
  return (node.who == Who::declarer) == declarer;
}

struct Follow {
  const EndingTree& tree;
  bool declarer;
  const Strategy& strategy;
  double chance;
  std::vector<double>& reach;

  void go(std::size_t at, Layouts layouts) {
    const EndingNode& node = tree.nodes[at];
    if (layouts == 0) return;
    if (node.who == Who::nobody) {
      each_at_leaf(node, layouts, [&](std::size_t place, std::size_t) { reach[place] += chance; });
      return;
    }
    for (std::size_t c = 0; c < node.children; ++c) {
      const Layouts live = layouts & tree.nodes[node.first + c].live;
      go(node.first + c, is_side(node, declarer) ? takers(tree, node, strategy, c, live) : live);
    }
  }
};

using ByLayout = std::array<double, kMostLayouts>;

struct AllSeeing {
  const EndingTree& tree;
  bool declarer;
  std::vector<double> values{};  // by node and layout
  std::vector<double> reach{};

  double& value(std::size_t at, std::size_t l) { return values[tree.nodes[at].value_at(l)]; }

  void look(std::size_t at) {
    const EndingNode& node = tree.nodes[at];
    if (node.who == Who::nobody) {
      each_at_leaf(node, node.live,
                   [&](std::size_t place, std::size_t l) { value(at, l) = tree.payoff[place]; });
      return;
    }
    Layouts seen = 0;
    for (std::size_t c = 0; c < node.children; ++c) {
      const std::size_t child = node.first + c;
      look(child);
      for (Layouts rest = tree.nodes[child].live; rest != 0; rest &= rest - 1) {
        const auto l = static_cast<std::size_t>(std::countr_zero(rest));
        const double own = value(child, l);
        double& best = value(at, l);
        const bool better = node.who == Who::declarer ? own > best : own < best;
        if ((seen >> l & 1) == 0 || better) best = own;
        seen |= Layouts{1} << l;
      }
    }
  }

  void go(std::size_t at, const ByLayout& chance) {
    const EndingNode& node = tree.nodes[at];
    if (node.who == Who::nobody) {
      each_at_leaf(node, node.live, [&](std::size_t place, std::size_t l) { reach[place] = chance[l]; });
      return;
    }
    const auto is_best = [&](std::size_t child, std::size_t l) {
      return std::abs(value(child, l) - value(at, l)) < kSame;
    };
    ByLayout count{};
    for (std::size_t c = 0; c < node.children; ++c) {
      const std::size_t child = node.first + c;
      for (Layouts rest = tree.nodes[child].live; rest != 0; rest &= rest - 1) {
        const auto l = static_cast<std::size_t>(std::countr_zero(rest));
        if (is_best(child, l)) ++count[l];
      }
    }
    for (std::size_t c = 0; c < node.children; ++c) {
      const std::size_t child = node.first + c;
      ByLayout part = chance;
      if (is_side(node, declarer)) {
        for (Layouts rest = tree.nodes[child].live; rest != 0; rest &= rest - 1) {
          const auto l = static_cast<std::size_t>(std::countr_zero(rest));
          part[l] = is_best(child, l) ? part[l] / count[l] : 0;
        }
      }
      go(child, part);
    }
  }
};

struct DeclarerReply {
  const EndingTree& tree;
  const std::vector<double>& gain;
  Strategy strategy;

  // By declarer's hand.
  ByLayout go(std::size_t at) {
    const EndingNode& node = tree.nodes[at];
    const Hands& hands = tree.hands[0];
    ByLayout made{};
    if (node.who == Who::nobody) {
      each_at_leaf(node, node.live,
                   [&](std::size_t place, std::size_t l) { made[hands.of[l]] += gain[place]; });
      return made;
    }
    std::array<bool, kMostLayouts> known{};
    for (std::size_t c = 0; c < node.children; ++c) {
      const std::size_t child = node.first + c;
      const ByLayout part = go(child);
      std::array<bool, kMostLayouts> here{};
      for (Layouts rest = tree.nodes[child].live; rest != 0; rest &= rest - 1)
        here[hands.of[static_cast<std::size_t>(std::countr_zero(rest))]] = true;
      for (std::size_t h = 0; h < hands.count; ++h) {
        if (!here[h]) continue;
        if (node.who != Who::declarer) {
          made[h] += part[h];
        } else if (!known[h] || part[h] > made[h]) {
          known[h] = true;
          made[h] = part[h];
          strategy[node.place + h] = static_cast<std::uint8_t>(c);
        }
      }
    }
    return made;
  }
};

}  // namespace

Seat seat_of(const EndingGame& game, Who who) {
  switch (who) {
    case Who::left:
      return next(game.declarer);
    case Who::right:
      return next(game.declarer, 3);
    default:
      return game.declarer;
  }
}

Who who_decides(const EndingGame& game, Seat turn) {
  if (side_of(turn) == side_of(game.declarer)) return Who::declarer;
  return turn == next(game.declarer) ? Who::left : Who::right;
}

Layouts all_layouts(const EndingGame& game) {
  return game.layouts.size() == kMostLayouts ? ~Layouts{0} : (Layouts{1} << game.layouts.size()) - 1;
}

Hands hands_of(const EndingGame& game, Who who) {
  Hands made;
  std::vector<CardSet> known;
  const bool sees_all = game.defenders_see_all && who != Who::declarer;
  for (std::size_t l = 0; l < game.layouts.size(); ++l) {
    const CardSet hand = game.layouts[l].hand(seat_of(game, who));
    auto at = std::find(known.begin(), known.end(), hand);
    if (sees_all) at = known.end();
    made.of[l] = static_cast<std::uint8_t>(at - known.begin());
    if (at == known.end()) known.push_back(hand);
  }
  made.count = known.size();
  return made;
}

CardSet allowed(const EndingGame& game, const Position& position, bool at_start) {
  const CardSet legal = position.legal();
  if (!at_start || !game.promise || position.hand(position.turn()) != game.promise->hand) return legal;
  assert(legal.contains(game.promise->cards) && !game.promise->cards.empty());
  return game.promise->cards;
}

std::optional<EndingTree> make_tree(const EndingGame& game, std::size_t most) {
  return Builder(game, most).make();
}

EndingTree make_tree(const EndingGame& game, const Plan& plan, bool of_declarer) {
  auto made = Builder(game, std::numeric_limits<std::size_t>::max(), &plan, of_declarer).make();
  assert(made);
  return std::move(*made);
}

void add_reach(const EndingTree& tree, bool declarer, const Strategy& strategy, double chance,
               std::vector<double>& reach) {
  Follow{tree, declarer, strategy, chance, reach}.go(0, tree.nodes[0].live);
}

std::vector<double> double_dummy_reach(const EndingTree& tree, bool declarer) {
  AllSeeing made{.tree = tree, .declarer = declarer};
  made.values.resize(tree.values);
  made.reach.resize(tree.payoff.size());
  made.look(0);
  ByLayout sure;
  sure.fill(1);
  made.go(0, sure);
  return std::move(made.reach);
}

double evaluate(const EndingTree& tree, const Strategy& declarer, const Strategy& team) {
  double sum = 0;
  for (std::size_t l = 0; l < tree.layouts; ++l) {
    std::size_t at = 0;
    while (tree.nodes[at].who != Who::nobody) {
      const EndingNode& node = tree.nodes[at];
      const Strategy& strategy = node.who == Who::declarer ? declarer : team;
      at = node.first + strategy[node.place + tree.hands_at(node).of[l]];
    }
    each_at_leaf(tree.nodes[at], Layouts{1} << l,
                 [&](std::size_t place, std::size_t) { sum += tree.chance[place] * tree.payoff[place]; });
  }
  return sum;
}

Reply declarer_reply(const EndingTree& tree, const std::vector<double>& gain) {
  DeclarerReply reply{tree, gain, Strategy(tree.decisions[0], 0)};
  const ByLayout values = reply.go(0);
  double sum = 0;
  for (double one : values) sum += one;
  return {.value = sum, .strategy = std::move(reply.strategy)};
}

}  // namespace yomi::lab

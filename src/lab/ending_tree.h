// The public tree of an ending: every sequence of cards that is legal in some layout, with the layouts in
// which it is. All cards are played in the open, so one tree serves everybody; who decides at a node splits
// its layouts by the hand he holds.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "yomi/lab/ending.h"

namespace yomi::lab {

// A set of layouts.
using Layouts = std::uint64_t;

enum class Who : std::uint8_t { declarer, left, right, nobody };

// The hand that a chair holds at the start of the ending, as a number, by layout; layouts with the same
// number cannot be told apart by it.
struct Hands {
  std::array<std::uint8_t, kMostLayouts> of{};
  std::size_t count = 0;
};
Hands hands_of(const EndingGame& game, Who who);
Seat seat_of(const EndingGame& game, Who who);
Who who_decides(const EndingGame& game, Seat turn);
Layouts all_layouts(const EndingGame& game);

// The legal cards of the one on turn after `played`, the promise kept.
CardSet allowed(const EndingGame& game, const Position& position, bool at_start);

struct EndingNode {
  Layouts live = 0;
  Card card{};  // that leads here
  Who who = Who::nobody;
  std::uint8_t children = 0;
  std::uint32_t first = 0;  // child
  // Decisions: number of the first hand's decision. Leaves: place of the first live layout's payoff.
  std::uint32_t place = 0;
  std::uint32_t values = 0;  // place of the first live layout in a table by node and layout

  // Of a live layout, in such a table.
  [[nodiscard]] std::size_t value_at(std::size_t layout) const {
    return values + static_cast<std::size_t>(std::popcount(live & ((Layouts{1} << layout) - 1)));
  }
};

// What a side does: the child taken, by decision number.
using Strategy = std::vector<std::uint8_t>;

struct EndingTree {
  std::vector<EndingNode> nodes{};         // 0 is the start; children follow each other
  std::array<Hands, 3> hands{};            // by Who
  std::array<std::size_t, 2> decisions{};  // of declarer, of the team
  std::vector<double> payoff{};            // of leaves, by live layout
  std::vector<double> chance{};            // the layout's, in the same order
  std::size_t layouts = 0;
  std::size_t values = 0;  // size of a table by node and layout

  [[nodiscard]] const Hands& hands_at(const EndingNode& node) const {
    return hands[static_cast<std::size_t>(node.who)];
  }
};

// Ends where nothing is to be decided: the last trick, one layout left (then it is double dummy), or a payoff
// that is settled. Declarer's cards that everybody knows to be equal are tried once. Nothing when it has more
// than `most` nodes.
std::optional<EndingTree> make_tree(const EndingGame& game, std::size_t most);
// The part of the tree to which a side's plan leads, down to the last trick.
EndingTree make_tree(const EndingGame& game, const Plan& plan, bool of_declarer);

// How likely declarer (or the team) lets each leaf come about, by leaf and layout in the order of
// EndingTree::payoff.
void add_reach(const EndingTree& tree, bool declarer, const Strategy& strategy, double chance,
               std::vector<double>& reach);
// The same for a side that sees all hands and plays its best cards with equal chances.
std::vector<double> double_dummy_reach(const EndingTree& tree, bool declarer);
// Declarer's payoff when both follow strategies.
double evaluate(const EndingTree& tree, const Strategy& declarer, const Strategy& team);

struct Reply {
  double value = 0;  // the sum of gains
  Strategy strategy{};
};
// Best replies to `gain`, the payoff times the chance that the other side and the cards let it come about.
Reply declarer_reply(const EndingTree& tree, const std::vector<double>& gain);
// `steps` are what it may take, and what is left of them afterwards. Nothing when they do not suffice.
std::optional<Reply> team_reply(const EndingTree& tree, const std::vector<double>& gain, std::size_t& steps);

}  // namespace yomi::lab

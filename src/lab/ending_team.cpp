#include "ending_team.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace yomi::lab {

std::vector<Layouts> separate(Layouts layouts, const Hands& left, const Hands& right) {
  std::vector<Layouts> parts;
  while (layouts != 0) {
    Layouts part = layouts & ~(layouts - 1);
    Layouts fresh = part;
    layouts &= ~part;
    while (fresh != 0) {
      const auto l = static_cast<std::size_t>(std::countr_zero(fresh));
      fresh &= fresh - 1;
      for (Layouts rest = layouts; rest != 0; rest &= rest - 1) {
        const auto other = static_cast<std::size_t>(std::countr_zero(rest));
        if (left.of[other] != left.of[l] && right.of[other] != right.of[l]) continue;
        const Layouts bit = rest & ~(rest - 1);
        part |= bit;
        fresh |= bit;
        layouts &= ~bit;
      }
    }
    parts.push_back(part);
  }
  return parts;
}

std::vector<HandGroup> group_by_hand(Layouts layouts, const Hands& hands) {
  std::vector<HandGroup> groups;
  for (; layouts != 0; layouts &= layouts - 1) {
    const std::uint8_t hand = hands.of[static_cast<std::size_t>(std::countr_zero(layouts))];
    std::size_t at = 0;
    while (at < groups.size() && groups[at].hand != hand) ++at;
    if (at == groups.size()) groups.push_back({hand, 0});
    groups[at].layouts |= layouts & ~(layouts - 1);
  }
  return groups;
}

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kTiny = 1e-14;

class TeamReply {
 public:
  TeamReply(const EndingTree& tree, const std::vector<double>& gain, std::size_t most)
      : tree_(tree), gain_(gain), most_(most), seeing_(tree.values, 0) {
    see(0);
  }

  std::optional<Reply> make() {
    Reply made{.value = value(0, tree_.nodes[0].live), .strategy = Strategy(tree_.decisions[1], 0)};
    if (steps_ > most_) return std::nullopt;
    write(0, tree_.nodes[0].live, made.strategy);
    return made;
  }

  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  struct Known {
    double value = 0;
    std::vector<std::pair<std::uint8_t, std::uint8_t>> choices{};  // hand, child
  };
  struct Key {
    std::size_t node;
    Layouts layouts;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t state = key.layouts ^ (static_cast<std::uint64_t>(key.node) << 40);
      return splitmix64(state);
    }
  };

  double value(std::size_t at, Layouts layouts) {
    if (layouts == 0 || ++steps_ > most_) return 0;
    const EndingNode& node = tree_.nodes[at];
    double sum = 0;
    if (node.who == Who::nobody) {
      std::size_t place = node.place;
      for (Layouts rest = node.live; rest != 0; rest &= rest - 1, ++place) {
        if ((layouts & rest & ~(rest - 1)) != 0) sum += gain_[place];
      }
      return sum;
    }
    if (node.who == Who::declarer) {
      for (std::size_t c = 0; c < node.children; ++c)
        sum += value(node.first + c, layouts & tree_.nodes[node.first + c].live);
      return sum;
    }
    for (Layouts part : separate(layouts, tree_.hands[1], tree_.hands[2])) sum += decide(at, part).value;
    return sum;
  }

  // What a team that sees all hands would reach, by node and layout: a bound, and often the truth.
  void see(std::size_t at) {
    const EndingNode& node = tree_.nodes[at];
    if (node.who == Who::nobody) {
      for (int k = 0; k < std::popcount(node.live); ++k)
        seeing_[node.values + static_cast<std::size_t>(k)] = gain_[node.place + static_cast<std::size_t>(k)];
      return;
    }
    Layouts seen = 0;
    for (std::size_t c = 0; c < node.children; ++c) {
      const EndingNode& child = tree_.nodes[node.first + c];
      see(node.first + c);
      for (Layouts rest = child.live; rest != 0; rest &= rest - 1) {
        const auto l = static_cast<std::size_t>(std::countr_zero(rest));
        const double own = seeing_[child.value_at(l)];
        double& sum = seeing_[node.value_at(l)];
        if (node.who == Who::declarer)
          sum += own;
        else
          sum = (seen >> l & 1) == 0 ? own : std::min(sum, own);
        seen |= Layouts{1} << l;
      }
    }
  }

  [[nodiscard]] double bound(std::size_t at, Layouts layouts) const {
    double sum = 0;
    for (; layouts != 0; layouts &= layouts - 1)
      sum += seeing_[tree_.nodes[at].value_at(static_cast<std::size_t>(std::countr_zero(layouts)))];
    return sum;
  }

  // All ways to send the hands of one decision to its children, the promising ones first.
  struct Maps {
    TeamReply& reply;
    const EndingNode& node;
    std::vector<HandGroup> groups;
    std::vector<std::vector<double>> bounds{};  // by hand and child
    std::vector<double> rest{};                 // the least for this hand and those after it
    std::vector<std::uint8_t> choice{};
    std::vector<std::uint8_t> best_choice{};
    double best = kNever;

    void go(std::size_t g, double so_far) {
      ++reply.steps_;
      if (so_far + rest[g] >= best - kTiny || reply.steps_ > reply.most_) return;
      if (g == groups.size()) {
        weigh(so_far);
        return;
      }
      std::vector<std::uint8_t> order(node.children);
      for (std::size_t c = 0; c < order.size(); ++c) order[c] = static_cast<std::uint8_t>(c);
      std::stable_sort(order.begin(), order.end(),
                       [&](std::uint8_t a, std::uint8_t b) { return bounds[g][a] < bounds[g][b]; });
      for (std::uint8_t c : order) {
        if (bounds[g][c] == kNever) break;
        choice[g] = c;
        go(g + 1, so_far + bounds[g][c]);
      }
    }

    void weigh(double sum) {
      for (std::size_t c = 0; c < node.children; ++c) {
        Layouts part = 0;
        double bounded = 0;
        for (std::size_t g = 0; g < groups.size(); ++g) {
          if (choice[g] != c) continue;
          part |= groups[g].layouts;
          bounded += bounds[g][c];
        }
        if (part == 0) continue;
        sum += reply.value(node.first + c, part) - bounded;
        if (sum >= best - kTiny) return;
      }
      best = sum;
      best_choice = choice;
    }
  };

  const Known& decide(std::size_t at, Layouts layouts) {
    const Key key{at, layouts};
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const EndingNode& node = tree_.nodes[at];
    Maps maps{.reply = *this, .node = node, .groups = group_by_hand(layouts, tree_.hands_at(node))};
    const std::size_t hands = maps.groups.size();
    maps.rest.assign(hands + 1, 0);
    maps.choice.assign(hands, 0);
    for (const HandGroup& group : maps.groups) {
      std::vector<double> row(node.children, kNever);
      for (std::size_t c = 0; c < node.children; ++c) {
        if ((group.layouts & tree_.nodes[node.first + c].live) != 0)
          row[c] = bound(node.first + c, group.layouts);
      }
      maps.bounds.push_back(std::move(row));
    }
    for (std::size_t g = hands; g-- > 0;)
      maps.rest[g] = maps.rest[g + 1] + *std::min_element(maps.bounds[g].begin(), maps.bounds[g].end());
    maps.best_choice = maps.choice;
    maps.go(0, 0);
    Known made{.value = maps.best};
    for (std::size_t g = 0; g < hands; ++g)
      made.choices.emplace_back(maps.groups[g].hand, maps.best_choice[g]);
    return known_.emplace(key, std::move(made)).first->second;
  }

  void write(std::size_t at, Layouts layouts, Strategy& strategy) {
    const EndingNode& node = tree_.nodes[at];
    if (layouts == 0 || node.who == Who::nobody) return;
    std::vector<Layouts> to(node.children, 0);
    if (node.who == Who::declarer) {
      for (std::size_t c = 0; c < node.children; ++c) to[c] = layouts & tree_.nodes[node.first + c].live;
    } else {
      for (Layouts part : separate(layouts, tree_.hands[1], tree_.hands[2])) {
        for (const auto& [hand, child] : decide(at, part).choices) strategy[node.place + hand] = child;
      }
      for (Layouts rest = layouts; rest != 0; rest &= rest - 1) {
        const std::uint8_t hand = tree_.hands_at(node).of[static_cast<std::size_t>(std::countr_zero(rest))];
        to[strategy[node.place + hand]] |= rest & ~(rest - 1);
      }
    }
    for (std::size_t c = 0; c < node.children; ++c) write(node.first + c, to[c], strategy);
  }

  const EndingTree& tree_;
  const std::vector<double>& gain_;
  std::size_t most_;
  std::size_t steps_ = 0;
  std::vector<double> seeing_;
  std::unordered_map<Key, Known, Hash> known_;
};

}  // namespace

std::optional<Reply> team_reply(const EndingTree& tree, const std::vector<double>& gain, std::size_t& steps) {
  TeamReply reply(tree, gain, steps);
  auto made = reply.make();
  steps -= std::min(steps, reply.steps());
  return made;
}

}  // namespace yomi::lab

#include "problem_table.h"

#include <algorithm>
#include <map>

#include "yomi/dd/solver.h"

namespace yomi::lab {
namespace {

class Search {
 public:
  Search(const Problem& problem, const Others& others)
      : game_(problem.ending.game), chair_(problem.decision.seen.chair), others_(others) {
    const Deal& truth = problem.ending.deals[problem.ending.truth];
    for (std::size_t l = 0; l < problem.ending.deals.size(); ++l) {
      if (problem.ending.deals[l][chair_] == truth[chair_]) layouts_.push_back({l, game_.layouts[l]});
    }
  }

  double after(Card card) { return play(layouts_, card) / static_cast<double>(layouts_.size()); }

 private:
  struct Layout {
    std::size_t number;
    Position position;
  };
  using Group = std::vector<Layout>;

  // The sum over the layouts of a group, in which everything seen so far is the same.
  double value(const Group& group) {
    const Position& shown = group.front().position;
    if (shown.is_over()) return static_cast<double>(group.size()) * shown.tricks(side_of(chair_));
    const Seat turn = shown.turn();
    const bool declares = on(turn, side_of(game_.declarer));
    const Seat decider = declares ? game_.declarer : turn;
    if (decider == chair_) {
      double best = -1;
      for (Card card : shown.legal()) best = std::max(best, play(group, card));
      return best;
    }
    const Plan& plan =
        declares ? others_.declarer : (side_of(turn) == side_of(chair_) ? others_.partner : others_.opponent);
    std::vector<std::pair<Card, Group>> parts;
    for (const Layout& one : group) {
      const CardSet legal = one.position.legal();
      const Card card = legal.size() == 1 ? legal.lowest() : plan(played_, one.number);
      auto at =
          std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.first == card; });
      if (at == parts.end()) at = parts.insert(parts.end(), {card, {}});
      at->second.push_back(one);
    }
    double sum = 0;
    for (const auto& [card, part] : parts) sum += play(part, card);
    return sum;
  }

  double play(Group group, Card card) {
    for (Layout& one : group) one.position.play(card);
    played_.push_back(card);
    const double made = value(group);
    played_.pop_back();
    return made;
  }

  const EndingGame& game_;
  Seat chair_;
  const Others& others_;
  Group layouts_;
  std::vector<Card> played_;
};

}  // namespace

std::vector<double> tricks_among(const Problem& problem, const std::vector<Card>& cards,
                                 const Others& others) {
  Search search(problem, others);
  std::vector<double> made;
  made.reserve(cards.size());
  for (Card card : cards) made.push_back(search.after(card));
  return made;
}

namespace {

class Ordinary {
 public:
  explicit Ordinary(const DealtEnding& ending) : ending_(ending) {}

  Card choose(std::span<const Card> played, std::size_t layout) {
    const auto after = [&](std::size_t l) -> std::optional<Position> {
      Position position = ending_.game.layouts[l];
      for (Card card : played) {
        if (!position.is_legal(card)) return std::nullopt;
        position.play(card);
      }
      return position;
    };
    const Position truth = *after(layout);
    const bool declares = on(truth.turn(), side_of(ending_.game.declarer));
    const Seat player = declares ? ending_.game.declarer : truth.turn();
    const CardSet own = ending_.deals[layout][player];
    const Key key{std::vector<Card>(played.begin(), played.end()), own.bits()};
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    std::array<int, 64> sums{};
    for (std::size_t l = 0; l < ending_.deals.size(); ++l) {
      if (ending_.deals[l][player] != own) continue;
      const auto position = after(l);
      if (!position) continue;
      for (const dd::CardTricks& one : solver_.cards(*position)) {
        for (Card card : one.equals | CardSet::of(one.card))
          sums[static_cast<std::size_t>(card.bit())] += one.tricks.lower;
      }
    }
    const CardSet legal = truth.legal();
    Card best = legal.lowest();
    for (Card card : legal) {
      const int ahead =
          sums[static_cast<std::size_t>(card.bit())] - sums[static_cast<std::size_t>(best.bit())];
      if (ahead > 0 || (ahead == 0 && card.rank() < best.rank())) best = card;
    }
    known_.emplace(key, best);
    return best;
  }

 private:
  using Key = std::pair<std::vector<Card>, std::uint64_t>;
  const DealtEnding& ending_;
  dd::Solver solver_{{.memory_bytes = std::size_t{1} << 20}};
  std::map<Key, Card> known_;
};

}  // namespace

Plan ordinary_plan(const DealtEnding& ending) {
  const auto made = std::make_shared<Ordinary>(ending);
  return [made](std::span<const Card> played, std::size_t layout) { return made->choose(played, layout); };
}

Plan double_dummy_plan(const DealtEnding& ending) {
  const auto solver = std::make_shared<dd::Solver>(dd::Settings{.memory_bytes = std::size_t{1} << 20});
  return [&ending, solver](std::span<const Card> played, std::size_t layout) {
    Position position = ending.game.layouts[layout];
    for (Card card : played) position.play(card);
    return solver->cards(position).front().card;
  };
}

}  // namespace yomi::lab

// Steps 1 to 3 of the paper's algorithm: deals of a, pairs of hypotheses of b and c after each card, the
// mean.
#include <algorithm>
#include <cmath>

#include "abc_node.h"
#include "double_dummy_grid.h"
#include "player_model.h"
#include "yomi/play/abc.h"

namespace yomi::play {
namespace {

constexpr int kTries = 12;
constexpr double kFirstPass = 0.3;  // of the time, for the double-dummy values

class Triples {
 public:
  Triples(const CardTask& task, const Grid& grid) : task_(task), grid_(grid) {}

  // The mean of s(m, [d, db, dc]) over the pairs; nothing when stopped.
  std::optional<double> value(std::size_t item, Card card, Solvers& own) const {
    const Decision& decision = task_.decision;
    const Deal& deal = grid_.deals[item].deal;
    Position root = replay(decision.seen, deal);
    const Position before = root;
    root.play(card);
    AbcGame game{.root = root, .declarer = decision.context.contract.declarer, .a = decision.seen.chair};
    const Settings& settings = task_.settings;
    const AbcOptions options{.ties = settings.abc.ties,
                             .depth = settings.abc.depth,
                             .small = settings.abc.small,
                             .leaf = settings.abc.leaf,
                             .stopped = [this] { return task_.deadline.is_over(); }};
    const auto solvers = own.models(kWorlds);
    const auto& points = task_.points();
    double sum = 0;
    int count = 0;
    for (std::size_t pair = 0; pair < settings.beliefs; ++pair) {
      Random random = Random(settings.seed).split(item + 1).split(pair);
      game.b = hypothesis(deal, game.seat_b(), before, card, *solvers[1], random);
      game.c = hypothesis(deal, game.seat_c(), before, card, *solvers[2], random);
      AbcSearch search(options, *solvers[0], *solvers[1], *solvers[2]);
      const std::optional<int> tricks =
          settings.abc.method == Method::probing ? search.probing(game) : search.one_pass(game).a;
      if (task_.deadline.is_over()) return std::nullopt;
      if (!tricks) continue;
      sum += points[static_cast<std::size_t>(*tricks)];
      ++count;
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
  }

 private:
  // A hypothesis of `chair` after `card`, as unplayed hands. "Nobody makes a losing play": a deal in which
  // the card gives tricks away is accepted the less often the more it gives.
  Deal hypothesis(const Deal& deal, Seat chair, const Position& before, Card card, dd::Solver& solver,
                  Random& random) const {
    const Decision& decision = task_.decision;
    belief::Seen seen = decision.seen.from(chair, deal, decision.context.contract.dummy());
    seen.play.push_back(card);
    belief::View view;
    task_.shared.fill(view, seen);
    Deal hands;
    for (int i = 0; i < kTries; ++i) {
      hands = view.draw(random);
      for (Card one : seen.play) {
        for (CardSet& hand : hands.hands) hand.erase(one);
      }
      const double chance = random.unit();
      Deal then = hands;
      then[before.turn()].insert(card);
      if (chance <
          std::exp(-task_.settings.nats_per_trick * tricks_lost(solver, with_hands(before, then), card)))
        break;
    }
    return hands;
  }

  const CardTask& task_;
  const Grid& grid_;
};

}  // namespace

Advice choose_abc(const CardTask& task) {
  const Grid grid = evaluate_all(task, kFirstPass);
  double best = grid.mean(0);
  for (std::size_t c = 0; c < grid.cards.size(); ++c) best = std::max(best, grid.mean(c));
  std::vector<std::size_t> tried;
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    if (grid.mean(c) >= best - task.settings.cutoff) tried.push_back(c);
  }
  const std::size_t deals = grid.deals.size();
  Advice advice{.card = pimc_choice(task, grid),
                .cards = {},
                .deals = deals,
                .complete = grid.complete,
                .in_time = !grid.cut_short};
  const Triples triples(task, grid);
  std::vector<std::vector<double>> rows(deals);
  task.workers.each<std::vector<double>>(rows, [&](std::size_t item, int worker) {
    std::vector<double> row;
    for (std::size_t c : tried) {
      if (task.deadline.is_over()) return;
      const auto value = triples.value(item, grid.cards[c], task.workers.of(worker));
      if (!value) return;
      row.push_back(*value);
    }
    rows[item] = std::move(row);
  });
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    CardValue made{.card = grid.cards[c], .value = grid.mean(c), .pimc = grid.mean(c)};
    const auto at = static_cast<std::size_t>(std::find(tried.begin(), tried.end(), c) - tried.begin());
    double sum = 0;
    double weight = 0;
    for (std::size_t i = 0; i < deals && at < tried.size(); ++i) {
      if (rows[i].empty()) continue;
      sum += grid.deals[i].weight * rows[i][at];
      weight += grid.deals[i].weight;
      ++made.playouts;
    }
    if (weight > 0) made.value = sum / weight;
    advice.cards.push_back(made);
  }
  // The largest sum; among equals pimc's card.
  const CardValue* chosen = nullptr;
  for (const CardValue& one : advice.cards) {
    if (one.playouts == 0) continue;
    const bool preferred = chosen != nullptr && one.value == chosen->value && one.card == advice.card;
    if (chosen == nullptr || one.value > chosen->value || preferred) chosen = &one;
  }
  if (chosen != nullptr) advice.card = chosen->card;
  std::stable_sort(advice.cards.begin(), advice.cards.end(), [&](const CardValue& a, const CardValue& b) {
    if ((a.card == advice.card) != (b.card == advice.card)) return a.card == advice.card;
    if ((a.playouts > 0) != (b.playouts > 0)) return a.playouts > 0;
    return a.value > b.value;
  });
  return advice;
}

}  // namespace yomi::play

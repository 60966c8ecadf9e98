#include "yomi/play/alphamu.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "double_dummy_grid.h"

namespace yomi::play {

void Front::add(std::uint64_t vector) {
  for (std::uint64_t one : vectors_) {
    if ((vector & ~one) == 0) return;
  }
  std::erase_if(vectors_, [&](std::uint64_t one) { return (one & ~vector) == 0; });
  vectors_.push_back(vector);
}

bool Front::is_within(const Front& other) const {
  return std::all_of(vectors_.begin(), vectors_.end(), [&](std::uint64_t one) {
    return std::any_of(other.vectors_.begin(), other.vectors_.end(),
                       [&](std::uint64_t above) { return (one & ~above) == 0; });
  });
}

Front unite(const Front& a, const Front& b) {
  Front made = a;
  for (std::uint64_t one : b.vectors_) made.add(one);
  return made;
}

Front join_min(const Front& a, const Front& b) {
  Front made;
  for (std::uint64_t one : a.vectors_) {
    for (std::uint64_t two : b.vectors_) made.add(one & two);
  }
  return made;
}

Front join_max(const Front& a, const Front& b) {
  Front made;
  for (std::uint64_t one : a.vectors_) {
    for (std::uint64_t two : b.vectors_) made.add(one | two);
  }
  return made;
}

struct AlphaMu::State {
  const AlphaMuGame* game = nullptr;
  std::vector<Position> worlds;  // only those in `live` mean anything
  std::uint64_t live = 0;        // worlds in which the cards played are possible

  [[nodiscard]] const Position& any() const {
    return worlds[static_cast<std::size_t>(std::countr_zero(live))];
  }
};

Front AlphaMu::search(const State& state, int moves, const Front* alpha) {
  ++nodes_;
  if (stopped_ && stopped_()) return Front(0);
  const AlphaMuGame& game = *state.game;
  const Side side = side_of(game.max);
  // Decided in all worlds, or deep enough: the double-dummy answer for each.
  const Position& shown = state.any();
  const int done = shown.tricks(side);
  const int left = shown.is_over() ? 0 : shown.tricks_left();
  if (done >= game.goal) return Front(state.live);
  if (done + left < game.goal) return Front(0);
  if (moves == 0) {
    std::uint64_t vector = 0;
    for (std::size_t w = 0; w < state.worlds.size(); ++w) {
      if ((state.live >> w & 1) == 0) continue;
      if (can_(state.worlds[w], side, game.goal - done)) vector |= std::uint64_t{1} << w;
    }
    return Front(vector);
  }
  const Seat turn = shown.turn();
  const Seat decider = turn == partner(game.declarer) ? game.declarer : turn;
  const bool is_max = decider == game.max;
  const bool is_partner = !is_max && side_of(decider) == side;
  CardSet cards;
  for (std::size_t w = 0; w < state.worlds.size(); ++w) {
    if ((state.live >> w & 1) != 0) cards |= state.worlds[w].legal();
  }
  if (is_max) {
    // Touching cards are worth the same when everybody sees.
    CardSet gone = CardSet::full();
    for (Seat seat : kAllSeats) gone -= shown.hand(seat);
    for (Card card : shown.table()) gone.erase(card);
    CardSet tops;
    for (const CardSet& group : equivalent_groups(shown.hand(turn), cards, gone))
      tops.insert(group.highest());
    cards = tops;
  }
  Front made;
  bool first = true;
  for (Card card : cards) {
    State after{.game = state.game, .worlds = state.worlds, .live = 0};
    for (std::size_t w = 0; w < state.worlds.size(); ++w) {
      if ((state.live >> w & 1) == 0 || !state.worlds[w].is_legal(card)) continue;
      after.worlds[w].play(card);
      after.live |= std::uint64_t{1} << w;
    }
    if (is_max) {
      made = unite(made, search(after, moves - 1, cuts_ && !made.empty() ? &made : nullptr));
      continue;
    }
    // Worlds without the card take no part in the join.
    Front part = search(after, moves, nullptr);
    Front whole;
    for (std::uint64_t one : part.vectors()) whole.add(is_partner ? one : one | (state.live & ~after.live));
    made = first ? whole : is_partner ? join_max(made, whole) : join_min(made, whole);
    first = false;
    if (cuts_ && !is_partner && alpha != nullptr && made.is_within(*alpha)) break;
  }
  return made;
}

Front AlphaMu::front(const AlphaMuGame& game, Card card, int moves) {
  assert(!game.worlds.empty() && game.worlds.size() <= 64 && moves >= 1);
  State after{.game = &game, .worlds = game.worlds, .live = 0};
  for (std::size_t w = 0; w < game.worlds.size(); ++w) {
    after.worlds[w].play(card);
    after.live |= std::uint64_t{1} << w;
  }
  return search(after, moves - 1, nullptr);
}

namespace {

struct Share {
  double share = -1;  // of the weight of worlds that the best vector of the front reaches
  int moves = 0;
};

double best_share(const Front& front, const Grid& grid, std::size_t worlds) {
  double best = 0;
  for (std::uint64_t vector : front.vectors()) {
    double sum = 0;
    double all = 0;
    for (std::size_t w = 0; w < worlds; ++w) {
      all += grid.deals[w].weight;
      if ((vector >> w & 1) != 0) sum += grid.deals[w].weight;
    }
    best = std::max(best, all > 0 ? sum / all : 0);
  }
  return best;
}

double highest(const std::vector<Share>& shares) {
  double best = 0;
  for (const Share& one : shares) best = std::max(best, one.share);
  return best;
}

// The fronts by card, with iterative deepening: the root cut ends it when a card keeps the best share of the
// previous depth. Each thread takes one card at a time.
std::vector<Share> search_shares(const CardTask& task, const Grid& grid, const AlphaMuGame& game) {
  std::vector<Share> shares(grid.cards.size());
  const std::size_t worlds = game.worlds.size();
  for (int moves = 1; moves <= task.settings.alphamu.worlds_ahead && worlds > 0; ++moves) {
    const double bound = highest(shares);
    std::vector<Share> deeper(shares.size());
    task.workers.each<Share>(deeper, [&](std::size_t card, int worker) {
      if (task.deadline.is_over()) return;
      dd::Solver& solver = task.workers.of(worker).main();
      AlphaMu search([&](const Position& position, Side of,
                         int tricks) { return solver.can_take(position, of, tricks).can.value_or(false); },
                     true, [&] { return task.deadline.is_over(); });
      const Front front = search.front(game, grid.cards[card], moves);
      if (!task.deadline.is_over()) deeper[card] = {best_share(front, grid, worlds), moves};
    });
    const bool whole =
        std::all_of(deeper.begin(), deeper.end(), [&](const Share& one) { return one.moves == moves; });
    if (!whole) break;
    shares = std::move(deeper);
    if (moves > 1 && highest(shares) >= bound) break;
  }
  return shares;
}

}  // namespace

Advice choose_alphamu(const CardTask& task) {
  const Grid grid = evaluate_all(task);
  const std::size_t count = std::min<std::size_t>(64, grid.deals.size());
  Advice advice{.card = pimc_choice(task, grid),
                .cards = {},
                .deals = count,
                .complete = grid.complete,
                .in_time = !grid.cut_short};
  const Contract& contract = task.contract();
  const Side side = side_of(task.decision.seen.chair);
  AlphaMuGame game{
      .worlds = {},
      .max = task.decision.seen.chair,
      .declarer = contract.declarer,
      .goal = on(contract.declarer, side) ? contract.tricks_needed() : 14 - contract.tricks_needed()};
  for (std::size_t i = 0; i < count; ++i)
    game.worlds.push_back(replay(task.decision.seen, grid.deals[i].deal));
  const std::vector<Share> shares = search_shares(task, grid, game);
  for (std::size_t c = 0; c < grid.cards.size(); ++c) {
    CardValue made{.card = grid.cards[c], .value = grid.mean(c), .pimc = grid.mean(c)};
    if (shares[c].share >= 0) made.value = shares[c].share;
    advice.cards.push_back(made);
  }
  // The best share; among equals the best double-dummy points, then pimc's own card.
  std::stable_sort(advice.cards.begin(), advice.cards.end(), [&](const CardValue& a, const CardValue& b) {
    if (a.value != b.value) return a.value > b.value;
    if (a.pimc != b.pimc) return a.pimc > b.pimc;
    return a.card == advice.card && b.card != advice.card;
  });
  if (count > 0) advice.card = advice.cards.front().card;
  return advice;
}

}  // namespace yomi::play

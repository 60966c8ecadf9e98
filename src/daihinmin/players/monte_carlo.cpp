#include "yomi/daihinmin/monte_carlo.h"

#include <algorithm>
#include <cmath>

#include "comparison.h"

namespace yomi::daihinmin {
namespace {

constexpr std::size_t kMostArms = 24;  // candidates kept when the policy knows which are hopeless

// What is believed of a player after a game, from what was believed before and at its end: one game moves it
// only so far, and it is never quite sure, so that a wrong guess can mend.
double carried(double before, double now) {
  constexpr double kMostStep = 3;  // of the logarithm of the odds
  const auto log_odds = [](double chance) {
    const double sane = std::clamp(chance, 1e-6, 1 - 1e-6);
    return std::log(sane / (1 - sane));
  };
  const double step = std::clamp(log_odds(now) - log_odds(before), -kMostStep, kMostStep);
  return std::clamp(1 / (1 + std::exp(-log_odds(before) - step)), 0.005, 0.95);
}

// Of the cards in natural groups or runs.
Cards bound(Cards hand) {
  const std::uint64_t naturals = hand.without_joker().bits();
  const std::uint64_t starts = naturals & naturals >> 4 & naturals >> 8;
  std::uint64_t in_sets = starts | starts << 4 | starts << 8;
  for (int column = kLowColumn; column <= kHighColumn; ++column) {
    if (suit_count(hand.column(column)) > 1) in_sets |= std::uint64_t{hand.column(column)} << (4 * column);
  }
  return Cards(in_sets) & hand;
}

}  // namespace

Cards weakest_gift(Cards hand, int count) {
  Cards gift;
  const Cards kept = bound(hand) | Cards::joker() | Cards(std::uint64_t{15} << (4 * kEightColumn)) |
                     Cards(std::uint64_t{0xFFF} << (4 * 11));  // kings and up are worth keeping
  for (Card card : hand - kept) {
    if (gift.size() < count) gift |= Cards::of(card);
  }
  for (Card card : hand - gift) {
    if (gift.size() < count) gift |= Cards::of(card);
  }
  return gift;
}

MonteCarlo::MonteCarlo(MonteCarloSettings settings)
    : settings_(std::move(settings)), belief_(settings_.belief), wins_(settings_.win_nodes) {
  base_before_.fill(kBaseBefore);
  base_now_.fill(kBaseBefore);
  if (settings_.threads > 1) threads_ = std::make_unique<jobs::ThreadPool>(settings_.threads);
}

MonteCarlo::~MonteCarlo() = default;

void MonteCarlo::begin(std::uint64_t seed) {
  random_ = Random(seed);
  for (std::size_t player = 0; player < kPlayers; ++player)
    base_now_[player] = base_before_[player] = carried(base_before_[player], base_now_[player]);
}

void MonteCarlo::read_hands(const View& view, const Budget& budget) {
  Chances base;
  for (std::size_t seat = 0; seat < kPlayers; ++seat) base[seat] = base_before_[view.shared.player_at[seat]];
  belief_.prepare(view, random_, base, budget);
}

std::size_t MonteCarlo::best_arm(std::vector<Arm>& arms, const View& view, const State& start,
                                 const Budget& budget) {
  MoveComparison comparison(settings_, view, start, belief_, random_, threads_.get(), budget);
  const std::size_t best = comparison.best(arms);
  playouts_ += comparison.playouts();
  const Chances base_chances = belief_.base_chances();
  for (std::size_t seat = 0; seat < kPlayers; ++seat)
    base_now_[view.shared.player_at[seat]] = base_chances[seat];
  return best;
}

Move MonteCarlo::play(const View& view) {
  const Budget budget(settings_.seconds);
  considered_.clear();
  const Public& table = view.table();
  const Cards hand = view.own.hand;
  MoveList list;
  moves(table, hand, list, Stands::telling);
  if (list.size() == 1) {
    reason_ = "only move";
    return list[0];
  }
  for (const Move& move : list) {
    if (move.size == hand.size()) {
      reason_ = "goes out";
      return move;
    }
  }
  if (settings_.certain_wins) {
    if (const auto win = wins_.find(table, hand, view.hidden(), view.most_hidden(), budget)) {
      reason_ = "certain win";
      return *win;
    }
  }
  if (settings_.exact_endings && table.players_in() == 2) {
    State state;
    static_cast<Public&>(state) = table;
    for (int seat = 0; seat < kPlayers; ++seat) {
      if (table.is_in(seat)) state.hands[at(seat)] = seat == view.own.seat ? hand : view.hidden();
    }
    if (const auto answer = ending_.solve(state, budget); answer && answer->wins) {
      reason_ = "exact ending";
      return answer->best;
    }
  }
  reason_ = "play-outs";
  return by_playouts(view, list, budget);
}

Move MonteCarlo::by_playouts(const View& view, MoveList& list, const Budget& budget) {
  const Public& table = view.table();
  std::vector<Arm> arms(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) arms[i].move = list[i];
  if (settings_.use_prior && settings_.policy) {
    std::vector<float> chances(list.size());
    settings_.policy->probabilities(table, view.own.hand, view.hidden(), list, chances);
    for (std::size_t i = 0; i < list.size(); ++i) arms[i].prior = double{chances[i]};
    std::stable_sort(arms.begin(), arms.end(), [](const Arm& a, const Arm& b) { return a.prior > b.prior; });
    if (arms.size() > kMostArms) arms.resize(kMostArms);
  }
  read_hands(view, budget);
  State start;
  static_cast<Public&>(start) = table;
  const std::size_t best = best_arm(arms, view, start, budget);
  for (const Arm& arm : arms) considered_.push_back({arm.move, arm.count, arm.mean()});
  const Move chosen = arms[best].move;
  std::stable_sort(considered_.begin(), considered_.end(),
                   [](const Considered& a, const Considered& b) { return a.mean > b.mean; });
  return chosen;
}

Cards MonteCarlo::give(const View& view, int count) {
  const Budget budget(settings_.seconds);
  if (!settings_.search_gifts) return weakest_gift(view.own.hand, count);
  // The partner holds so many fewer until the gift arrives.
  Shared shared;
  shared.table = view.shared.table;
  shared.ranked = view.shared.ranked;
  shared.rank = view.shared.rank;
  shared.games_left = view.shared.games_left;
  shared.player_at = view.shared.player_at;
  shared.exchanging = true;
  const View now{shared, view.own};
  shared.table.counts[at(now.partner())] =
      static_cast<std::uint8_t>(shared.table.counts[at(now.partner())] - count);
  std::vector<Arm> arms;
  const auto add = [&](Cards gift) {
    const double prior = std::exp(settings_.belief.gives.log_chance(view.own.hand, gift));
    arms.push_back(Arm{.gift = gift, .prior = prior});
  };
  for_each_gift(view.own.hand, count, add);
  std::stable_sort(arms.begin(), arms.end(), [](const Arm& a, const Arm& b) { return a.prior > b.prior; });
  if (arms.size() > kMostArms) arms.resize(kMostArms);
  read_hands(now, budget);
  return arms[best_arm(arms, now, State{}, budget)].gift;
}

}  // namespace yomi::daihinmin

#include "yomi/daihinmin/monte_carlo.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base.h"
#include "yomi/jobs/thread_pool.h"

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

std::uint16_t Leanings::cell(const Public& table, const Move& move) {
  // A pass is told by what lies on the table, a play by its cards.
  const int top =
      (table.top.size * 16 + strength(table.top, table.revolution)) * 4 + static_cast<int>(table.top.kind);
  std::uint64_t told = move.is_pass() ? static_cast<std::uint64_t>(top) << 1 | 1
                                      : move.cards.bits() << 1 | (table.table_empty() ? 1 : 0);
  return static_cast<std::uint16_t>(splitmix64(told) % kCells);
}

void Leanings::learn(const Path& path, double better) {
  constexpr double kRate = 0.5;
  const auto push = static_cast<float>(kRate * better);
  for (const Path::Choice& choice : path.choices) {
    for (std::uint32_t i = 0; i < choice.count; ++i) {
      leaning_[path.cells[choice.first + i]] +=
          push * ((i == choice.chosen ? 1.0F : 0.0F) - path.chances[choice.first + i]);
    }
  }
}

namespace {

// Draws a place in the list by the policy and the leanings together.
std::size_t leaning_choice(const State& state, Cards hand, Cards others, const Policy& policy,
                           float temperature, const MoveList& list, const Leanings& leanings,
                           Leanings::Path* path, Random& random) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].size == state.counts[state.turn]) return i;
  }
  if (list.size() == 1) return 0;
  std::array<float, MoveList::kCapacity> chances;
  std::array<std::uint16_t, MoveList::kCapacity> cells;
  policy.scores(state, hand, others, list, chances);
  for (std::size_t i = 0; i < list.size(); ++i) {
    cells[i] = Leanings::cell(state, list[i]);
    chances[i] = chances[i] / temperature + leanings.of(cells[i]);
  }
  softmax(std::span<float>(chances.data(), list.size()));
  std::size_t pick = 0;
  for (auto mark = static_cast<float>(random.unit()); pick + 1 < list.size(); ++pick) {
    mark -= chances[pick];
    if (mark < 0) break;
  }
  if (path != nullptr) {
    const auto count = static_cast<std::ptrdiff_t>(list.size());
    path->choices.push_back({static_cast<std::uint32_t>(path->cells.size()),
                             static_cast<std::uint16_t>(count), static_cast<std::uint16_t>(pick)});
    path->cells.insert(path->cells.end(), cells.begin(), cells.begin() + count);
    path->chances.insert(path->chances.end(), chances.begin(), chances.begin() + count);
  }
  return pick;
}

}  // namespace

int place_after(State& state, int seat, const Policy* policy, float temperature, bool certain_wins,
                unsigned base, Random& random, const Leanings* leanings, Leanings::Path* path) {
  MoveList list;
  CertainWin wins(kPlayoutWinNodes);
  Cards all = state.all_cards();
  while (state.place[at(seat)] == Public::kNoPlace) {
    const Cards hand = state.hands[state.turn];
    const int left = state.counts[state.turn];
    if (!state.table_empty() && !can_follow(state, hand, left)) {
      state.apply(Move::pass());
      continue;
    }
    if ((base >> state.turn & 1U) != 0) {
      const Move move = base_play(state, hand, list);
      all -= move.cards;
      state.apply(move);
      continue;
    }
    if (certain_wins && left <= kPlayoutWinCards) {
      int most = 0;
      for (int other = 0; other < kPlayers; ++other) {
        if (other != state.turn) most = std::max<int>(most, state.counts[at(other)]);
      }
      if (const auto win = wins.find(state, hand, all - hand, most)) {
        all -= win->cards;
        state.apply(*win);
        continue;
      }
    }
    moves(state, hand, list, Stands::telling);
    std::size_t pick = 0;
    if (policy != nullptr && leanings != nullptr && state.turn == seat) {
      pick = leaning_choice(state, hand, all - hand, *policy, temperature, list, *leanings, path, random);
    } else if (policy != nullptr) {
      pick = policy->choose(state, hand, all - hand, list, random, temperature);
    } else {
      pick = random.below(static_cast<std::uint32_t>(list.size()));
    }
    all -= list[pick].cards;
    state.apply(list[pick]);
  }
  return state.place[at(seat)];
}

struct MonteCarlo::Arm {
  Move move;
  Cards gift;
  double prior = 0;
  int before = 0;  // play-outs that only served to learn
  int count = 0;
  double sum = 0;
  double squares = 0;

  [[nodiscard]] double mean() const { return count == 0 ? 0 : sum / count; }
  [[nodiscard]] double variance() const {
    return count == 0 ? 0 : std::max(squares / count - mean() * mean(), 0.0);
  }
};

// The threads of one player and what they share during a round.
class MonteCarlo::Workers {
 public:
  explicit Workers(int threads) : thread_pool(threads) {}
  jobs::ThreadPool thread_pool;
};

MonteCarlo::MonteCarlo(MonteCarloSettings settings)
    : settings_(std::move(settings)), belief_(settings_.belief), wins_(settings_.win_nodes) {
  base_before_.fill(kBaseBefore);
  base_now_.fill(kBaseBefore);
  if (settings_.threads > 1) workers_ = std::make_unique<Workers>(settings_.threads);
}

MonteCarlo::~MonteCarlo() = default;

void MonteCarlo::begin(std::uint64_t seed) {
  random_ = Random(seed);
  for (std::size_t player = 0; player < kPlayers; ++player)
    base_now_[player] = base_before_[player] = carried(base_before_[player], base_now_[player]);
}

void MonteCarlo::read_hands(const View& view) {
  Chances base;
  for (std::size_t seat = 0; seat < kPlayers; ++seat) base[seat] = base_before_[view.shared.player_at[seat]];
  belief_.prepare(view, random_, base);
}

Move MonteCarlo::play(const View& view) {
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
    if (const auto win = wins_.find(table, hand, view.hidden(), view.most_hidden())) {
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
    if (const auto answer = ending_.solve(state); answer && answer->wins) {
      reason_ = "exact ending";
      return answer->best;
    }
  }
  reason_ = "play-outs";
  return by_playouts(view, list);
}

Move MonteCarlo::by_playouts(const View& view, MoveList& list) {
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
  read_hands(view);
  State start;
  static_cast<Public&>(start) = table;
  const std::size_t best = best_arm(arms, view, start);
  for (const Arm& arm : arms) considered_.push_back({arm.move, arm.count, arm.mean()});
  const Move chosen = arms[best].move;
  std::stable_sort(considered_.begin(), considered_.end(),
                   [](const Considered& a, const Considered& b) { return a.mean > b.mean; });
  return chosen;
}

Cards MonteCarlo::give(const View& view, int count) {
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
    arms.push_back(Arm{
        .move = Move::pass(), .gift = gift, .prior = prior, .before = 0, .count = 0, .sum = 0, .squares = 0});
  };
  // Of cards of a rank the lowest suits stand for all, but for the diamond three, which leads.
  for (Card first : view.own.hand) {
    if (count == 1) {
      add(Cards::of(first));
      continue;
    }
    for (Card second : view.own.hand) {
      if (second > first) add(Cards::of(first) | Cards::of(second));
    }
  }
  std::stable_sort(arms.begin(), arms.end(), [](const Arm& a, const Arm& b) { return a.prior > b.prior; });
  if (arms.size() > kMostArms) arms.resize(kMostArms);
  read_hands(now);
  return arms[best_arm(arms, now, State{})].gift;
}

std::size_t MonteCarlo::best_arm(std::vector<Arm>& arms, const View& view, const State& start) {
  const int me = view.own.seat;
  const int partner = view.partner();
  const bool giving = view.shared.exchanging;
  const auto& value = view.shared.games_left <= 1 ? settings_.last_value : settings_.value;
  const Random base = random_.split(random_());
  std::vector<Imagined> deals;
  deals.reserve(64);
  const int batch = settings_.batch;
  std::vector<double> rewards(at(batch));
  const bool learns = settings_.learning_playouts > 0 && settings_.policy;
  Leanings leanings;
  std::vector<Leanings::Path> paths(at(batch));
  const auto started = std::chrono::steady_clock::now();
  const auto out_of_time = [&] {
    return settings_.seconds > 0 &&
           std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count() >
               settings_.seconds;
  };

  const auto one = [&](const Arm& arm, std::size_t which, int number, Leanings::Path& path) {
    path.clear();
    Random random = base.split(which << 32 | static_cast<std::uint64_t>(number));
    const Imagined& deal = deals[at(number % settings_.deals)];
    Hands hands = deal.hands;
    State state;
    if (giving) {
      hands[at(me)] -= arm.gift;
      hands[at(partner)] |= arm.gift;
      state = State::start(hands);
    } else {
      state = start;
      state.hands = hands;
      state.apply(arm.move);
    }
    return value[at(place_after(state, me, settings_.policy.get(), settings_.temperature,
                                settings_.wins_in_playouts, deal.base, random, learns ? &leanings : nullptr,
                                &path))];
  };
  const double spread = value.front() - value.back();
  const auto round = [&](std::size_t which) {
    Arm& arm = arms[which];
    const int first = arm.before + arm.count;
    while (deals.size() < at(std::min(first + batch, settings_.deals)))
      deals.push_back(belief_.imagine(random_));
    if (workers_) {
      workers_->thread_pool.each(at(batch), [&](std::size_t i, int) {
        rewards[i] = one(arm, which, first + static_cast<int>(i), paths[i]);
      });
    } else {
      for (int i = 0; i < batch; ++i) rewards[at(i)] = one(arm, which, first + i, paths[at(i)]);
    }
    // Within a round the leanings stay as they are, so that it does not matter who plays what out when.
    if (learns && arm.count > 0) {
      for (std::size_t i = 0; i < paths.size(); ++i)
        leanings.learn(paths[i], (rewards[i] - arm.mean()) / spread);
    }
    for (const double reward : rewards) {
      arm.sum += reward;
      arm.squares += reward * reward;
    }
    arm.count += batch;
    playouts_ += static_cast<std::uint64_t>(batch);
  };

  // Play-outs up to `most` in all, or until the lead is so many standard errors.
  int made = 0;
  const auto compare = [&](int most, double sureness) {
    const int from = made;
    for (std::size_t i = 0; i < arms.size(); ++i, made += batch) round(i);
    while (made < most && !out_of_time()) {
      // UCB1-tuned (Auer, Cesa-Bianchi and Fischer 2002), with the policy's opinion as a bonus that fades.
      const double log_all = std::log(static_cast<double>(made - from));
      std::size_t pick = 0;
      double pick_bound = -1e300;
      for (std::size_t i = 0; i < arms.size(); ++i) {
        const Arm& arm = arms[i];
        const double scaled = arm.variance() / (spread * spread) + std::sqrt(2 * log_all / arm.count);
        const double bound = arm.mean() + spread * (std::sqrt(log_all / arm.count * std::min(0.25, scaled)) +
                                                    arm.prior * settings_.prior_weight / arm.count);
        if (bound > pick_bound) {
          pick_bound = bound;
          pick = i;
        }
      }
      round(pick);
      made += batch;
      if (settings_.stop_early && made % (batch * 8) == 0) {
        const auto leader = std::max_element(arms.begin(), arms.end(),
                                             [](const Arm& a, const Arm& b) { return a.mean() < b.mean(); });
        const bool sure = std::all_of(arms.begin(), arms.end(), [&](const Arm& arm) {
          if (&arm == &*leader) return true;
          const double error =
              std::sqrt((arm.variance() + 1e-4) / arm.count + (leader->variance() + 1e-4) / leader->count);
          return leader->mean() - arm.mean() > sureness * error;
        });
        if (sure) return true;
      }
    }
    return false;
  };
  // While the hand is being learnt, candidates tried early fare worse than they should: only a great lead
  // decides there, and otherwise all begin anew.
  constexpr double kSurerWhileLearning = 1.5;
  const int learning = std::min(settings_.learning_playouts, settings_.playouts / 3);
  const bool decided =
      learns && (compare(learning, kSurerWhileLearning * settings_.sureness) || out_of_time());
  if (!decided) {
    for (Arm& arm : arms) {
      arm.before = arm.count;
      arm.count = 0;
      arm.sum = arm.squares = 0;
    }
    compare(settings_.playouts, settings_.sureness);
  }
  const Chances base_chances = belief_.base_chances();
  for (std::size_t seat = 0; seat < kPlayers; ++seat)
    base_now_[view.shared.player_at[seat]] = base_chances[seat];
  // The mean, less what few play-outs leave in doubt.
  std::size_t best = 0;
  double best_value = -1e300;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const double careful = arms[i].mean() - std::sqrt((arms[i].variance() + 1e-4) / arms[i].count);
    if (careful > best_value) {
      best_value = careful;
      best = i;
    }
  }
  return best;
}

}  // namespace yomi::daihinmin

#include "yomi/daihinmin/belief.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "base.h"

namespace yomi::daihinmin {
namespace {

// All that a rich player held when it was to give.
Cards with_tribute(const View& view) {
  Cards held = view.own.hand | view.own.gave;
  for (const Turn& turn : view.shared.turns) {
    if (turn.before.turn == view.own.seat) held |= turn.move.cards;
  }
  return held;
}

std::size_t spread(std::uint64_t bits) {
  return static_cast<std::size_t>(splitmix64(bits));
}

}  // namespace

// The Markov chain over deals.
class Belief::Chain {
 public:
  explicit Chain(const BeliefSettings& settings) : settings_(settings) {
    for (auto& cache : cache_) cache.resize(kCacheSize);
  }

  void prepare(const View& view, const Chances& base) {
    base_ = base;
    for (auto& list : decisions_) list.clear();
    for (auto& cache : cache_) std::fill(cache.begin(), cache.end(), Cached{});
    played_by_.fill(Cards());
    seat_ = view.own.seat;
    Cards unseen = Cards::full();
    for (const Turn& turn : view.shared.turns) {
      const int seat = turn.before.turn;
      if (seat != seat_ && view.table().is_in(seat)) {
        for (Decision& earlier : decisions_[at(seat)]) earlier.played_since |= turn.move.cards;
        decisions_[at(seat)].push_back({&turn, turn.move.cards, unseen});
      }
      played_by_[at(seat)] |= turn.move.cards;
      unseen -= turn.move.cards;
    }
    pairs_.clear();
    if (!view.shared.ranked) return;
    for (int rank = 0; rank < 2; ++rank) {
      Pair pair{view.shared.seat_of_rank(rank), view.shared.seat_of_rank(4 - rank), 2 - rank, Cards()};
      if (pair.poor == seat_) pair.gift = view.own.got;
      if (pair.rich == seat_) {
        pair.gift = view.own.gave;
        own_with_tribute_ = with_tribute(view);
      }
      pairs_.push_back(pair);
    }
  }

  // Puts one of the chains at a deal.
  void start(std::size_t chain, const Hands& hands, Cards free) {
    if (places_.size() <= chain) places_.resize(chain + 1);
    Place& place = places_[chain];
    place.hands = hands;
    count_ = 0;
    for (Card card : free) {
      for (int seat = 0; seat < kPlayers; ++seat) {
        if (seat != seat_ && hands[at(seat)].contains(card)) {
          cards_[count_] = card;
          place.holder[count_++] = static_cast<std::uint8_t>(seat);
        }
      }
    }
    for (int seat = 0; seat < kPlayers; ++seat) place.plays[at(seat)] = plays(seat, hands[at(seat)]).value;
    place.exchange = exchanges(hands);
  }

  [[nodiscard]] double value(std::size_t chain) const { return places_[chain].value(); }
  [[nodiscard]] const Hands& hands() const { return places_[0].hands; }
  // The chance that the seat is base, given the hand it holds now.
  double base_chance(int seat) { return plays(seat, places_[0].hands[at(seat)]).base; }

  // So many swaps in each chain.
  void swaps(int count, const Hands& barred, Random& random) {
    if (count_ < 2) return;
    for (int made = 0; made < count; made += kStretch) {
      for (std::size_t chain = 0; chain < places_.size(); ++chain) {
        const double power_here = power(chain);
        for (int i = 0; i < std::min(kStretch, count - made); ++i)
          swap(places_[chain], power_here, barred, random);
      }
      for (std::size_t chain = places_.size() - 1; chain > 0; --chain) {
        const double gain = (power(chain - 1) - power(chain)) * (value(chain) - value(chain - 1));
        if (gain >= 0 || random.unit() < std::exp(gain)) std::swap(places_[chain], places_[chain - 1]);
      }
    }
  }

 private:
  struct Decision {
    const Turn* turn;
    Cards played_since;  // by the same seat, from this move on
    Cards unseen;        // not yet played before this move
  };
  struct Cached {
    std::uint64_t hand = 0;
    double value = 0;    // log-likelihood of what was seen
    double base = 0;     // chance that it was base who played so
    bool whole = false;  // not cut short
  };
  struct Pair {
    int rich, poor, count;
    Cards gift;  // when it was seen
  };
  static constexpr int kStretch = 10;  // swaps of each chain before neighbours may change places

  // Where a chain is.
  struct Place {
    Hands hands{};
    std::array<std::uint8_t, kCards> holder{};
    std::array<double, kPlayers> plays{};
    double exchange = 0;

    [[nodiscard]] double value() const {
      double sum = exchange;
      for (double part : plays) sum += part;
      return sum;
    }
  };
  static constexpr std::size_t kCacheSize = 4096;
  static constexpr double kNever = -1e9;  // the logarithm of no chance at all

  // Of the likelihood in a chain: 1 in the first, in equal ratios down to the flattest.
  [[nodiscard]] double power(std::size_t chain) const {
    return chain == 0 ? 1.0
                      : std::pow(double{settings_.flattest},
                                 static_cast<double>(chain) / static_cast<double>(places_.size() - 1));
  }

  void swap(Place& place, double power, const Hands& barred, Random& random) {
    const std::size_t x = random.below(static_cast<std::uint32_t>(count_));
    const std::size_t y = random.below(static_cast<std::uint32_t>(count_));
    const int a = place.holder[x];
    const int b = place.holder[y];
    if (a == b || barred[at(b)].contains(cards_[x]) || barred[at(a)].contains(cards_[y])) return;
    Hands next = place.hands;
    const Cards moved = Cards::of(cards_[x]) | Cards::of(cards_[y]);
    next[at(a)] = Cards(next[at(a)].bits() ^ moved.bits());
    next[at(b)] = Cards(next[at(b)].bits() ^ moved.bits());
    // The lot is drawn first, so that work can end as soon as the swap is sure to be refused.
    const double least = place.plays[at(a)] + place.plays[at(b)] + place.exchange +
                         std::log(random.unit() + std::numeric_limits<double>::min()) / power;
    const double exchange = touches_exchange(a, b) ? exchanges(next) : place.exchange;
    const double for_a = plays(a, next[at(a)], least - exchange).value;
    if (for_a + exchange < least) return;
    const double for_b = plays(b, next[at(b)], least - exchange - for_a).value;
    if (for_a + for_b + exchange < least) return;
    place.hands = next;
    place.plays[at(a)] = for_a;
    place.plays[at(b)] = for_b;
    place.exchange = exchange;
    place.holder[x] = static_cast<std::uint8_t>(b);
    place.holder[y] = static_cast<std::uint8_t>(a);
  }

  [[nodiscard]] bool touches_exchange(int a, int b) const {
    return std::any_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
      return pair.rich == a || pair.rich == b || pair.poor == a || pair.poor == b;
    });
  }

  // Log-likelihood of what the seat was seen to play if it holds `hand` now; sharpened under the policy.
  // When it is below `least`, something between the two may come back.
  Cached plays(int seat, Cards hand, double least = kNever) {
    if (seat == seat_ || decisions_[at(seat)].empty()) return {hand.bits(), 0, base_[at(seat)], true};
    Cached& cached = cache_[at(seat)][spread(hand.bits()) % kCacheSize];
    if (cached.hand == hand.bits() && (cached.whole || cached.value < least)) return cached;
    const double before = base_[at(seat)];
    double by_policy = 0;
    double by_base = before > 0 ? std::log(before) : kNever;
    const double thinker = std::log1p(-before);
    // Each play only takes away, and the last ones, made from few cards, are the cheapest to judge.
    for (auto decision = decisions_[at(seat)].rbegin(); decision != decisions_[at(seat)].rend(); ++decision) {
      play(*decision, hand | decision->played_since, by_policy, by_base);
      const double at_most =
          std::max(by_policy * double{settings_.sharpness} + thinker, by_base) + std::numbers::ln2;
      if (at_most < least) return cached = {hand.bits(), at_most, 0, false};
    }
    by_policy = by_policy * double{settings_.sharpness} + thinker;
    const double higher = std::max(by_policy, by_base);
    const double sum = by_base <= kNever
                           ? by_policy
                           : higher + std::log(std::exp(by_policy - higher) + std::exp(by_base - higher));
    cached = {hand.bits(), sum, std::exp(by_base - sum), true};
    return cached;
  }

  // Adds the log-likelihood of one play under the policy and, unless that is out of the question, under base.
  void play(const Decision& decision, Cards hand, double& by_policy, double& by_base) {
    const Public& table = decision.turn->before;
    if (!table.table_empty() && !can_follow(table, hand, 20)) return;
    moves(table, hand, list_, Stands::telling);
    std::size_t found = list_.size();
    for (std::size_t i = 0; i < list_.size(); ++i) {
      if (list_[i].cards == decision.turn->move.cards &&
          (found == list_.size() || list_[i] == decision.turn->move)) {
        found = i;
      }
    }
    const auto slip = double{settings_.slip};
    const double any = slip / static_cast<double>(list_.size());
    if (by_base > kNever) {
      const bool same = list_[base_pick(table, hand, list_)].cards == decision.turn->move.cards;
      by_base += std::log(same ? 1 - slip + any : any);
    }
    if (found == list_.size()) {
      by_policy += std::log(any);
      return;
    }
    settings_.policy->probabilities(table, hand, decision.unseen - hand, list_, chances_);
    by_policy += std::log((1 - slip) * double{chances_[found]} + any);
  }

  [[nodiscard]] double exchanges(const Hands& hands) const {
    double sum = 0;
    for (const Pair& pair : pairs_) sum += exchange(pair, hands);
    return sum;
  }

  // How likely the exchange of a pair was to end in these hands.
  [[nodiscard]] double exchange(const Pair& pair, const Hands& hands) const {
    if (pair.rich == seat_) {
      const Cards kept = (hands[at(pair.poor)] | played_by_[at(pair.poor)]) - pair.gift;
      return std::log(tribute_ways(own_with_tribute_, kept, pair.count) + 1e-3);
    }
    const Cards rich = hands[at(pair.rich)] | played_by_[at(pair.rich)];
    if (pair.poor == seat_) return settings_.gives.log_chance(rich | pair.gift, pair.gift);
    const Cards poor = hands[at(pair.poor)] | played_by_[at(pair.poor)];
    return std::log(exchange_chance(settings_.gives, rich, poor, pair.count) + 1e-6);
  }

  const BeliefSettings& settings_;
  int seat_ = 0;
  Chances base_{};  // before this game
  std::array<std::vector<Decision>, kPlayers> decisions_;
  std::array<std::vector<Cached>, kPlayers> cache_;
  std::array<Cards, kPlayers> played_by_{};
  std::vector<Pair> pairs_;
  Cards own_with_tribute_;
  std::vector<Place> places_;
  std::array<Card, kCards> cards_{};  // that may move
  std::size_t count_ = 0;
  MoveList list_;
  std::array<float, MoveList::kCapacity> chances_{};
};

Belief::Belief(BeliefSettings settings) : settings_(std::move(settings)) {}
Belief::~Belief() = default;
Belief::Belief(Belief&&) noexcept = default;
Belief& Belief::operator=(Belief&&) noexcept = default;

void Belief::find_facts(const View& view) {
  const Cards hidden = view.hidden();
  const Public& table = view.table();
  certain_.fill(Cards());
  barred_.fill(Cards());
  if (settings_.kind != BeliefKind::random) {
    const int partner = view.partner();
    if (partner >= 0 && table.is_in(partner)) {
      certain_[at(partner)] |= view.own.gave & hidden;
      const int rank = view.shared.rank[at(view.own.seat)];
      if (rank < 2) {
        // The tribute lies among the cards after the exchange; at best it is the best of them.
        const Cards above(~std::uint64_t{0} << with_tribute(view).best(exchanged(rank)).lowest().bit());
        barred_[at(partner)] = (hidden & above) - view.own.gave;
      }
    }
    const int leader = view.shared.turns.empty() ? table.turn : view.shared.turns.front().before.turn;
    if (!view.shared.exchanging && hidden.contains(diamond_three()) && leader != view.own.seat) {
      certain_[at(leader)] |= Cards::of(diamond_three());
    }
  }
  free_ = hidden;
  for (int seat = 0; seat < kPlayers; ++seat) {
    free_ -= certain_[at(seat)];
    wanted_[at(seat)] = seat == view.own.seat ? 0 : table.counts[at(seat)] - certain_[at(seat)].size();
  }
  certain_[at(view.own.seat)] = view.own.hand;
}

// A chain begins at the likeliest of a few deals.
void Belief::start(std::size_t chain, Random& random) {
  Hands best{};
  double best_value = -1e300;
  for (int i = 0; i < 8; ++i) {
    const Hands hands = draw_by_facts(random);
    chain_->start(chain, hands, free_);
    if (chain_->value(chain) > best_value) {
      best_value = chain_->value(chain);
      best = hands;
    }
  }
  chain_->start(chain, best, free_);
}

void Belief::prepare(const View& view, Random& random, const Chances& base, const Budget& budget) {
  seat_ = view.own.seat;
  base_before_ = settings_.kinds ? base : Chances{};
  base_before_[at(seat_)] = 0;
  base_sum_ = {};
  drawn_ = 0;
  find_facts(view);
  if (settings_.kind == BeliefKind::estimate || settings_.kind == BeliefKind::frequency) {
    std::array<int, kPlayers> last;
    last.fill(-1);
    for (const Turn& turn : view.shared.turns) last[turn.before.turn] = situation(turn.before, turn.move);
    for (int seat = 0; seat < kPlayers; ++seat) {
      if (seat == seat_ || wanted_[at(seat)] <= 0) continue;
      Gamma& shares = shares_[at(seat)];
      if (last[at(seat)] < 0) {
        shares.fill(1.0F);
        continue;
      }
      const Gamma& gamma = settings_.estimate->gamma[at(last[at(seat)])];
      if (settings_.kind == BeliefKind::frequency) {
        shares = gamma;
        continue;
      }
      // A share is a chance of being chosen; drawing one by one in proportion needs the odds.
      shares = league_shares(gamma, free_, wanted_[at(seat)], settings_.leagues, random);
      for (float& share : shares) share = (share + 0.002F) / (1.004F - share);
    }
  } else if (settings_.kind == BeliefKind::likelihood) {
    if (!chain_) chain_ = std::make_unique<Chain>(settings_);
    chain_->prepare(view, base_before_);
    for (std::size_t chain = 0; chain < at(settings_.chains); ++chain) start(chain, random);
    constexpr int kSwapsBetweenLooks = 50;
    constexpr double kShare = 2.0 / 3;  // of a decision's time
    for (int made = 0; made < settings_.warm_up && !budget.spent(kShare); made += kSwapsBetweenLooks)
      chain_->swaps(std::min(kSwapsBetweenLooks, settings_.warm_up - made), barred_, random);
  }
}

Imagined Belief::imagine(Random& random) {
  Imagined imagined;
  switch (settings_.kind) {
    case BeliefKind::random:
    case BeliefKind::facts:
      imagined.hands = draw_by_facts(random);
      break;
    case BeliefKind::estimate:
    case BeliefKind::frequency:
      imagined.hands = draw_by_shares(random);
      break;
    case BeliefKind::likelihood:
      chain_->swaps(settings_.between, barred_, random);
      imagined.hands = chain_->hands();
      if (!settings_.kinds) break;
      ++drawn_;
      for (int seat = 0; seat < kPlayers; ++seat) {
        if (base_before_[at(seat)] == 0) continue;
        const double chance = chain_->base_chance(seat);
        base_sum_[at(seat)] += chance;
        if (random.unit() < chance) imagined.base |= 1U << seat;
      }
      break;
  }
  return imagined;
}

Chances Belief::base_chances() const {
  Chances chances = base_before_;
  for (std::size_t seat = 0; drawn_ > 0 && seat < kPlayers; ++seat) chances[seat] = base_sum_[seat] / drawn_;
  return chances;
}

Hands Belief::draw_by_facts(Random& random) const {
  Hands hands = certain_;
  std::array<std::uint8_t, kCards> deck;
  Cards left = free_;
  const auto take = [&](int seat, Cards from) {
    std::size_t count = 0;
    for (Card card : from) deck[count++] = static_cast<std::uint8_t>(card.bit());
    const int wanted = wanted_[at(seat)];
    for (int i = 0; i < wanted && count > 0; ++i) {
      const std::size_t pick = random.below(static_cast<std::uint32_t>(count));
      const Cards card = Cards::of(Card::from_bit(deck[pick]));
      deck[pick] = deck[--count];
      hands[at(seat)] |= card;
      left -= card;
    }
  };
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (barred_[at(seat)].empty() || wanted_[at(seat)] <= 0) continue;
    const Cards allowed = left - barred_[at(seat)];
    take(seat, allowed.size() >= wanted_[at(seat)] ? allowed : left);
  }
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (seat != seat_ && barred_[at(seat)].empty() && wanted_[at(seat)] > 0) take(seat, left);
  }
  return hands;
}

Hands Belief::draw_by_shares(Random& random) const {
  Hands hands = certain_;
  Cards left = free_;
  std::array<std::uint8_t, kPlayers> order{0, 1, 2, 3, 4};
  random.shuffle(std::span<std::uint8_t>(order));
  // Those for whom some cards are barred come first, so that nothing barred is left over for them.
  std::stable_partition(order.begin(), order.end(), [&](int seat) { return !barred_[at(seat)].empty(); });
  for (const int seat : order) {
    if (seat == seat_) continue;
    for (int i = 0; i < wanted_[at(seat)] && !left.empty(); ++i) {
      Cards from = left - barred_[at(seat)];
      if (from.empty()) from = left;
      float sum = 0;
      for (Card card : from) sum += shares_[at(seat)][at(card_number(card))];
      float mark = static_cast<float>(random.unit()) * sum;
      Card picked = from.highest();
      for (Card card : from) {
        mark -= shares_[at(seat)][at(card_number(card))];
        if (mark < 0) {
          picked = card;
          break;
        }
      }
      hands[at(seat)] |= Cards::of(picked);
      left -= Cards::of(picked);
    }
  }
  return hands;
}

double placed_rightly(const Hands& guess, const Hands& truth, int viewer) {
  int right = 0;
  int all = 0;
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (seat == viewer) continue;
    right += (guess[at(seat)] & truth[at(seat)]).size();
    all += truth[at(seat)].size();
  }
  return all == 0 ? 1.0 : static_cast<double>(right) / all;
}

}  // namespace yomi::daihinmin

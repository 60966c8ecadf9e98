#include "yomi/bidding/imagine.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

#include "yomi/belief/view.h"
#include "yomi/bidding/auction_policy.h"
#include "yomi/bidding/bidder.h"
#include "yomi/bidding/call_likelihood.h"

namespace yomi::bidding {
namespace {

constexpr std::size_t kPool = 4;        // deals drawn for each chain begun
constexpr std::size_t kFirstHands = 3;  // first hands tried for each deal drawn
constexpr int kTries = 400;             // random hands until one fits its reading
constexpr std::size_t kChains = 32;
constexpr int kSettle = 80;  // moves of a chain before its first deal is taken
constexpr int kMoves = 16;   // and from one deal to the next
// The chance that a call comes from anywhere: people differ from any policy, opponents more.
constexpr double kOwnSideSurprise = 0.002;
constexpr double kTheirSurprise = 0.02;
// How often a call of a partner who keeps to his system is the one that its rules say; else the policy's.
constexpr double kByRules = 0.97;

std::size_t cells_in(const HandGrid& grid) {
  std::size_t cells = 0;
  for (int shape = 0; shape < kGridShapes; ++shape) {
    cells += static_cast<std::size_t>(std::popcount(grid.row(shape)));
  }
  return cells;
}

// Thirteen of the unseen cards, at random, inside the grid; the last try when none was.
std::optional<CardSet> random_hand(const std::vector<Card>& unseen, const HandGrid& grid, Random& random) {
  std::vector<Card> cards = unseen;
  for (int tries = 0; tries < kTries; ++tries) {
    CardSet hand;
    for (std::size_t i = 0; i < kRanks; ++i) {
      const auto left = static_cast<std::uint32_t>(cards.size() - i);
      std::swap(cards[i], cards[i + random.below(left)]);
      hand.insert(cards[i]);
    }
    if (grid.contains(hand)) return hand;
  }
  return std::nullopt;
}

// As many numbers of items as asked for, each item in proportion to its weight, by even steps from one lot
// (systematic resampling). `sums` are the weights added up.
std::vector<std::size_t> resampled(const std::vector<double>& sums, std::size_t count, Random& random) {
  std::vector<std::size_t> made;
  made.reserve(count);
  const double start = random.unit();
  for (std::size_t i = 0; i < count; ++i) {
    const double at = sums.back() * (static_cast<double>(i) + start) / static_cast<double>(count);
    const auto item = std::upper_bound(sums.begin(), sums.end(), at) - sums.begin();
    made.push_back(std::min(static_cast<std::size_t>(item), sums.size() - 1));
  }
  return made;
}

// Draws the three hidden hands.
class Dealer {
 public:
  Dealer(const AuctionState& state, CardSet hand) : me_(state.turn()), hand_(hand) {
    for (const Card card : CardSet::full() - hand) unseen_.push_back(card);
    for (const Seat seat : kAllSeats) grids_[seat] = state.known(seat);
  }

  std::vector<Deal> draw(std::size_t count, Random& random) {
    for (;;) {
      std::vector<Deal> deals = try_to_draw(count, random);
      if (!deals.empty() || dropped_ == 3) return deals;
      ++dropped_;
      forget(next(me_, dropped_ == 3 ? 2 : dropped_ == 2 ? 3 : 1));
    }
  }
  [[nodiscard]] int dropped() const { return dropped_; }
  // What a hand is taken to be: everything, where its reading was given up.
  [[nodiscard]] const HandGrid& reading(Seat seat) const { return grids_[seat]; }

 private:
  void forget(Seat seat) { grids_[seat] = HandGrid::everything(); }

  std::vector<Deal> try_to_draw(std::size_t count, Random& random) {
    Seat first = next(me_);
    for (int steps = 2; steps <= 3; ++steps) {
      if (cells_in(reading(next(me_, steps))) > cells_in(reading(first))) first = next(me_, steps);
    }
    belief::Prepared prepared;
    for (const Seat seat : kAllSeats) {
      if (seat == me_ || seat == first) continue;
      std::array<std::uint64_t, kGridShapes> rows{};
      for (int shape = 0; shape < kGridShapes; ++shape)
        rows[static_cast<std::size_t>(shape)] = reading(seat).row(shape);
      prepared.hands[seat].multiply(rows, 1, 0);
    }
    const auto space_with = [&](CardSet first_hand) {
      Deal held;
      held[me_] = hand_;
      held[first] = first_hand;
      return belief::Space::filling(held);
    };
    // First hands, each with the number of deals that it leaves, added up.
    std::vector<CardSet> hands;
    std::vector<double> sums;
    double sum = 0;
    for (std::size_t i = 0; i < kFirstHands * count; ++i) {
      const auto made = random_hand(unseen_, reading(first), random);
      if (!made) {
        if (hands.empty()) break;
        continue;
      }
      view_.fill(space_with(*made), prepared);
      sum += view_.total();
      hands.push_back(*made);
      sums.push_back(sum);
    }
    std::vector<Deal> deals;
    if (sum <= 0) return deals;
    for (const std::size_t chosen : resampled(sums, count, random)) {
      view_.fill(space_with(hands[chosen]), prepared);
      if (view_.total() > 0) deals.push_back(view_.draw(random));
    }
    return deals;
  }

  Seat me_;
  CardSet hand_;
  std::vector<Card> unseen_;
  BySeat<HandGrid> grids_;
  belief::View view_;
  int dropped_ = 0;
};

Card any_of(CardSet cards, Random& random) {
  auto left = random.below(static_cast<std::uint32_t>(cards.size()));
  auto at = cards.begin();
  while (left-- > 0) ++at;
  return *at;
}

}  // namespace

struct Imaginer::Impl {
  // A deal, and for each hidden hand how likely it was to make its calls.
  struct Chain {
    Deal deal;
    BySeat<double> weights;
  };

  Impl(const AuctionState& table, CardSet hand, Agreements by, Random stream)
      : state(table), dealer(table, hand), random(stream), agreements(by) {
    AuctionState before = table.restarted();
    for (const Call call : table.auction().calls()) {
      const Seat seat = before.turn();
      if (seat != table.turn()) {
        calls[seat].emplace_back(before.auction(), call, table.vulnerability(),
                                 policy_system(table.system(side_of(seat))));
      }
      if (agreements == Agreements::rules && seat == partner(table.turn()))
        partners.emplace_back(before, call);
      before.add(call);
    }
  }

  [[nodiscard]] double weigh(Seat seat, CardSet hand) const {
    if (calls[seat].empty()) return 1;
    const double surprise = side_of(seat) == side_of(state.turn()) ? kOwnSideSurprise : kTheirSurprise;
    const PolicyWeights::First part = hand_part(hand);
    const bool by_rules = seat == partner(state.turn()) && !partners.empty();
    const HandFeatures features(hand);
    double weight = 1;
    for (std::size_t i = 0; i < calls[seat].size(); ++i) {
      double chance = calls[seat][i].of(part);
      if (by_rules) {
        const auto& [before, call] = partners[i];
        chance = (1 - kByRules) * chance + (choose(before, features).call == call ? kByRules : 0);
      }
      weight *= surprise + (1 - surprise) * chance;
    }
    return weight;
  }

  // Chains that begin inside the readings, those more often whose calls were likely. Nothing fits: none.
  void begin() {
    std::vector<Chain> pool;
    std::vector<double> sums;
    double sum = 0;
    for (const Deal& deal : dealer.draw(kPool * kChains, random)) {
      Chain& one = pool.emplace_back(Chain{.deal = deal, .weights = {}});
      double weight = 1;
      for (const Seat seat : kAllSeats) {
        if (seat != state.turn()) weight *= one.weights[seat] = weigh(seat, deal[seat]);
      }
      sums.push_back(sum += weight);
    }
    if (sum <= 0) return;
    for (const std::size_t chosen : resampled(sums, kChains, random)) chains.push_back(pool[chosen]);
  }

  // A card of one hidden hand for a card of another, in half of the cases of the same suit (Metropolis and
  // others 1953).
  void exchange(Chain& chain) {
    const Seat me = state.turn();
    const auto first = static_cast<int>(random.below(3));
    const Seat one = next(me, 1 + first);
    const Seat other = next(me, 1 + (first + 1) % 3);
    const Card given = any_of(chain.deal[one], random);
    const CardSet others = random.below(2) == 0 ? chain.deal[other].in(given.suit()) : chain.deal[other];
    if (others.empty()) return;
    const Card taken = any_of(others, random);
    Deal hands = chain.deal;
    hands[one].erase(given);
    hands[one].insert(taken);
    hands[other].erase(taken);
    hands[other].insert(given);
    if (leaves_readings(one, hands[one]) || leaves_readings(other, hands[other])) return;
    const double first_weight = weigh(one, hands[one]);
    const double second_weight = weigh(other, hands[other]);
    if (random.unit() * chain.weights[one] * chain.weights[other] >= first_weight * second_weight) return;
    chain.deal[one] = hands[one];
    chain.deal[other] = hands[other];
    chain.weights[one] = first_weight;
    chain.weights[other] = second_weight;
  }
  [[nodiscard]] bool leaves_readings(Seat seat, CardSet hand) const {
    return agreements == Agreements::rules && !dealer.reading(seat).contains(hand);
  }

  const AuctionState& state;
  Dealer dealer;
  Random random;
  Agreements agreements;
  BySeat<std::vector<CallLikelihood>> calls;  // of the hidden hands
  // Partner's calls again, each with the auction before it, where he keeps to his system.
  std::vector<std::pair<AuctionState, Call>> partners;
  std::vector<Chain> chains;
  std::size_t drawn = 0;  // deals
};

Imaginer::Imaginer(const AuctionState& state, CardSet hand, Agreements agreements, Random random)
    : impl_(std::make_unique<Impl>(state, hand, agreements, random)) {
  assert(hand.size() == kRanks && !state.auction().is_over());
  impl_->begin();
}
Imaginer::~Imaginer() = default;

std::vector<Deal> Imaginer::draw(std::size_t count) {
  std::vector<Deal> made;
  if (impl_->chains.empty()) return made;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t number = impl_->drawn++;
    Impl::Chain& chain = impl_->chains[number % kChains];
    // A chain settles when it is first asked: where time is short not all of them are.
    for (int move = number < kChains ? kSettle : kMoves; move > 0; --move) impl_->exchange(chain);
    made.push_back(chain.deal);
  }
  return made;
}

int Imaginer::readings_dropped() const {
  return impl_->dealer.dropped();
}

}  // namespace yomi::bidding

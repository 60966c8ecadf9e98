#include "yomi/bidding/imagine.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

#include "yomi/belief/view.h"
#include "yomi/bidding/auction_policy.h"

namespace yomi::bidding {
namespace {

constexpr std::size_t kPool = 4;        // deals drawn for each one kept
constexpr std::size_t kFirstHands = 3;  // first hands tried for each deal drawn
constexpr int kTries = 400;             // random hands until one fits its reading
// The chance that a call comes from anywhere: people differ from any policy, opponents more.
constexpr double kOwnSideSurprise = 0.02;
constexpr double kTheirSurprise = 0.05;

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

 private:
  [[nodiscard]] const HandGrid& grid(Seat seat) const { return grids_[seat]; }
  void forget(Seat seat) { grids_[seat] = HandGrid::everything(); }

  std::vector<Deal> try_to_draw(std::size_t count, Random& random) {
    Seat first = next(me_);
    for (int steps = 2; steps <= 3; ++steps) {
      if (cells_in(grid(next(me_, steps))) > cells_in(grid(first))) first = next(me_, steps);
    }
    belief::Prepared prepared;
    for (const Seat seat : kAllSeats) {
      if (seat == me_ || seat == first) continue;
      std::array<std::uint64_t, kGridShapes> rows{};
      for (int shape = 0; shape < kGridShapes; ++shape)
        rows[static_cast<std::size_t>(shape)] = grid(seat).row(shape);
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
      const auto made = random_hand(unseen_, grid(first), random);
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
    const double start = random.unit();
    for (std::size_t i = 0; i < count; ++i) {
      const double at = sum * (static_cast<double>(i) + start) / static_cast<double>(count);
      const auto chosen = std::min<std::size_t>(
          static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end(), at) - sums.begin()),
          hands.size() - 1);
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

}  // namespace

struct Imaginer::Impl {
  Impl(const AuctionState& table, CardSet hand, Random stream)
      : state(table), dealer(table, hand), random(stream) {
    Auction before(table.auction().dealer());
    for (const Call call : table.auction().calls()) {
      steps.push_back(before);
      before.add(call);
    }
  }

  // How likely the hidden hands were to make their calls.
  double weigh(const Deal& deal) const {
    double weight = 1;
    const Seat me = state.turn();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Seat seat = steps[i].turn();
      if (seat == me) continue;
      const CallChances chances = AuctionPolicy::shipped().chances(
          steps[i], state.vulnerability(), deal[seat], policy_system(state.system(side_of(seat))));
      const double surprise = side_of(seat) == side_of(me) ? kOwnSideSurprise : kTheirSurprise;
      weight *=
          surprise + (1 - surprise) * chances[static_cast<std::size_t>(state.auction().calls()[i].code())];
    }
    return weight;
  }

  const AuctionState& state;
  Dealer dealer;
  Random random;
  std::vector<Auction> steps;  // before each call
};

Imaginer::Imaginer(const AuctionState& state, CardSet hand, Random random)
    : impl_(std::make_unique<Impl>(state, hand, random)) {
  assert(hand.size() == kRanks && !state.auction().is_over());
}
Imaginer::~Imaginer() = default;

std::vector<Deal> Imaginer::draw(std::size_t count) {
  const std::vector<Deal> pool = impl_->dealer.draw(kPool * count, impl_->random);
  std::vector<double> sums;
  sums.reserve(pool.size());
  double sum = 0;
  for (const Deal& deal : pool) sums.push_back(sum += impl_->weigh(deal));
  std::vector<Deal> made;
  if (sum <= 0) return made;
  const double start = impl_->random.unit();
  for (std::size_t i = 0; i < count; ++i) {
    const double at = sum * (static_cast<double>(i) + start) / static_cast<double>(count);
    const auto chosen = std::upper_bound(sums.begin(), sums.end(), at) - sums.begin();
    made.push_back(pool[std::min(static_cast<std::size_t>(chosen), pool.size() - 1)]);
  }
  return made;
}

int Imaginer::readings_dropped() const {
  return impl_->dealer.dropped();
}

}  // namespace yomi::bidding

#include "yomi/bidding/imagine.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

#include "yomi/belief/view.h"
#include "yomi/bidding/bidder.h"

namespace yomi::bidding {
namespace {

constexpr std::size_t kPool = 4;        // deals drawn for each one kept
constexpr std::size_t kFirstHands = 3;  // first hands tried for each deal drawn
constexpr int kTries = 400;             // random hands until one fits its reading
// What a call that the rules would not have made takes from a deal. People differ from any rules, opponents
// more.
constexpr double kOwnSideSurprise = 0.1;
constexpr double kTheirSurprise = 0.3;

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
    for (dropped_ = 0; dropped_ <= 3; ++dropped_) {
      if (dropped_ > 0) forget(next(me_, dropped_ == 3 ? 2 : dropped_ == 2 ? 3 : 1));
      std::vector<Deal> deals = try_to_draw(count, random);
      if (!deals.empty()) return deals;
    }
    return {};
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

// The auction again from the start, before each call.
std::vector<AuctionState> steps_of(const AuctionState& state) {
  std::vector<AuctionState> steps;
  AuctionState now = state.restarted();
  for (const Call call : state.auction().calls()) {
    steps.push_back(now);
    if (!now.add(call)) break;
  }
  return steps;
}

double weigh(const std::vector<AuctionState>& steps, const std::vector<Call>& calls, Seat me,
             const Deal& deal) {
  double weight = 1;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Seat seat = steps[i].turn();
    if (seat == me) continue;
    if (choose(steps[i], HandFeatures(deal[seat])).call == calls[i]) continue;
    weight *= side_of(seat) == side_of(me) ? kOwnSideSurprise : kTheirSurprise;
  }
  return weight;
}

}  // namespace

Imagination imagine(const AuctionState& state, CardSet hand, std::size_t count, Random random) {
  assert(hand.size() == kRanks);
  Imagination made;
  if (state.auction().is_over() || count == 0) return made;
  Dealer dealer(state, hand);
  const std::vector<AuctionState> steps = steps_of(state);
  for (const Deal& deal : dealer.draw(kPool * count, random)) {
    made.deals.push_back({deal, weigh(steps, state.auction().calls(), state.turn(), deal)});
  }
  // Systematic drawing puts alike first hands side by side.
  random.shuffle(std::span(made.deals));
  std::stable_sort(made.deals.begin(), made.deals.end(),
                   [](const ImaginedDeal& a, const ImaginedDeal& b) { return a.weight > b.weight; });
  if (made.deals.size() > count) made.deals.resize(count);
  made.readings_dropped = dealer.dropped();
  return made;
}

}  // namespace yomi::bidding

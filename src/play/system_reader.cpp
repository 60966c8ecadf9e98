#include "yomi/play/system_reader.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "hand_prior.h"
#include "yomi/bidding/auction_state.h"

namespace yomi::play {

const HandChances& before_the_auction() {
  static const HandChances made = [] {
    // The ways to hold a suit, by length and points.
    std::array<std::array<double, 11>, kRanks + 1> ways{};
    for (std::uint32_t ranks = 0; ranks < 1U << kRanks; ++ranks) {
      const CardSet holding = CardSet::from_ranks(Suit::spades, ranks);
      ways[static_cast<std::size_t>(holding.size())][static_cast<std::size_t>(belief::hcp(holding))] += 1;
    }
    HandChances chances(belief::HandTable::kShapes);
    double sum = 0;
    for (int shape = 0; shape < bidding::kGridShapes; ++shape) {
      auto& row = chances[static_cast<std::size_t>(shape)];
      std::array<double, 41> points{1};
      for (const Suit suit : kAllSuits) {
        const int length = bidding::grid_shapes()[static_cast<std::size_t>(shape)][suit];
        std::array<double, 41> next{};
        for (std::size_t p = 0; p < points.size(); ++p) {
          for (std::size_t q = 0; q < 11 && points[p] > 0 && p + q < next.size(); ++q)
            next[p + q] += points[p] * ways[static_cast<std::size_t>(length)][q];
        }
        points = next;
      }
      for (std::size_t p = 0; p < row.size(); ++p) sum += row[p] = points[p];
    }
    for (auto& row : chances) {
      for (double& chance : row) chance /= sum;
    }
    return chances;
  }();
  return made;
}

namespace {

constexpr double kLeastDoubt = 0.02;  // a hand outside is never made less likely than this by one call

// The factor for hands outside the meaning that gives them the share `doubt` in total.
double weight_outside(const belief::HandTable& before, const bidding::HandGrid& meaning, double doubt) {
  const HandChances& chances = before_the_auction();
  double inside = 0;
  double outside = 0;
  for (int shape = 0; shape < belief::HandTable::kShapes; ++shape) {
    const auto& row = chances[static_cast<std::size_t>(shape)];
    for (int points = 0; points < belief::HandTable::kPoints; ++points) {
      const double weight =
          row[static_cast<std::size_t>(points)] * static_cast<double>(before.at(shape, points));
      (meaning.contains(shape, points) ? inside : outside) += weight;
    }
  }
  if (!(inside > 0) || !(outside > 0)) return 1;
  return std::clamp(doubt / (1 - doubt) * inside / outside, kLeastDoubt, 1.0);
}

// Does no agreement explain the call, or only one that leaves the choice to judgement?
bool is_general(const bidding::AuctionState& state, const bidding::InterpretedCall& call) {
  if (call.line == bidding::RuleMatch::kNoLine) return true;
  const bidding::System& system = state.system(side_of(call.seat));
  const bidding::Group& group = system.groups[system.lines[call.line].group];
  return group.general || group.judgement;
}

}  // namespace

SystemReader::SystemReader(BySide<std::shared_ptr<const bidding::System>> systems, const Doubts& doubts)
    : systems_(std::move(systems)), doubts_(doubts) {}

const SystemReader& SystemReader::usual() {
  static const SystemReader made = [] {
    auto loaded = bidding::load_shipped_system("two-over-one");
    assert(loaded.ok());
    const auto system = std::make_shared<const bidding::System>(std::move(loaded.value()));
    return SystemReader({system, system});
  }();
  return made;
}

std::shared_ptr<const belief::Prepared> SystemReader::read(const Auction& auction,
                                                           Vulnerability vulnerability,
                                                           const std::vector<bool>& told) const {
  bidding::AuctionState state(systems_, auction.dealer(), vulnerability,
                              std::make_shared<bidding::GridMemory>());
  for (const Call call : auction.calls()) {
    if (!state.add(call)) break;
  }
  auto made = std::make_shared<belief::Prepared>();
  for (std::size_t i = 0; i < state.interpreted_calls().size(); ++i) {
    const bidding::InterpretedCall& interpreted = state.interpreted_calls()[i];
    if (interpreted.meaning->empty() || (i < told.size() && told[i])) continue;
    std::array<std::uint64_t, bidding::kGridShapes> rows{};
    for (int shape = 0; shape < bidding::kGridShapes; ++shape)
      rows[static_cast<std::size_t>(shape)] = interpreted.meaning->row(shape);
    belief::HandTable& hand = made->hands[interpreted.seat];
    const double doubt = interpreted.call.is_pass()       ? doubts_.pass
                         : is_general(state, interpreted) ? doubts_.general
                                                          : doubts_.call;
    hand.multiply(rows, 1, weight_outside(hand, *interpreted.meaning, doubt));
  }
  return made;
}

}  // namespace yomi::play

#include <algorithm>

#include "yomi/bidding/simulate.h"

namespace yomi::bidding {
namespace {

constexpr std::size_t kFromRules = 3;
// High-card points of our side, as far as they can be guessed: below the first a pass needs no thought, from
// the second on game is in sight.
constexpr double kWorthThinking = 21;
constexpr double kGameInSight = 23;

class Thoughts {
 public:
  Thoughts(const AuctionState& state, const HandFeatures& hand, std::size_t most)
      : state_(state),
        hand_(hand),
        situation_(state.situation()),
        law_(total_tricks(law_question(state, hand.cards))),
        most_(most) {}

  std::vector<Call> all() {
    for (const Candidate& candidate : candidates(state_, hand_)) {
      if (calls_.size() < kFromRules) add(candidate.call);
    }
    if (calls_.empty() || (calls_.front().is_pass() && !worth_thinking())) {
      calls_.resize(std::min<std::size_t>(calls_.size(), 1));
      return calls_;
    }
    if (!situation_.forced) add(Call::pass());
    if (law_.applies && law_.preferred.is_bid()) add(law_.preferred);
    for (const Suit suit : kSuitsFromSpades) think_of(suit);
    if (law_.hcp_ours >= kGameInSight) {
      add(Call::bid(3, Strain::no_trump));
      add(Call::bid(2, Strain::no_trump));
    }
    if (situation_.last_bid && !situation_.last_bid_ours && law_.hcp_ours >= kWorthThinking) add(Call::x());
    return calls_;
  }

 private:
  void add(Call call) {
    if (calls_.size() >= most_ || !state_.auction().is_legal(call)) return;
    if (call.is_pass() && situation_.forced) return;
    if (std::find(calls_.begin(), calls_.end(), call) != calls_.end()) return;
    if (!denies_hand(call)) calls_.push_back(call);
  }
  // Partner would read the call as hands of another kind.
  [[nodiscard]] bool denies_hand(Call call) const {
    const HandGrid read = state_.meaning(call).hands;
    return !read.empty() && !read.contains(hand_.cards);
  }
  [[nodiscard]] bool worth_thinking() const {
    return law_.hcp_ours >= kWorthThinking || (law_.applies && law_.preferred.is_bid());
  }
  // A suit that we have together, or a long one of mine: the cheapest bid, and game.
  void think_of(Suit suit) {
    if (situation_.their_suits().contains(suit)) return;
    const int mine = hand_.lengths[suit];
    const int fit = mine + situation_.at(Chair::partner).hand.of(suit).min;
    const bool long_suit = mine >= 6 || (mine >= 5 && law_.hcp_ours >= kGameInSight);
    if (fit < 8 && !long_suit) return;
    const Strain strain = strain_of(suit);
    const int game = is_major(strain) ? 4 : 5;
    for (int level = 1; level <= game; ++level) {
      const Call bid = Call::bid(level, strain);
      if (!state_.auction().is_legal(bid)) continue;
      add(bid);
      break;
    }
    if (fit >= 8 && law_.hcp_ours + hand_.lengths.length_points() >= kGameInSight)
      add(Call::bid(game, strain));
  }

  const AuctionState& state_;
  const HandFeatures& hand_;
  const Situation& situation_;
  TotalTricks law_;  // for its guess of our points as much as for its advice
  std::size_t most_;
  std::vector<Call> calls_;
};

}  // namespace

std::vector<Call> sensible_calls(const AuctionState& state, const HandFeatures& hand, std::size_t most) {
  return Thoughts(state, hand, most).all();
}

}  // namespace yomi::bidding

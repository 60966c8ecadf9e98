#include <algorithm>

#include "yomi/bidding/simulate.h"

namespace yomi::bidding {
namespace {

constexpr std::size_t kFromRules = 3;
constexpr int kWorthThinking = 17;  // total points of our side below which a pass needs no thought
constexpr int kGamePoints = 22;

class Thoughts {
 public:
  Thoughts(const Talk& talk, const HandFeatures& hand, std::size_t most)
      : talk_(talk), hand_(hand), situation_(talk.situation()), most_(most) {}

  std::vector<Call> all() {
    for (const Candidate& candidate : candidates(talk_, hand_)) {
      if (calls_.size() < kFromRules) add(candidate.call);
    }
    if (calls_.empty() || (calls_.front().is_pass() && !worth_thinking())) {
      calls_.resize(std::min<std::size_t>(calls_.size(), 1));
      return calls_;
    }
    if (!situation_.forced) add(Call::pass());
    for (const Suit suit : kSuitsFromSpades) think_of(suit);
    if (points() >= kGamePoints) add(Call::bid(3, Strain::no_trump));
    if (situation_.last_bid && !situation_.last_bid_ours && points() >= 20) add(Call::x());
    return calls_;
  }

 private:
  void add(Call call) {
    if (calls_.size() >= most_ || !talk_.auction().is_legal(call)) return;
    if (call.is_pass() && situation_.forced) return;
    if (std::find(calls_.begin(), calls_.end(), call) == calls_.end()) calls_.push_back(call);
  }
  [[nodiscard]] int points() const { return hand_.hcp + situation_.at(Chair::partner).hand.hcp.min; }
  [[nodiscard]] bool worth_thinking() const {
    return hand_.total_points + situation_.at(Chair::partner).hand.total_points.min >= kWorthThinking;
  }
  // A suit that we have together, or a long one of mine: the cheapest bid, and game.
  void think_of(Suit suit) {
    if (situation_.their_suits().contains(suit)) return;
    const int mine = hand_.lengths[suit];
    const int fit = mine + situation_.at(Chair::partner).hand.of(suit).min;
    if (fit < 8 && mine < 6) return;
    const Strain strain = strain_of(suit);
    const int game = is_major(strain) ? 4 : 5;
    for (int level = 1; level <= game; ++level) {
      const Call bid = Call::bid(level, strain);
      if (!talk_.auction().is_legal(bid)) continue;
      add(bid);
      break;
    }
    if (points() + hand_.lengths.length_points() >= kGamePoints - (fit >= 9 ? 2 : 0)) {
      add(Call::bid(game, strain));
    }
  }

  const Talk& talk_;
  const HandFeatures& hand_;
  const Situation& situation_;
  std::size_t most_;
  std::vector<Call> calls_;
};

}  // namespace

std::vector<Call> sensible_calls(const Talk& talk, const HandFeatures& hand, std::size_t most) {
  return Thoughts(talk, hand, most).all();
}

}  // namespace yomi::bidding

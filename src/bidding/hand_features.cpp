#include "yomi/bidding/hand_features.h"

#include <algorithm>
#include <bit>

#include "yomi/belief/features.h"

namespace yomi::bidding {
namespace {

constexpr bool has(std::uint32_t ranks, Rank rank) {
  return (ranks >> index(rank) & 1) != 0;
}

// Half tricks that the honours take in a suit where the partner has nothing useful.
int honour_tricks(std::uint32_t ranks, int length) {
  const bool ace = has(ranks, Rank::ace);
  const bool king = has(ranks, Rank::king);
  const bool queen = has(ranks, Rank::queen);
  const bool jack = has(ranks, Rank::jack);
  const bool ten = has(ranks, Rank::ten);
  if (ace && king && queen) return 6;
  if (ace && king) return jack ? 5 : 4;
  if (ace && queen) return jack ? 5 : (ten ? 4 : 3);
  if (ace) return jack && ten ? 3 : 2;
  if (king && queen) return jack ? 4 : (ten ? 3 : 2);
  if (king && length >= 2) return jack && ten ? 2 : 1;
  if (queen && jack && length >= 3) return ten ? 2 : 1;
  return 0;
}

int quick_tricks(std::uint32_t ranks, int length) {
  const bool ace = has(ranks, Rank::ace);
  const bool king = has(ranks, Rank::king);
  const bool queen = has(ranks, Rank::queen);
  if (ace) return king ? 4 : (queen ? 3 : 2);
  if (king) return queen ? 2 : (length >= 2 ? 1 : 0);
  return 0;
}

}  // namespace

int Lengths::longest() const {
  return *std::max_element(by_suit_.begin(), by_suit_.end());
}
int Lengths::shortest() const {
  return *std::min_element(by_suit_.begin(), by_suit_.end());
}
int Lengths::second() const {
  auto sorted = by_suit_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[2];
}
int Lengths::count(int length) const {
  return static_cast<int>(std::count(by_suit_.begin(), by_suit_.end(), length));
}
bool Lengths::balanced() const {
  return shortest() >= 2 && count(2) <= 1 && longest() <= 5;
}
bool Lengths::semibalanced() const {
  return shortest() >= 2 && longest() <= 6 && count(2) <= 2 && (longest() <= 5 || second() <= 3);
}
int Lengths::length_points() const {
  int sum = 0;
  for (const int length : by_suit_) sum += std::max(0, length - 4);
  return sum;
}
int Lengths::support_points(Suit trump) const {
  const int trumps = (*this)[trump];
  if (trumps < 3) return 0;
  int sum = 0;
  for (Suit suit : kAllSuits) {
    if (suit == trump) continue;
    const int length = (*this)[suit];
    if (length == 0) sum += trumps >= 4 ? 5 : 3;
    if (length == 1) sum += trumps >= 4 ? 3 : 2;
    if (length == 2) sum += 1;
  }
  return sum;
}

SuitFeatures suit_features(std::uint32_t ranks) {
  SuitFeatures made;
  const int length = std::popcount(ranks);
  made.length = static_cast<std::int16_t>(length);
  made.hcp = static_cast<std::int16_t>(belief::hcp_of_ranks(ranks));
  made.losers = static_cast<std::int16_t>(belief::losers(ranks));
  made.ace = has(ranks, Rank::ace);
  made.king = has(ranks, Rank::king);
  made.queen = has(ranks, Rank::queen);
  made.controls = static_cast<std::int16_t>((made.ace ? 2 : 0) + (made.king ? 1 : 0));
  made.quick = static_cast<std::int16_t>(quick_tricks(ranks, length));
  const int long_cards = length == 4 ? 1 : 2 * std::max(0, length - 3);
  made.playing = static_cast<std::int16_t>(std::min(2 * length, honour_tricks(ranks, length) + long_cards));
  for (std::size_t n = 1; n < made.top.size(); ++n) {
    made.top[n] = static_cast<std::int16_t>(std::popcount(ranks >> (kRanks - static_cast<int>(n))));
  }
  const bool jack = has(ranks, Rank::jack);
  const bool ten = has(ranks, Rank::ten);
  made.stopper =
      made.ace || (made.king && length >= 2) || (made.queen && length >= 3) || (jack && length >= 4);
  made.half_stopper = !made.stopper && (made.king || (made.queen && length == 2) || (jack && length == 3) ||
                                        (ten && length >= 4));
  made.solid =
      made.top[3] == 3 && (length >= 7 || (length == 6 && jack) || (length >= 5 && made.top[5] == 5));
  return made;
}

HandFeatures::HandFeatures(CardSet hand) : cards(hand), lengths(hand) {
  int half_tricks = 0;
  for (Suit suit : kAllSuits) {
    SuitFeatures& one = suits[suit];
    one = suit_features(hand.ranks(suit));
    hcp += one.hcp;
    losers += one.losers;
    controls += one.controls;
    quick += one.quick;
    half_tricks += one.playing;
    aces += one.ace ? 1 : 0;
    kings += one.king ? 1 : 0;
    queens += one.queen ? 1 : 0;
  }
  total_points = hcp + lengths.length_points();
  playing = half_tricks / 2;
}

}  // namespace yomi::bidding

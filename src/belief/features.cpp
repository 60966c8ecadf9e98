#include "yomi/belief/features.h"

#include <algorithm>

namespace yomi::belief {
namespace {

constexpr bool has(std::uint32_t ranks, Rank rank) {
  return (ranks >> index(rank) & 1) != 0;
}

}  // namespace

int points(std::uint32_t ranks, const PointTable& table) {
  int sum = 0;
  for (; ranks != 0; ranks &= ranks - 1) sum += table[static_cast<std::size_t>(std::countr_zero(ranks))];
  return sum;
}

int losers(std::uint32_t ranks) {
  const int length = std::popcount(ranks);
  const int needed = std::min(length, 3);
  int winners = 0;
  // A doubleton queen and a singleton king win nothing by themselves.
  if (has(ranks, Rank::ace)) ++winners;
  if (has(ranks, Rank::king) && length >= 2) ++winners;
  if (has(ranks, Rank::queen) && length >= 3) ++winners;
  return needed - winners;
}

int quality(std::uint32_t ranks) {
  const int length = std::popcount(ranks);
  const int unit = length * 10;
  const int above_jack = has(ranks, Rank::ace) + has(ranks, Rank::king) + has(ranks, Rank::queen);
  const int above_ten = above_jack + has(ranks, Rank::jack);
  int sum = unit * (4 * has(ranks, Rank::ace) + 3 * has(ranks, Rank::king) + 2 * has(ranks, Rank::queen) +
                    has(ranks, Rank::jack));
  if (length > 6) {
    // Length makes up for missing queen and jack: one honour point for each card past six, up to their worth.
    const int missing = 3 - 2 * has(ranks, Rank::queen) - has(ranks, Rank::jack);
    return sum + unit * std::min(missing, length - 6);
  }
  if (has(ranks, Rank::ten)) sum += above_ten > 1 || has(ranks, Rank::jack) ? unit : unit / 2;
  if (has(ranks, Rank::nine) && (above_ten == 2 || has(ranks, Rank::ten) || has(ranks, Rank::eight)))
    sum += unit / 2;
  return sum;
}

int cccc(CardSet hand) {
  int value = 0;
  int shortness = 0;
  for (Suit suit : kAllSuits) {
    const std::uint32_t ranks = hand.ranks(suit);
    const int length = std::popcount(ranks);
    value += quality(ranks);
    if (length < 3) shortness += (3 - length) * 100;
    int higher = 0;
    if (has(ranks, Rank::ace)) {
      value += 300;
      ++higher;
    }
    if (has(ranks, Rank::king)) {
      value += length == 1 ? 50 : 200;
      ++higher;
    }
    if (has(ranks, Rank::queen)) {
      if (length == 2) value += higher > 0 ? 75 : 50;
      if (length >= 3) value += higher > 0 ? 100 : 75;
      ++higher;
    }
    if (has(ranks, Rank::jack)) {
      if (higher == 2) value += 50;
      if (higher == 1) value += 25;
      ++higher;
    }
    if (has(ranks, Rank::ten)) {
      if (higher == 2 || (higher == 1 && has(ranks, Rank::nine))) value += 25;
    }
  }
  return shortness == 0 ? value - 50 : value + shortness - 100;
}

void ShapeSet::change(std::array<int, 4> lengths, bool any_order, bool value) {
  if (any_order) std::sort(lengths.begin(), lengths.end());
  do {
    for (int s = 0; s <= kRanks; ++s) {
      if (lengths[0] >= 0 && lengths[0] != s) continue;
      for (int h = 0; s + h <= kRanks; ++h) {
        if (lengths[1] >= 0 && lengths[1] != h) continue;
        for (int d = 0; s + h + d <= kRanks; ++d) {
          if (lengths[2] >= 0 && lengths[2] != d) continue;
          if (lengths[3] >= 0 && lengths[3] != kRanks - s - h - d) continue;
          bits_[static_cast<std::size_t>(Shape::code(s, h, d))] = value;
        }
      }
    }
  } while (any_order && std::next_permutation(lengths.begin(), lengths.end()));
}

ShapeSet ShapeSet::balanced() {
  ShapeSet set;
  set.add({4, 3, 3, 3}, true);
  set.add({4, 4, 3, 2}, true);
  set.add({5, 3, 3, 2}, true);
  return set;
}

}  // namespace yomi::belief

#include "quick_tricks.h"

#include <algorithm>

namespace yomi::play {
namespace {

struct SuitWinners {
  int together = 0;  // from the top down in the two hands
  int leader = 0;    // of them with the leader
};

SuitWinners winners(const Deal& hands, Seat leader, Suit suit) {
  SuitWinners made;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    const Card card(suit, rank_at(rank));
    if (hands[leader].contains(card)) {
      ++made.together;
      ++made.leader;
    } else if (hands[partner(leader)].contains(card)) {
      ++made.together;
    } else if (hands[next(leader)].contains(card) || hands[next(leader, 3)].contains(card)) {
      break;
    }
  }
  return made;
}

}  // namespace

int quick_tricks(const Deal& hands, Seat leader, Strain strain) {
  const Seat other = partner(leader);
  const auto rounds = [&](Suit suit) {
    int most = kRanks;
    for (Seat seat : {next(leader), next(leader, 3)}) {
      const bool may_ruff = strain != Strain::no_trump && suit != trump_suit(strain) &&
                            hands[seat].length(*trump_suit(strain)) > 0;
      if (may_ruff) most = std::min(most, hands[seat].length(suit));
    }
    return most;
  };
  bool reached = false;
  for (Suit suit : kAllSuits) {
    const SuitWinners suits = winners(hands, leader, suit);
    reached =
        reached || (suits.together > suits.leader && hands[leader].length(suit) > 0 && rounds(suit) > 0);
  }
  int sum = 0;
  for (Suit suit : kAllSuits) {
    const SuitWinners suits = winners(hands, leader, suit);
    const int own = hands[leader].length(suit);
    const int longest = std::max(own, hands[other].length(suit));
    const int count = reached ? std::min(suits.together, longest) : std::min(suits.leader, own);
    sum += std::min(count, rounds(suit));
  }
  return std::min(sum, hands[leader].size());
}

}  // namespace yomi::play

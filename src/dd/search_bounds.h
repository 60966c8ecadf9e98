// Tricks that a side is sure of at the start of a trick, counted without search.
//
// Each count comes with the cards whose ranks it depends on (the lowest of each suit suffices; see
// search_body.h). All are lower bounds for one side, and so upper bounds for the other. They must be sound,
// not sharp: property tests hold them against brute force.
#pragma once

#include "bits.h"

namespace yomi::dd {
namespace {

YOMI_INLINE int min_of(int a, int b) {
  return a < b ? a : b;
}
YOMI_INLINE int max_of(int a, int b) {
  return a > b ? a : b;
}

// Tricks and, as a card set in place, what they depend on.
struct Sure {
  int count = 0;
  u64 win = 0;
};

// The lowest of the `count` highest cards of `cards` (at least so many), as a set; nothing for none.
YOMI_INLINE u64 lowest_of_top(u64 cards, int count) {
  if (count <= 0) return 0;
  return spread_bits(bit(count_bits(cards) - count), cards);
}

// The cards of `own` above all of `others` (rank masks of one suit).
YOMI_INLINE u64 above_all(u64 own, u64 others) {
  return others == 0 ? own : own & ~((u64{2} << highest_bit(others)) - 1);
}

// How many tricks a hand takes by playing a suit from the top, at most `most`, when it stays on lead and
// nobody ruffs. All are rank masks of one suit.
YOMI_INLINE Sure cash_suit(u64 own, u64 mate, u64 left, u64 right, int most) {
  if (own == 0 || most == 0) return {};
  const u64 top = above_all(own, mate | left | right);
  if (top == 0) return {};
  const int high = count_bits(top);
  const int longest = max_of(count_bits(mate), max_of(count_bits(left), count_bits(right)));
  // When the top cards exhaust everybody else, the small ones win too, and no more top cards are needed.
  const int count = min_of(high >= longest ? count_bits(own) : high, most);
  return {count, lowest_of_top(top, min_of(count, longest))};
}

// Trump tricks of one hand whoever leads what: each of its trumps is in a trick of its own and wins it for
// its side, unless a higher trump of theirs is spent on it; from the top, each of theirs beats one card
// below.
YOMI_INLINE Sure long_trumps(u64 own, u64 theirs) {
  int above = 0;
  int count = 0;
  u64 lowest = 0;
  u64 rest = own;
  while (rest != 0) {
    const u64 card = bit(highest_bit(rest));
    rest ^= card;
    const u64 higher = theirs & ~(card - 1);
    above += count_bits(higher);
    theirs ^= higher;
    if (above > 0) {
      --above;
      continue;
    }
    ++count;
    if (theirs != 0) lowest = card;
  }
  return {count, lowest};
}

// Trump tricks that come whenever the trumps are played: the highest trumps, if between the two hands no more
// are counted than the longer one holds; trumps that outnumber the
// opponents'; or one hand's trumps that none of theirs can beat.
YOMI_INLINE Sure trump_tricks(u64 own, u64 mate, u64 left, u64 right) {
  const u64 ours = own | mate;
  const u64 theirs = left | right;
  const int longer = max_of(count_bits(own), count_bits(mate));
  const int by_length = longer - count_bits(theirs);
  const u64 top = above_all(ours, theirs);
  const int by_rank = min_of(count_bits(top), longer);
  Sure best{by_rank, theirs == 0 ? 0 : lowest_of_top(top, by_rank)};
  if (by_length > 0 && by_length >= by_rank) best = {by_length, 0};
  if (theirs != 0) {
    if (const Sure a = long_trumps(own, theirs); a.count > best.count) best = a;
    if (const Sure a = long_trumps(mate, theirs); a.count > best.count) best = a;
  }
  return best;
}

// One trump trick of a side that has none of the highest: the second highest guarded and out of the reach of
// the highest, or the second and third against it. `own` may be on lead, with `cards` tricks to come.
YOMI_INLINE Sure guarded_trump(u64 own, u64 mate, u64 left, u64 right, bool on_lead, int cards) {
  const u64 all = own | mate | left | right;
  if (count_bits(all) < 3) return {};
  const u64 ace = bit(highest_bit(all));
  const u64 rest = all ^ ace;
  const u64 king = bit(highest_bit(rest));
  const u64 queen = bit(highest_bit(rest ^ king));
  const bool own_king = (own & king) != 0 && own != king;
  const bool mate_king = (mate & king) != 0 && mate != king;
  if ((mate_king && (left & ace) != 0) || (own_king && (right & ace) != 0 && (!on_lead || cards >= 3))) {
    return {1, king};
  }
  if ((own_king || mate_king) && (left == ace || right == ace) && (!on_lead || cards >= 3)) return {1, king};
  const u64 ours = own | mate;
  if ((ours & king) != 0 && (ours & queen) != 0 && (ours & ace) == 0 &&
      (count_bits(own) >= 2 || count_bits(mate) >= 2)) {
    return {1, queen};
  }
  return {};
}

// Tricks of the side of `seat`, which is on lead: winners of the side suits that can be cashed at once, first
// from the leader's hand, then from partner's across an entry; and then trumps. `want` are enough.
template <bool Trump>
YOMI_INLINE Sure leader_tricks(const u64* hand, int seat, int left, int want) {
  const u64 own = hand[seat];
  const u64 mate = hand[seat ^ 2];
  const u64 lho = hand[(seat + 1) & 3];
  const u64 rho = hand[(seat + 3) & 3];
  Sure trumps;
  bool lho_ruffs = false;
  bool rho_ruffs = false;
  int most = left;  // so that neither of us must ruff
  if constexpr (Trump) {
    const u64 o = suit_cards(own, 0);
    const u64 m = suit_cards(mate, 0);
    const u64 l = suit_cards(lho, 0);
    const u64 r = suit_cards(rho, 0);
    if ((o | m) != 0) {
      trumps = trump_tricks(o, m, l, r);
      if (trumps.count >= want) return trumps;
      if (trumps.count == 0) {
        trumps = guarded_trump(o, m, l, r, true, left);
        if (trumps.count >= want) return trumps;
        trumps = {};  // it needs its guards and the right lead; not together with the rest
      }
      if (o != 0) most = left - count_bits(o);
      if (m != 0) most = min_of(most, left - count_bits(m));
    }
    lho_ruffs = l != 0;
    rho_ruffs = r != 0;
    // Own top trumps that draw all of theirs: then nobody ruffs, and every trump of ours wins.
    const int draws = max_of(count_bits(l), count_bits(r));
    if (draws > 0) {
      const u64 top = above_all(o, m | l | r);
      if (count_bits(top) >= draws) {
        const int mates_trumps = count_bits(m);
        trumps = {max_of(count_bits(o), mates_trumps), lowest_of_top(top, draws)};
        if (trumps.count >= want) return trumps;
        lho_ruffs = rho_ruffs = false;
        most = min_of(left - count_bits(o), left - mates_trumps - max_of(draws - mates_trumps, 0));
      }
    }
  }
  // One suit of all hands, and how often it can be cashed before an opponent ruffs.
  struct Suited {
    u64 o, m, l, r;
    int cap;
  };
  const auto suited = [&](int suit) {
    Suited held{suit_cards(own, suit), suit_cards(mate, suit), suit_cards(lho, suit), suit_cards(rho, suit),
                13};
    if (lho_ruffs) held.cap = count_bits(held.l);
    if (rho_ruffs) held.cap = min_of(held.cap, count_bits(held.r));
    return held;
  };
  const int wanted = want - trumps.count;
  int by_own = 0;
  u64 own_win = 0;
  Sure mine[4];
  Sure mates[4];
  for (int suit = Trump ? 1 : 0; suit < 4; ++suit) {
    const auto [o, m, l, r, cap] = suited(suit);
    mine[suit] = cash_suit(o, m, l, r, cap);
    mates[suit] = cash_suit(m, o, l, r, cap);
    by_own += mine[suit].count;
    own_win |= mine[suit].win << (16 * suit);
  }
  const int sum_own = by_own;
  by_own = min_of(by_own, most);
  if (by_own >= wanted) {
    int spare = sum_own - wanted;
    if (spare > 0) {
      own_win = 0;
      for (int suit = Trump ? 1 : 0; suit < 4; ++suit) {
        if (mine[suit].count == 0) continue;
        if (mine[suit].count <= spare) {
          spare -= mine[suit].count;
          continue;
        }
        if (spare > 0) {
          const auto [o, m, l, r, cap] = suited(suit);
          mine[suit] = cash_suit(o, m, l, r, mine[suit].count - spare);
          spare = 0;
        }
        own_win |= mine[suit].win << (16 * suit);
      }
    }
    return {want, trumps.win | own_win};
  }
  // Crossing once to partner. In each suit: own winners first, while partner follows small, and partner's
  // after the crossing; in the entry suit a small card must be left to cross with. Winners are the cards
  // above the opponents'.
  Sure both[4];
  int sum = 0;
  int loss = 99;
  int entry = -1;
  Sure across;
  for (int suit = Trump ? 1 : 0; suit < 4; ++suit) {
    const auto [o, m, l, r, cap] = suited(suit);
    both[suit] = mine[suit].count >= mates[suit].count ? mine[suit] : mates[suit];
    Sure cross = o != 0 ? mates[suit] : Sure{};
    const u64 high = above_all(o | m, l | r);
    const int own_high = count_bits(o & high);
    const int mate_high = count_bits(m & high);
    if (own_high > 0 && mate_high > 0 && own_high <= count_bits(m) - mate_high) {
      const Sure all_high = {min_of(own_high + mate_high, cap), (l | r) == 0 ? 0 : high & -high};
      if (all_high.count > both[suit].count) both[suit] = all_high;
      if (count_bits(o) > own_high && cap > own_high && all_high.count > cross.count) cross = all_high;
    }
    sum += both[suit].count;
    if (cross.count > 0 && both[suit].count - cross.count < loss) {
      loss = both[suit].count - cross.count;
      entry = suit;
      across = cross;
    }
  }
  if (entry >= 0) {
    const int total = min_of(sum - loss, most);
    if (total >= wanted) {
      both[entry] = across;
      u64 win = 0;
      for (int suit = Trump ? 1 : 0; suit < 4; ++suit) win |= both[suit].win << (16 * suit);
      return {trumps.count + total, trumps.win | win};
    }
  }
  return {trumps.count + by_own, 0};  // too few to be asked what they depend on
}

// Tricks of the side that is not on lead.
template <bool Trump>
YOMI_INLINE Sure other_tricks(const u64* hand, int seat, int left, u64 all) {
  const u64 lho = hand[(seat + 1) & 3];
  const u64 rho = hand[(seat + 3) & 3];
  if (Trump && suit_cards(all, 0) != 0) {
    const u64 l = suit_cards(lho, 0);
    const u64 r = suit_cards(rho, 0);
    if ((l | r) == 0) return {};
    const Sure trumps = trump_tricks(l, r, suit_cards(hand[seat ^ 2], 0), suit_cards(hand[seat], 0));
    if (trumps.count > 0) return trumps;
    return guarded_trump(l, r, suit_cards(hand[seat ^ 2], 0), suit_cards(hand[seat], 0), false, left);
  }
  // No trumps left. A hand of the other side that holds the highest cards of some suits wins whatever is led
  // there. Until it is in, the leader's side takes tricks in the remaining suits only, and no more of them
  // than the longer of its holdings; the hand keeps its winners meanwhile and then cashes them.
  const u64 own = hand[seat];
  const u64 mate = hand[seat ^ 2];
  Sure best;
  int total = 0;
  int length[4];
  for (int suit = 0; suit < 4; ++suit) {
    length[suit] = max_of(count_bits(suit_cards(own, suit)), count_bits(suit_cards(mate, suit)));
    total += length[suit];
  }
  int others = total;
  u64 both_win = 0;
  int fewest = 99;
  for (int turn = 0; turn < 2; ++turn) {
    const u64 one = turn == 0 ? lho : rho;
    const u64 two = turn == 0 ? rho : lho;
    int run = total;
    int tops = 0;
    u64 win = 0;
    for (int suit = 0; suit < 4; ++suit) {
      const Sure cash = cash_suit(suit_cards(one, suit), suit_cards(two, suit), suit_cards(own, suit),
                                  suit_cards(mate, suit), 13);
      if (cash.count == 0) continue;
      run -= length[suit];
      others -= length[suit];
      tops += cash.count;
      win |= cash.win << (16 * suit);
    }
    const int count = min_of(tops, left - run);
    if (count > best.count) best = {count, win};
    both_win |= win;
    if (tops > 0) fewest = min_of(fewest, tops);
  }
  const int count = min_of(fewest, left - others);
  if (count > best.count) best = {count, both_win};
  return best;
}

}  // namespace
}  // namespace yomi::dd

// Tricks that a side is sure of at the start of a trick, counted without search.
//
// Each function returns a number of tricks and adds to `win` the cards whose ranks the count depends on (the lowest
// of each suit suffices; see search_body.h). All are lower bounds for one side, so upper bounds for the other.
#pragma once

#include "bits.h"

namespace yomi::dd {
namespace {

YOMI_INLINE int min_of(int a, int b) { return a < b ? a : b; }
YOMI_INLINE int max_of(int a, int b) { return a > b ? a : b; }

// The winners that one hand can cash in one suit when it is on lead and nobody ruffs.
struct Winners {
  int count = 0;
  u64 win = 0;  // in place, the lowest card needed
};

// How many tricks `own` takes by playing its suit from the top, against `left`, `right` and partner `mate` (all as
// rank masks of one suit, shifted down).
YOMI_INLINE Winners cash_suit(u64 own, u64 mate, u64 left, u64 right) {
  Winners result;
  if (own == 0) return result;
  const u64 others = mate | left | right;
  if (others == 0) {
    result.count = count_bits(own);
    return result;
  }
  const u64 top = own & ~((u64{2} << highest_bit(others)) - 1);
  if (top == 0) return result;
  const int high = count_bits(top);
  result.count = high;
  result.win = top & -top;
  // When the top cards exhaust everybody else, the small ones win too.
  const int longest = max_of(count_bits(mate), max_of(count_bits(left), count_bits(right)));
  if (high >= longest) {
    result.count = count_bits(own);
    // Only so many top cards are needed.
    u64 needed = top;
    for (int extra = high - longest; extra > 0; --extra) needed &= needed - 1;
    result.win = needed == 0 ? 0 : needed & -needed;
  }
  return result;
}

// Tricks that the side of `seat`, on lead, can take at once.
template <bool Trump>
YOMI_INLINE int sure_tricks(const u64* hand, int seat, int left, int want, u64 all, u64& win) {
  const u64 own = hand[seat];
  const u64 mate = hand[seat ^ 2];
  const u64 lho = hand[(seat + 1) & 3];
  const u64 rho = hand[(seat + 3) & 3];
  (void)all;
  if constexpr (!Trump) {
    Winners mine[4];
    Winners theirs[4];
    int total = 0;
    u64 needed = 0;
    int gain = -1;  // by crossing to partner: the entry suit's and the others' better half
    int extra = 0;
    for (int suit = 0; suit < 4; ++suit) {
      const u64 o = suit_cards(own, suit);
      const u64 m = suit_cards(mate, suit);
      const u64 l = suit_cards(lho, suit);
      const u64 r = suit_cards(rho, suit);
      mine[suit] = cash_suit(o, m, l, r);
      total += mine[suit].count;
      needed |= mine[suit].win << (16 * suit);
      if (total >= want) {
        win |= needed;
        return total;
      }
      theirs[suit] = cash_suit(m, o, l, r);
    }
    // Cash own winners, cross to partner in an entry suit, cash partner's.
    int entry = -1;
    for (int suit = 0; suit < 4; ++suit) {
      const int more = theirs[suit].count - mine[suit].count;
      if (theirs[suit].count > 0 && suit_cards(own, suit) != 0) {
        // Entering here costs own winners of the suit (there are none above partner's top card).
        const int loss = more < 0 ? -more : 0;
        if (-loss > gain || entry < 0) {
          entry = suit;
          gain = -loss;
        }
      }
      if (more > 0) extra += more;
    }
    if (entry < 0) return total;
    int sum = total + extra + gain;
    if (sum > left) sum = left;
    if (sum >= want) {
      for (int suit = 0; suit < 4; ++suit) {
        const bool partners = suit == entry || theirs[suit].count > mine[suit].count;
        win |= (partners ? theirs[suit].win : mine[suit].win) << (16 * suit);
      }
      return sum;
    }
    return total;
  } else {
    // Own top trumps first; they also draw the opponents'.
    int best = 0;
    for (int half = 0; half < 2; ++half) {
      const u64 o4 = half == 0 ? own : mate;
      const u64 m4 = half == 0 ? mate : own;
      u64 needed = 0;
      if (half == 1) {
        // Partner must be reached: a suit in which partner holds the top card and no opponent can ruff.
        bool reached = false;
        for (int suit = 0; suit < 4 && !reached; ++suit) {
          if (suit_cards(own, suit) == 0) continue;
          const u64 cards = suit_cards(all, suit);
          if ((suit_cards(mate, suit) >> highest_bit(cards) & 1) == 0) continue;
          if (suit != 0 && ((suit_cards(lho, suit) == 0 && suit_cards(lho, 0) != 0) ||
                            (suit_cards(rho, suit) == 0 && suit_cards(rho, 0) != 0))) {
            continue;
          }
          needed |= bit(highest_bit(cards)) << (16 * suit);
          reached = true;
        }
        if (!reached) return best;
      }
      const Winners trumps =
          cash_suit(suit_cards(o4, 0), suit_cards(m4, 0), suit_cards(lho, 0), suit_cards(rho, 0));
      int total = trumps.count;
      needed |= trumps.win;
      if (total >= want) {
        win |= needed;
        return total;
      }
      const bool lho_ruffs = count_bits(suit_cards(lho, 0)) > trumps.count;
      const bool rho_ruffs = count_bits(suit_cards(rho, 0)) > trumps.count;
      int side = 0;
      for (int suit = 1; suit < 4; ++suit) {
        const u64 l = suit_cards(lho, suit);
        const u64 r = suit_cards(rho, suit);
        Winners winners = cash_suit(suit_cards(o4, suit), suit_cards(m4, suit), l, r);
        if (lho_ruffs) winners.count = min_of(winners.count, count_bits(l));
        if (rho_ruffs) winners.count = min_of(winners.count, count_bits(r));
        if (winners.count == 0) continue;
        side += winners.count;
        needed |= winners.win << (16 * suit);
      }
      // A partner with nothing but trumps would have to ruff.
      if (count_bits(suit_cards(m4, 0)) > trumps.count) {
        side = min_of(side, count_bits(m4 & ~suit_mask(0)));
      }
      total = min_of(total + side, left);
      if (total >= want) {
        win |= needed;
        return total;
      }
      best = max_of(best, total);
    }
    return best;
  }
}

// Trump tricks that the side of `seat` gets whatever happens: the longer of the two hands' runs from the top.
YOMI_INLINE int sure_trumps(const u64* hand, int seat, u64 all, u64& win) {
  int best = 0;
  for (int half = 0; half < 2; ++half) {
    const u64 own = suit_cards(hand[seat ^ (half * 2)], 0);
    const u64 others = suit_cards(all, 0) & ~own;
    const u64 top = others == 0 ? own : own & ~((u64{2} << highest_bit(others)) - 1);
    const int count = count_bits(top);
    if (count > best) {
      best = count;
      win = others == 0 ? 0 : top & -top;
    }
  }
  return best;
}

}  // namespace
}  // namespace yomi::dd

// In which order cards are tried. Nothing here can change an answer, only the time it takes.
#pragma once

#include "bits.h"

namespace yomi::dd {
namespace {

struct Moves {
  u8 card[13];
  int count = 0;
  YOMI_INLINE_MEMBER void add(int number) { card[count++] = static_cast<u8>(number); }
};

// All cards of `set`, lowest first.
YOMI_INLINE void add_upwards(u64 set, Moves& moves) {
  for (; set != 0; set &= set - 1) moves.add(lowest_bit(set));
}

// Cards with a weight each, put in order of weight.
struct WeighedMoves {
  int weight[13];
  u8 card[13];
  int count = 0;
  YOMI_INLINE_MEMBER void add(int number, int value) {
    int at = count++;
    for (; at > 0 && weight[at - 1] < value; --at) {
      weight[at] = weight[at - 1];
      card[at] = card[at - 1];
    }
    weight[at] = value;
    card[at] = static_cast<u8>(number);
  }
};

// The highest card of `hand` in `suit`, as a bit number in place; -1 when void.
YOMI_INLINE int top_card(u64 hand, int suit) {
  const u64 cards = hand & suit_mask(suit);
  return cards == 0 ? -1 : highest_bit(cards);
}

template <bool Trump>
YOMI_INLINE void order_lead(const u64* hand, int seat, u64 all, u64 candidates, int first, Moves& moves) {
  const u64 own = hand[seat];
  const u64 lho = hand[(seat + 1) & 3];
  const u64 mate = hand[seat ^ 2];
  const u64 rho = hand[(seat + 3) & 3];
  WeighedMoves weighed;
  for (int suit = 0; suit < 4; ++suit) {
    const u64 cards = candidates & suit_mask(suit);
    if (cards == 0) continue;
    const int o = top_card(own, suit);
    const int m = top_card(mate, suit);
    const int l = top_card(lho, suit);
    const int r = top_card(rho, suit);
    const int length = count_bits(own & suit_mask(suit));
    const int mate_length = count_bits(mate & suit_mask(suit));
    const bool l_ruffs = Trump && suit != 0 && l < 0 && (lho & suit_mask(0)) != 0;
    const bool r_ruffs = Trump && suit != 0 && r < 0 && (rho & suit_mask(0)) != 0;
    const bool m_ruffs = Trump && suit != 0 && m < 0 && (mate & suit_mask(0)) != 0;
    const int ours = o > m ? o : m;
    const int them = l > r ? l : r;
    int value = length * 2 + mate_length;
    const bool wins = (m_ruffs && !r_ruffs) || (ours > them && !l_ruffs && !r_ruffs);
    if (wins) value += 24;
    if (l_ruffs || r_ruffs) value -= 16;
    if (Trump && suit == 0) value -= 4;
    if (!wins && m > l && m >= 0 && l >= 0 && r > m) value += 4;  // through the left hand's honour towards partner
    const int low = lowest_bit(cards);
    for (u64 rest = cards; rest != 0; rest &= rest - 1) {
      const int card = lowest_bit(rest);
      int weight = value;
      if (wins && o > them && o > m) {
        if (card > them) weight += card == o ? 6 : 4;
      } else if (card == low) {
        weight += 5;
      } else if (card == o && card > l && card > r) {
        weight += 3;
      }
      if (card == first) weight += 1000;
      weighed.add(card, weight);
    }
  }
  (void)all;
  for (int i = 0; i < weighed.count; ++i) moves.add(weighed.card[i]);
}

// Following suit. `best` is the card that wins so far.
template <int Place, bool Trump>
YOMI_INLINE void order_follow(const u64* hand, int seat, int suit, int best, bool partner_wins, u64 candidates,
                              Moves& moves) {
  const bool ruffed = Trump && suit != 0 && suit_of(best) == 0;
  if (ruffed) return add_upwards(candidates, moves);
  int beat = best;  // the card to beat for the trick
  if constexpr (Place == 3) {
    if (partner_wins) return add_upwards(candidates, moves);
  } else if constexpr (Place == 2) {
    const u64 last = hand[(seat + 1) & 3];
    const int r = top_card(last, suit);
    const bool r_ruffs = Trump && suit != 0 && r < 0 && (last & suit_mask(0)) != 0;
    if (r_ruffs) return add_upwards(candidates, moves);
    if (partner_wins && r < best) return add_upwards(candidates, moves);
    if (r > beat) beat = r;
  } else {
    const u64 third = hand[(seat + 1) & 3];
    const u64 mate = hand[seat ^ 2];
    const int t = top_card(third, suit);
    const int m = top_card(mate, suit);
    const bool t_ruffs = Trump && suit != 0 && t < 0 && (third & suit_mask(0)) != 0;
    const bool m_ruffs = Trump && suit != 0 && m < 0 && (mate & suit_mask(0)) != 0;
    if (t_ruffs || m_ruffs) return add_upwards(candidates, moves);
    if (t > beat) beat = t;
    if (m > beat) return add_upwards(candidates, moves);
  }
  const u64 winning = candidates & ~((u64{2} << beat) - 1);
  add_upwards(winning, moves);
  add_upwards(candidates & ~winning, moves);
}

// Void in the suit led: ruff or discard.
template <int Place, bool Trump>
YOMI_INLINE void order_discard(const u64* hand, int seat, u64 all, int suit, int best, bool partner_wins,
                               u64 candidates, Moves& moves) {
  WeighedMoves weighed;
  const u64 own = hand[seat];
  if (Trump && suit != 0) {
    const u64 trumps = candidates & suit_mask(0);
    const int beat = suit_of(best) == 0 ? best : -1;
    const u64 lower = beat < 0 ? 0 : trumps & ((u64{2} << beat) - 1);
    const int base = partner_wins ? -10 : 30;
    for (u64 rest = trumps & ~lower; rest != 0; rest &= rest - 1) {
      weighed.add(lowest_bit(rest), base - (lowest_bit(rest) & 15));
    }
    for (u64 rest = lower; rest != 0; rest &= rest - 1) weighed.add(lowest_bit(rest), -30);
  }
  for (int other = Trump ? 1 : 0; other < 4; ++other) {
    const u64 cards = candidates & suit_mask(other);
    if (cards == 0) continue;
    const int length = count_bits(own & suit_mask(other));
    const u64 suit_all = all & suit_mask(other);
    const bool has_top = (own >> highest_bit(suit_all) & 1) != 0;
    int value = length;
    if (has_top && length == 1) value -= 8;
    for (u64 rest = cards; rest != 0; rest &= rest - 1) {
      const int card = lowest_bit(rest);
      weighed.add(card, value - (card & 15));
    }
  }
  for (int i = 0; i < weighed.count; ++i) moves.add(weighed.card[i]);
}

}  // namespace
}  // namespace yomi::dd

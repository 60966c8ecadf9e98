// In which order cards are tried. Nothing here can change an answer, only the time it takes.
#pragma once

#include <array>

#include "bits.h"
#include "store.h"

namespace yomi::dd {
namespace {

// The highest card of `hand` in `suit`, as a bit number in place; -1 when void.
YOMI_INLINE int top_card(u64 hand, int suit) {
  const u64 cards = hand & suit_mask(suit);
  return cards == 0 ? -1 : highest_bit(cards);
}

// What kind of lead a suit offers.
enum LeadKind : u8 {
  kTrumps,
  kOpponentRuffs,
  kFinesse,
  kIntoTenace,
  kHighCards,
  kPartnerRuffs,
  kSomeoneVoid,
  kOther
};
constexpr int kLeadKinds = 8;

struct LeadWeights {
  int kind[kLeadKinds];
  int top[kLeadKinds];  // for the highest card instead of the lowest
  int own_length, mate_length, left_length, right_length;
  int middle;  // for a card that is neither
};
struct DiscardWeights {
  int length, has_top, guard, single, mate_length, not_lowest, rank;
  int ruff_wins, ruff_partner_wins, ruff_overruffed, ruff_rank, underruff;
};
// Found by hill climbing on node counts over random deals.
constexpr LeadWeights kNoTrumpLead = {.kind = {40, 0, 286, -58, 241, 240, 100, 211},
                                      .top = {-4, -4, -47, 110, -4, -4, 2, -2},
                                      .own_length = 0,
                                      .mate_length = 7,
                                      .left_length = 0,
                                      .right_length = -5,
                                      .middle = -42};
constexpr LeadWeights kTrumpLead = {.kind = {132, -13, 320, 131, 208, 265, 138, 143},
                                    .top = {-45, 4, -50, 16, 6, -79, 8, 4},
                                    .own_length = -2,
                                    .mate_length = -3,
                                    .left_length = 0,
                                    .right_length = 0,
                                    .middle = -132};
constexpr DiscardWeights kNoTrumpDiscard = {.length = 41,
                                            .has_top = 18,
                                            .guard = -11,
                                            .single = -134,
                                            .mate_length = -33,
                                            .not_lowest = -229,
                                            .rank = -3,
                                            .ruff_wins = 0,
                                            .ruff_partner_wins = 0,
                                            .ruff_overruffed = 0,
                                            .ruff_rank = 0,
                                            .underruff = 0};
constexpr DiscardWeights kTrumpDiscard = {.length = -25,
                                          .has_top = -26,
                                          .guard = -170,
                                          .single = -71,
                                          .mate_length = -35,
                                          .not_lowest = -18,
                                          .rank = -22,
                                          .ruff_wins = 7,
                                          .ruff_partner_wins = 30,
                                          .ruff_overruffed = 110,
                                          .ruff_rank = -1,
                                          .underruff = -392};

// What the owners of a suit's four highest cards offer its leader, for 0 to 4 cards and all owners (two bits
// a card, highest first, counted from the leader).
enum LeadOffer : u8 { kOffersFinesse = 1, kOffersTenace = 2, kOffersHighCards = 4 };
constexpr std::array<std::array<u8, 256>, 5> kLeadOffers = [] {
  std::array<std::array<u8, 256>, 5> table{};
  for (int total = 0; total < 5; ++total) {
    for (int owners = 0; owners < 256; ++owners) {
      const auto owner = [total, owners](int nth) { return total > nth ? owners >> (6 - 2 * nth) & 3 : 4; };
      const auto ours = [](int whose) { return whose == 0 || whose == 2; };
      const int a = owner(0);
      const int k = owner(1);
      const int q = owner(2);
      const int j = owner(3);
      int offers = 0;
      if ((k == 2 && a == 1) || (a == 2 && k == 1 && (q == 2 || (ours(q) && ours(j)))) ||
          (k == 2 && q == 1 && j == 2)) {
        offers |= kOffersFinesse;
      }
      if ((a == 0 && k == 3) || (k == 0 && a == 3 && !ours(q))) offers |= kOffersTenace;
      if (ours(a) + ours(k) + ours(q) >= 2) offers |= kOffersHighCards;
      table[static_cast<std::size_t>(total)][static_cast<std::size_t>(owners)] = static_cast<u8>(offers);
    }
  }
  return table;
}();

// The lengths of all suits as the hand at `seat` sees them, a word a suit: its own, left's, partner's,
// right's.
YOMI_INLINE u64 shape_from(u64 shape, int seat) {
  const int turn = 4 * seat;
  const u64 low = 0x0001000100010001ULL * (0xFFFFU >> turn);
  return (shape >> turn & low) | (shape << (16 - turn) & ~low);
}

template <bool Trump>
YOMI_INLINE LeadKind lead_kind(int suit, int o, int l, int m, int r, u64 shape, u32 owners) {
  const auto trumps = [shape](int hand) { return static_cast<int>(shape >> (4 * hand) & 15); };
  if (Trump && suit == 0) return kTrumps;
  if (Trump && ((l == 0 && trumps(1) != 0) || (r == 0 && trumps(3) != 0))) return kOpponentRuffs;
  const int total = o + m + l + r;
  const u8 offers = kLeadOffers[static_cast<std::size_t>(total < 4 ? total : 4)][owners >> 24];
  if ((offers & kOffersFinesse) != 0 && m >= 2 && l >= 2) return kFinesse;
  if ((offers & kOffersTenace) != 0 && o >= 2 && r >= 2) return kIntoTenace;
  if ((offers & kOffersHighCards) != 0 && l != 0 && r != 0) return kHighCards;
  if (Trump && m == 0 && l != 0 && r != 0 && trumps(2) != 0 && trumps(2) <= trumps(0) &&
      (owners >> 30 != 0 || o != 1)) {
    return kPartnerRuffs;
  }
  return m == 0 || l == 0 || r == 0 ? kSomeoneVoid : kOther;
}

// The leads of a hand, weighed suit by suit: from the lowest card up, but for the highest.
template <bool Trump>
class LeadOrder {
 public:
  YOMI_INLINE_MEMBER void weigh(u64 hand, int seat, u64 shape, const Pattern& now, u64 candidates) {
    const LeadWeights& weights = Trump ? kTrumpLead : kNoTrumpLead;
    const u64 seen = shape_from(shape, seat);
    const u32 turn = static_cast<u32>(seat) * 0x55555555;
    const u32 borrow = static_cast<u32>(seat & 1) * 0x55555555;
    for (int suit = 0; suit < 4; ++suit) {
      const u64 cards = candidates & suit_mask(suit);
      if (cards == 0) continue;
      const u32 lengths = static_cast<u32>(seen >> (16 * suit));
      const int o = static_cast<int>(lengths & 15);
      const int l = static_cast<int>(lengths >> 4 & 15);
      const int m = static_cast<int>(lengths >> 8 & 15);
      const int r = static_cast<int>(lengths >> 12 & 15);
      const u32 lane = now.lane[suit];
      const u32 owners = lane ^ turn ^ (~lane & borrow) << 1;  // each less the seat
      const LeadKind kind = lead_kind<Trump>(suit, o, l, m, r, seen, owners);
      value_[suit] = weights.kind[kind] + weights.own_length * o + weights.mate_length * m +
                     weights.left_length * l + weights.right_length * r;
      for_top_[suit] = value_[suit] + weights.top[kind];
      top_[suit] = highest_bit(hand & suit_mask(suit));
      lows_ |= cards & -cards;
    }
  }

  // The best of the candidates (some of those that were weighed).
  YOMI_INLINE_MEMBER int best_of(u64 candidates) const {
    const LeadWeights& weights = Trump ? kTrumpLead : kNoTrumpLead;
    int best = -1;
    int best_value = -100000;
    for (int suit = 0; suit < 4; ++suit) {
      const u64 cards = candidates & suit_mask(suit);
      if (cards == 0) continue;
      const int card = lowest_bit(cards);
      const int top = top_[suit];
      const int value =
          card == top ? for_top_[suit] : value_[suit] + ((lows_ >> card & 1) != 0 ? 0 : weights.middle);
      if (value > best_value) {
        best_value = value;
        best = card;
      }
      if (card != top && (cards >> top & 1) != 0 && for_top_[suit] > best_value) {
        best_value = for_top_[suit];
        best = top;
      }
    }
    return best;
  }

 private:
  int value_[4] = {};
  int for_top_[4] = {};
  int top_[4] = {};
  u64 lows_ = 0;
};

// Following suit: cards that win the trick first, then the others, from the lowest up in either case.
template <int Place, bool Trump>
class FollowOrder {
 public:
  // `best` is the card that wins so far.
  YOMI_INLINE_MEMBER void weigh(const u64* hand, int seat, u64 /*all*/, int suit, int best, bool partner_wins,
                                u64 /*candidates*/) {
    const bool ruffed = Trump && suit != 0 && suit_of(best) == 0;
    if (ruffed) return;
    int beat = best;  // the card to beat for the trick
    if constexpr (Place == 3) {
      if (partner_wins) return;
    } else if constexpr (Place == 2) {
      const u64 last = hand[(seat + 1) & 3];
      const int r = top_card(last, suit);
      const bool r_ruffs = Trump && suit != 0 && r < 0 && (last & suit_mask(0)) != 0;
      if (r_ruffs) return;
      if (partner_wins && r < best) return;
      if (r > beat) beat = r;
    } else {
      const u64 third = hand[(seat + 1) & 3];
      const u64 mate = hand[seat ^ 2];
      const int t = top_card(third, suit);
      const int m = top_card(mate, suit);
      const bool t_ruffs = Trump && suit != 0 && t < 0 && (third & suit_mask(0)) != 0;
      const bool m_ruffs = Trump && suit != 0 && m < 0 && (mate & suit_mask(0)) != 0;
      if (t_ruffs || m_ruffs) return;
      if (t > beat) beat = t;
      if (m > beat) return;
    }
    winning_ = ~((u64{2} << beat) - 1);
  }

  YOMI_INLINE_MEMBER int best_of(u64 candidates) const {
    const u64 winning = winning_ & candidates;
    return lowest_bit(winning != 0 ? winning : candidates);
  }

 private:
  u64 winning_ = 0;
};

// Void in the suit led: ruff or discard, within a suit from the lowest card up.
template <int Place, bool Trump>
class DiscardOrder {
 public:
  YOMI_INLINE_MEMBER void weigh(const u64* hand, int seat, u64 all, int suit, int best, bool partner_wins,
                                u64 candidates) {
    const u64 own = hand[seat];
    const u64 mate = hand[seat ^ 2];
    const DiscardWeights& weights = Trump ? kTrumpDiscard : kNoTrumpDiscard;
    if (Trump && suit != 0) {
      under_ = suit_of(best) == 0 ? suit_mask(0) & ((u64{2} << best) - 1) : 0;
      const u64 next = hand[(seat + 1) & 3];
      over_ = Place < 3 && (next & suit_mask(suit)) == 0 ? top_card(next, 0) : -1;
      value_[0] = partner_wins ? weights.ruff_partner_wins : weights.ruff_wins;
    }
    for (int other = Trump ? 1 : 0; other < 4; ++other) {
      const u64 cards = candidates & suit_mask(other);
      if (cards == 0) continue;
      const u64 held = own & suit_mask(other);
      const int length = count_bits(held);
      const u64 suit_all = all & suit_mask(other);
      const int ace = highest_bit(suit_all);
      int value = weights.length * length + weights.mate_length * count_bits(mate & suit_mask(other));
      if ((held >> ace & 1) != 0)
        value += weights.has_top;
      else if (length == 2 && (held & bit(highest_bit(suit_all ^ bit(ace)))) != 0)
        value += weights.guard;
      if (length == 1) value += weights.single;
      value_[other] = value;
      lows_ |= cards & -cards;
    }
  }

  // The best of the candidates (some of those that were weighed).
  YOMI_INLINE_MEMBER int best_of(u64 candidates) const {
    const DiscardWeights& weights = Trump ? kTrumpDiscard : kNoTrumpDiscard;
    int best = -1;
    int best_value = -100000;
    if (Trump && (candidates & suit_mask(0)) != 0) {
      const u64 ruffs = candidates & suit_mask(0) & ~under_;
      best = lowest_bit(ruffs != 0 ? ruffs : candidates);
      best_value = ruffs == 0
                       ? weights.underruff
                       : value_[0] + (over_ > best ? weights.ruff_overruffed : 0) + weights.ruff_rank * best;
    }
    for (int suit = Trump ? 1 : 0; suit < 4; ++suit) {
      const u64 cards = candidates & suit_mask(suit);
      if (cards == 0) continue;
      const int card = lowest_bit(cards);
      const int value =
          value_[suit] + weights.rank * (card & 15) + ((lows_ >> card & 1) != 0 ? 0 : weights.not_lowest);
      if (value > best_value) {
        best_value = value;
        best = card;
      }
    }
    return best;
  }

 private:
  int value_[4] = {};
  int over_ = -1;
  u64 under_ = 0;
  u64 lows_ = 0;
};

}  // namespace
}  // namespace yomi::dd

// What the search hands from card to card.
#pragma once

#include "bits.h"
#include "store.h"

namespace yomi::dd {
namespace {

// The suit lengths of all hands, a nibble each.
YOMI_INLINE constexpr u64 length_unit(int suit, int seat) {
  return u64{1} << (4 * (4 * suit + seat));
}
// The length of suit 3 in hand 0 follows from the others, so its nibble is free for the rest of the key.
constexpr int kKeyNibble = 48;

template <bool Trump>
YOMI_INLINE constexpr u64 key_of(u64 shape) {
  return (shape & ~(u64{15} << kKeyNibble)) | u64{Trump ? 12 : 8} << kKeyNibble;
}

// What does not change within a trick.
struct Trick {
  u64 all = 0;      // every card not played before this trick, those on the table included
  Pattern now;      // who owns them
  u64 in_suit = 0;  // all cards of the suit led
  int left = 0;
  int need = 0;
  int leader = 0;
  int suit = 0;
  u64 tops = 0;  // a word a suit, and of trumps a byte a seat: see search_bounds.h
  u32 long_trumps = 0;
};

// The cards on the table.
struct Played {
  u64 cards = 0;
  u64 shape = 0;  // of what is left in the hands
  int best = 0;   // the card that wins so far
  int best_seat = 0;
};

// An answer: the winners (see above), and in the highest bit, where no card is, whether it is yes.
using Answer = u64;
constexpr Answer kYes = u64{1} << 63;
YOMI_INLINE constexpr bool is_yes(Answer answer) {
  return (answer & kYes) != 0;
}
YOMI_INLINE constexpr Answer answer_of(bool yes, u64 winners) {
  return winners | (yes ? kYes : 0);
}

// `card`, the top of its run in `hand`, did not do; the outcome depended on `answer`. When the card's rank
// did not matter, the mover's other cards of the suit that do not matter fare the same and are dropped from
// the candidates. When it did, the outcome depends on the whole run: elsewhere a card from its lower end
// might be smaller and do better.
YOMI_INLINE void failed(int card, Answer answer, u64 hand, u64 all, u64& together, u64& candidates) {
  const u64 suit = suit_mask(suit_of(card));
  const u64 relevant = answer & suit;
  const u64 lowest = relevant & -relevant;
  together |= answer & ~kYes;
  if (lowest == 0 || lowest > bit(card)) {
    candidates &= ~(suit & (lowest - 1));
  } else {
    const u64 below = suit & (bit(card) - 1);
    const u64 others = all & ~hand & below;
    const u64 run = hand & below & (others == 0 ? ~u64{0} : ~((u64{2} << highest_bit(others)) - 1));
    together |= run & -run;
  }
}

}  // namespace
}  // namespace yomi::dd

// The search: a zero-window alpha-beta over cards. Compiled once for each kind of machine (see engine.h).
//
// Each function answers "can north-south take `need` more tricks?" and leaves in `win` the lowest card of
// each suit whose place among the remaining cards the answer depended on: a position in which the same hands
// own all cards from there up, and which has the same shape, has the same answer.
//
// Ideas: winning ranks and partitions, Ginsberg 1996; the use of them in DDS (Haglund and Hein 2014).
#pragma once

#include "bits.h"
#include "cut_table.h"
#include "engine.h"
#include "search_bounds.h"
#include "search_order.h"
#include "store.h"

namespace yomi::dd {
namespace {

// The suit lengths of all hands, a nibble each.
YOMI_INLINE constexpr u64 length_unit(int suit, int seat) {
  return u64{1} << (4 * (4 * suit + seat));
}
// The length of suit 3 in hand 0 follows from the others, so its nibble is free for the rest of the key.
constexpr int kKeyNibble = 48;

// What does not change within a trick.
struct Trick {
  u64 all = 0;  // every card not played before this trick, those on the table included
  int left = 0;
  int need = 0;
  int leader = 0;
  int suit = 0;
};

// The cards on the table.
struct Table4 {
  u64 played = 0;
  u64 shape = 0;
  int best = 0;  // the card that wins so far
  int best_seat = 0;
};

class Search final : public Engine {
 public:
  explicit Search(const EngineOptions& options)
      : store_(options.memory_bytes), reuse_(options.reuse_positions) {
    store_.forget();
  }

  void set_root(const Root& root) override {
    root_ = root;
    u64 all = 0;
    u64 owned[4];
    for (int seat = 0; seat < 4; ++seat) owned[seat] = hand_[seat] = root.hands[seat];
    for (int i = 0; i < root.on_table; ++i) owned[(root.leader + i) & 3] |= bit(root.table[i]);
    u64 shape = 0;
    for (int suit = 0; suit < 4; ++suit) owners_[suit] = 0;
    for (int seat = 0; seat < 4; ++seat) {
      all |= owned[seat];
      for (int suit = 0; suit < 4; ++suit) {
        const u64 cards = suit_cards(owned[seat], suit);
        shape += length_unit(suit, seat) * static_cast<u64>(count_bits(cards));
        const u64 pairs = spread_bits(cards, 0x1555555);
        owners_[suit] |= pairs * static_cast<u64>(seat);
      }
    }
    all_ = all;
    shape_ = shape;
    left_ = count_bits(owned[root.leader]);
  }

  bool can_take(int need) override {
    proof_ = -1;
    u64 win = 0;
    return from_root(need, win);
  }

  bool can_take_after(int card, int need) override {
    only_ = bit(card);
    u64 win = 0;
    const bool result = from_root(need, win);
    only_ = ~u64{0};
    return result;
  }

  [[nodiscard]] bool stopped() const override { return stopped_; }
  [[nodiscard]] int proof() const override { return proof_; }
  void forget() override {
    store_.forget();
    cuts_.forget();
  }
  [[nodiscard]] u64 nodes() const override { return nodes_; }
  [[nodiscard]] std::size_t memory_bytes() const override { return store_.memory_bytes(); }

 private:
  bool from_root(int need, u64& win) {
    stopped_ = stop_requested.load(std::memory_order_relaxed);
    if (stopped_) return false;
    at_root_ = true;
    Trick trick{.all = all_, .left = left_, .need = need, .leader = root_.leader};
    Table4 table{.shape = shape_};
    for (int i = 0; i < root_.on_table; ++i) {
      const int card = root_.table[i];
      const int seat = (root_.leader + i) & 3;
      if (i == 0) {
        trick.suit = suit_of(card);
        table.best = card;
        table.best_seat = seat;
      } else if (root_.trump ? beats<true>(card, table.best) : beats<false>(card, table.best)) {
        table.best = card;
        table.best_seat = seat;
      }
      table.played |= bit(card);
      table.shape -= length_unit(suit_of(card), seat);
    }
    const int seat = (root_.leader + root_.on_table) & 3;
    return root_.trump ? dispatch<true>(trick, table, seat, win) : dispatch<false>(trick, table, seat, win);
  }

  template <bool Trump>
  bool dispatch(const Trick& trick, const Table4& table, int seat, u64& win) {
    switch (root_.on_table) {
      case 0:
        return lead_moves<Trump>(seat, trick.left, trick.need, trick.all, table.shape, owners_now(trick.all),
                                 win);
      case 1:
        return follow<1, Trump>(trick, table, seat, win);
      case 2:
        return follow<2, Trump>(trick, table, seat, win);
      default:
        return follow<3, Trump>(trick, table, seat, win);
    }
  }

  template <bool Trump>
  [[gnu::always_inline]] static bool beats(int card, int best) {
    if (suit_of(card) == suit_of(best)) return card > best;
    return Trump && suit_of(card) == 0;
  }

  [[gnu::always_inline]] bool root_once() {
    const bool was = at_root_;
    at_root_ = false;
    return was;
  }

  // A trick is about to begin.
  template <bool Trump>
  bool lead(int seat, int left, int need, u64 all, u64 shape, u64& win) {
    win = 0;
    if (need <= 0) return true;
    if (need > left) return false;
    if (left == 1) return last_trick<Trump>(seat, win);

    const u64 code = static_cast<u64>(8 | (Trump ? 4 : 0) | seat);
    const u64 key = (shape & ~(u64{15} << kKeyNibble)) | code << kKeyNibble;
    const Pattern now = owners_now(all);
    if (reuse_) {
      if (const ShapeSlot* slot = store_.find(key); slot != nullptr) {
        const int answer = look_up(*slot, now, need, all, win);
        if (answer >= 0) return answer != 0;
      }
    }
    // What each side is sure of.
    {
      const bool ns = (seat & 1) == 0;
      const int want = ns ? need : left - need + 1;  // what the leader's side needs for its answer
      if (const Sure sure = leader_tricks<Trump>(hand_, seat, left, want); sure.count >= want) {
        win = sure.win;
        return ns;
      }
      if (const Sure sure = other_tricks<Trump>(hand_, seat, left, all); sure.count > left - want) {
        win = sure.win;
        return !ns;
      }
    }
    const bool result = lead_moves<Trump>(seat, left, need, all, shape, now, win);
    if (reuse_ && !stopped_) remember(key, now, all, left, need, result, win);
    return result;
  }

  template <bool Trump>
  bool lead_moves(int seat, int left, int need, u64 all, u64 shape, const Pattern& now, u64& win) {
    const bool root = root_once();
    const bool mine = (seat & 1) == 0;  // the answer that the mover wants
    u64 candidates = run_tops(hand_[seat], all);
    if (root) candidates &= only_;
    Moves moves;
    // The mover goes by its own hand, the parities of partner's lengths and, with trumps, how much is needed.
    u64 key = hand_[seat] ^ static_cast<u64>(seat) << 45;
    for (int suit = 0; suit < 4; ++suit) {
      key ^= static_cast<u64>(count_bits(hand_[seat ^ 2] & suit_mask(suit)) & 1) << (13 + 16 * suit);
    }
    if constexpr (Trump) key ^= static_cast<u64>(need) << 60;
    const CutTable::Place cut = cuts_.at(key);
    if (const int first = cut.card(); first >= 0 && (candidates >> first & 1) != 0) {
      moves.add(first);
      candidates ^= bit(first);
    }
    order_lead<Trump>(hand_, seat, now, candidates, moves);
    if ((++ticks_ & 1023) == 0 && stop_requested.load(std::memory_order_relaxed)) {
      stopped_ = true;
      return false;
    }
    Trick trick{.all = all, .left = left, .need = need, .leader = seat};
    u64 together = 0;
    u64 skip = 0;
    for (int i = 0; i < moves.count; ++i) {
      const int card = moves.card[i];
      if ((skip >> card & 1) != 0) continue;
      ++nodes_;
      trick.suit = suit_of(card);
      const Table4 table{.played = bit(card),
                         .shape = shape - length_unit(suit_of(card), seat),
                         .best = card,
                         .best_seat = seat};
      hand_[seat] ^= bit(card);
      u64 child = 0;
      const bool result = follow<1, Trump>(trick, table, (seat + 1) & 3, child);
      hand_[seat] ^= bit(card);
      if (stopped_) return false;
      if (result == mine) {
        win = child;
        if (root) proof_ = card;
        if (i > 0) cut.set(card);
        return result;
      }
      failed(card, child, hand_[seat], all, together, skip);
    }
    win = together;
    return !mine;
  }

  template <int Place, bool Trump>
  bool follow(const Trick& trick, const Table4& table, int seat, u64& win) {
    const bool root = root_once();
    const bool mine = (seat & 1) == 0;
    const u64 in_suit = hand_[seat] & suit_mask(trick.suit);
    u64 candidates = run_tops(hand_[seat], trick.all);
    if (in_suit != 0) candidates &= suit_mask(trick.suit);
    if (root) candidates &= only_;
    Moves moves;
    CutTable::Place cut{};
    if ((candidates & (candidates - 1)) == 0) {
      moves.add(lowest_bit(candidates));
    } else {
      // What the mover goes by: in the suit, who has what of it; otherwise its own hand and how much is
      // needed.
      u64 key = static_cast<u64>(64 * (seat + 4 * Place)) << 47;
      if (in_suit != 0) {
        key ^= (trick.all & suit_mask(trick.suit)) ^ static_cast<u64>(table.best) << 48 ^ in_suit * 77;
      } else {
        key ^= hand_[seat] * 3 ^ static_cast<u64>(Trump ? table.best : table.best_seat) << 47;
        if constexpr (Trump) key ^= static_cast<u64>(trick.need) * 0xABCDEF1234567ULL;
      }
      cut = cuts_.at(key);
      if (const int first = cut.card(); first >= 0 && (candidates >> first & 1) != 0) {
        moves.add(first);
        candidates ^= bit(first);
      }
      const bool partner_wins = table.best_seat == (seat ^ 2);
      if (in_suit != 0) {
        order_follow<Place, Trump>(hand_, seat, trick.suit, table.best, partner_wins, candidates, moves);
      } else {
        order_discard<Place, Trump>(hand_, seat, trick.all, trick.suit, table.best, partner_wins, candidates,
                                    moves);
      }
    }
    u64 together = 0;
    u64 skip = 0;
    for (int i = 0; i < moves.count; ++i) {
      const int card = moves.card[i];
      if ((skip >> card & 1) != 0) continue;
      ++nodes_;
      Table4 next = table;
      next.played |= bit(card);
      next.shape -= length_unit(suit_of(card), seat);
      if (beats<Trump>(card, table.best)) {
        next.best = card;
        next.best_seat = seat;
      }
      hand_[seat] ^= bit(card);
      u64 child = 0;
      bool result;
      if constexpr (Place < 3) {
        result = follow<Place + 1, Trump>(trick, next, (seat + 1) & 3, child);
      } else {
        const int winner = next.best_seat;
        const u64 won_suit = suit_mask(suit_of(next.best));
        result = lead<Trump>(winner, trick.left - 1, trick.need - ((winner & 1) == 0 ? 1 : 0),
                             trick.all & ~next.played, next.shape, child);
        const u64 of_suit = next.played & won_suit;
        if ((of_suit & (of_suit - 1)) != 0) child |= bit(next.best);  // it won by its rank
      }
      hand_[seat] ^= bit(card);
      if (stopped_) return false;
      if (result == mine) {
        win = child;
        if (root) proof_ = card;
        if (i > 0) cut.set(card);
        return result;
      }
      failed(card, child, hand_[seat], trick.all, together, skip);
    }
    win = together;
    return !mine;
  }

  // `card`, the top of its run in `hand`, did not do; the outcome depended on `child`. When the card's rank
  // did not matter, the mover's other cards of the suit that do not matter fare the same and can be skipped.
  // When it did, the outcome depends on the whole run: elsewhere a card from its lower end might be smaller
  // and do better.
  [[gnu::always_inline]] static void failed(int card, u64 child, u64 hand, u64 all, u64& together,
                                            u64& skip) {
    const u64 suit = suit_mask(suit_of(card));
    const u64 relevant = child & suit;
    const u64 lowest = relevant & -relevant;
    together |= child;
    if (relevant == 0) {
      skip |= suit;
    } else if (lowest > bit(card)) {
      skip |= suit & (lowest - 1);
    } else {
      const u64 below = suit & (bit(card) - 1);
      const u64 others = all & ~hand & below;
      const u64 run = hand & below & (others == 0 ? ~u64{0} : ~((u64{2} << highest_bit(others)) - 1));
      together |= run & -run;
    }
  }

  template <bool Trump>
  bool last_trick(int seat, u64& win) {
    nodes_ += 4;
    int best = lowest_bit(hand_[seat]);
    int best_seat = seat;
    u64 played = bit(best);
    for (int i = 1; i < 4; ++i) {
      const int next = (seat + i) & 3;
      const int card = lowest_bit(hand_[next]);
      played |= bit(card);
      if (beats<Trump>(card, best)) {
        best = card;
        best_seat = next;
      }
    }
    const u64 of_suit = played & suit_mask(suit_of(best));
    if ((of_suit & (of_suit - 1)) != 0) win = bit(best);
    return (best_seat & 1) == 0;
  }

  // The owners of all remaining cards, highest first, suit by suit.
  [[gnu::always_inline]] Pattern owners_now(u64 all) const {
    Pattern now;
    for (int suit = 0; suit < 4; ++suit) {
      const u64 cards = suit_cards(all, suit);
      const u64 pairs = spread_bits(cards, 0x1555555) * 3;
      now.lane[suit] = static_cast<u32>(gather_bits(owners_[suit], pairs) << (32 - 2 * count_bits(cards)));
    }
    return now;
  }

  // 1 yes, 0 no, -1 not known.
  int look_up(const ShapeSlot& slot, const Pattern& now, int need, u64 all, u64& win) {
    const u32 owner = now.lane[slot.split] >> 30;
    const int answer = look_up_chain(slot.block[owner], now, need, all, win);
    return answer >= 0 ? answer : look_up_chain(slot.block[4], now, need, all, win);
  }

  [[gnu::always_inline]] int look_up_chain(u32 number, const Pattern& now, int need, u64 all, u64& win) {
    while (number != 0) {
      const Block& block = store_.block(number);
      for (u32 found = matching(block, now) & ((1U << block.count) - 1); found != 0; found &= found - 1) {
        const int i = __builtin_ctz(found);
        const int lower = block.bounds[i] & 15;
        const int upper = block.bounds[i] >> 4;
        if (lower >= need || upper < need) {
          win = winners(block.pattern[i], all);
          return lower >= need ? 1 : 0;
        }
      }
      number = block.next;
    }
    return -1;
  }

  // The lowest card that matters of each suit, from a stored pattern.
  [[gnu::always_inline]] static u64 winners(const Pattern& pattern, u64 all) {
    u64 result = 0;
    for (int suit = 0; suit < 4; ++suit) {
      const int top = (32 - static_cast<int>(pattern.lane[suit] & 63)) / 2;
      if (top == 0) continue;
      const u64 cards = suit_cards(all, suit);
      result |= spread_bits(bit(count_bits(cards) - top), cards) << (16 * suit);
    }
    return result;
  }

  void remember(u64 key, const Pattern& now, u64 all, int left, int need, bool result, u64 win) {
    Pattern pattern;
    for (int suit = 0; suit < 4; ++suit) {
      const u64 relevant = suit_cards(win, suit);
      int top = 0;
      if (relevant != 0) top = count_bits(suit_cards(all, suit) >> lowest_bit(relevant));
      const u64 kept = ~u64{0} << (32 - 2 * top);
      pattern.lane[suit] = static_cast<u32>((now.lane[suit] & kept) | static_cast<u64>(32 - 2 * top));
    }
    const int lower = result ? need : 0;
    const int upper = result ? left : need - 1;
    ShapeSlot* slot = store_.find_or_add(key);
    if (slot == nullptr) {
      store_.forget();
      slot = store_.find_or_add(key);
    }
    if ((slot->block[0] | slot->block[1] | slot->block[2] | slot->block[3] | slot->block[4]) == 0) {
      int longest = 0;
      for (int suit = 1; suit < 4; ++suit) {
        if (count_bits(suit_cards(all, suit)) > count_bits(suit_cards(all, longest))) longest = suit;
      }
      slot->split = static_cast<u8>(longest);
    }
    u32& chain = slot->block[(pattern.lane[slot->split] & 63) == 32 ? 4 : pattern.lane[slot->split] >> 30];
    for (u32 number = chain; number != 0; number = store_.block(number).next) {
      Block& block = store_.block(number);
      for (int i = 0; i < block.count; ++i) {
        if (std::memcmp(&block.pattern[i], &pattern, sizeof pattern) == 0) {
          const int low = block.bounds[i] & 15;
          const int high = block.bounds[i] >> 4;
          block.bounds[i] = static_cast<u8>((low > lower ? low : lower) | (high < upper ? high : upper) << 4);
          return;
        }
      }
    }
    if (chain == 0 || store_.block(chain).count == kPatternsPerBlock) {
      const u32 fresh = store_.take_block();
      if (fresh == 0) {
        store_.forget();
        return;
      }
      store_.block(fresh).next = chain;
      chain = fresh;
    }
    Block& block = store_.block(chain);
    block.pattern[block.count] = pattern;
    block.bounds[block.count] = static_cast<u8>(lower | upper << 4);
    ++block.count;
  }

  u64 hand_[4] = {};
  u64 owners_[4] = {};  // two bits for each card of the root, by suit
  u64 nodes_ = 0;
  u64 ticks_ = 0;
  u64 only_ = ~u64{0};  // the cards to try at the root
  bool at_root_ = false;
  bool stopped_ = false;
  Store store_;
  CutTable cuts_;
  const bool reuse_;
  Root root_;
  u64 all_ = 0;
  u64 shape_ = 0;
  int left_ = 0;
  int proof_ = -1;
};

}  // namespace
}  // namespace yomi::dd

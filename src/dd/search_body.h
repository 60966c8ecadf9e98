// The search: a zero-window alpha-beta over cards. Compiled once for each kind of machine (see engine.h).
//
// Each function answers "can north-south take `need` more tricks?" and leaves in `win` the lowest card of
// each suit whose place among the remaining cards the answer depended on: a position in which the same hands
// own all cards from there up, and which has the same shape, has the same answer.
//
// Ideas: winning ranks and partitions, Ginsberg 1996; their use in DDS (Haglund and Hein 2014).
#pragma once

#include "bits.h"
#include "cut_table.h"
#include "engine.h"
#include "search_bounds.h"
#include "search_order.h"
#include "search_types.h"
#include "shared_search.h"
#include "store.h"

namespace yomi::dd {
namespace {

// Together: one of several searches for the same answer, which share a store and the SharedSearch's tables
// (shared_search.h).
template <bool Together>
class Search final : public Engine {
 public:
  explicit Search(const EngineOptions& options)
    requires(!Together)
      : store_(options.memory_bytes), reuse_(options.reuse_positions) {
    store_.forget();
  }
  Search(SharedSearch& shared, bool reuse)
    requires Together
      : store_(shared.store), cuts_(shared.cuts), member_(shared), reuse_(reuse) {}

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
    if constexpr (!Together) cuts_.fit(left_);
    member_.begin(left_);
  }

  bool can_take(int need) override {
    proof_ = -1;
    only_ = ~u64{0};
    return is_yes(from_root(need));
  }

  bool can_take_after(int card, int need) override {
    only_ = bit(card);
    return is_yes(from_root(need));
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
  bool should_stop() { return stop_requested.load(std::memory_order_relaxed) || member_.should_leave(); }

  Answer from_root(int need) {
    member_.clear();
    stopped_ = should_stop();
    if (stopped_) return 0;
    Trick trick{.all = all_, .now = owners_now(all_), .left = left_, .need = need, .leader = root_.leader};
    for (int suit = 0; suit < 4; ++suit) {
      trick.tops |= top_word(trick.now.lane[suit], count_bits(all_ & suit_mask(suit))) << (16 * suit);
    }
    trick.long_trumps = long_trumps_of_all(trick.now.lane[0], count_bits(all_ & suit_mask(0)));
    Played table{.shape = shape_};
    for (int i = 0; i < root_.on_table; ++i) {
      const int card = root_.table[i];
      const int seat = (root_.leader + i) & 3;
      if (i == 0) {
        trick.suit = suit_of(card);
        trick.in_suit = all_ & suit_mask(trick.suit);
        table.best = card;
        table.best_seat = seat;
      } else if (root_.trump ? beats<true>(card, table.best) : beats<false>(card, table.best)) {
        table.best = card;
        table.best_seat = seat;
      }
      table.cards |= bit(card);
      table.shape -= length_unit(suit_of(card), seat);
    }
    return root_.trump ? dispatch<true>(trick, table) : dispatch<false>(trick, table);
  }

  template <bool Trump>
  Answer dispatch(Trick& trick, const Played& table) {
    switch (root_.on_table) {
      case 0:
        return lead_moves<Trump, true>(trick, table.shape,
                                       lead_hint<Trump>(trick.leader, table.shape, trick.need),
                                       run_tops(hand_[trick.leader], trick.all) & only_, 0);
      case 1:
        return follow<1, Trump, true>(trick, table.cards, table.shape, table.best, table.best_seat);
      case 2:
        return follow<2, Trump, true>(trick, table.cards, table.shape, table.best, table.best_seat);
      default:
        return follow<3, Trump, true>(trick, table.cards, table.shape, table.best, table.best_seat);
    }
  }

  template <bool Trump>
  [[gnu::always_inline]] static bool beats(int card, int best) {
    const bool same = suit_of(card) == suit_of(best);
    return (same & (card > best)) | (Trump & !same & (suit_of(card) == 0));
  }

  // What is known of the trick that follows `before`, in which `played` were played.
  template <bool Trump>
  [[gnu::always_inline]] Trick next_trick(int seat, int left, int need, u64 played, const Trick& before) {
    Trick trick{.all = before.all ^ played,
                .now = before.now,
                .left = left,
                .need = need,
                .leader = seat,
                .tops = before.tops,
                .long_trumps = before.long_trumps};
    for (u64 changed = played; changed != 0;) {
      const int suit = suit_of(lowest_bit(changed));
      const int cards = count_bits(trick.all & suit_mask(suit));
      trick.now.lane[suit] = owners_of(trick.all, suit);
      trick.tops = (trick.tops & ~(u64{0xFFFF} << (16 * suit))) | top_word(trick.now.lane[suit], cards)
                                                                      << (16 * suit);
      changed &= ~suit_mask(suit);
    }
    if (Trump && (played & suit_mask(0)) != 0) {
      trick.long_trumps = long_trumps_of_all(trick.now.lane[0], count_bits(trick.all & suit_mask(0)));
    }
    return trick;
  }

  // A trick is about to begin; `before` is the one that has ended.
  template <bool Trump>
  [[gnu::noinline]] Answer lead(int seat, int left, int need, u64 played, u64 shape, const Trick& before) {
    const u64 key = key_of<Trump>(shape);
    store_.prefetch(key);
    Trick trick = next_trick<Trump>(seat, left, need, played, before);
    // What each side is sure of comes first: it rests on fewer cards than what was found by search.
    const bool ns = (seat & 1) == 0;
    const int want = ns ? need : left - need + 1;  // what the leader's side needs for its answer
    const LeadView view(shape, trick.tops, seat);
    Four depths;
    if (leader_takes<Trump>(view, trick.now.lane[0], trick.long_trumps, seat, left, want, depths)) {
      return answer_of(ns, cards_at(depths, trick.all));
    }
    ShapeSlot* const slot = reuse_ ? store_.find(key) : nullptr;
    const Ref known = slot != nullptr ? store_.root(*slot, seat) : 0;
    store_.prefetch_ref(known);  // comes while the others' tricks are counted
    if (others_take<Trump>(view, trick.now.lane[0], trick.long_trumps, seat, left, left - want + 1, depths)) {
      return answer_of(!ns, cards_at(depths, trick.all));
    }
    const CutTable::Place cut = lead_hint<Trump>(seat, shape, need);
    __builtin_prefetch(cut.entry);
    if (known != 0) {
      if (const auto found = store_.look_up(known, trick.now, need); found.pattern != nullptr) {
        store_.used(*slot, seat);
        return answer_of(found.yes, winners_of(*found.pattern, trick.all));
      }
    }
    u64 candidates = run_tops(hand_[seat], trick.all);
    u64 together = 0;
    const Refuted refuted =
        refuted_leads<Trump>(view, trick.now.lane[0], trick.long_trumps, seat, left, left - want + 1);
    for (int suit = 0; suit < 4; ++suit) {
      if (refuted.suits[suit] != 0) candidates &= ~suit_mask(suit);
    }
    if (sum_of(refuted.suits) != 0) together = cards_at(refuted.depths, trick.all);
    if (candidates == 0) return answer_of(!ns, together);
    const Answer answer = member_.shares(trick)
                              ? lead_in_node<Trump>(trick, shape, cut, candidates, together)
                              : lead_moves<Trump, false>(trick, shape, cut, candidates, together);
    if (reuse_ && !stopped_) {
      const bool yes = is_yes(answer);
      store_.remember(key, seat, pattern_of(trick.now, trick.all, answer), yes ? need : 0,
                      yes ? left : need - 1);
    }
    return answer;
  }

  template <bool Trump>
  [[gnu::noinline]] Answer lead_in_node(Trick& trick, u64 shape, CutTable::Place cut, u64 candidates,
                                        u64 together) {
    return member_.as_node(hand_, trick, stopped_,
                           [&] { return lead_moves<Trump, false>(trick, shape, cut, candidates, together); });
  }

  // What a leader goes by: its own hand, the parities of partner's lengths and, with trumps, how much is
  // needed.
  template <bool Trump>
  [[gnu::always_inline]] CutTable::Place lead_hint(int seat, u64 shape, int need) {
    u64 key = hand_[seat] ^ static_cast<u64>(seat) << 45;
    key ^= (shape >> (4 * (seat ^ 2)) & 0x0001000100010001ULL) << 13;
    if constexpr (Trump) key ^= static_cast<u64>(need) << 60;
    return cuts_.at(key);
  }

  template <bool Trump, bool Root>
  [[gnu::always_inline]] Answer lead_moves(Trick& trick, u64 shape, const CutTable::Place cut, u64 candidates,
                                           u64 together) {
    const int seat = trick.leader;
    const bool mine = (seat & 1) == 0;  // the answer that the mover wants
    const u64 hand = hand_[seat];
    if ((++ticks_ & (Together ? 127 : 1023)) == 0 && should_stop()) {
      stopped_ = true;
      return 0;
    }
    LeadOrder<Trump> order;
    int card = cut.card();
    const bool hinted = card >= 0 && (candidates >> card & 1) != 0;
    bool first = true;
    if (!hinted) {
      order.weigh(hand, seat, shape, trick.now, candidates);
      card = order.best_of(candidates);
    }
    if (trick.left >= kManyTricks) [[unlikely]]
      card = known_to_do<0, Trump>(trick, Played{.shape = shape}, seat, candidates, card);
    for (;;) {
      candidates ^= bit(card);
      ++nodes_;
      trick.suit = suit_of(card);
      trick.in_suit = trick.all & suit_mask(trick.suit);
      const auto mark = member_.mark(hand_, trick, card);
      hand_[seat] = hand ^ bit(card);
      const Answer answer =
          follow<1, Trump, false>(trick, bit(card), shape - length_unit(trick.suit, seat), card, seat);
      hand_[seat] = hand;
      member_.unmark(mark);
      if (stopped_) [[unlikely]]
        return 0;
      if (is_yes(answer) == mine) {
        if constexpr (Root) proof_ = card;
        if (!first) cut.set(card);
        return answer;
      }
      failed(card, answer, hand, trick.all, together, candidates);
      if (candidates == 0) return answer_of(!mine, together);
      if (hinted && first) order.weigh(hand, seat, shape, trick.now, candidates);
      first = false;
      card = member_.next_of(order, hand_, trick, candidates);
    }
  }

  // One card of `seat`, and what comes of it.
  template <int Place, bool Trump>
  [[gnu::always_inline]] Answer play(const Trick& trick, const Played& table, int seat, u64 hand, int card) {
    ++nodes_;
    Played next = table;
    next.cards |= bit(card);
    next.shape -= length_unit(suit_of(card), seat);
    if (beats<Trump>(card, table.best)) {
      next.best = card;
      next.best_seat = seat;
    }
    if constexpr (Place < 3) {
      hand_[seat] = hand ^ bit(card);
      const Answer answer =
          follow<Place + 1, Trump, false>(trick, next.cards, next.shape, next.best, next.best_seat);
      hand_[seat] = hand;
      return answer;
    } else {
      const int left = trick.left - 1;
      const int need = trick.need - ((next.best_seat & 1) ^ 1);
      const u64 of_suit = next.cards & suit_mask(suit_of(next.best));
      const u64 by_rank = (of_suit & (of_suit - 1)) != 0 ? bit(next.best) : 0;
      if (static_cast<u32>(need - 1) >= static_cast<u32>(left)) return answer_of(need <= 0, by_rank);
      hand_[seat] = hand ^ bit(card);
      const Answer answer = left == 1
                                ? last_trick<Trump>(next.best_seat)
                                : lead<Trump>(next.best_seat, left, need, next.cards, next.shape, trick);
      hand_[seat] = hand;
      return answer | by_rank;
    }
  }

  // The cards on the table (see Played) come one by one, so that they stay in registers.
  template <int Place, bool Trump, bool Root>
  Answer follow(const Trick& trick, u64 cards, u64 shape, int best, int best_seat) {
    if constexpr (Together && !Root) {
      if (member_.shares(trick)) [[unlikely]]
        return follow_in_node<Place, Trump>(trick, cards, shape, best, best_seat);
    }
    return follow_on<Place, Trump, Root>(trick, cards, shape, best, best_seat);
  }
  template <int Place, bool Trump>
  [[gnu::noinline]] Answer follow_in_node(const Trick& trick, u64 cards, u64 shape, int best, int best_seat) {
    return member_.as_node(hand_, trick, stopped_, [&] {
      return follow_on<Place, Trump, false>(trick, cards, shape, best, best_seat);
    });
  }

  template <int Place, bool Trump, bool Root>
  [[gnu::always_inline]] Answer follow_on(const Trick& trick, u64 cards, u64 shape, int best, int best_seat) {
    const Played table{.cards = cards, .shape = shape, .best = best, .best_seat = best_seat};
    const int seat = (trick.leader + Place) & 3;
    const bool mine = (seat & 1) == 0;
    const u64 hand = hand_[seat];
    const bool follows = (hand & trick.in_suit) != 0;
    u64 candidates =
        follows ? run_tops_of_suit(hand & trick.in_suit, trick.in_suit) : run_tops(hand, trick.all);
    if constexpr (Root) candidates &= only_;
    if ((candidates & (candidates - 1)) == 0) {
      const int card = lowest_bit(candidates);
      const Answer answer = play<Place, Trump>(trick, table, seat, hand, card);
      if constexpr (Root) {
        if (is_yes(answer) == mine) proof_ = card;
      }
      if (is_yes(answer) == mine) return answer;
      u64 together = 0;
      failed(card, answer, hand, trick.all, together, candidates);
      return answer_of(!mine, together);
    }
    // What the mover goes by: in the suit, who has what of it; otherwise its own hand and how much is needed.
    u64 key = static_cast<u64>(64 * (seat + 4 * Place)) << 47;
    if (follows) {
      key ^= trick.in_suit ^ static_cast<u64>(best) << 48 ^ (hand & trick.in_suit) * 77;
      return try_cards<Place, Trump, Root, FollowOrder<Place, Trump>>(trick, table, seat, candidates, key);
    }
    key ^= hand * 3 ^ static_cast<u64>(Trump ? best : best_seat) << 47;
    if constexpr (Trump) key ^= static_cast<u64>(trick.need) * 0xABCDEF1234567ULL;
    return try_cards<Place, Trump, Root, DiscardOrder<Place, Trump>>(trick, table, seat, candidates, key);
  }

  // Tries the candidates (more than one): first the card remembered for `key`, the others in their order.
  template <int Place, bool Trump, bool Root, class Order>
  [[gnu::always_inline]] Answer try_cards(const Trick& trick, const Played& table, int seat, u64 candidates,
                                          u64 key) {
    const bool mine = (seat & 1) == 0;
    const u64 hand = hand_[seat];
    const CutTable::Place cut = cuts_.at(key);
    const bool partner_wins = table.best_seat == (seat ^ 2);
    u64 together = 0;
    bool first = true;
    Order order;
    int card = cut.card();
    const bool hinted = card >= 0 && (candidates >> card & 1) != 0;
    if (!hinted) {
      order.weigh(hand_, seat, trick.all, trick.suit, table.best, partner_wins, candidates);
      card = order.best_of(candidates);
    }
    if (trick.left >= kManyTricks) [[unlikely]]
      card = known_to_do<Place, Trump>(trick, table, seat, candidates, card);
    for (;;) {
      candidates ^= bit(card);
      const auto mark = member_.mark(hand_, trick, card);
      const Answer answer = play<Place, Trump>(trick, table, seat, hand, card);
      member_.unmark(mark);
      if (stopped_) [[unlikely]]
        return 0;
      if (is_yes(answer) == mine) {
        if constexpr (Root) proof_ = card;
        if (!first) cut.set(card);
        return answer;
      }
      failed(card, answer, hand, trick.all, together, candidates);
      if (candidates == 0) return answer_of(!mine, together);
      if (hinted && first) {
        order.weigh(hand_, seat, trick.all, trick.suit, table.best, partner_wins, candidates);
      }
      first = false;
      card = member_.next_of(order, hand_, trick, candidates);
    }
  }

  // Early in a long hand much time goes into each card. Of the candidates the one of which the store already
  // knows that it does for the mover, `card` before the others, whatever comes in this trick; `card` when
  // there is none.
  template <int Place, bool Trump>
  [[gnu::noinline]] int known_to_do(const Trick& trick, const Played& table, int seat, u64 candidates,
                                    int card) {
    if ((candidates & (candidates - 1)) == 0 || !reuse_) return card;
    const auto does = [&](int played) {
      return known_after<Trump>(Place, trick, Place == 0 ? suit_of(played) : trick.suit, table, seat, played,
                                seat & 1);
    };
    if (does(card)) return card;
    for (u64 others = candidates ^ bit(card); others != 0; others &= others - 1) {
      if (does(lowest_bit(others))) return lowest_bit(others);
    }
    return card;
  }

  // Does the store know that `card`, played by `seat` in its place in a trick of the suit `led`, does for
  // `side`?
  template <bool Trump>
  bool known_after(int place, const Trick& trick, int led, const Played& table, int seat, int card,
                   int side) {
    Played next = table;
    next.cards |= bit(card);
    next.shape -= length_unit(suit_of(card), seat);
    if (place == 0 || beats<Trump>(card, table.best)) {
      next.best = card;
      next.best_seat = seat;
    }
    if (place == 3) {
      const int need = trick.need - ((next.best_seat & 1) ^ 1);
      const int left = trick.left - 1;
      if (need <= 0 || need > left) return (need <= 0) == (side == 0);
      ShapeSlot* const slot = store_.find(key_of<Trump>(next.shape));
      const Ref known = slot != nullptr ? store_.root(*slot, next.best_seat) : 0;
      if (known == 0) return false;
      const auto found = store_.look_up(known, owners_now(trick.all ^ next.cards), need);
      return found.pattern != nullptr && found.yes == (side == 0);
    }
    const int follower = (seat + 1) & 3;
    const bool own = (follower & 1) == side;
    const u64 hand = hand_[follower];
    const u64 follows = hand & suit_mask(led);
    for (u64 cards = run_tops(follows != 0 ? follows : hand, trick.all); cards != 0; cards &= cards - 1) {
      if (known_after<Trump>(place + 1, trick, led, next, follower, lowest_bit(cards), side) == own)
        return own;
    }
    return !own;
  }

  template <bool Trump>
  Answer last_trick(int seat) {
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
    return answer_of((best_seat & 1) == 0, (of_suit & (of_suit - 1)) != 0 ? bit(best) : 0);
  }

  // The owners of all remaining cards, highest first, suit by suit.
  [[gnu::always_inline]] u32 owners_of(u64 all, int suit) const {
    const u64 cards = suit_cards(all, suit);
#if defined(__BMI2__)
    const u64 pairs = spread_bits(cards, 0x1555555) * 3;
    return static_cast<u32>(gather_bits(owners_[suit], pairs) << (32 - 2 * count_bits(cards)));
#else
    u32 owners = 0;
    for (u64 rest = cards; rest != 0; rest &= rest - 1)
      owners = owners >> 2 | static_cast<u32>(owners_[suit] >> 2 * lowest_bit(rest)) << 30;
    return owners;
#endif
  }
  Pattern owners_now(u64 all) const {
    Pattern now;
    for (int suit = 0; suit < 4; ++suit) now.lane[suit] = owners_of(all, suit);
    return now;
  }

  // From so many tricks on the store is asked about every card before one is searched (the first two tricks
  // of a deal): with fewer the asking costs more than it saves.
  static constexpr int kManyTricks = 12;

  u64 hand_[4] = {};
  u64 owners_[4] = {};  // two bits for each card of the root, by suit
  u64 nodes_ = 0;
  u64 ticks_ = 0;
  u64 only_ = ~u64{0};  // the cards to try at the root
  bool stopped_ = false;
  std::conditional_t<Together, Store<true>&, Store<false>> store_;
  std::conditional_t<Together, CutTable&, CutTable> cuts_;
  [[no_unique_address]] std::conditional_t<Together, SearchMember, Loner> member_;
  const bool reuse_;
  Root root_;
  u64 all_ = 0;
  u64 shape_ = 0;
  int left_ = 0;
  int proof_ = -1;
};

}  // namespace
}  // namespace yomi::dd

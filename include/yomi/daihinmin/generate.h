// The rules of plays as code that runs anywhere, in play-outs and on an accelerator: constexpr throughout,
// for lists of any kind that has add(). The functions of moves.h rest on it.
#pragma once

#include <bit>

#include "yomi/daihinmin/moves.h"

namespace yomi::daihinmin::rules {

using Bits = std::uint64_t;

inline constexpr Bits kOnes = 0x0111'1111'1111'1111ULL;  // the first bit of columns 0 to 14

constexpr Bits columns_from(int column) {
  return ~Bits{0} << (4 * column);
}
constexpr Bits columns_below(int column) {
  return column <= 0 ? 0 : ~(~Bits{0} << (4 * column));
}

// The sets of `size` suits within a set of suits, as a mask of 16 bits: bit s for the set s.
constexpr unsigned subsets(unsigned suits, int size) {
  unsigned sets = 1;
  for (unsigned bit = 1; bit < 16; bit <<= 1) {
    if ((suits & bit) != 0) sets |= sets << bit;
  }
  constexpr std::uint64_t kOfSize = 0x8000'6880'1668'0116ULL;  // of one, two, three and four suits
  return size == 0 ? 1 : sets & static_cast<unsigned>(kOfSize >> (16 * (size - 1)) & 0xFFFF);
}

// Columns whose nibble of `counts` (0 to 4) is `least` (1 to 8) or more, as bit 3 of each.
constexpr Bits columns_with(Bits counts, int least) {
  return (counts + kOnes * static_cast<Bits>(8 - least)) & kOnes << 3;
}

template <class List>
struct Generator {
  const Public& table;
  Bits naturals;
  bool joker;
  Stands how;
  List& list;

  // Columns in which a group may follow, or all.
  [[nodiscard]] constexpr Bits allowed() const {
    if (table.top.is_pass()) return columns_below(kColumns - 1);
    return table.revolution ? columns_below(table.top.low)
                            : columns_from(table.top.low + 1) & columns_below(14);
  }

  constexpr void joker_group(int column, unsigned held, int size, unsigned lock) {
    if (size == 5) {
      if (held == 15 && lock == 0) list.add(Move::group_of_five(column));
      return;
    }
    for (unsigned parts = subsets(held, size - 1); parts != 0; parts &= parts - 1) {
      const auto part = static_cast<unsigned>(lowest_bit(parts));
      if (lock != 0) {
        const unsigned missing = lock & ~part;
        if ((part & ~lock) == 0 && suit_count(missing) == 1 &&
            (how == Stands::every || (missing & held) == 0)) {
          list.add(Move::group(column, part, lowest_bit(missing)));
        }
        continue;
      }
      if (how == Stands::every) {
        for (unsigned free = ~part & 15U; free != 0; free &= free - 1) {
          list.add(Move::group(column, part, lowest_bit(free)));
        }
        continue;
      }
      const unsigned free = ~held & 15U;
      if (free == 0) continue;
      const unsigned locking = table.top.is_pass() ? 0 : table.top.suits & ~part;
      const bool can_lock =
          suit_count(locking) == 1 && (part | locking) == table.top.suits && (locking & free) != 0;
      if (can_lock) list.add(Move::group(column, part, lowest_bit(locking)));
      const unsigned other = can_lock ? free & ~locking : free;
      if (other != 0) list.add(Move::group(column, part, lowest_bit(other)));
    }
  }

  // Groups of exactly `size` in the columns of `where`; `lock` is the suit set they must show, 0 for any.
  constexpr void groups(int size, Bits where, unsigned lock) {
    if (size == 1) {
      Bits singles = naturals & where;
      if (lock != 0) singles &= kOnes * lock;
      for (; singles != 0; singles &= singles - 1) {
        const int bit = lowest_bit(singles);
        list.add(Move::group(bit >> 2, 1U << (bit & 3)));
      }
      if (joker) list.add(Move::lone_joker());
      return;
    }
    for (Bits rest = naturals & where; rest != 0;) {
      const int column = lowest_bit(rest) >> 2;
      const auto held = static_cast<unsigned>(rest >> (4 * column) & 15U);
      rest &= ~(Bits{15} << (4 * column));
      const int count = suit_count(held);
      if (count >= size) {
        for (unsigned sets = subsets(held, size); sets != 0; sets &= sets - 1) {
          const auto set = static_cast<unsigned>(lowest_bit(sets));
          if (lock == 0 || set == lock) list.add(Move::group(column, set));
        }
      }
      if (joker && count >= size - 1) joker_group(column, held, size, lock);
    }
  }

  constexpr void add_runs(Bits starts, int size, int hole) {
    for (; starts != 0; starts &= starts - 1) {
      const int bit = lowest_bit(starts);
      const int low = bit >> 2;
      list.add(Move::run(suit_at(bit & 3), low, size, hole < 0 ? -1 : low + hole));
    }
  }

  // Runs of exactly `size` that begin in `where`. False when there are none, wherever they begin.
  constexpr bool runs(int size, Bits where) {
    if (size > kColumns) return false;
    Bits all = naturals;
    for (int i = 1; i < size; ++i) all &= naturals >> (4 * i);
    add_runs(all & where, size, -1);
    bool any = all != 0;
    if (joker) {
      const Bits fits = columns_below(kColumns - size + 1);
      for (int hole = 0; hole < size; ++hole) {
        Bits starts = fits;
        for (int i = 0; i < size; ++i) {
          if (i != hole) starts &= naturals >> (4 * i);
        }
        any = any || starts != 0;
        starts &= where;
        if (how == Stands::telling) starts &= ~(naturals >> (4 * hole));
        add_runs(starts, size, hole);
      }
    }
    return any;
  }

  constexpr void lead() {
    const Bits counts = column_counts(Cards(naturals));
    int most_in_group = joker ? 1 : 0;
    while (columns_with(counts, most_in_group + (joker ? 0 : 1)) != 0) ++most_in_group;
    for (int size = 1; size <= most_in_group; ++size) groups(size, allowed(), 0);
    // Two neighbours, or two at a distance of two with the joker, are where a run can begin.
    const Bits pairs = naturals & naturals >> 4;
    if ((pairs & naturals >> 8) != 0 || (joker && (pairs | (naturals & naturals >> 8)) != 0)) {
      for (int size = 3; runs(size, ~Bits{0}); ++size) {
      }
    }
  }

  constexpr void follow() {
    const Move& top = table.top;
    if (top.kind == Kind::group) {
      if (top.is_lone_joker()) {
        if ((naturals >> spade_three().bit() & 1) != 0) list.add(Move::group(kLowColumn, 8));
      } else {
        groups(top.size, allowed(), table.locked ? top.suits : 0);
      }
    } else {
      Bits where =
          table.revolution ? columns_below(top.low - top.size + 1) : columns_from(top.low + top.size);
      if (table.locked) where &= kOnes * top.suits;
      runs(top.size, where);
    }
  }
};

// Told in moves.h.
template <class List>
constexpr void moves(const Public& table, Cards hand, List& list, Stands stands) {
  list.clear();
  Generator<List> generator{table, hand.without_joker().bits(), hand.has_joker(), stands, list};
  if (table.table_empty()) {
    generator.lead();
  } else {
    generator.follow();
    list.add(Move::pass());
  }
}

constexpr bool can_follow(const Public& table, Cards cards, int most) {
  const Move& top = table.top;
  if (top.is_pass()) return !cards.empty() && most > 0;
  if (top.size > most) return false;
  Bits naturals = cards.without_joker().bits();
  const bool joker = cards.has_joker();
  if (top.kind == Kind::group) {
    if (top.is_lone_joker()) return cards.contains(spade_three());
    if (top.size == 1 && joker) return true;
    if (top.size == 5) return false;  // there is only one joker
    naturals &= table.revolution ? columns_below(top.low) : columns_from(top.low + 1);
    if (table.locked) naturals &= kOnes * top.suits;
    if (top.size == 1) return naturals != 0;
    return columns_with(column_counts(Cards(naturals)), top.size - (joker ? 1 : 0)) != 0;
  }
  Bits where = table.revolution ? columns_below(top.low - top.size + 1) : columns_from(top.low + top.size);
  where &= columns_below(kColumns - top.size + 1);
  if (table.locked) where &= kOnes * top.suits;
  // With the joker one place may be missing: count, suit by suit in parallel, runs with no hole and with one.
  Bits whole = where;
  Bits holed = 0;
  for (int i = 0; i < top.size; ++i) {
    const Bits here = naturals >> (4 * i);
    holed = (holed & here) | whole;
    whole &= here;
  }
  return joker ? (whole | holed) != 0 : whole != 0;
}

constexpr bool stands(const Public& table, const Move& move, Cards others, int most) {
  if (move.is_pass()) return false;
  if ((move.shows_eight() && !move.is_lone_joker()) || table.top.is_lone_joker()) return true;
  Public after = table;
  if (move.is_revolution()) after.revolution = !after.revolution;
  after.locked = table.locked || (!table.top.is_pass() && table.top.suits == move.suits);
  after.top = move;
  return !rules::can_follow(after, others, most);
}

}  // namespace yomi::daihinmin::rules

// Tricks that a side is sure of at the start of a trick, counted without search.
//
// Everything is counted from two things that the search has at hand: the lengths of all suits, and who owns
// the cards of each suit from the top. Each claim comes with the cards whose ranks it depends on (how many
// from the top of each suit), and rests on as few as will do: the fewer, the more positions an answer built
// on it serves. All are lower bounds for one side, and so upper bounds for the other. They must be sound, not
// sharp: property tests hold them against brute force.
#pragma once

#include "search_trumps.h"

namespace yomi::dd {
namespace {

// Tricks of one hand that plays a suit from the top, stays on lead, and is ruffed by nobody: its `run` of top
// cards, and when they exhaust everybody else, of whom the longest holds `longest`, the small ones too.
YOMI_INLINE Four cash(Four run, Four length, Four longest) {
  return run >= longest ? length : run;
}

// What trumps do for the side on lead.
struct LeadTrumps {
  bool enough = false;  // they alone take what is wanted
  int sure = 0;         // trump tricks
  int most = 0;         // tricks in side suits, so that neither of us must ruff
  bool one_ruffs = false;
  bool three_ruffs = false;
};

YOMI_INLINE LeadTrumps lead_trumps(const LeadView& view, u32 trumps, u32 long_trumps, int seat, int left,
                                   int want, Four& depths) {
  LeadTrumps made{.most = left};
  const int own = view.own[0];
  const int mate = view.mate[0];
  const int one = view.one[0];
  const int three = view.three[0];
  if (own + mate != 0) {
    const u32 owners = trumps ^ static_cast<u32>(seat) * 0x55555555;
    const bool ours = (view.owner[0] & 1) == 0;
    const TrumpTricks tricks =
        trump_tricks(owners, 0, 2, max_of(own, mate), one + three, ours ? view.high[0] : 0,
                     static_cast<int>(long_trumps >> (8 * seat) & 255),
                     static_cast<int>(long_trumps >> (8 * (seat ^ 2)) & 255), want);
    made.sure = tricks.count;
    depths[0] = tricks.depth;
    made.enough = made.sure >= want;
    if (made.enough) return made;
    if (made.sure == 0 && want == 1) {
      const bool even = (seat & 1) == 0;
      const int depth = guarded_trump(owners, own + mate + one + three, 0, own, 2, mate, even ? 1 : 3,
                                      even ? one : three, even ? three : one, true, left);
      if (depth != 0) {
        depths[0] = depth;
        made.enough = true;
        return made;
      }
    }
    if (own != 0) made.most = left - own;
    if (mate != 0) made.most = min_of(made.most, left - mate);
  }
  made.one_ruffs = one != 0;
  made.three_ruffs = three != 0;
  // Own top trumps that draw all of theirs: then nobody ruffs, and every trump of ours wins.
  const int draws = max_of(one, three);
  if (draws > 0 && view.owner[0] == 0 && view.run[0] >= draws) {
    made.sure = max_of(own, mate);
    depths[0] = draws;
    made.enough = made.sure >= want;
    made.one_ruffs = made.three_ruffs = false;
    made.most = min_of(left - own, left - mate - max_of(draws - mate, 0));
  }
  return made;
}

// The leader's own winners in side suits, `cap` in each at most, and partner's across an entry, where the
// leader's do not suffice.
struct LeadWinners {
  Four cap;
  Four theirs;   // the longer of the opponents' holdings
  Four longest;  // of partner's and theirs
  Four mine;
};

// Crossing once to partner. In each suit: own winners first, while partner follows small, and partner's after
// the crossing; in the entry suit a small card must be left to cross with. Winners are the cards above the
// opponents'; when they exhaust everybody else, partner's small cards are winners too.
template <bool Trump>
YOMI_INLINE bool takes_by_crossing(const LeadView& view, const LeadWinners& lead, int wanted, Four& depths) {
  const Four mine = lead.mine;
  const Four mates_longest = max_of(view.own, lead.theirs);
  const Four mates = (view.owner == 2) & min_of(cash(view.run, view.mate, mates_longest), lead.cap);
  const Four own_high = view.owner == 0 ? view.of_owner : view.high - view.of_owner;
  const Four mate_high = view.high - own_high;
  const Four together =
      ((view.owner & 1) == 0) & (own_high > 0) & (mate_high > 0) & (own_high <= view.mate - mate_high);
  const Four all_high = together & min_of(cash(view.high, view.mate, mates_longest), lead.cap);
  const Four both = max_of(max_of(mine, mates), all_high);
  const Four by_mate = (view.own > 0) & mates;
  const Four by_high = (view.own > own_high) & (lead.cap > own_high) & all_high;
  const Four cross = max_of(by_mate, by_high);
  const Four loss = cross > 0 ? both - cross : four(99);
  const int least = least_of(loss);
  if (sum_of(both) - least < wanted) return false;
  const Four mine_depth = min_of(mine, lead.longest);
  const Four mates_depth = min_of(mates, mates_longest);
  const Four high_depth = (lead.theirs > 0) & view.high;
  const Four depth = mine >= both ? mine_depth : mates >= both ? mates_depth : high_depth;
  const Four cross_depth = by_mate >= cross ? mates_depth : high_depth;
  bool crossed = false;
  // Suits that are not needed for the tricks wanted are left out, or cashed in part where the winners are one
  // hand's.
  int spare = sum_of(both) - least - wanted;
  for (int suit = Trump ? 1 : 0; suit < 4; ++suit) {
    const bool entry = !crossed && loss[suit] == least;
    crossed = crossed || entry;
    if (entry) {
      depths[suit] = cross_depth[suit];
    } else if (both[suit] <= spare) {
      spare -= both[suit];
      depths[suit] = 0;
    } else if (mine[suit] >= both[suit] || mates[suit] >= both[suit]) {
      depths[suit] = min_of(both[suit] - spare, depth[suit]);
      spare = 0;
    } else {
      depths[suit] = depth[suit];
    }
  }
  return true;
}

// Does the side on lead take `want` tricks? Winners of the side suits that can be cashed at once, first from
// the leader's hand, then from partner's across an entry; and trumps (`trumps` are their owners).
template <bool Trump>
YOMI_INLINE bool leader_takes(const LeadView& view, u32 trumps, u32 long_trumps, int seat, int left, int want,
                              Four& depths) {
  depths = Four{};
  LeadTrumps with{.most = left};
  if constexpr (Trump) {
    with = lead_trumps(view, trumps, long_trumps, seat, left, want, depths);
    if (with.enough) return true;
  }
  const int wanted = want - with.sure;
  if (with.most < wanted) return false;
  const Four side = Trump ? Four{0, -1, -1, -1} : four(-1);
  LeadWinners lead;
  lead.theirs = max_of(view.one, view.three);
  // How often a suit can be cashed before an opponent ruffs.
  lead.cap = min_of(view.one | (with.one_ruffs ? 0 : 15), view.three | (with.three_ruffs ? 0 : 15)) & side;
  lead.longest = max_of(view.mate, lead.theirs);
  lead.mine = (view.owner == 0) & min_of(cash(view.run, view.own, lead.longest), lead.cap);
  if (const int sum = sum_of(lead.mine); sum >= wanted) {
    int spare = sum - wanted;
    for (int suit = Trump ? 1 : 0; suit < 4; ++suit) {
      const int dropped = min_of(spare, lead.mine[suit]);
      spare -= dropped;
      depths[suit] = min_of(lead.mine[suit] - dropped, lead.longest[suit]);
    }
    return true;
  }
  return takes_by_crossing<Trump>(view, lead, wanted, depths);
}

// One trick for the side that is not on lead, when the leader's side has trumps and wants every trick. The
// others control a suit when they hold its highest card and nobody can ruff it before they are in: a hand
// with trumps can ruff a suit only after it got rid of its cards there, while partner can still lead it. It
// discards only when partner leads a suit in which it is the shorter of the two, so no more often than
// partner's suits are longer, all together. Until a controlled suit is led, no suit can be led more often
// than the longer holding; the others keep what controls meanwhile.
YOMI_INLINE bool others_take_one(const LeadView& view, bool own_trumps, bool mate_trumps, int left,
                                 Four& depths) {
  const Four for_own = max_of(view.mate - view.own, four(0));
  const Four for_mate = max_of(view.own - view.mate, four(0));
  const int discards = sum_of(for_own);  // as many as for partner: both hold as many cards
  Four control = ((view.owner & 1) != 0) & (view.run > 0);
  if (own_trumps) control &= (view.mate == 0) | (view.own > discards - for_own);
  if (mate_trumps) control &= (view.own == 0) | (view.mate > discards - for_mate);
  const int kept = -min_of(sum_of(control & (view.owner == 1)), sum_of(control & (view.owner == 3)));
  if (kept == 0 || sum_of(max_of(view.own, view.mate) & ~control) + kept > left) return false;
  depths = control & 1;
  return true;
}

// Of the side winners that a hand will cash some can be spared, but it keeps one in each suit to get in with.
// From one suit after the other `spare` of them go; trumps stay.
template <bool Trump>
YOMI_INLINE Four without_spare(Four tricks, int spare) {
  if (spare <= 0) return tricks;
  Four most = max_of(tricks - 1, four(0));  // that the suit can give
  if constexpr (Trump) most[0] = 0;
  // What the suits before it give together.
  const Four zero = four(0);
  const Four pairs = most + __builtin_shufflevector(most, zero, 4, 0, 1, 2);
  const Four sums = pairs + __builtin_shufflevector(pairs, zero, 4, 4, 0, 1);
  return tricks - min_of(most, max_of(spare - (sums - most), zero));
}

// Tricks for the side that is not on lead, when the leader's side has no trumps. A hand wins whatever is led
// in the suits of which it holds the highest card, or which it can ruff. Until it is in, the leader's side
// takes tricks in the remaining suits only, and no more of them than the longer of its holdings; the hand
// keeps its winners meanwhile and then cashes them.
template <bool Trump>
YOMI_INLINE bool others_take_after_run(const LeadView& view, int left, int want, Four& depths) {
  const Four length = max_of(view.own, view.mate);
  const Four longest_for_one = max_of(length, view.three);
  const Four longest_for_three = max_of(length, view.one);
  Four by_one = view.owner == 1;
  Four by_three = view.owner == 3;
  Four tricks_of_one = by_one & cash(view.run, view.one, longest_for_one);
  Four tricks_of_three = by_three & cash(view.run, view.three, longest_for_three);
  Four depth_of_one = min_of(tricks_of_one, longest_for_one);
  Four depth_of_three = min_of(tricks_of_three, longest_for_three);
  if constexpr (Trump) {  // each of their trumps is a trick, whatever its rank
    tricks_of_one[0] = view.one[0];
    tricks_of_three[0] = view.three[0];
    depth_of_one[0] = depth_of_three[0] = 0;
    if (view.one[0] != 0) by_one |= view.one == 0;
    if (view.three[0] != 0) by_three |= view.three == 0;
  }
  const int tops_of_one = sum_of(tricks_of_one);
  const int tops_of_three = sum_of(tricks_of_three);
  if (min_of(tops_of_one, left - sum_of(length & ~by_one)) >= want) {
    depths = min_of(without_spare<Trump>(tricks_of_one, tops_of_one - want), depth_of_one);
    return true;
  }
  if (min_of(tops_of_three, left - sum_of(length & ~by_three)) >= want) {
    depths = min_of(without_spare<Trump>(tricks_of_three, tops_of_three - want), depth_of_three);
    return true;
  }
  // Whichever of the two is in first.
  const int either = left - sum_of(length & ~(by_one | by_three));
  if (min_of(min_of(tops_of_one, tops_of_three), either) < want) return false;
  depths = max_of(min_of(without_spare<Trump>(tricks_of_one, tops_of_one - want), depth_of_one),
                  min_of(without_spare<Trump>(tricks_of_three, tops_of_three - want), depth_of_three));
  return true;
}

// Does the side that is not on lead take `want` tricks?
template <bool Trump>
YOMI_INLINE bool others_take(const LeadView& view, u32 trumps, u32 long_trumps, int seat, int left, int want,
                             Four& depths) {
  depths = Four{};
  if constexpr (Trump) {
    const int own = view.own[0];
    const int mate = view.mate[0];
    const int one = view.one[0];
    const int three = view.three[0];
    if (one + three != 0) {
      const u32 owners = trumps ^ static_cast<u32>(seat) * 0x55555555;
      const TrumpTricks sure = their_trump_tricks(view, owners, long_trumps, seat, want);
      if (sure.count >= want) {
        depths[0] = sure.depth;
        return true;
      }
      if (sure.count == 0 && want == 1) {
        // The hand on the leader's left plays before partner, the other after.
        const bool even = (seat & 1) == 0;
        const int total = own + mate + one + three;
        const int depth = even ? guarded_trump(owners, total, 1, one, 3, three, 2, mate, own, false, left)
                               : guarded_trump(owners, total, 3, three, 1, one, 2, mate, own, false, left);
        if (depth != 0) {
          depths[0] = depth;
          return true;
        }
      }
    }
    if (own + mate != 0) return want == 1 && others_take_one(view, own != 0, mate != 0, left, depths);
  }
  return others_take_after_run<Trump>(view, left, want, depths);
}

// Suits that the leader's side cannot lead: a hand of the other side wins the trick with the highest card and
// then cashes what makes `want` tricks together with its side's trumps.
struct Refuted {
  Four suits = {};   // -1 where it is so
  Four depths = {};  // what that depends on
};
template <bool Trump>
YOMI_INLINE Refuted refuted_leads(const LeadView& view, u32 trumps, u32 long_trumps, int seat, int left,
                                  int want) {
  Refuted refuted;
  const u32 owners = trumps ^ static_cast<u32>(seat) * 0x55555555;
  TrumpTricks sure;
  Four cap = four(15);
  int most = left;
  if constexpr (Trump) {
    const int own = view.own[0];
    const int mate = view.mate[0];
    const int one = view.one[0];
    const int three = view.three[0];
    if (one + three != 0) {
      sure = their_trump_tricks(view, owners, long_trumps, seat, want);
      most = left - max_of(one, three);
    }
    cap = min_of(view.own | (own != 0 ? 0 : 15), view.mate | (mate != 0 ? 0 : 15));
    cap[0] = 0;
  }
  const Four length = max_of(view.own, view.mate);
  for (int hand = 1; hand < 4; hand += 2) {
    const Four by_hand = view.owner == hand;
    const Four longest = max_of(length, hand == 1 ? view.three : view.one);
    const Four tricks = by_hand & min_of(cash(view.run, hand == 1 ? view.one : view.three, longest), cap);
    const int cashed = min_of(sum_of(tricks), most);
    const int own_trumps = Trump ? static_cast<int>(long_trumps >> (8 * (seat ^ hand)) & 255) : 0;
    const bool wins_trump = Trump && by_hand[0] != 0 && view.run[0] > 0 && own_trumps + cashed >= want;
    if (sure.count + cashed < want) continue;  // the hand's own trumps are no more than its side's
    Four suits = tricks > 0;
    const int trumps_needed = max_of(want - cashed, 1);  // when its highest trump wins the trick
    const int spare = sum_of(tricks) - want + (wins_trump ? trumps_needed : sure.count);
    Four depths = min_of(without_spare<Trump>(tricks, spare), longest);
    if constexpr (Trump) {
      depths[0] = sure.depth;
      // Its highest trump may fall together with one of partner's, so only its own trumps count then.
      if (wins_trump) {
        suits[0] = -1;
        depths[0] = max_of(depths[0], long_trumps_depth(owners, static_cast<u32>(hand), trumps_needed));
      }
    }
    refuted.suits |= suits;
    refuted.depths = max_of(refuted.depths, depths);
  }
  return refuted;
}

}  // namespace
}  // namespace yomi::dd

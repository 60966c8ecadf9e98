#include "yomi/daihinmin/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "net.h"
#include "yomi/daihinmin/learnt_file.h"

namespace yomi::daihinmin {
namespace {

using Bits = std::uint64_t;

constexpr Bits kOnes = 0x0111'1111'1111'1111ULL;

// Columns c to 14 - c: cards in the order that rules after a revolution.
constexpr Bits turned(Bits bits) {
  bits = __builtin_bswap64(bits);
  bits = (bits & 0x0F0F'0F0F'0F0F'0F0FULL) << 4 | (bits >> 4 & 0x0F0F'0F0F'0F0F'0F0FULL);
  return bits >> 4;
}

constexpr Bits columns_with(Bits counts, int least) {
  return least <= 0 ? kOnes << 3 : (counts + kOnes * static_cast<Bits>(8 - least)) & kOnes << 3;
}

// How many columns a mask of columns_with() names (column 0 apart): the sum of nibbles that are 0 or 1, by
// one multiplication.
constexpr int column_count(Bits columns) {
  return static_cast<int>((columns >> 3) * kOnes >> 60);
}

// Classes of plays: single, pair, triple, four or five, run of three, longer run.
constexpr int kClasses = 6;
constexpr int class_of(const Move& move) {
  return move.kind == Kind::run ? (move.size == 3 ? 4 : 5) : std::min<int>(move.size, 4) - 1;
}
// Coarser: single, pair, anything else.
constexpr int coarse(int of_class) {
  return std::min(of_class, 2);
}

enum Act { kLead, kFollow, kPass };

// The blocks of weights, one after the other.
constexpr std::uint32_t kKindRank = 0;                               // [lead, follow][class][strength 15]
constexpr std::uint32_t kHandAfter = kKindRank + 2 * kClasses * 15;  // [column 15][count 5], change only
constexpr std::uint32_t kLeft = kHandAfter + 15 * 5;                 // [act][cards left 13]
constexpr std::uint32_t kGroups = kLeft + 3 * 13;                    // [act][ranks left 12]
constexpr std::uint32_t kBreaks = kGroups + 3 * 12;                  // [lead, follow][held 5][used 5]
constexpr std::uint32_t kJoker = kBreaks + 2 * 5 * 5;                // [class][left 4]
constexpr std::uint32_t kEight = kJoker + kClasses * 4;              // [lead, follow][class][ranks left 6]
constexpr std::uint32_t kRevolution = kEight + 2 * kClasses * 6;     // [how the rest likes it 7]
constexpr std::uint32_t kPassing = kRevolution + 7;                  // [last to pass][own table]
constexpr std::uint32_t kPassTop = kPassing + 4;                     // [class][strength 15]
constexpr std::uint32_t kPassLeft = kPassTop + kClasses * 15;        // [own cards 13]
constexpr std::uint32_t kRunBreak = kPassLeft + 13;                  // [lead, follow][class]
constexpr std::uint32_t kHandEnd = kRunBreak + 2 * kClasses;
// From here only in the full breadth.
constexpr std::uint32_t kBeaters = kHandEnd;                       // [lead, follow][class][ranks that beat 8]
constexpr std::uint32_t kStands = kBeaters + 2 * kClasses * 8;     // [lead, follow][class]
constexpr std::uint32_t kWeak = kStands + 2 * kClasses;            // [act][stands][weak ranks left 8]
constexpr std::uint32_t kLock = kWeak + 3 * 2 * 8;                 // [coarse][stands][weak 4]
constexpr std::uint32_t kNearest = kLock + 3 * 2 * 4;              // [act][coarse][fewest cards of another 6]
constexpr std::uint32_t kPassBeaters = kNearest + 3 * 3 * 6;       // [class][ranks that beat 8]
constexpr std::uint32_t kPassOwner = kPassBeaters + kClasses * 8;  // [players not passed 5][owner's cards 6]
constexpr std::uint32_t kPassOwn = kPassOwner + 5 * 6;             // [ranks left 12][weak ranks left 8]
constexpr std::uint32_t kJokerThree = kPassOwn + 12 * 8;           // lone joker [spade three outside]
constexpr std::uint32_t kThreeOnJoker = kJokerThree + 2;           // 1
constexpr std::uint32_t kCrossOwn = kThreeOnJoker + 1;  // [act][coarse][strength 15][column 13][count 5]
constexpr std::uint32_t kCrossBlock = 15 * 13 * 5;
constexpr std::uint32_t kCrossOthers = kCrossOwn + 9 * kCrossBlock;
constexpr std::uint32_t kJokerOut =
    kCrossOthers + 9 * kCrossBlock;                 // [act][coarse][joker outside][joker held after]
constexpr std::uint32_t kPlan = kJokerOut + 9 * 4;  // [act][stands][weak 6][strong 6][nearest 3]
constexpr std::uint32_t kStillIn = kPlan + 3 * 2 * 6 * 6 * 3;  // [act][coarse][others in 4][nearest 4]
constexpr std::uint32_t kRunsLeft = kStillIn + 3 * 3 * 4 * 4;  // [act][class][cards in runs 4]
constexpr std::uint32_t kNext = kRunsLeft + 3 * kClasses * 4;  // [act][class][cards of the next to move 7]
constexpr std::uint32_t kWeights = kNext + 3 * kClasses * 7;

// A hand's natural runs of three or more: the cards that lie in one.
constexpr Bits run_cards(Bits naturals) {
  const Bits starts = naturals & naturals >> 4 & naturals >> 8;
  return starts | starts << 4 | starts << 8;
}

// What is the same for all moves of one decision.
struct Situation {
  const Public& table;
  Cards hand_cards;
  Cards others_cards;
  bool turned_over;
  int held;   // own cards
  Bits hand;  // in the ruling order, without the joker
  Bits others;
  Bits others_counts{};
  bool joker_outside;
  int most = 0;      // most cards of another player
  int nearest = 9;   // fewest
  int waiting = 0;   // others who have not passed
  int still_in = 0;  // others who hold cards
  int next = 0;      // cards of the one who moves next; 0 when all have passed
  Bits in_runs;
  std::array<Bits, 5> beaten_below{};  // of groups of n: columns below the best outside group of n
  int eight;

  Situation(const Public& on, Cards own, Cards out, bool full)
      : table(on), hand_cards(own), others_cards(out), turned_over(on.revolution), held(own.size()) {
    hand = order(own.without_joker().bits());
    others = order(out.without_joker().bits());
    joker_outside = out.has_joker();
    eight = turned_over ? 14 - kEightColumn : kEightColumn;
    in_runs = run_cards(hand);
    if (!full) return;
    others_counts = column_counts(Cards(others));
    for (int seat = 0; seat < kPlayers; ++seat) {
      if (seat == on.turn || !on.is_in(seat)) continue;
      const int count = on.counts[at(seat)];
      most = std::max(most, count);
      nearest = std::min(nearest, count);
      ++still_in;
      if ((on.passed >> seat & 1) == 0) ++waiting;
    }
    for (int step = 1; step < kPlayers && next == 0; ++step) {
      const int seat = (on.turn + step) % kPlayers;
      if (on.is_in(seat) && (on.passed >> seat & 1) == 0) next = on.counts[at(seat)];
    }
    for (int n = 1; n <= 4; ++n) {
      const Bits with = columns_with(others_counts, n);
      const int best = with == 0 ? 0 : (63 - std::countl_zero(with)) >> 2;
      beaten_below[static_cast<std::size_t>(n)] = best == 0 ? 0 : ~(~Bits{0} << (4 * best));
    }
  }

  [[nodiscard]] Bits order(Bits bits) const { return turned_over ? turned(bits) : bits; }

  // Ranks left that are neither eights nor sure to be on top among groups of their size.
  [[nodiscard]] int weak_ranks(Bits counts) const {
    Bits weak = 0;
    counts &= ~(Bits{15} << (4 * eight));
    for (int n = 1; n <= 4; ++n) {
      const Bits exactly = columns_with(counts, n) & ~columns_with(counts, n + 1);
      weak |= exactly & beaten_below[static_cast<std::size_t>(n)];
    }
    return column_count(weak);
  }
};

template <class Sink>
void cross(const Situation& s, int block, int strength_of, Bits after_counts, Sink&& sink) {
  const auto row =
      static_cast<std::uint32_t>(block) * kCrossBlock + static_cast<std::uint32_t>(strength_of) * 65;
  Bits own = after_counts >> 4;
  Bits out = s.others_counts >> 4;
  for (std::uint32_t column = 0; column < 65; column += 5) {
    sink(kCrossOwn + row + column + static_cast<std::uint32_t>(own & 7), 1.0F);
    sink(kCrossOthers + row + column + static_cast<std::uint32_t>(out & 7), 1.0F);
    own >>= 4;
    out >>= 4;
  }
}

constexpr std::uint32_t u(int value) {
  return static_cast<std::uint32_t>(value);
}

// What both the linear features and the network want to know of a move.
struct Look {
  int of_class;  // of the move; of a pass, of what lies there
  int low;       // the strength of that
  Bits used = 0;
  Bits after;
  Bits counts;
  Bits before_counts{};
  bool joker = false;
  bool keeps_joker;
  int ranks;
  int left;
  // In the full breadth only.
  bool stood = false;
  int weak = 0;
  int over = -1;    // ranks outside that beat it; of groups
  int in_runs = 0;  // cards left in runs: none, three, four, more

  Look(const Situation& s, const Move& move, bool full) {
    const Public& table = s.table;
    const bool pass = move.is_pass();
    const Move& shown = pass ? table.top : move;
    of_class = class_of(shown);
    low = std::max(strength(shown, s.turned_over), 0);
    if (!pass) {
      used = s.order(move.cards.without_joker().bits());
      joker = move.cards.has_joker();
      before_counts = column_counts(Cards(s.hand));
    }
    after = s.hand & ~used;
    counts = column_counts(Cards(after));
    keeps_joker = s.hand_cards.has_joker() && !joker;
    ranks = column_count(columns_with(counts, 1));
    left = s.held - move.size;
    if (!full) return;
    stood = !pass && (table.last_to_pass() || stands(table, move, s.others_cards, s.most));
    weak = s.weak_ranks(counts);
    if (shown.kind == Kind::group && low < 14) {
      over = std::min(column_count(columns_with(s.others_counts, shown.size - (s.joker_outside ? 1 : 0)) >>
                                   (4 * (low + 1)) << 4),
                      7);
    }
    const Bits runs = run_cards(after);
    if (runs != 0) in_runs = std::clamp(bit_count(runs) - 2, 1, 3);
  }
};

// What a move leaves to be done, beside how near the others are to going out.
template <class Sink>
void outlook(const Situation& s, int act, const Look& look, Sink&& sink) {
  const int of_class = look.of_class;
  const int strong = look.ranks - look.weak;
  const int near = s.nearest <= 1 ? 0 : s.nearest <= 3 ? 1 : 2;
  sink(kPlan +
           u((((act * 2 + (look.stood ? 1 : 0)) * 6 + std::min(look.weak, 5)) * 6 + std::min(strong, 5)) * 3 +
             near),
       1.0F);
  sink(kStillIn + u(((act * 3 + coarse(of_class)) * 4 + std::clamp(s.still_in - 1, 0, 3)) * 4 +
                    std::clamp(s.nearest - 1, 0, 3)),
       1.0F);
  sink(kRunsLeft + u((act * kClasses + of_class) * 4 + look.in_runs), 1.0F);
  sink(kNext + u((act * kClasses + of_class) * 7 + std::min(s.next, 6)), 1.0F);
}

template <bool kFull, class Sink>
void pass_features(const Situation& s, const Look& look, Sink&& sink) {
  const Public& table = s.table;
  const int of_class = look.of_class;
  sink(kPassing + u((table.last_to_pass() ? 2 : 0) + (table.owner == table.turn ? 1 : 0)), 1.0F);
  sink(kPassTop + u(of_class * 15 + look.low), 1.0F);
  sink(kPassLeft + u(std::min(look.left, 12)), 1.0F);
  if constexpr (kFull) {
    sink(kWeak + u(2 * 16 + std::min(look.weak, 7)), 1.0F);
    sink(kPassOwn + u(std::min(look.ranks, 11) * 8 + std::min(look.weak, 7)), 1.0F);
    sink(kNearest + u((kPass * 3 + coarse(of_class)) * 6 + std::min(s.nearest, 5)), 1.0F);
    sink(kPassOwner + u(std::min(s.waiting, 4) * 6 + std::min<int>(table.counts[table.owner], 5)), 1.0F);
    if (look.over >= 0) sink(kPassBeaters + u(of_class * 8 + look.over), 1.0F);
    outlook(s, kPass, look, sink);
    cross(s, kPass * 3 + coarse(of_class), look.low, look.counts, sink);
    sink(kJokerOut +
             u((kPass * 3 + coarse(of_class)) * 4 + (s.joker_outside ? 2 : 0) + (look.keeps_joker ? 1 : 0)),
         1.0F);
  }
}

template <bool kFull, class Sink>
void play_features(const Situation& s, const Move& move, const Look& look, Sink&& sink) {
  const Public& table = s.table;
  const int act = table.table_empty() ? kLead : kFollow;
  const auto& [of_class, low, used, after, counts, before_counts, joker, keeps_joker, ranks, left, stood,
               weak, over, in_runs] = look;

  sink(kKindRank + u((act * kClasses + of_class) * 15 + low), 1.0F);
  for (Bits changed = used; changed != 0;) {
    const int column = std::countr_zero(changed) >> 2;
    changed &= ~(Bits{15} << (4 * column));
    sink(kHandAfter + u(column * 5 + static_cast<int>(counts >> (4 * column) & 7)), 1.0F);
    sink(kHandAfter + u(column * 5 + static_cast<int>(before_counts >> (4 * column) & 7)), -1.0F);
  }
  sink(kLeft + u(act * 13 + std::min(left, 12)), 1.0F);
  sink(kGroups + u(act * 12 + std::min(ranks, 11)), 1.0F);
  if (move.kind == Kind::group && used != 0) {
    const int column = std::countr_zero(used) >> 2;
    const int held = static_cast<int>(before_counts >> (4 * column) & 7);
    sink(kBreaks + u((act * 5 + held) * 5 + move.size - (joker ? 1 : 0)), 1.0F);
    if ((used & s.in_runs) != 0) sink(kRunBreak + u(act * kClasses + of_class), 1.0F);
  }
  if (joker) sink(kJoker + u(of_class * 4 + (left <= 2 ? 0 : left <= 4 ? 1 : left <= 7 ? 2 : 3)), 1.0F);
  if (move.shows_eight() && !move.is_lone_joker()) {
    sink(kEight + u((act * kClasses + of_class) * 6 + std::min(ranks, 5)), 1.0F);
  }
  if (move.is_revolution()) {
    int sum = 0;
    for (Bits rest = after; rest != 0; rest &= rest - 1) sum += 7 - (std::countr_zero(rest) >> 2);
    const int cards_after = left - (keeps_joker ? 1 : 0);
    const int mean = cards_after == 0 ? 3 : std::clamp(sum / cards_after + 3, 0, 6);
    sink(kRevolution + u(mean), 1.0F);
  }
  if constexpr (kFull) {
    if (over >= 0) sink(kBeaters + u((act * kClasses + of_class) * 8 + over), 1.0F);
    if (stood) sink(kStands + u(act * kClasses + of_class), 1.0F);
    sink(kWeak + u((act * 2 + (stood ? 1 : 0)) * 8 + std::min(weak, 7)), 1.0F);
    if (act == kFollow && !table.locked && move.suits == table.top.suits) {
      sink(kLock + u((coarse(of_class) * 2 + (stood ? 1 : 0)) * 4 + std::min(weak, 3)), 1.0F);
    }
    sink(kNearest + u((act * 3 + coarse(of_class)) * 6 + std::min(s.nearest, 5)), 1.0F);
    if (move.is_lone_joker()) sink(kJokerThree + u(s.others_cards.contains(kSpadeThree) ? 1 : 0), 1.0F);
    if (table.top.is_lone_joker()) sink(kThreeOnJoker, 1.0F);
    outlook(s, act, look, sink);
    cross(s, act * 3 + coarse(of_class), low, counts, sink);
    sink(kJokerOut + u((act * 3 + coarse(of_class)) * 4 + (s.joker_outside ? 2 : 0) + (keeps_joker ? 1 : 0)),
         1.0F);
  }
}

template <bool kFull, class Sink>
void move_features(const Situation& s, const Move& move, const Look& look, Sink&& sink) {
  if (move.is_pass()) {
    pass_features<kFull>(s, look, sink);
  } else {
    play_features<kFull>(s, move, look, sink);
  }
}

// The network of the deep breadth. Its first layer has a row of kHidden weights for each of these; those that
// are on are added up.
namespace net {
constexpr int kHidden = Policy::kHidden;
// What is the same for all moves of a decision.
constexpr std::uint32_t kOwn = 0;                  // [column 13][count 5], of the hand before the move
constexpr std::uint32_t kOutside = kOwn + 13 * 5;  // [column 13][count 5]
constexpr std::uint32_t kTop = kOutside + 13 * 5;  // [class][strength 15], and one for an empty table
constexpr std::uint32_t kLocked = kTop + kClasses * 15 + 1;
constexpr std::uint32_t kSeat = kLocked + 1;      // [steps after the mover 4][cards 13][passed]
constexpr std::uint32_t kOwner = kSeat + 4 * 26;  // [steps after the mover 5]
constexpr std::uint32_t kThree = kOwner + 5;      // the spade three [held, outside, gone]
// What the move adds. The columns it takes from change their rows, so that the units see the hand after it.
constexpr std::uint32_t kPlay = kThree + 3;  // [lead, follow][class][strength 15], and one for a pass
constexpr std::uint32_t kLeft = kPlay + 2 * kClasses * 15 + 1;  // [cards left 13]
constexpr std::uint32_t kStands = kLeft + 13;                   // [lead, follow][class][stands]
constexpr std::uint32_t kRanks = kStands + 2 * kClasses * 2;    // [ranks left 12]
constexpr std::uint32_t kWeak = kRanks + 12;                    // [weak ranks left 8]
constexpr std::uint32_t kJokers = kWeak + 8;                    // [kept][used][outside]
constexpr std::uint32_t kLocks = kJokers + 8;
constexpr std::uint32_t kEight = kLocks + 1;
constexpr std::uint32_t kTurns = kEight + 1;
constexpr std::uint32_t kRuns = kTurns + 1;    // [cards left in runs 4]
constexpr std::uint32_t kBeaters = kRuns + 4;  // [ranks outside that beat it 8]
constexpr std::uint32_t kRows = kBeaters + 8;

constexpr std::uint32_t kFirst = kWeights;                  // where the rows begin among the weights
constexpr std::uint32_t kHeard = kFirst + kRows * kHidden;  // [act][unit]: how the units are heard
constexpr std::uint32_t kAll = kHeard + 3 * kHidden;
constexpr std::uint32_t heard_by(int act) {
  return kHeard + u(act * kHidden);
}

void situation_rows(const Situation& s, Rows& rows) {
  const Public& table = s.table;
  Bits own = column_counts(Cards(s.hand)) >> 4;
  Bits out = s.others_counts >> 4;
  for (std::uint32_t column = 0; column < 65; column += 5) {
    rows.on(kOwn + column + static_cast<std::uint32_t>(own & 7));
    rows.on(kOutside + column + static_cast<std::uint32_t>(out & 7));
    own >>= 4;
    out >>= 4;
  }
  if (table.table_empty()) {
    rows.on(kTop + kClasses * 15);
  } else {
    rows.on(kTop + u(class_of(table.top) * 15 + std::max(strength(table.top, table.revolution), 0)));
    rows.on(kOwner + u((table.owner - table.turn + kPlayers) % kPlayers));
  }
  if (table.locked) rows.on(kLocked);
  for (int step = 1; step < kPlayers; ++step) {
    const int seat = (table.turn + step) % kPlayers;
    rows.on(kSeat +
            u((step - 1) * 26 + std::min<int>(table.counts[at(seat)], 12) * 2 + (table.passed >> seat & 1)));
  }
  rows.on(kThree + (s.hand_cards.contains(kSpadeThree) ? 0 : s.others_cards.contains(kSpadeThree) ? 1 : 2));
}

// Returns the act.
int move_rows(const Situation& s, const Move& move, const Look& look, Rows& rows) {
  const Public& table = s.table;
  rows.on(kLeft + u(std::min(look.left, 12)));
  rows.on(kRanks + u(std::min(look.ranks, 11)));
  rows.on(kWeak + u(std::min(look.weak, 7)));
  rows.on(kJokers + u((look.keeps_joker ? 4 : 0) + (look.joker ? 2 : 0) + (s.joker_outside ? 1 : 0)));
  rows.on(kRuns + u(look.in_runs));
  if (look.over >= 0) rows.on(kBeaters + u(look.over));
  if (move.is_pass()) {
    rows.on(kPlay + 2 * kClasses * 15);
    return kPass;
  }
  const int act = table.table_empty() ? kLead : kFollow;
  for (Bits changed = look.used; changed != 0;) {
    const int column = std::countr_zero(changed) >> 2;
    changed &= ~(Bits{15} << (4 * column));
    const auto row = kOwn + u(column - 1) * 5;
    rows.on(row + static_cast<std::uint32_t>(look.counts >> (4 * column) & 7));
    rows.off(row + static_cast<std::uint32_t>(look.before_counts >> (4 * column) & 7));
  }
  rows.on(kPlay + u((act * kClasses + look.of_class) * 15 + look.low));
  rows.on(kStands + u((act * kClasses + look.of_class) * 2 + (look.stood ? 1 : 0)));
  if (act == kFollow && !table.locked && move.suits == table.top.suits) rows.on(kLocks);
  if (move.shows_eight() && !move.is_lone_joker()) rows.on(kEight);
  if (move.is_revolution()) rows.on(kTurns);
  return act;
}

// The units before any move is made.
void sum_shared(const float* weights, const Situation& s, Rows& shared, float* units) {
  constexpr std::array<float, kHidden> kNone{};
  situation_rows(s, shared);
  sum_rows<kHidden>(weights + kFirst, shared, kNone.data(), units);
}

void add_gradient(const float* weights, const Situation& s, const MoveList& list,
                  std::span<const float> pushes, float* sums) {
  Rows shared;
  std::array<float, kHidden> before;
  std::array<float, kHidden> units;
  std::array<float, kHidden> back;
  std::array<float, kHidden> back_shared{};
  sum_shared(weights, s, shared, before.data());
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (pushes[i] == 0) continue;
    Rows rows;
    const int act = move_rows(s, list[i], Look(s, list[i], true), rows);
    sum_rows<kHidden>(weights + kFirst, rows, before.data(), units.data());
    pull_back<kHidden>(units.data(), weights + heard_by(act), pushes[i], sums + heard_by(act), back.data());
    add_to_rows<kHidden>(rows, back.data(), sums + kFirst);
    for (int unit = 0; unit < kHidden; ++unit) back_shared[at(unit)] += back[at(unit)];
  }
  add_to_rows<kHidden>(shared, back_shared.data(), sums + kFirst);
}

}  // namespace net

template <bool kFull, bool kDeep>
void sum_scores(const float* weights, const Situation& s, const MoveList& list, std::span<float> out) {
  Rows rows;
  std::array<float, net::kHidden> before;
  std::array<float, net::kHidden> units;
  if constexpr (kDeep) net::sum_shared(weights, s, rows, before.data());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Look look(s, list[i], kFull);
    float sum = 0;
    move_features<kFull>(s, list[i], look,
                         [&](std::uint32_t number, float value) { sum += weights[number] * value; });
    if constexpr (kDeep) {
      rows.clear();
      const int act = net::move_rows(s, list[i], look, rows);
      sum_rows<net::kHidden>(weights + net::kFirst, rows, before.data(), units.data());
      sum += heard<net::kHidden>(units.data(), weights + net::heard_by(act));
    }
    out[i] = sum;
  }
}

// exp to about 1e-4 of its value and the same on every machine; arguments are scores below the best, so <= 0.
float fast_exp(float x) {
  if (x < -80.0F) return 0.0F;
  // (1 + x/256)^256 with a correction of the second order.
  const float y = x * (1.0F / 256.0F);
  float power = 1.0F + y + 0.5F * y * y;
  for (int i = 0; i < 8; ++i) power *= power;
  return power;
}

}  // namespace

Policy::Policy(Breadth breadth)
    : breadth_(breadth), weights_(breadth == Breadth::deep ? net::kAll : kWeights, 0.0F) {}

std::size_t Policy::linear_count() {
  return kWeights;
}

Policy Policy::deepened(std::uint64_t seed) const {
  assert(breadth_ == Breadth::full);
  Policy policy(Breadth::deep);
  std::copy(weights_.begin(), weights_.end(), policy.weights_.begin());
  // Some 45 rows are on at a time: this spread lets a unit be on for about half of the moves.
  Random random(seed);
  for (std::uint32_t i = net::kFirst; i < net::kHeard; ++i)
    policy.weights_[i] = static_cast<float>(random.unit() - 0.5) * 0.5F;
  return policy;
}

Policy Policy::blended(float own, const Policy& other, float linear) const {
  assert(breadth_ != Breadth::hand && other.breadth_ == Breadth::full);
  Policy policy = *this;
  for (std::size_t i = 0; i < kWeights; ++i)
    policy.weights_[i] = own * weights_[i] + linear * other.weights_[i];
  for (std::size_t i = net::kHeard; i < policy.weights_.size(); ++i) policy.weights_[i] *= own;
  return policy;
}

void Policy::scores(const Public& table, Cards hand, Cards others, const MoveList& list,
                    std::span<float> out) const {
  const Situation situation(table, hand, others, breadth_ != Breadth::hand);
  switch (breadth_) {
    case Breadth::hand:
      return sum_scores<false, false>(weights_.data(), situation, list, out);
    case Breadth::full:
      return sum_scores<true, false>(weights_.data(), situation, list, out);
    case Breadth::deep:
      return sum_scores<true, true>(weights_.data(), situation, list, out);
  }
}

void softmax(std::span<float> scores) {
  const float best = *std::max_element(scores.begin(), scores.end());
  float sum = 0;
  for (float& score : scores) sum += score = fast_exp(score - best);
  for (float& score : scores) score /= sum;
}

void Policy::probabilities(const Public& table, Cards hand, Cards others, const MoveList& list,
                           std::span<float> out, float temperature) const {
  scores(table, hand, others, list, out);
  out = out.first(list.size());
  for (float& score : out) score /= temperature;
  softmax(out);
}

std::size_t Policy::choose(const Public& table, Cards hand, Cards others, const MoveList& list,
                           Random& random, float temperature) const {
  const auto left = static_cast<std::uint8_t>(hand.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].size == left) return i;
  }
  if (list.size() == 1) return 0;
  std::array<float, MoveList::kCapacity> out;
  scores(table, hand, others, list, out);
  const float best = *std::max_element(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(list.size()));
  const float scale = 1.0F / temperature;
  float sum = 0;
  for (std::size_t i = 0; i < list.size(); ++i) out[i] = sum += fast_exp((out[i] - best) * scale);
  const float mark = static_cast<float>(random.unit()) * sum;
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    if (mark < out[i]) return i;
  }
  return list.size() - 1;
}

void Policy::features(const Public& table, Cards hand, Cards others, const Move& move,
                      std::vector<Feature>& out) const {
  out.clear();
  const auto sink = [&](std::uint32_t number, float value) { out.push_back({number, value}); };
  const bool full = breadth_ != Breadth::hand;
  const Situation situation(table, hand, others, full);
  const Look look(situation, move, full);
  if (full) {
    move_features<true>(situation, move, look, sink);
  } else {
    move_features<false>(situation, move, look, sink);
  }
}

void Policy::add_gradient(const Public& table, Cards hand, Cards others, const MoveList& list,
                          std::span<const float> pushes, std::span<float> sums) const {
  const bool full = breadth_ != Breadth::hand;
  const Situation situation(table, hand, others, full);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const float push = pushes[i];
    if (push == 0) continue;
    const auto sink = [&](std::uint32_t number, float value) { sums[number] += push * value; };
    const Look look(situation, list[i], full);
    if (full) {
      move_features<true>(situation, list[i], look, sink);
    } else {
      move_features<false>(situation, list[i], look, sink);
    }
  }
  if (breadth_ == Breadth::deep) net::add_gradient(weights_.data(), situation, list, pushes, sums.data());
}

std::size_t Policy::hidden_rows(const Public& table, Cards hand, Cards others, const Move& move,
                                std::vector<Feature>& out) {
  const Situation situation(table, hand, others, true);
  Rows rows;
  net::situation_rows(situation, rows);
  const int act = net::move_rows(situation, move, Look(situation, move, true), rows);
  out.clear();
  for (std::size_t i = 0; i < rows.added; ++i)
    out.push_back({net::kFirst + rows.plus[i] * u(net::kHidden), 1.0F});
  for (std::size_t i = 0; i < rows.taken; ++i)
    out.push_back({net::kFirst + rows.minus[i] * u(net::kHidden), -1.0F});
  return net::heard_by(act);
}

namespace {

constexpr std::array<std::pair<Breadth, std::string_view>, 3> kBreadths{
    {{Breadth::hand, "hand"}, {Breadth::full, "full"}, {Breadth::deep, "deep"}}};

std::string head_of(Breadth breadth, std::string_view name) {
  return fmt::format("yomi-daihinmin-policy {} {}", name, Policy(breadth).weights().size());
}

}  // namespace

std::string to_text(const Policy& policy) {
  const auto weights = policy.weights();
  std::string text;
  for (const auto& [breadth, name] : kBreadths) {
    if (breadth == policy.breadth()) text = head_of(breadth, name) + '\n';
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (std::abs(weights[i]) >= 0.0005F) text += fmt::format("{} {:.3f}\n", i, weights[i]);
  }
  return text + "end\n";
}

Result<Policy> parse_policy(std::string_view text) {
  LearntLines lines(text);
  std::optional<Policy> policy;
  while (const auto line = lines.next()) {
    if (!policy) {
      for (const auto& [breadth, name] : kBreadths) {
        if (*line == head_of(breadth, name)) policy.emplace(breadth);
      }
      if (!policy)
        return lines.error(fmt::format("expected '{}' (or hand, or deep)", head_of(Breadth::full, "full")));
      continue;
    }
    const char* const stop = line->data() + line->size();
    std::uint32_t number = 0;
    const auto [after, wrong] = std::from_chars(line->data(), stop, number);
    float weight = 0;
    if (wrong != std::errc() || after == stop || *after != ' ' || number >= policy->weights().size() ||
        std::from_chars(after + 1, stop, weight).ec != std::errc() || !std::isfinite(weight)) {
      return lines.error("expected the number of a weight and its value");
    }
    policy->weights()[number] = weight;
  }
  if (!policy) return Error{.what = "expected a policy file, found nothing", .line = 1};
  if (auto error = lines.not_whole()) return *error;
  return *policy;
}

}  // namespace yomi::daihinmin

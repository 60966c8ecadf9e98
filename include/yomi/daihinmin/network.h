// The network that scores moves: two hidden layers over switches. Each thing that is true of a position or a
// move switches a row of weights on; a unit's sum is that of the rows which are on. A small second layer
// listens to the rectified units. The rectified units of both layers are heard with one weight each, another
// one for a lead, a follow and a pass. Unit 0 is heard as it is besides, which makes the linear part of the
// score.
//
// The rows of the position are added once a decision, those of a move on top of them for each move (Nasu
// 2018, "efficiently updatable neural networks", has the idea for shogi). In play weights are whole numbers
// of 1/256, so that answers are the same on every machine; learning (self_play.h) has them as floats.
#pragma once

#include <cassert>
#include <span>
#include <vector>

#include "yomi/daihinmin/move_features.h"

namespace yomi::daihinmin::network {

using features::Bits;
using features::Block;
using features::DecisionContext;
using features::Look;

inline constexpr int kUnits = 128;
inline constexpr int kSecond = 32;  // units of the second layer

enum class Of : std::uint8_t {
  own,
  outside,
  top,
  empty,
  lock_outside,
  lock_own,
  seat,
  declined,
  owner,
  three,
  revolution,
  still_in,
  lacking,
  led,
  own_rank,
  rank,
  sets,
  play,
  pass,
  left,
  ranks,
  weak,
  plan,
  stands,
  jokers,
  suits,
  eight,
  turns,
  runs,
  plays,
  beaters,
  nearest,
  next,
  breaks,
  run_break,
  pass_owner,
  pass_own,
  passing,
  joker_three,
  three_on_joker,
  joker_use,
  count
};

inline constexpr int kC = features::kClasses;
inline constexpr std::array<Block, static_cast<std::size_t>(Of::count)> kBlocks{{
    // The position.
    {"own cards: column, how many", {13, 5}},
    {"cards outside: column, how many", {13, 5}},
    {"what lies there: class, strength", {kC, 15}},
    {"nothing lies there", {1}},
    {"locked: best column outside in those suits", {15}},
    {"locked: own best column in those suits", {15}},
    {"the others: steps after the mover, cards, has passed", {4, 13, 2}},
    {"the others: steps, weakest single passed on", {4, 15}},
    {"who played last: steps", {5}},
    {"spade three: held, outside, gone", {3}},
    {"revolution", {2}},
    {"others still in", {5}},
    {"the others: steps, weakest pair passed on", {4, 15}},
    {"the others: steps, last single led", {4, 15}},
    {"own place in the game before, or none", {6}},
    {"the others: steps, place in the game before, or none", {4, 6}},
    {"own cards of a column: how many, columns above with as many outside, or an eight", {5, 9}},
    // The move. The columns it takes from change their rows of `own` and `sets`, so that the units see the
    // hand after it.
    {"play: lead or follow, class, strength", {2, kC, 15}},
    {"pass", {1}},
    {"cards left", {13}},
    {"ranks left", {12}},
    {"weak ranks left", {8}},
    {"plan: act, stands, weak ranks, strong ranks, fewest cards of another", {3, 2, 6, 6, 3}},
    {"stands: lead or follow, class, does it", {2, kC, 2}},
    {"joker: kept, used, outside", {2, 2, 2}},
    {"suits: led, not locked, new lock, old lock; ranks outside that follow in them, own best beats them",
     {4, 6, 2}},
    {"shows an eight: lead or follow, class", {2, kC}},
    {"makes a revolution: how the rest likes it", {7}},
    {"cards left in runs", {4}},
    {"plays left with runs as one: act, how many", {3, 12}},
    {"ranks outside that beat it: act, class, how many", {3, kC, 8}},
    {"fewest cards of another: act, single or pair or more", {3, 3, 6}},
    {"cards of the next to move: act, class", {3, kC, 7}},
    {"group broken: lead or follow, held, used", {2, 5, 5}},
    {"run broken: lead or follow, class", {2, kC}},
    {"pass: others waiting, cards of who played last", {5, 6}},
    {"pass: ranks left, weak ranks left", {12, 8}},
    {"pass: last to pass, own cards lie there", {2, 2}},
    {"lone joker: spade three outside", {2}},
    {"spade three on the joker", {1}},
    {"joker used: class, cards left", {kC, 4}},
}};
inline constexpr std::uint32_t kRows = features::first_of(kBlocks, kBlocks.size());
inline constexpr std::uint32_t kHeard = kRows * kUnits;             // [act][unit], after the rows
inline constexpr std::uint32_t kHeardSecond = kHeard + 3 * kUnits;  // [act][unit of the second layer]
inline constexpr std::uint32_t kPlain =
    kHeardSecond + 3 * kSecond;  // what such a unit hears of an act itself
inline constexpr std::uint32_t kBetween =
    kPlain + 3 * kSecond;  // [unit][unit of the second layer]; see between()
inline constexpr std::uint32_t kWeights = kBetween + kUnits * kSecond;

// Where the network as it plays has the weight between a unit and one of the second layer: two units beside
// each other, since processors multiply so.
constexpr std::size_t between(std::size_t unit, std::size_t second) {
  return kBetween + (unit / 2 * kSecond + second) * 2 + unit % 2;
}

template <Of kBlock, class... Values>
constexpr std::uint16_t row(Values... values) {
  return static_cast<std::uint16_t>(features::number<kBlocks, kBlock>(values...));
}

// Rows that are on, and rows to take away again.
struct Rows {
  std::array<std::uint16_t, 80> plus;
  std::array<std::uint16_t, 32> minus;
  std::uint16_t added = 0;
  std::uint16_t taken = 0;

  constexpr void on(std::uint16_t number) {
    assert(added < plus.size());
    plus[added++] = number;
  }
  constexpr void off(std::uint16_t number) {
    assert(taken < minus.size());
    minus[taken++] = number;
  }
};

// The row of `sets` for the cards of a column.
constexpr std::uint16_t set_row(const DecisionContext& s, int column, int held) {
  return row<Of::sets>(held, column == s.eight ? 8 : std::min(s.above(held, column), 7));
}

constexpr void position_rows(const DecisionContext& s, Rows& rows) {
  const Public& table = s.table;
  for (int column = 0; column < 13; ++column) {
    rows.on(row<Of::own>(column, s.hand_counts >> (4 * column + 4) & 7));
    rows.on(row<Of::outside>(column, s.others_counts >> (4 * column + 4) & 7));
    const int held = static_cast<int>(s.hand_counts >> (4 * column + 4) & 7);
    if (held > 0) rows.on(set_row(s, column + 1, held));
  }
  if (table.table_empty()) {
    rows.on(row<Of::empty>(0));
  } else {
    rows.on(row<Of::top>(features::class_of(table.top), std::max(strength(table.top, s.turned_over), 0)));
    rows.on(row<Of::owner>((table.owner - table.turn + kPlayers) % kPlayers));
    if (table.locked && table.top.kind == Kind::group) {
      const Bits suits = features::kOnes * table.top.suits;
      rows.on(row<Of::lock_outside>(features::highest_column(s.others & suits)));
      rows.on(row<Of::lock_own>(features::highest_column(s.hand & suits)));
    }
  }
  for (int step = 1; step < kPlayers; ++step) {
    const int seat = (table.turn + step) % kPlayers;
    rows.on(row<Of::seat>(step - 1, std::min<int>(table.counts[at(seat)], 12), table.passed >> seat & 1));
    rows.on(row<Of::declined>(step - 1, table.told[0][at(seat)]));
    rows.on(row<Of::lacking>(step - 1, table.told[1][at(seat)]));
    rows.on(row<Of::led>(step - 1, table.told[2][at(seat)]));
    rows.on(row<Of::rank>(step - 1, table.rank[at(seat)]));
  }
  rows.on(row<Of::three>(s.hand_cards.contains(spade_three())     ? 0
                         : s.others_cards.contains(spade_three()) ? 1
                                                                  : 2));
  rows.on(row<Of::revolution>(s.turned_over ? 1 : 0));
  rows.on(row<Of::still_in>(s.still_in));
  rows.on(row<Of::own_rank>(table.rank[table.turn]));
}

// The suits that a play shows, which a lock holds to: how many ranks outside could follow in them, and
// whether the best that is kept beats them all.
constexpr void suit_rows(const DecisionContext& s, const Move& move, const Look& look, Rows& rows) {
  if (move.kind != Kind::group || move.suits == 0) return;
  const Bits suits = features::kOnes * move.suits;
  const Bits above = look.low >= 14 ? 0 : ~Bits{0} << (4 * (look.low + 1));
  const auto complete = [&](Bits cards, int missing) {
    return features::columns_with(column_counts(Cards(cards & suits & above)), move.size - missing);
  };
  const Bits outside = complete(s.others, s.joker_outside ? 1 : 0) & above;
  const Bits own = complete(look.after, 0);
  const int how = s.table.table_empty() ? 0 : s.table.locked ? 3 : move.suits == s.table.top.suits ? 2 : 1;
  rows.on(row<Of::suits>(how, std::min(features::column_count(outside), 5),
                         features::highest_column(own) > features::highest_column(outside) ? 1 : 0));
}

constexpr void play_rows(const DecisionContext& s, const Move& move, const Look& look, int act, Rows& rows) {
  const Public& table = s.table;
  for (Bits changed = look.used; changed != 0;) {
    const int column = lowest_bit(changed) >> 2;
    changed &= ~(Bits{15} << (4 * column));
    const int before = static_cast<int>(s.hand_counts >> (4 * column) & 7);
    const int after = static_cast<int>(look.counts >> (4 * column) & 7);
    rows.on(row<Of::own>(column - 1, after));
    rows.off(row<Of::own>(column - 1, before));
    if (after > 0) rows.on(set_row(s, column, after));
    rows.off(set_row(s, column, before));
  }
  rows.on(row<Of::play>(act, look.of_class, look.low));
  rows.on(row<Of::stands>(act, look.of_class, look.stood ? 1 : 0));
  if (move.kind == Kind::group && look.used != 0) {
    const int column = lowest_bit(look.used) >> 2;
    rows.on(row<Of::breaks>(act, s.hand_counts >> (4 * column) & 7, move.size - (look.joker ? 1 : 0)));
    if ((look.used & s.in_runs) != 0) rows.on(row<Of::run_break>(act, look.of_class));
  }
  suit_rows(s, move, look, rows);
  if (move.shows_eight() && !move.is_lone_joker()) rows.on(row<Of::eight>(act, look.of_class));
  if (move.is_revolution()) rows.on(row<Of::turns>(features::likes_revolution(look)));
  if (look.joker) {
    rows.on(row<Of::joker_use>(look.of_class, look.left <= 2   ? 0
                                              : look.left <= 4 ? 1
                                              : look.left <= 7 ? 2
                                                               : 3));
  }
  if (move.is_lone_joker()) rows.on(row<Of::joker_three>(s.others_cards.contains(spade_three()) ? 1 : 0));
  if (table.top.is_lone_joker()) rows.on(row<Of::three_on_joker>(0));
}

// Plays that the cards left make when natural runs go as one and other cards by ranks; without runs if that
// is fewer.
constexpr int plays_left(const Look& look) {
  const Bits runs = features::run_cards(look.after);
  if (runs == 0) return look.ranks;
  const int apart = bit_count(runs & ~(runs << 4));  // where one begins
  const Bits rest = column_counts(Cards(look.after & ~runs));
  return std::min(look.ranks, apart + features::column_count(features::columns_with(rest, 1)));
}

// Returns the act.
constexpr int move_rows(const DecisionContext& s, const Move& move, const Look& look, Rows& rows) {
  const Public& table = s.table;
  const int act = move.is_pass()        ? features::kPass
                  : table.table_empty() ? features::kLead
                                        : features::kFollow;
  const int near = s.nearest <= 1 ? 0 : s.nearest <= 3 ? 1 : 2;
  rows.on(row<Of::left>(std::min(look.left, 12)));
  rows.on(row<Of::ranks>(std::min(look.ranks, 11)));
  rows.on(row<Of::weak>(std::min(look.weak, 7)));
  rows.on(row<Of::plan>(act, look.stood ? 1 : 0, std::min(look.weak, 5),
                        std::clamp(look.ranks - look.weak, 0, 5), near));
  rows.on(row<Of::jokers>(look.keeps_joker ? 1 : 0, look.joker ? 1 : 0, s.joker_outside ? 1 : 0));
  rows.on(row<Of::runs>(look.in_runs));
  rows.on(row<Of::plays>(act, std::min(plays_left(look), 11)));
  if (look.over >= 0) rows.on(row<Of::beaters>(act, look.of_class, look.over));
  rows.on(row<Of::nearest>(act, features::coarse(look.of_class), std::min(s.nearest, 5)));
  rows.on(row<Of::next>(act, look.of_class, std::min(s.next, 6)));
  if (act != features::kPass) {
    play_rows(s, move, look, act, rows);
    return act;
  }
  rows.on(row<Of::pass>(0));
  rows.on(row<Of::passing>(table.last_to_pass() ? 1 : 0, table.owner == table.turn ? 1 : 0));
  rows.on(row<Of::pass_owner>(std::min(s.waiting, 4), std::min<int>(table.counts[table.owner], 5)));
  rows.on(row<Of::pass_own>(std::min(look.ranks, 11), std::min(look.weak, 7)));
  return act;
}

// The network as it plays. A value; any thread may read it.
class Network {
 public:
  static constexpr int kScale = 256;

  Network() : weights_(kWeights) {}
  // Weights as they were learnt: rounded, and kept within what sums can hold.
  explicit Network(std::span<const float> learnt);

  void scores(const Public& table, Cards hand, Cards others, const MoveList& list,
              std::span<float> out) const;

  [[nodiscard]] std::span<const std::int16_t> weights() const { return weights_; }
  [[nodiscard]] std::span<std::int16_t> weights() { return weights_; }
  friend bool operator==(const Network&, const Network&) = default;

 private:
  std::vector<std::int16_t> weights_;
};

}  // namespace yomi::daihinmin::network

// The small model of section 4.6 of Nishino and Nishino (2011): exact play of five cards by three players.
#include <algorithm>
#include <bit>

#include "yomi/daihinmin/experiments.h"

namespace yomi::daihinmin {
namespace {

struct Small {
  std::array<unsigned, 3> hands{};  // bits 1 to 5
  std::array<int, 3> place{};       // 1 to 3; 0 while in
  int turn = 0;
  int top = 0;  // 0: empty
  int owner = 0;
  unsigned passed = 0;
  int out = 0;

  [[nodiscard]] bool in(int player) const { return place[static_cast<std::size_t>(player)] == 0; }

  void clear() {
    top = 0;
    passed = 0;
    turn = owner;
    while (!in(turn)) turn = (turn + 1) % 3;
  }

  void move_on() {
    for (int step = 1; step <= 3; ++step) {
      const int player = (turn + step) % 3;
      if (in(player) && (passed >> player & 1) == 0) {
        turn = player;
        return;
      }
    }
    clear();
  }

  void play(int card) {
    const auto mover = static_cast<std::size_t>(turn);
    if (card == 0) {
      passed |= 1U << mover;
      move_on();
      return;
    }
    hands[mover] &= ~(1U << card);
    top = card;
    owner = turn;
    if (hands[mover] == 0) {
      place[mover] = ++out;
      if (out == 2) {
        for (int& other : place) {
          if (other == 0) other = 3;
        }
        out = 3;
        return;
      }
    }
    move_on();
  }
};

// The places when everybody, seeing all cards, plays for its own; of equal plays the first (a pass is last).
std::array<int, 3> best_places(const Small& state) {
  if (state.out == 3) return state.place;
  const auto mover = static_cast<std::size_t>(state.turn);
  std::array<int, 3> best{};
  const auto consider = [&](int card) {
    Small next = state;
    next.play(card);
    const auto places = best_places(next);
    if (best[mover] == 0 || places[mover] < best[mover]) best = places;
  };
  for (int card = 1; card <= 5; ++card) {
    if ((state.hands[mover] >> card & 1) != 0 && card > state.top) consider(card);
  }
  if (state.top != 0) consider(0);
  return best;
}

}  // namespace

std::vector<SmallRow> small_rows(std::array<int, 2> hand) {
  std::vector<SmallRow> rows;
  for (int b = 1; b <= 5; ++b) {
    if (b == hand[0] || b == hand[1]) continue;
    SmallRow row{.a = hand, .b = b, .c = {}, .place = {}};
    std::size_t filled = 0;
    for (int c = 1; c <= 5; ++c) {
      if (c != b && c != hand[0] && c != hand[1]) row.c[filled++] = c;
    }
    Small state;
    state.hands = {1U << hand[0] | 1U << hand[1], 1U << b, 1U << row.c[0] | 1U << row.c[1]};
    for (std::size_t i = 0; i < 2; ++i) {
      Small next = state;
      next.play(hand[i]);
      row.place[i] = best_places(next)[0];
    }
    rows.push_back(row);
  }
  return rows;
}

std::vector<SmallHand> small_model() {
  std::vector<SmallHand> all;
  for (int low = 1; low <= 4; ++low) {
    for (int high = low + 1; high <= 5; ++high) {
      SmallHand one{.hand = {low, high},
                    .rows = small_rows({low, high}),
                    .estimate_matters = true,
                    .safe_card = 0,
                    .telling = {}};
      for (std::size_t i = 0; i < 2; ++i) {
        const bool always = std::all_of(one.rows.begin(), one.rows.end(), [&](const SmallRow& row) {
          return row.place[i] <= row.place[1 - i];
        });
        if (always) {
          one.estimate_matters = false;
          one.safe_card = one.hand[i];
        }
      }
      if (one.estimate_matters) {
        for (const SmallRow& row : one.rows) {
          if (row.place[0] == row.place[1]) continue;
          const int lead = row.place[0] < row.place[1] ? row.a[0] : row.a[1];
          one.telling += (one.telling.empty() ? "" : ", ") + std::string("B has ") + std::to_string(row.b) +
                         ": lead " + std::to_string(lead);
        }
      }
      all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace yomi::daihinmin

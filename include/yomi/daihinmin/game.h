// One game from the deal to the last place: what the table knows (Shared), what one seat knows besides
// (Private), the exchange, and the loop that asks players for their cards.
//
// Exchange, from the second game on: the poorest hands the richest its two best cards, the second poorest
// hands the second richest its best one; the rich then give back any cards they choose. `rank` is the place a
// seat took in the game before: 0 richest to 4 poorest.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "yomi/cards/random.h"
#include "yomi/daihinmin/state.h"

namespace yomi::daihinmin {

struct Turn {
  Public before;
  Move move;
};

// Cards that a rank gives away or gets in the exchange: 2, 1, 0, 1, 2.
constexpr int exchanged(int rank) {
  return rank < 2 ? 2 - rank : rank > 2 ? rank - 2 : 0;
}

// What everybody sees.
struct Shared {
  Public table;
  Cards played;
  std::vector<Turn> turns;
  bool exchanging = false;                    // the rich are choosing what to give
  bool ranked = false;                        // was there an exchange?
  std::array<std::uint8_t, kPlayers> rank{};  // by seat, when ranked
  int games_left = 1;                         // with this one, until ranks are reset
  // Who sits in each seat: numbers that stay with a player from game to game.
  std::array<std::uint8_t, kPlayers> player_at{0, 1, 2, 3, 4};

  [[nodiscard]] int seat_of_rank(int wanted) const;
  void start(const Public& table_now);
  void apply(const Move& move);
};

// What one seat knows besides.
struct Private {
  int seat = 0;
  Cards hand;
  Cards gave;  // in the exchange
  Cards got;   // by the poor; the rich find the tribute among their cards and are not told which it is
};

struct View {
  const Shared& shared;
  const Private& own;

  [[nodiscard]] const Public& table() const { return shared.table; }
  // Cards that are in the hands of the others.
  [[nodiscard]] Cards hidden() const { return Cards::full() - shared.played - own.hand; }
  // Greatest number of cards in one other hand.
  [[nodiscard]] int most_hidden() const;
  // The seat with which cards were exchanged; -1 when there was none.
  [[nodiscard]] int partner() const;
};

// A player. Calls come from one thread, in the order of the game; the view is valid only during the call.
class Player {
 public:
  virtual ~Player() = default;
  // Before each game. The same seed and the same calls give the same answers.
  virtual void begin(std::uint64_t seed) = 0;
  // The rich one's cards to give away; `view.own.hand` holds the tribute already.
  virtual Cards give(const View& view, int count) = 0;
  // A legal play for `view.table()`.
  virtual Move play(const View& view) = 0;
};

using Players = std::array<Player*, kPlayers>;  // by seat

// Shuffles and deals 11, 11, 11, 10, 10 in seat order from `first`.
std::array<Cards, kPlayers> deal(Random& random, int first = 0);

struct GameSetup {
  std::array<Cards, kPlayers> hands{};  // before the exchange
  bool ranked = false;
  std::array<std::uint8_t, kPlayers> rank{};  // by seat
  int games_left = 1;
  std::array<std::uint8_t, kPlayers> player_at{0, 1, 2, 3, 4};
  std::uint64_t seed = 0;  // for the players and for lots
};

struct GameResult {
  std::array<std::uint8_t, kPlayers> place{};  // by seat
  int turns = 0;
};

// What a record says of a play besides its cards.
struct PlayNote {
  float seconds = -1;    // that the player took; below 0: not measured
  bool refused = false;  // what it wanted to play was not legal and counted as a pass

  friend bool operator==(const PlayNote&, const PlayNote&) = default;
};

// Kept between games so that the loop allocates nothing.
class GameLoop {
 public:
  // An answer that is not legal counts as a pass (a gift that is not legal: the strongest cards go).
  GameResult play(const GameSetup& setup, const Players& players);

  // The last game played, for records and for watching.
  [[nodiscard]] const Shared& shared() const { return shared_; }
  // Each seat's cards after the exchange, before the first play.
  [[nodiscard]] const std::array<Cards, kPlayers>& start_hands() const { return start_hands_; }
  [[nodiscard]] const std::array<Private, kPlayers>& seats() const { return seats_; }
  // One a play, in order.
  [[nodiscard]] const std::vector<PlayNote>& notes() const { return notes_; }
  // For players that stand for someone else: of the play that is being asked for.
  void note(const PlayNote& of_play) { note_ = of_play; }
  // Called before each play with the true state of affairs; may be empty.
  void on_turn(void (*call)(void*, const GameLoop&), void* context) {
    on_turn_ = call;
    context_ = context;
  }

 private:
  void exchange(const Players& players);

  Shared shared_;
  std::array<Private, kPlayers> seats_{};
  std::array<Cards, kPlayers> start_hands_{};
  std::vector<PlayNote> notes_;
  PlayNote note_;
  void (*on_turn_)(void*, const GameLoop&) = nullptr;
  void* context_ = nullptr;
};

// Gives those who are still in the places that are left, by lot.
void draw_places(Public& table, Random& random);

}  // namespace yomi::daihinmin

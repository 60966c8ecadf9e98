// One table of a match: the server's dialogue with four players.
//
// A Room knows neither sockets nor clocks: lines come in with the time, lines go out through `send`. Each
// player has a queue of messages; most are sent only once the player says that it is ready for them. So a
// slow or silent player holds up nobody until its turn comes.
//
// A player may leave and come back. If calls were made on the board meanwhile, it is restarted for all four,
// and lines that the others sent before they acknowledged the restart are ignored. A player that sends
// something illegal (nonsense, a call out of turn, a card that it does not hold) is told so; after a few
// times, or after too long a silence, the room fails and names the player.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bridge/auction.h"
#include "yomi/bridge/position.h"
#include "yomi/table/message.h"

namespace yomi::table {

struct DealtBoard {
  int number = 1;
  Seat dealer = Seat::north;
  Vulnerability vulnerability = Vulnerability::none;
  Deal deal{};
  friend bool operator==(const DealtBoard&, const DealtBoard&) = default;
};

// A board as it was played at one table.
struct PlayedBoard {
  DealtBoard board{};
  std::vector<Called> calls{};
  std::optional<Contract> contract{};  // nothing: passed out
  std::vector<Card> play{};
  int tricks = 0;  // the declarer's
  BySide<double> seconds{};

  [[nodiscard]] int score_ns() const {
    return contract ? yomi::score_ns(*contract, board.vulnerability, tricks) : 0;
  }
  friend bool operator==(const PlayedBoard&, const PlayedBoard&) = default;
};

class Room {
 public:
  using Time = std::chrono::steady_clock::time_point;
  struct Settings {
    int patience = 3;                 // faults that a player is forgiven
    double seconds_of_silence = 600;  // of a player that is awaited
    double seconds_away = 300;        // of a player that has left
    double seconds_per_side = 0;      // for all boards; 0: no limit
    BySide<double> seconds_used{};    // on boards before
  };
  struct Calls {
    std::function<void(Seat to, const std::string& line)> send;
    std::function<std::optional<DealtBoard>()> next_board;
    // Before the players are told that the board is over.
    std::function<void(const PlayedBoard& played)> on_result;
    std::function<void(const std::string& line)> log;
  };
  enum class State : std::uint8_t {
    waiting,  // for four players
    playing,
    finished,  // all boards are played
    failed,    // see failure()
  };

  Room(const Settings& settings, Calls calls) : settings_(settings), calls_(std::move(calls)) {}

  [[nodiscard]] State state() const { return state_; }
  // Who caused the failure, and how: "East (Team): out of turn: …".
  [[nodiscard]] const std::string& failure() const { return failure_; }
  [[nodiscard]] bool is_free(Seat seat) const { return !places_[seat].present; }
  // Empty until a player of the side has sat down.
  [[nodiscard]] const std::string& team(Side side) const { return teams_[side]; }
  void set_team(Side side, std::string name);

  void sit(Seat seat, Time now);
  void leave(Seat seat, Time now);
  void hear(Seat seat, std::string_view line, Time now);
  // To be called every second or so.
  void tick(Time now);
  // Have all players received everything?
  [[nodiscard]] bool all_told() const;
  // Tells everybody who is there that the session is over, whatever else they wait for.
  void end_session();

 private:
  struct Item {
    std::optional<Ready> wanted{};  // nothing: goes out by itself
    bool dummys = false;            // a card of dummy's, which may be asked for by that name
    bool starts_board = false;
    std::string line{};
    int start = 0;  // number of the start of a board to which it belongs
  };
  struct Place {
    bool present = false;
    bool was_here = false;
    bool told_teams = false;
    bool ready_to_start = false;
    bool told_end = false;
    bool due = false;     // something is expected of it
    bool deaf = false;    // until it answers that the board is started again
    int open_starts = 0;  // of a board, not answered yet
    int faults = 0;
    int idle_lines = 0;  // that mean nothing, since the last one that did
    Time since{};        // that it is due, or away
    std::deque<Item> queue{};
    std::deque<Ready> asked{};
  };

  void hear_ready(Seat seat, const Ready& ready, Time now);
  void hear_call(Seat seat, const Called& called, Time now);
  void hear_card(Seat seat, const Played& played, Time now);
  void settle(Time now);
  void next_board(Time now);
  void open_board(Time now);
  void deal_to(Seat seat);
  void join(Seat back, Time now);
  void finish_board(Time now);
  void push(Seat seat, const Message& message, std::optional<Ready::For> wanted = {}, SeatOrDummy of = {},
            int trick = 0);
  void serve(Seat seat);
  void object(Seat seat, const std::string& why);
  void fail(const std::string& who, const std::string& why);
  void charge(Time now);
  void update_due(Time now);
  // Who must call or play now; nothing between boards.
  [[nodiscard]] std::optional<Seat> decider() const;
  [[nodiscard]] bool is_due(Seat seat) const;
  [[nodiscard]] bool all_here() const;
  [[nodiscard]] std::string name_of(Seat seat) const;
  void log(const std::string& line) const {
    if (calls_.log) calls_.log(line);
  }

  Settings settings_;
  Calls calls_;
  State state_ = State::waiting;
  std::string failure_;
  BySide<std::string> teams_{};
  BySeat<Place> places_{};
  int starts_ = 0;
  std::optional<DealtBoard> board_;  // being played
  Auction auction_;
  std::vector<Called> spoken_;
  std::optional<Position> position_;  // from the end of the auction on
  std::optional<Contract> contract_;
  std::vector<Card> play_;
  BySide<double> seconds_{};  // on this board
  BySide<double> total_{};
  Time turn_since_{};
};

}  // namespace yomi::table

// A player at a table of the championship protocol: answers the server's lines.
//
// A SeatSession knows no sockets: `begin` and `hear` give the lines to be sent. It follows what the server
// says, not what it should say next: a repeated Teams line, a missing Timing line, a board restarted midway,
// free text in between and unknown words are all tolerated; lines that make no sense are counted and kept for
// the report.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/agent/player.h"
#include "yomi/bridge/play_history.h"
#include "yomi/table/message.h"

namespace yomi::table {

struct SeatReport {
  int boards = 0;                       // played to the end
  int restarts = 0;                     // boards that were started again
  int odd = 0;                          // lines that made no sense
  std::vector<std::string> oddities{};  // the first few of them
  bool over = false;                    // the server ended the session
  std::string trouble{};                // why it ended otherwise
};

class SeatSession {
 public:
  SeatSession(Seat seat, std::string team, agent::Player& player)
      : seat_(seat), team_(std::move(team)), player_(player) {}

  // The first line of a connection; also of a new one after the old one was lost.
  std::vector<std::string> begin();
  // The answers to a line of the server. Searches if it is the player's turn.
  std::vector<std::string> hear(std::string_view line);
  // The answers when nothing has come for a long time: some servers do not say who leads.
  std::vector<std::string> hear_nothing();

  [[nodiscard]] bool seated() const { return phase_ != Phase::connecting; }
  [[nodiscard]] const SeatReport& report() const { return report_; }

 private:
  enum class Phase : std::uint8_t { connecting, teams, start, deal, cards, auction, play, between };

  void start_board();
  void take(const Message& message);
  void take_call(const Called& called);
  void take_card(Seat seat, Card card);
  void explain(const Explain& asked);
  // Goes on until something has to be waited for.
  void go_on();
  void go_on_in_auction();
  void go_on_in_play();
  void call();
  void play();
  void odd(const std::string& what);
  void say(const Message& message) { said_.push_back(to_string(message)); }

  [[nodiscard]] Seat dummy() const { return contract_->dummy(); }
  // Who chooses the card of the hand on turn.
  [[nodiscard]] Seat decider() const {
    return history_->turn() == dummy() ? contract_->declarer : history_->turn();
  }

  Seat seat_;
  std::string team_;
  agent::Player& player_;
  Phase phase_ = Phase::connecting;
  agent::View view_;
  Auction auction_;
  std::optional<Contract> contract_;
  std::optional<PlayHistory> history_;
  std::optional<ToLead> lead_;  // said by the server, not done yet
  bool asked_ = false;          // for what is to come
  bool asked_dummy_ = false;
  std::vector<Called> called_;  // by this seat, with what was told
  std::vector<std::string> said_;
  SeatReport report_;
};

struct SeatSettings {
  std::string host = "127.0.0.1";
  int port = 2000;
  Seat seat = Seat::north;
  std::string team = "yomi";
  double seconds_to_connect = 10;  // tries again for so long when nobody answers
  double seconds_to_return = 60;   // the same when the connection was lost; 0: gives up
  double seconds_to_wait = 0;      // gives up when the server is silent so long; 0: never
  double seconds_to_lead = 30;     // leads when the server is silent so long and has not said who leads
  std::function<void(const std::string& line, bool to_server)> on_line{};
  std::function<void(const std::string& what)> log{};
};

// Connects, plays until the session ends, and comes back when the connection is lost. The error says why
// there was no seat.
Result<SeatReport> play_seat(const SeatSettings& settings, agent::Player& player,
                             const std::function<bool()>& stop = {});

// An explanation as players may use it: one that begins with `shows` but is no valid condition is treated as
// words for people.
std::string heard_explanation(const Called& called);

}  // namespace yomi::table

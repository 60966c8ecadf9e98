// The lines of the table-manager protocol of the computer bridge championships, version 18: both sides.
//
// A message is one line of ASCII. It is read tolerantly (any case, a missing bracket, an extra full stop,
// trailing words) and written exactly: seats and words in title case, a full stop after every suit, none
// after a call, no alert without a text. Written messages read back as the same message. A line outside the
// protocol, such as the free text of a refusal, is an error.
//
// Version 18 is the description of Blue Chip Bridge (Trackman, 2005).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "yomi/bridge/contract.h"
#include "yomi/cards/card_set.h"
#include "yomi/cards/result.h"
#include "yomi/cards/seat.h"

namespace yomi::table {

inline constexpr int kProtocolVersion = 18;
inline constexpr std::size_t kLongestLine = 1024;
inline constexpr std::size_t kLongestName = 64;
inline constexpr std::size_t kLongestExplanation = 200;

// A seat, or dummy where that is what the line says.
using SeatOrDummy = std::optional<Seat>;

// Said by players.
struct Connecting {
  std::string team;
  Seat seat = Seat::north;
  int version = kProtocolVersion;
  bool any_seat = false;  // "as ANYPL": whichever is free
  friend bool operator==(const Connecting&, const Connecting&) = default;
};
struct Ready {
  enum class For : std::uint8_t { teams, start, deal, cards, call, dummy, card };
  Seat seat = Seat::north;
  For what = For::teams;
  SeatOrDummy of{};  // whose call or card
  int trick = 0;     // of a card, from 1; 0 when it is not said
  friend bool operator==(const Ready&, const Ready&) = default;
};

// "North received dummy": some players say so. Nobody has to answer.
struct Received {
  Seat seat = Seat::north;
  friend bool operator==(const Received&, const Received&) = default;
};

// Said by players and passed on by the server.
struct Called {
  Seat seat = Seat::north;
  Call call{};
  bool alert = false;
  std::string explanation{};
  friend bool operator==(const Called&, const Called&) = default;
};
struct Played {
  SeatOrDummy seat{};
  Card card{};
  friend bool operator==(const Played&, const Played&) = default;
};

// Said by the server.
struct Seated {
  Seat seat = Seat::north;
  std::string team;
  friend bool operator==(const Seated&, const Seated&) = default;
};
struct Teams {
  BySide<std::string> names{};
  friend bool operator==(const Teams&, const Teams&) = default;
};
struct StartOfBoard {
  friend bool operator==(const StartOfBoard&, const StartOfBoard&) = default;
};
struct BoardInfo {
  int number = 1;
  Seat dealer = Seat::north;
  Vulnerability vulnerability = Vulnerability::none;
  friend bool operator==(const BoardInfo&, const BoardInfo&) = default;
};
struct Hand {
  SeatOrDummy seat{};
  CardSet cards{};  // thirteen
  friend bool operator==(const Hand&, const Hand&) = default;
};
struct ToLead {
  SeatOrDummy seat{};
  friend bool operator==(const ToLead&, const ToLead&) = default;
};
struct Timing {
  BySide<std::chrono::seconds> board{};
  BySide<std::chrono::seconds> total{};
  friend bool operator==(const Timing&, const Timing&) = default;
};
// "Explain West's 2D", of servers that speak version 19: a text is expected in return, on a line of its own.
struct Explain {
  Seat seat = Seat::north;
  Call call{};
  friend bool operator==(const Explain&, const Explain&) = default;
};
struct EndOfSession {
  friend bool operator==(const EndOfSession&, const EndOfSession&) = default;
};

using Message = std::variant<Connecting, Ready, Received, Called, Played, Seated, Teams, StartOfBoard,
                             BoardInfo, Hand, ToLead, Timing, Explain, EndOfSession>;

// A line without its end. The error says what was expected.
Result<Message> parse_message(std::string_view line);
// Without the end of the line.
std::string to_string(const Message& message);

// A name or an explanation as it can stand in a line: printable ASCII, no quotation marks in a name, blanks
// single, no full stop at the end of an explanation, not too long. Parsing gives such texts.
std::string clean_name(std::string_view name);
std::string clean_explanation(std::string_view text);

}  // namespace yomi::table

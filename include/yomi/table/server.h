// A match over TCP: the server side of the championship protocol, one or two tables on one port.
//
// One thread and poll(); no wait is longer than a moment. A seat is given by team and seat: the first team
// sits North-South in the open room and East-West in the closed one. Connections without a seat are limited
// in number, may say one thing, and cannot hold up the match.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "yomi/table/team_match.h"

namespace yomi::table {

struct ServerSettings {
  enum class Rooms : std::uint8_t {
    by_players,  // a closed room if somebody sits down there before the open room has finished
    one,
    two,
  };

  std::string host = "127.0.0.1";
  int port = 2000;
  Rooms rooms = Rooms::by_players;
  Room::Settings room{};
  std::size_t most_guests = 200;   // connections without a seat
  double seconds_for_guests = 60;  // to ask for one
  double seconds_to_end = 5;       // for players to hear the end of what they were told
};

struct ServerCalls {
  std::function<void(int port)> on_listening;
  std::function<void(const std::string& line)> log;
  // Once for every board and room, before the players hear that it is over. An error ends the match.
  std::function<Result<bool>(const RecordedTable& table)> on_result;
  std::function<bool()> stop;
};

struct ServerReport {
  bool stopped = false;
  std::string failure;  // who ended the match, and how; empty if it was played to the end
};

// Plays what `match` has not played yet. Once it knows the teams' names, only these get seats.
Result<ServerReport> serve(const ServerSettings& settings, TeamMatch& match, const ServerCalls& calls);

}  // namespace yomi::table

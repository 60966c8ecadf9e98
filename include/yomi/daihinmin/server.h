// The table over TCP: a server for programs written for the competition, and the client that seats one of our
// players at such a server. Both speak the wire as wire.h tells it, in either version, and take nothing for
// granted about message boundaries.
//
// A client that breaks off, stalls past the time for a move or leaves its messages unread is out of the
// conversation: it passes from then on and gives its strongest cards when asked for gifts; the others play on
// and the log says so. One that sends rubbish is heard again at its next turn; the rubbish counts as a pass.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "yomi/daihinmin/match.h"
#include "yomi/daihinmin/wire.h"

namespace yomi::daihinmin {

struct ServerSettings {
  std::string host = "127.0.0.1";
  int port = wire::kPort;  // 0: any free one
  int games = 100;
  std::uint64_t seed = 1;
  bool shuffle_seats = true;
  int games_to_reset = kGamesToReset;
  double seconds_per_move = 30;
  double seconds_for_profile = 2;  // silence for so long means the older version
};

struct ServerCalls {
  std::function<void(int port)> on_listening{};
  std::function<void(const std::string&)> log{};  // one line, without its end
  std::function<void(const GameLoop&, const std::array<std::uint8_t, kPlayers>& player_at, int game)>
      on_game{};
  std::function<bool()> stop{};  // asked now and then; true ends it
};

struct ServerReport {
  int games = 0;
  bool stopped = false;
  std::array<std::string, kPlayers> names{};
  std::array<double, kPlayers> points{};
  std::array<bool, kPlayers> lost{};  // out of the conversation at the end
};

// Waits for five clients and plays. Runs in the calling thread; returns when all games are over or `stop` is
// set. The error says why it cannot listen.
Result<ServerReport> serve(const ServerSettings& settings, const ServerCalls& calls);

struct ClientSettings {
  std::string host = "127.0.0.1";
  int port = wire::kPort;
  std::string name = "yomi";
  std::int32_t version = wire::kVersion;
  std::uint64_t seed = 1;
  double seconds_to_wait = 3600;  // for the server's next message
};
struct ClientReport {
  int number = 0;  // ours
  int games = 0;
  double points = 0;
  int refused = 0;  // plays that the server did not take
  bool finished = false;
};

// Plays until the server says that all games are over. The error says what the server sent that cannot be, or
// that the connection was lost; `report` then holds what was reached.
Result<ClientReport> join(const ClientSettings& settings, Player& player,
                          const std::function<bool()>& stop = {});

}  // namespace yomi::daihinmin

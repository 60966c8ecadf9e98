// The table over TCP: a server for programs written for the competition, and the client that seats one of our
// players at such a server. Both speak the wire as wire.h tells it, in either version, and take nothing for
// granted about message boundaries.
//
// Before the first game a seat belongs to who keeps it: a connection that closes, or sends less than a
// profile in time, gives its seat back, and the next one gets its number. Silence takes a seat only where
// version 20060 is allowed.
//
// A client that breaks off, stalls past the time for a move or leaves its messages unread is out of the
// conversation: it passes from then on and gives its strongest cards when asked for gifts; the others play on
// and the log says so. One that sends rubbish is heard again at its next turn; the rubbish counts as a pass.
//
// Our client plays on whatever the server sends: a cell that makes no sense keeps its last value, on cards
// that it cannot read it passes, and the report counts such things.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "yomi/daihinmin/match.h"
#include "yomi/daihinmin/record.h"
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
  double seconds_for_profile = 2;
  bool allow_old_version = false;  // silence for that long means version 20060
};

struct ServerCalls {
  std::function<void(int port)> on_listening{};
  std::function<void(const std::string&)> log{};  // one line, without its end
  std::function<void(const Record&)> on_game{};
  std::function<bool()> stop{};  // asked now and then; true ends it
};

struct ServerReport {
  int games = 0;
  bool stopped = false;
  std::array<std::string, kPlayers> names{};
  std::array<double, kPlayers> points{};
  std::array<bool, kPlayers> lost{};  // out of the conversation at the end
  std::array<int, kPlayers> illegal{};
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
  double seconds_to_wait = 3600;   // for the server's next message, before it is given up
  double seconds_of_silence = 30;  // after which on_silence is called
  std::function<void()> on_silence{};
  std::function<void(const wire::Message&)> on_message{};  // all that is sent and received
  // After each turn, of which the last of `shared.turns` tells; for those who watch.
  std::function<void(int game, const Shared&, const Private&)> on_turn{};
};
struct ClientReport {
  int number = 0;  // ours
  int games = 0;   // that were played to their end
  double points = 0;
  int refused = 0;                    // plays that the server did not take
  int odd = 0;                        // things the server sent that make no sense
  std::vector<std::string> oddities;  // the first of them
  std::string trouble;                // why it ended before the server said that all games are over
};

// Plays until the server says that all games are over, or goes away. The error says why there was no game at
// all.
Result<ClientReport> join(const ClientSettings& settings, Player& player,
                          const std::function<bool()>& stop = {});

}  // namespace yomi::daihinmin

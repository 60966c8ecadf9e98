// Tables with one odd client each: nobody who plays by the rules may lose a game for it. YOMI_DAIHINMIN_GAMES
// sets the games of each table (1000 to be sure; few by default, so that it stays short).
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <future>
#include <thread>

#include "yomi/daihinmin/server.h"

namespace yomi::daihinmin {
namespace {

int games_wanted() {
  const char* given = std::getenv("YOMI_DAIHINMIN_GAMES");
  return given == nullptr ? 8 : std::max(1, std::atoi(given));
}

// A connection without a client behind it.
class Raw {
 public:
  explicit Raw(int port) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    EXPECT_EQ(connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ~Raw() { ::close(fd_); }
  Raw(const Raw&) = delete;
  Raw& operator=(const Raw&) = delete;

  bool send(const wire::Table& table) const {
    std::array<std::byte, wire::kTableBytes> bytes;
    wire::encode(table, wire::Order::big_endian, bytes);
    return ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  // Reads until so many bytes have come or the peer is gone.
  bool read(std::size_t count) const {
    std::array<std::byte, 4096> sink;
    while (count > 0) {
      const ssize_t got = ::recv(fd_, sink.data(), std::min(count, sink.size()), 0);
      if (got <= 0) return false;
      count -= static_cast<std::size_t>(got);
    }
    return true;
  }

 private:
  int fd_;
};

struct Outcome {
  ServerReport server;
  int honest_games = 0;    // the fewest that one of the four saw to their end
  int honest_refused = 0;  // and their plays that were not taken
  int honest_odd = 0;
};

// Four honest clients and a guest, who takes the first seat or none.
Outcome table_with(const ServerSettings& wanted, std::int32_t version,
                   const std::function<void(int port)>& guest, int honest = 4) {
  ServerSettings settings = wanted;
  settings.port = 0;
  settings.games = games_wanted();
  std::promise<int> listening;
  std::promise<void> seated;  // the guest has its seat, or has had its chance
  std::atomic<bool> told{false};
  Outcome outcome;
  std::thread server([&] {
    ServerCalls calls;
    calls.on_listening = [&](int port) { listening.set_value(port); };
    calls.log = [&](const std::string& line) {
      if ((line.find("player 0 is") != std::string::npos || line.find("got no seat") != std::string::npos) &&
          !told.exchange(true)) {
        seated.set_value();
      }
    };
    const auto report = serve(settings, calls);
    ASSERT_TRUE(report.ok());
    outcome.server = *report;
  });
  const int port = listening.get_future().get();
  std::thread odd([&] { guest(port); });
  seated.get_future().wait();
  const Learnt learnt = built_in();
  std::vector<std::thread> clients;
  std::vector<ClientReport> reports(static_cast<std::size_t>(honest));
  for (auto& report : reports) {
    clients.emplace_back([&] {
      const auto player = make_player("base", learnt);
      ClientSettings client;
      client.port = port;
      client.version = version;
      const auto got = join(client, **player);
      ASSERT_TRUE(got.ok()) << got.error().to_string();
      report = *got;
      EXPECT_EQ(got->trouble, "");
    });
  }
  for (auto& client : clients) client.join();
  server.join();
  odd.join();
  outcome.honest_games = reports.front().games;
  for (const ClientReport& report : reports) {
    outcome.honest_games = std::min(outcome.honest_games, report.games);
    outcome.honest_refused += report.refused;
    outcome.honest_odd += report.odd;
  }
  return outcome;
}

void expect_unharmed(const Outcome& outcome) {
  EXPECT_EQ(outcome.server.games, games_wanted());
  EXPECT_EQ(outcome.honest_games, games_wanted());
  EXPECT_EQ(outcome.honest_refused, 0);
  EXPECT_EQ(outcome.honest_odd, 0);
  for (std::size_t i = 1; i < kPlayers; ++i) EXPECT_FALSE(outcome.server.lost[i]);
}

// Plays as base does until it has seen so many games.
void base_client(int port, std::int32_t version) {
  const Learnt learnt = built_in();
  const auto player = make_player("base", learnt);
  ClientSettings client;
  client.port = port;
  client.version = version;
  const auto report = join(client, **player);
  EXPECT_TRUE(report.ok());
}

TEST(DaihinminRobust, FiveOfVersion20070) {
  expect_unharmed(table_with({}, wire::kVersion, [](int port) { base_client(port, wire::kVersion); }));
}

TEST(DaihinminRobust, FiveOfVersion20060) {
  ServerSettings settings;
  settings.allow_old_version = true;
  settings.seconds_for_profile = 0.1;
  expect_unharmed(
      table_with(settings, wire::kOldVersion, [](int port) { base_client(port, wire::kOldVersion); }));
}

TEST(DaihinminRobust, OneWhoSendsJunk) {
  expect_unharmed(table_with({}, wire::kVersion, [](int port) {
    const Raw raw(port);
    raw.send(wire::profile("junk"));
    Random random(1);
    wire::Table junk;
    // Whatever it is sent, junk goes back, one table for each that comes.
    while (raw.read(wire::kTableBytes)) {
      for (auto& row : junk.cell) {
        for (auto& cell : row) cell = random.below(3) == 0 ? static_cast<std::int32_t>(random()) : 0;
      }
      if (!raw.send(junk)) break;
    }
  }));
}

TEST(DaihinminRobust, OneWhoStalls) {
  ServerSettings settings;
  settings.seconds_per_move = 0.2;
  const Outcome outcome = table_with(settings, wire::kVersion, [](int port) {
    const Raw raw(port);
    raw.send(wire::profile("stalls"));
    while (raw.read(wire::kTableBytes)) {
    }
  });
  expect_unharmed(outcome);
  EXPECT_TRUE(outcome.server.lost[0]);
}

TEST(DaihinminRobust, OneWhoLeaves) {
  const Outcome outcome = table_with({}, wire::kVersion, [](int port) {
    const Raw raw(port);
    raw.send(wire::profile("leaves"));
    raw.read(4 + 2 * wire::kTableBytes);
  });
  expect_unharmed(outcome);
  EXPECT_TRUE(outcome.server.lost[0]);
}

TEST(DaihinminRobust, OneWhoClosesBeforeTheStart) {
  const Outcome outcome = table_with(
      {}, wire::kVersion, [](int port) { const Raw raw(port); }, 5);
  EXPECT_EQ(outcome.honest_games, games_wanted());
  EXPECT_EQ(outcome.honest_refused, 0);
  for (const bool lost : outcome.server.lost) EXPECT_FALSE(lost);
}

}  // namespace
}  // namespace yomi::daihinmin

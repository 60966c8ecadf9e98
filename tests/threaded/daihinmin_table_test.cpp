// A server and its clients in one process, over loopback.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <mutex>
#include <thread>

#include "yomi/daihinmin/server.h"

namespace yomi::daihinmin {
namespace {

struct Table {
  ServerSettings settings;
  std::promise<int> port;
  std::mutex mutex;
  std::vector<std::string> lines;
  std::optional<ServerReport> report;
  std::thread thread;

  void start() {
    settings.port = 0;
    thread = std::thread([this] {
      ServerCalls calls;
      calls.on_listening = [this](int got) { port.set_value(got); };
      calls.log = [this](const std::string& line) {
        const std::lock_guard lock(mutex);
        if (lines.size() < 100'000) lines.push_back(line);
      };
      auto result = serve(settings, calls);
      ASSERT_TRUE(result.ok());
      report = *result;
    });
  }
  bool logged(const std::string& part) {
    const std::lock_guard lock(mutex);
    for (const std::string& line : lines) {
      if (line.find(part) != std::string::npos) return true;
    }
    return false;
  }
  // However slow the machine is.
  void wait_for(const std::string& part) {
    for (int i = 0; i < 6'000 && !logged(part); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(logged(part)) << part;
  }
};

int connect_raw(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  EXPECT_EQ(connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  return fd;
}

Result<ClientReport> join_as(const char* player, int port, std::int32_t version, const std::string& name) {
  const Learnt learnt = built_in();
  auto made = make_player(player, learnt);
  ClientSettings settings;
  settings.port = port;
  settings.name = name;
  settings.version = version;
  settings.seconds_to_wait = 60;
  return join(settings, **made);
}

// What the same games give without a wire. (base draws no lots, so nothing but the cards decides.)
std::array<double, kPlayers> points_in_process(const ServerSettings& settings) {
  const Learnt learnt = built_in();
  Sequence sequence(settings.seed, settings.games_to_reset, settings.shuffle_seats);
  GameLoop loop;
  std::array<double, kPlayers> points{};
  for (int game = 0; game < settings.games; ++game) {
    const GameSetup setup = sequence.next();
    std::array<std::unique_ptr<Player>, kPlayers> players;
    Players seated{};
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      players[seat] = std::move(make_player("base", learnt)).value();
      seated[seat] = players[seat].get();
    }
    const GameResult result = loop.play(setup, seated);
    for (std::size_t seat = 0; seat < kPlayers; ++seat)
      points[sequence.player_at()[seat]] += kPlayers - result.place[seat];
    sequence.record(result.place);
  }
  return points;
}

TEST(DaihinminTable, BaseOverTheWirePlaysTheSameGamesAsInProcess) {
  Table table;
  table.settings.games = 120;  // past a reset of ranks
  table.settings.seed = 7;
  table.start();
  const int port = table.port.get_future().get();
  std::array<std::optional<ClientReport>, kPlayers> reports;
  std::vector<std::thread> clients;
  clients.reserve(kPlayers);
  for (std::size_t i = 0; i < kPlayers; ++i) {
    clients.emplace_back([&, i] {
      const auto result = join_as("base", port, wire::kVersion, "base" + std::to_string(i));
      ASSERT_TRUE(result.ok()) << result.error().to_string();
      reports[i] = *result;
    });
  }
  for (auto& client : clients) client.join();
  table.thread.join();
  ASSERT_TRUE(table.report);
  EXPECT_EQ(table.report->games, 120);
  EXPECT_EQ(table.report->points, points_in_process(table.settings));
  for (const auto& report : reports) {
    ASSERT_TRUE(report);
    EXPECT_EQ(report->refused, 0);
    EXPECT_EQ(report->games, 120);
    EXPECT_EQ(report->points, table.report->points[static_cast<std::size_t>(report->number)])
        << "the client kept up";
  }
}

TEST(DaihinminTable, OldClientsQuitterStallerAndRubbishDoNotStopTheOthers) {
  Table table;
  table.settings.games = 6;
  table.settings.seconds_per_move = 0.5;
  table.settings.seconds_for_profile = 0.3;
  table.start();
  const int port = table.port.get_future().get();
  std::optional<ClientReport> old_report;
  std::optional<ClientReport> new_report;
  std::atomic<bool> done{false};
  // In turn, so that the numbers are known: old version, quitter, staller, rubbish, ours.
  std::thread old_client([&] {
    const auto result = join_as("base", port, wire::kOldVersion, "old");
    ASSERT_TRUE(result.ok()) << result.error().to_string();
    old_report = *result;
  });
  table.wait_for("player 0");
  ::close(connect_raw(port));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const int staller = connect_raw(port);
  std::array<std::byte, wire::kTableBytes> profile;
  wire::encode(wire::profile("staller"), wire::Order::big_endian, profile);
  EXPECT_EQ(::send(staller, profile.data(), profile.size(), 0), static_cast<ssize_t>(profile.size()));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const int flooder = connect_raw(port);
  std::thread rubbish([&] {
    Random random(3);
    std::array<std::uint64_t, 512> words;
    std::array<std::byte, 65536> sink;
    while (!done) {
      for (auto& word : words) word = random();
      if (::send(flooder, words.data(), sizeof words, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN)
        break;
      while (::recv(flooder, sink.data(), sink.size(), MSG_DONTWAIT) > 0) {
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::thread client([&] {
    const auto result = join_as("base", port, wire::kVersion, "ours");
    ASSERT_TRUE(result.ok()) << result.error().to_string();
    new_report = *result;
  });
  table.thread.join();
  done = true;
  rubbish.join();
  client.join();
  old_client.join();
  ::close(staller);
  ::close(flooder);
  ASSERT_TRUE(table.report);
  EXPECT_EQ(table.report->games, 6);
  ASSERT_TRUE(old_report && new_report);
  EXPECT_EQ(old_report->games, 6);
  EXPECT_EQ(old_report->number, 0);
  EXPECT_EQ(new_report->games, 6);
  EXPECT_EQ(new_report->refused, 0);
  EXPECT_TRUE(table.report->lost[1]);
  EXPECT_TRUE(table.report->lost[2]);
  EXPECT_TRUE(table.logged("taken for version 20060"));
  EXPECT_TRUE(table.logged("player 1"));
  EXPECT_TRUE(table.logged("played nothing in time"));
  EXPECT_TRUE(table.logged("counts as a pass"));
}

TEST(DaihinminTable, FiveRubbishClientsAndItStaysUp) {
  Table table;
  table.settings.games = 40;
  table.settings.seconds_per_move = 1;
  table.settings.seconds_for_profile = 0.2;
  table.start();
  const int port = table.port.get_future().get();
  std::vector<std::thread> clients;
  clients.reserve(kPlayers);
  for (int i = 0; i < kPlayers; ++i) {
    clients.emplace_back([&, i] {
      const int fd = connect_raw(port);
      Random random(static_cast<std::uint64_t>(i));
      std::array<std::byte, 4096> sink;
      std::array<std::byte, wire::kTableBytes> bytes;
      while (true) {
        for (auto& byte : bytes) byte = static_cast<std::byte>(random.below(50) == 0 ? random.below(4) : 0);
        if (::send(fd, bytes.data(), 1 + random.below(wire::kTableBytes), MSG_NOSIGNAL | MSG_DONTWAIT) < 0 &&
            errno != EAGAIN) {
          break;
        }
        const ssize_t got = ::recv(fd, sink.data(), sink.size(), MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN)) break;
        std::this_thread::yield();
      }
      ::close(fd);
    });
  }
  table.thread.join();
  for (auto& client : clients) client.join();
  ASSERT_TRUE(table.report);
  EXPECT_EQ(table.report->games, 40);
}

TEST(DaihinminTable, ListeningOnAnImpossibleAddressIsAnError) {
  ServerSettings settings;
  settings.host = "not.an.address";
  EXPECT_FALSE(serve(settings, {}).ok());
}

}  // namespace
}  // namespace yomi::daihinmin

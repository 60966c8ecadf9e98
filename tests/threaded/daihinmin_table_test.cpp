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

void send_table(int fd, const wire::Table& table, wire::Order order = wire::Order::big_endian) {
  std::array<std::byte, wire::kTableBytes> bytes;
  wire::encode(table, order, bytes);
  EXPECT_EQ(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
}

// Reads exactly so many bytes; fewer when the peer goes away.
std::vector<std::byte> receive(int fd, std::size_t count) {
  std::vector<std::byte> bytes(count);
  std::size_t have = 0;
  while (have < count) {
    const ssize_t got = ::recv(fd, bytes.data() + have, count - have, 0);
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
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
  table.settings.allow_old_version = true;
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
  const int quitter = connect_raw(port);
  send_table(quitter, wire::profile("quitter"));
  table.wait_for("player 1");
  const int staller = connect_raw(port);
  send_table(staller, wire::profile("staller"));
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
  receive(quitter, 4 + wire::kTableBytes);  // its number and the first table of the first game
  ::close(quitter);
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
  EXPECT_TRUE(table.logged("player 1 (quitter)"));
  EXPECT_TRUE(table.logged("player 2 (staller): played nothing in time"));
  EXPECT_TRUE(table.logged("counts as a pass"));
  EXPECT_TRUE(table.logged("game 1 turn ")) << "log lines say when";
  EXPECT_GT(table.report->illegal[3], 0);
}

TEST(DaihinminTable, FiveRubbishClientsAndItStaysUp) {
  Table table;
  table.settings.games = 40;
  table.settings.seconds_per_move = 1;
  table.settings.seconds_for_profile = 0.5;
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

TEST(DaihinminTable, ASeatIsFreeAgainUntilTheStart) {
  Table table;
  table.settings.games = 2;
  table.settings.seconds_for_profile = 0.3;
  table.start();
  const int port = table.port.get_future().get();
  std::vector<int> silent;
  for (int i = 0; i < 5; ++i) silent.push_back(connect_raw(port));  // five who say nothing
  ::close(connect_raw(port));                                       // one who closes at once
  const int half = connect_raw(port);                               // half a profile
  EXPECT_EQ(::send(half, "1234567", 7, 0), 7);
  const int leaver = connect_raw(port);  // a whole profile, and leaves
  send_table(leaver, wire::profile("leaver"));
  table.wait_for("player 0 is leaver");
  ::close(leaver);
  table.wait_for("left before the start");
  std::vector<std::thread> clients;
  std::atomic<int> good{0};
  for (int i = 0; i < kPlayers; ++i) {
    clients.emplace_back([&] {
      const auto result = join_as("base", port, wire::kVersion, "honest");
      if (result.ok() && result->games == 2 && result->trouble.empty()) ++good;
    });
  }
  for (auto& client : clients) client.join();
  table.thread.join();
  for (int fd : silent) ::close(fd);
  ::close(half);
  EXPECT_EQ(good, kPlayers);
  ASSERT_TRUE(table.report);
  for (const std::string& name : table.report->names) EXPECT_EQ(name, "honest");
  EXPECT_TRUE(table.logged("it sent no profile"));
  EXPECT_TRUE(table.logged("it sent part of a profile"));
}

void send_number(int fd, std::int32_t number) {
  std::array<std::byte, 4> bytes;
  wire::encode(number, wire::Order::big_endian, bytes);
  EXPECT_EQ(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL), 4);
}

// A server of the test's own: one game of one client, with cells that nobody expects, and then it is gone.
void odd_server(int listening, std::vector<wire::Table>& answers) {
  const int fd = accept(listening, nullptr, nullptr);
  receive(fd, wire::kTableBytes);
  send_number(fd, 2);
  wire::Info info;
  info.exchanging = true;
  info.turn = wire::kNobodysTurn;
  info.counts = {11, 11, 11, 10, 10};
  info.player_at = {0, 1, 2, 3, 4};
  const Cards hand = parse_cards("D3 S3 H4 C5 C6 S7 H9 HT SJ DK C2").value();
  wire::Table table;
  wire::put_hand(hand, table);
  wire::put_info(info, table);
  table.cell[7][7] = 12345;  // a row that nobody reads
  table.cell[5][1] = -7;
  send_table(fd, table);
  info.exchanging = false;
  const auto turn = [&](int player, bool empty, Cards cards) {
    info.turn = player;
    info.my_turn = player == 2;
    info.table_empty = empty;
    wire::Table now;
    wire::put_hand(cards, now);
    wire::put_info(info, now);
    now.cell[2][0] = 9;   // no such card
    now.cell[6][7] = 99;  // no such rank
    send_table(fd, now);
  };
  const auto answer = [&] {
    const auto bytes = receive(fd, wire::kTableBytes);
    ASSERT_EQ(bytes.size(), wire::kTableBytes);
    answers.push_back(
        wire::decode_table(std::span(bytes).first<wire::kTableBytes>(), wire::Order::big_endian));
    send_number(fd, wire::kNotTaken);
  };
  turn(2, true, hand);  // it leads
  answer();
  wire::Table nothing;
  send_table(fd, nothing);
  send_number(fd, 77);
  turn(0, true, hand);  // another one plays what cannot be read
  wire::Table rubbish;
  rubbish.cell[0][3] = rubbish.cell[1][9] = 1;
  send_table(fd, rubbish);
  send_number(fd, 0);
  turn(2, false, hand);  // so it is in doubt
  answer();
  send_table(fd, rubbish);
  send_number(fd, 0);
  turn(2, true, hand);  // and leads again
  answer();
  send_table(fd, nothing);
  send_number(fd, 1);
  ::close(fd);
}

TEST(DaihinminTable, AClientPlaysOnWhateverTheServerSendsAndReports) {
  for (const char* engine : {"base", "yomi:32", "snowl:20", "policy"}) {
    const int listening = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    socklen_t length = sizeof address;
    ASSERT_EQ(bind(listening, reinterpret_cast<const sockaddr*>(&address), length), 0);
    ASSERT_EQ(listen(listening, 1), 0);
    getsockname(listening, reinterpret_cast<sockaddr*>(&address), &length);
    std::vector<wire::Table> answers;
    std::thread server([&] { odd_server(listening, answers); });
    const auto report = join_as(engine, ntohs(address.sin_port), wire::kVersion, "ours");
    server.join();
    ::close(listening);
    ASSERT_TRUE(report.ok()) << report.error().to_string();
    EXPECT_EQ(report->games, 1);
    EXPECT_EQ(report->refused, 2) << "two leads that were not taken";
    EXPECT_GT(report->odd, 6);
    EXPECT_NE(report->oddities[0].find("game 1 turn 1"), std::string::npos) << report->oddities[0];
    EXPECT_NE(report->trouble.find("after 1 games: connection closed"), std::string::npos) << report->trouble;
    ASSERT_EQ(answers.size(), 3U);
    EXPECT_FALSE(wire::read_move(answers[0])->is_pass());
    EXPECT_TRUE(wire::read_move(answers[1])->is_pass()) << "in doubt it passes";
    EXPECT_FALSE(wire::read_move(answers[2])->is_pass());
  }
}

TEST(DaihinminTable, AServerThatIsSilentIsToldOf) {
  const int listening = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  socklen_t length = sizeof address;
  ASSERT_EQ(bind(listening, reinterpret_cast<const sockaddr*>(&address), length), 0);
  ASSERT_EQ(listen(listening, 1), 0);
  getsockname(listening, reinterpret_cast<sockaddr*>(&address), &length);
  const Learnt learnt = built_in();
  auto player = make_player("base", learnt);
  ClientSettings settings;
  settings.host = "localhost";  // a name
  settings.port = ntohs(address.sin_port);
  settings.seconds_of_silence = 0.1;
  settings.seconds_to_wait = 0.5;
  int told = 0;
  settings.on_silence = [&] { ++told; };
  const auto report = join(settings, **player);
  ::close(listening);
  ASSERT_FALSE(report.ok());
  EXPECT_NE(report.error().what.find("no message in time"), std::string::npos) << report.error().what;
  EXPECT_EQ(told, 1);
}

TEST(DaihinminTable, ListeningOnAnImpossibleAddressIsAnError) {
  ServerSettings settings;
  settings.host = "not.an.address";
  EXPECT_FALSE(serve(settings, {}).ok());
}

}  // namespace
}  // namespace yomi::daihinmin

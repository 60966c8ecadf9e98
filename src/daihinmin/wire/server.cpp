#include "yomi/daihinmin/server.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <deque>
#include <memory>

#include "connection.h"

namespace yomi::daihinmin {
namespace {

using wire::Clock;
using wire::Connection;

constexpr auto kAtOnce = std::chrono::milliseconds(1);

Clock::time_point in(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

class Server {
 public:
  Server(const ServerSettings& settings, const ServerCalls& calls)
      : settings_(settings),
        calls_(calls),
        sequence_(settings.seed, settings.games_to_reset, settings.shuffle_seats) {}

  Result<ServerReport> run() {
    auto listening = net::listen_on(settings_.host, settings_.port);
    if (!listening) return listening.error();
    if (calls_.on_listening) calls_.on_listening(net::port_of(*listening));
    if (welcome(*listening)) {
      listening->close();
      for (int game = 0; game < settings_.games && !stopped(); ++game) play_game(game);
    }
    report_.stopped = stopped();
    for (auto& client : clients_) {
      if (client) client->flush_until(in(1));
    }
    return report_;
  }

 private:
  // Asks the client of a seat on behalf of the game loop.
  class Remote : public Player {
   public:
    Remote(Server& server, int seat) : server_(server), seat_(seat) {}
    void begin(std::uint64_t) override {}
    Cards give(const View& view, int count) override { return server_.ask_gift(view, seat_, count); }
    Move play(const View& view) override { return server_.ask_move(view, seat_); }

   private:
    Server& server_;
    int seat_;
  };

  [[nodiscard]] bool stopped() const { return calls_.stop && calls_.stop(); }
  void log(const std::string& line) const {
    if (!calls_.log) return;
    const bool playing = report_.games < settings_.games && game_ > 0;
    calls_.log(playing ? fmt::format("game {} turn {}: {}", game_, loop_.shared().turns.size() + 1, line)
                       : line);
  }

  // Someone who has connected and has no seat yet.
  struct Guest {
    std::unique_ptr<Connection> connection;
    Clock::time_point limit;  // for its profile
  };

  // Seats five clients in the order in which they connected.
  bool welcome(const net::Socket& listening) {
    std::deque<Guest> guests;
    while (true) {
      if (stopped()) return false;
      free_seats();
      const auto free = std::find(clients_.begin(), clients_.end(), nullptr);
      if (free == clients_.end()) return true;
      pollfd poll_for{.fd = listening.fd(), .events = POLLIN, .revents = 0};
      if (poll(&poll_for, 1, guests.empty() ? 100 : 0) == 1) {
        if (auto peer = net::accept_from(listening)) {
          guests.push_back(
              {std::make_unique<Connection>(std::move(*peer)), in(settings_.seconds_for_profile)});
        }
      }
      if (!guests.empty() && seat(guests.front(), static_cast<int>(free - clients_.begin())))
        guests.pop_front();
    }
  }

  // Before the start a seat whose client has gone is free again.
  void free_seats() {
    for (int number = 0; number < kPlayers; ++number) {
      auto& client = clients_[at(number)];
      if (!client || !client->gone()) continue;
      log(fmt::format("player {} ({}) left before the start: {}; the seat is free", number,
                      report_.names[at(number)], client->trouble()));
      client.reset();
    }
  }

  // False: its profile may still come.
  bool seat(Guest& guest, int number) {
    constexpr auto kStep = std::chrono::milliseconds(50);
    Connection& connection = *guest.connection;
    const auto profile = connection.receive_table(std::min(guest.limit, Clock::now() + kStep));
    if (!profile && connection.open() && Clock::now() < guest.limit) return false;
    std::string& name = report_.names[at(number)];
    name.clear();
    if (profile) {
      name = wire::profile_name(*profile);
      if (profile->cell[0][0] != wire::kVersion) {
        log(fmt::format("player {}: profile with version {}, expected {}", number, profile->cell[0][0],
                        wire::kVersion));
      }
    } else if (connection.open() && !connection.heard() && settings_.allow_old_version) {
      connection.set_order(wire::Order::host);
      log(fmt::format("player {}: silent, taken for version {}", number, wire::kOldVersion));
    } else {
      log(fmt::format("a connection got no seat: {}", !connection.open()   ? connection.trouble()
                                                      : connection.heard() ? "it sent part of a profile"
                                                                           : "it sent no profile"));
      return true;
    }
    if (name.empty()) name = fmt::format("player{}", number);
    connection.send(number);
    connection.flush();
    log(fmt::format("player {} is {}", number, name));
    clients_[at(number)] = std::move(guest.connection);
    return true;
  }

  void drop(int number, const std::string& why) {
    clients_[at(number)]->close(why);
    note_loss(number);
  }

  // Says once that a client is gone.
  void note_loss(int number) {
    if (clients_[at(number)]->open() || report_.lost[at(number)]) return;
    report_.lost[at(number)] = true;
    log(fmt::format("player {} ({}): {}; passes from now on", number, report_.names[at(number)],
                    clients_[at(number)]->trouble()));
  }

  [[nodiscard]] int player_of(int seat) const { return sequence_.player_at()[at(seat)]; }
  Connection& client_of(int seat) { return *clients_[at(player_of(seat))]; }

  [[nodiscard]] wire::Info info_of(const Public& table) const {
    wire::Info info;
    info.turn = player_of(table.turn);
    info.table_empty = table.table_empty();
    info.revolution = table.revolution;
    info.locked = table.locked;
    for (int seat = 0; seat < kPlayers; ++seat) {
      const int player = player_of(seat);
      info.counts[at(player)] = table.counts[at(seat)];
      const auto place = table.place[at(seat)];
      info.ranks[at(player)] = place != Public::kNoPlace ? place : setup_.ranked ? setup_.rank[at(seat)] : 0;
      info.player_at[at(seat)] = player;
    }
    return info;
  }

  void play_game(int game) {
    game_ = game + 1;
    setup_ = sequence_.next();
    send_first_tables();
    std::array<std::unique_ptr<Remote>, kPlayers> remotes;
    Players players{};
    for (int seat = 0; seat < kPlayers; ++seat) {
      remotes[at(seat)] = std::make_unique<Remote>(*this, seat);
      players[at(seat)] = remotes[at(seat)].get();
    }
    shown_ = 0;
    const GameResult result = loop_.play(setup_, players);
    // What the last play showed, and that it was the last.
    show_turns(loop_.shared(), game + 1 == settings_.games ? wire::After::all_over : wire::After::game_over);
    for (int seat = 0; seat < kPlayers; ++seat) {
      report_.points[at(player_of(seat))] += kPlayers - result.place[at(seat)];
      client_of(seat).flush();
      note_loss(player_of(seat));
    }
    ++report_.games;
    if (calls_.on_game) calls_.on_game(record_of(loop_, sequence_.player_at(), game_, report_.names));
    sequence_.record(result.place);
  }

  void send_first_tables() {
    // Hands as the clients see them: the tribute has gone to the rich, the poor still see it in their hands.
    std::array<Cards, kPlayers> hands = setup_.hands;
    wire::Info info = info_of(State::start(setup_.hands));
    for (int seat = 0; seat < kPlayers; ++seat) {
      if (!setup_.ranked) break;
      const int rank = setup_.rank[at(seat)];
      if (rank > 1) continue;
      for (int poor = 0; poor < kPlayers; ++poor) {
        if (setup_.rank[at(poor)] == 4 - rank)
          hands[at(seat)] |= setup_.hands[at(poor)].best(exchanged(rank));
      }
    }
    info.exchanging = true;
    info.turn = wire::kNobodysTurn;
    info.table_empty = false;
    for (int seat = 0; seat < kPlayers; ++seat) {
      const int rank = setup_.ranked ? setup_.rank[at(seat)] : 2;
      info.to_give = rank < 2 ? exchanged(rank) : -exchanged(rank);  // version 20070 sends the latter as 0
      wire::Table table;
      wire::put_hand(hands[at(seat)], table);
      wire::put_info(info, table);
      client_of(seat).send(table);
      client_of(seat).flush();
    }
  }

  Cards ask_gift(const View& view, int seat, int count) {
    const int player = player_of(seat);
    Connection& client = *clients_[at(player)];
    const auto table = client.receive_table(in(settings_.seconds_per_move));
    if (!table) {
      if (client.open()) drop(player, "gave nothing in time");
      note_loss(player);
      return {};
    }
    const auto gift = wire::read_hand(*table);
    if (!gift || gift->size() != count || !view.own.hand.contains(*gift)) {
      log(fmt::format("player {} ({}): gift {} is not legal, its strongest cards go", player,
                      report_.names[at(player)], gift ? to_string(*gift) : gift.error().to_string()));
      return {};
    }
    return *gift;
  }

  // Sends the outcome of the plays that the clients have not been shown.
  void show_turns(const Shared& shared, wire::After last) {
    for (; shown_ < shared.turns.size(); ++shown_) {
      const Turn& turn = shared.turns[shown_];
      const bool end = shown_ + 1 == shared.turns.size();
      // What lies there before any clearing, with the state in which it was played.
      wire::Table cards;
      wire::put_move(turn.move.is_pass() ? turn.before.top : turn.move, cards);
      wire::put_info(info_of(turn.before), cards);
      for (auto& client : clients_) {
        client->send(cards);
        client->send(static_cast<std::int32_t>(end ? last : wire::After::go_on));
      }
    }
  }

  // The one to move is told first. The others hear of it when it takes its time: a player that answers at
  // once spares the rest four messages that would wake them for nothing.
  std::optional<wire::Table> receive_from(Connection& client, Clock::time_point limit) {
    client.flush();
    auto sent = client.receive_table(std::min(limit, Clock::now() + kAtOnce));
    if (sent || !client.open()) return sent;
    for (int player = 0; player < kPlayers; ++player) {
      clients_[at(player)]->flush();
      note_loss(player);
    }
    return client.receive_table(limit);
  }

  Move ask_move(const View& view, int seat) {
    const Shared& shared = view.shared;
    show_turns(shared, wire::After::go_on);
    wire::Info info = info_of(shared.table);
    const int mover = player_of(seat);
    for (int other = 0; other < kPlayers; ++other) {
      const int player = player_of(other);
      wire::Table table;
      wire::put_hand(loop_.seats()[at(other)].hand, table);
      info.my_turn = other == seat;
      wire::put_info(info, table);
      clients_[at(player)]->send(table);
    }
    Connection& client = *clients_[at(mover)];
    const auto asked = Clock::now();
    const auto sent = receive_from(client, in(settings_.seconds_per_move));
    PlayNote note{.seconds = std::chrono::duration<float>(Clock::now() - asked).count()};
    loop_.note(note);
    if (!sent) {
      if (client.open()) drop(mover, "played nothing in time");
      note_loss(mover);
      return Move::pass();
    }
    const auto read = wire::read_move(*sent);
    const bool legal = read && view.own.hand.contains(read->cards) && shared.table.accepts(*read);
    if (!legal) {
      note.refused = true;
      loop_.note(note);
      ++report_.illegal[at(mover)];
      log(fmt::format("player {} ({}): {}, counts as a pass", mover, report_.names[at(mover)],
                      read ? to_string(*read) + " is not legal" : read.error().what));
    }
    const Move move = legal ? *read : Move::pass();
    const bool says_taken = legal && (!move.is_pass() || shared.table.table_empty());
    client.send(says_taken ? wire::kTaken : wire::kNotTaken);
    return move;
  }

  const ServerSettings& settings_;
  const ServerCalls& calls_;
  Sequence sequence_;
  GameSetup setup_;
  GameLoop loop_;
  std::array<std::unique_ptr<Connection>, kPlayers> clients_;
  std::size_t shown_ = 0;
  int game_ = 0;  // from 1; 0 before the first
  ServerReport report_;
};

}  // namespace

Result<ServerReport> serve(const ServerSettings& settings, const ServerCalls& calls) {
  return Server(settings, calls).run();
}

}  // namespace yomi::daihinmin

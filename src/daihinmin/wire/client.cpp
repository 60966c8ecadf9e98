#include <fmt/format.h>

#include "connection.h"
#include "yomi/daihinmin/server.h"

namespace yomi::daihinmin {
namespace {

using wire::Clock;
using wire::Connection;

constexpr std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// One client's way through the games. What the server says is believed over what we would have expected.
class Client {
 public:
  Client(const ClientSettings& settings, Connection& connection, Player& player,
         const std::function<bool()>& stop)
      : settings_(settings), connection_(connection), player_(player), stop_(stop), seeds_(settings.seed) {}

  Result<ClientReport> run() {
    if (settings_.version == wire::kOldVersion) {
      connection_.set_order(wire::Order::host);
    } else {
      connection_.send(wire::profile(settings_.name));
    }
    const auto number = receive_number();
    if (!number) return lost();
    if (*number < 0 || *number >= kPlayers) {
      return Error{.what = fmt::format("expected our number from 0 to 4, the server sent {}", *number)};
    }
    report_.number = *number;
    while (!report_.finished) {
      if (auto error = play_game()) return *error;
    }
    return report_;
  }

 private:
  [[nodiscard]] Error lost() const {
    return Error{.what = fmt::format("the server went away after {} games: {}", report_.games,
                                     connection_.open() ? "no message in time" : connection_.trouble())};
  }

  // Waits in short steps so that a stop is heard.
  template <class Receive>
  auto patiently(Receive&& receive) -> decltype(receive(Clock::now())) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(settings_.seconds_to_wait));
    while (connection_.open() && Clock::now() < end && (!stop_ || !stop_())) {
      if (auto got = receive(std::min(end, Clock::now() + std::chrono::milliseconds(200)))) return got;
    }
    return std::nullopt;
  }
  std::optional<wire::Table> receive_table() {
    return patiently([&](Clock::time_point limit) { return connection_.receive_table(limit); });
  }
  std::optional<std::int32_t> receive_number() {
    return patiently([&](Clock::time_point limit) { return connection_.receive_number(limit); });
  }

  [[nodiscard]] int seat_of(int player) const {
    for (int seat = 0; seat < kPlayers; ++seat) {
      if (player_at_[at(seat)] == player) return seat;
    }
    return 0;
  }

  std::optional<Error> play_game() {
    auto first = receive_table();
    if (!first) return lost();
    auto info = wire::read_info(*first);
    if (!info) return info.error();
    auto hand = wire::read_hand(*first);
    if (!hand) return hand.error();
    start(*info, *hand);
    if (info->to_give > 0) {
      shared_.exchanging = true;
      own_.gave = player_.give(View{shared_, own_}, info->to_give);
      shared_.exchanging = false;
      wire::Table gift;
      wire::put_hand(own_.gave, gift);
      connection_.send(gift);
      connection_.flush();
    }
    const Cards before = *hand;
    for (bool first_turn = true;; first_turn = false) {
      auto table = receive_table();
      if (!table) return lost();
      info = wire::read_info(*table);
      if (!info) return info.error();
      hand = wire::read_hand(*table);
      if (!hand) return hand.error();
      if (first_turn) learn_exchange(before, *hand);
      take_over(*info, *hand, first_turn);
      if (info->my_turn) {
        if (auto error = make_move()) return error;
      }
      const auto cards = receive_table();
      const auto after = cards ? receive_number() : std::nullopt;
      if (!after) return lost();
      auto shown = wire::read_move(*cards);
      if (!shown) return shown.error();
      follow(*shown);
      if (*after == static_cast<std::int32_t>(wire::After::go_on)) continue;
      report_.finished = *after == static_cast<std::int32_t>(wire::After::all_over);
      break;
    }
    ++report_.games;
    const auto place = shared_.table.place[at(own_.seat)];
    if (place != Public::kNoPlace) report_.points += kPlayers - place;
    return std::nullopt;
  }

  void start(const wire::Info& info, Cards hand) {
    for (int seat = 0; seat < kPlayers; ++seat) player_at_[at(seat)] = info.player_at[at(seat)];
    own_ = Private{.seat = seat_of(report_.number), .hand = hand, .gave = {}, .got = {}};
    Public table;
    table.place.fill(Public::kNoPlace);
    unsigned ranks = 0;
    for (int player = 0; player < kPlayers; ++player) {
      const int seat = seat_of(player);
      table.counts[at(seat)] = static_cast<std::uint8_t>(info.counts[at(player)]);
      shared_.rank[at(seat)] = static_cast<std::uint8_t>(info.ranks[at(player)]);
      ranks |= 1U << info.ranks[at(player)];
    }
    shared_.ranked = ranks == 31;
    shared_.games_left = kGamesToReset - report_.games % kGamesToReset;
    for (int seat = 0; seat < kPlayers; ++seat)
      shared_.player_at[at(seat)] = static_cast<std::uint8_t>(player_at_[at(seat)]);
    shared_.start(table);
    player_.begin(seeds_());
  }

  // The poor see what they got from their hands before and after; the rich whether the gift was taken.
  void learn_exchange(Cards before, Cards after) {
    if (!shared_.ranked) return;
    const int rank = shared_.rank[at(own_.seat)];
    if (rank > 2) {
      own_.gave = before.best(exchanged(rank));
      own_.got = after - (before - own_.gave);
      own_.gave -= own_.got;
    } else if (rank < 2) {
      own_.gave = before - after;
    }
  }

  void take_over(const wire::Info& info, Cards hand, bool first_turn) {
    Public& table = shared_.table;
    own_.hand = hand;
    table.turn = static_cast<std::uint8_t>(seat_of(info.turn));
    if (first_turn) table.owner = table.turn;
    if (info.table_empty && !table.table_empty()) {
      table.top = Move::pass();
      table.passed = 0;
    }
    table.revolution = info.revolution;
    table.locked = info.locked;
    for (int player = 0; player < kPlayers; ++player) {
      table.counts[at(seat_of(player))] = static_cast<std::uint8_t>(info.counts[at(player)]);
    }
    table.counts[at(own_.seat)] = static_cast<std::uint8_t>(hand.size());
  }

  std::optional<Error> make_move() {
    const Move move = player_.play(View{shared_, own_});
    wire::Table answer;
    wire::put_move(move, answer);
    connection_.send(answer);
    connection_.flush();
    const auto taken = receive_number();
    if (!taken) return lost();
    if (*taken != wire::kTaken && !move.is_pass()) ++report_.refused;
    return std::nullopt;
  }

  // The one to move has played what now lies there, or has passed if that is what lay there before.
  void follow(const Move& shown) {
    Public& table = shared_.table;
    const bool passed = shown.is_pass() || (shown.cards == table.top.cards && shown.kind == table.top.kind);
    if (table.over() || !table.is_in(table.turn)) return;
    const Move move = passed ? Move::pass() : shown;
    if (!table.accepts(move) || move.size > table.counts[table.turn]) {
      // The server lets more through than we know; keep at least what everybody can see.
      shared_.played |= move.cards;
      table.top = move;
      table.owner = table.turn;
      return;
    }
    if (table.turn == own_.seat) own_.hand -= move.cards;
    shared_.apply(move);
  }

  const ClientSettings& settings_;
  Connection& connection_;
  Player& player_;
  const std::function<bool()>& stop_;
  Random seeds_;
  ClientReport report_;
  Shared shared_;
  Private own_;
  std::array<int, kPlayers> player_at_{0, 1, 2, 3, 4};
};

}  // namespace

Result<ClientReport> join(const ClientSettings& settings, Player& player, const std::function<bool()>& stop) {
  if (settings.version != wire::kVersion && settings.version != wire::kOldVersion) {
    return Error{.what = fmt::format("expected protocol {} or {}, found {}", wire::kVersion,
                                     wire::kOldVersion, settings.version)};
  }
  auto socket = wire::connect_to(settings.host, settings.port);
  if (!socket) return socket.error();
  Connection connection(std::move(*socket));
  return Client(settings, connection, player, stop).run();
}

}  // namespace yomi::daihinmin

#include <fmt/format.h>

#include <numeric>

#include "../players/base.h"
#include "connection.h"
#include "yomi/daihinmin/monte_carlo.h"
#include "yomi/daihinmin/server.h"

namespace yomi::daihinmin {
namespace {

using wire::Clock;
using wire::Connection;

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

// One client's way through the games. What the server says is believed over what we would have expected, as
// far as it can be understood.
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
    if (!number) return Error{.what = "the server gave no number: " + trouble()};
    if (*number < 0 || *number >= kPlayers) {
      return Error{.what = fmt::format("expected our number from 0 to 4, the server sent {}", *number)};
    }
    report_.number = *number;
    bool finished = false;
    while (play_game(finished) && !finished) {
    }
    if (!finished) report_.trouble = fmt::format("after {} games: {}", report_.games, trouble());
    return report_;
  }

 private:
  [[nodiscard]] std::string trouble() const {
    return !connection_.open() ? connection_.trouble() : stop_ && stop_() ? "stopped" : "no message in time";
  }
  void note_odd(const std::string& what) {
    constexpr std::size_t kTold = 10;
    ++report_.odd;
    if (report_.oddities.size() < kTold) {
      report_.oddities.push_back(
          fmt::format("game {} turn {}: {}", report_.games + 1, shared_.turns.size() + 1, what));
    }
  }
  [[nodiscard]] wire::Odd odd() {
    return [this](const Error& error) { note_odd(error.what); };
  }

  // Waits in short steps so that a stop is heard.
  template <class Receive>
  auto patiently(Receive&& receive) -> decltype(receive(Clock::now())) {
    const auto start = Clock::now();
    const auto end = start + seconds(settings_.seconds_to_wait);
    bool told = false;
    while (connection_.open() && Clock::now() < end && (!stop_ || !stop_())) {
      if (auto got = receive(std::min(end, Clock::now() + std::chrono::milliseconds(200)))) return got;
      if (!told && Clock::now() - start > seconds(settings_.seconds_of_silence) && settings_.on_silence) {
        settings_.on_silence();
        told = true;
      }
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
      if (info_.player_at[at(seat)] == player) return seat;
    }
    return 0;
  }

  // False: the server went away.
  bool play_game(bool& finished) {
    const auto first = receive_table();
    if (!first) return false;
    const Cards before = wire::read_hand(*first, odd());
    info_ = wire::read_info(*first, info_, odd());
    start(before);
    if (info_.to_give > 0) give();
    for (bool first_turn = true;; first_turn = false) {
      const auto table = receive_table();
      if (!table) return false;
      info_ = wire::read_info(*table, info_, odd());
      const Cards hand = wire::read_hand(*table, odd());
      if (first_turn) learn_exchange(before, hand);
      take_over(hand, first_turn);
      if (info_.my_turn && !make_move()) return false;
      const auto cards = receive_table();
      const auto after = cards ? receive_number() : std::nullopt;
      if (!after) return false;
      follow(*cards);
      if (*after < 0 || *after > 2)
        note_odd(fmt::format("expected 0, 1 or 2 after a turn, found {}", *after));
      if (*after != static_cast<std::int32_t>(wire::After::game_over) &&
          *after != static_cast<std::int32_t>(wire::After::all_over)) {
        continue;
      }
      finished = *after == static_cast<std::int32_t>(wire::After::all_over);
      break;
    }
    ++report_.games;
    // The one who is left over has the last place; where places were drawn by lot, the next game tells.
    const auto place = shared_.table.place[at(own_.seat)];
    credited_ = kPlayers - (place != Public::kNoPlace ? place : kPlayers - 1);
    report_.points += credited_;
    return true;
  }

  void start(Cards hand) {
    own_ = Private{.seat = seat_of(report_.number), .hand = hand, .gave = {}, .got = {}};
    Public table;
    table.place.fill(Public::kNoPlace);
    unsigned ranks = 0;
    for (int player = 0; player < kPlayers; ++player) {
      const int seat = seat_of(player);
      table.counts[at(seat)] = static_cast<std::uint8_t>(info_.counts[at(player)]);
      shared_.rank[at(seat)] = static_cast<std::uint8_t>(info_.ranks[at(player)]);
      ranks |= 1U << info_.ranks[at(player)];
    }
    shared_.ranked = ranks == 31;
    if (shared_.ranked && report_.games > 0) {
      report_.points += kPlayers - info_.ranks[at(report_.number)] - credited_;
    }
    shared_.games_left = kGamesToReset - report_.games % kGamesToReset;
    for (int seat = 0; seat < kPlayers; ++seat)
      shared_.player_at[at(seat)] = static_cast<std::uint8_t>(info_.player_at[at(seat)]);
    shared_.start(table);
    doubt_ = false;
    player_.begin(seeds_());
  }

  void give() {
    shared_.exchanging = true;
    const int rank = shared_.rank[at(own_.seat)];
    const bool as_expected = shared_.ranked && rank < 2 && exchanged(rank) == info_.to_give;
    if (as_expected) own_.gave = player_.give(View{shared_, own_}, info_.to_give);
    if (own_.gave.size() != info_.to_give || !own_.hand.contains(own_.gave)) {
      own_.gave = weakest_gift(own_.hand, info_.to_give);
    }
    shared_.exchanging = false;
    wire::Table gift;
    wire::put_hand(own_.gave, gift);
    connection_.send(gift);
    connection_.flush();
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

  void take_over(Cards hand, bool first_turn) {
    Public& table = shared_.table;
    own_.hand = hand;
    table.turn = static_cast<std::uint8_t>(seat_of(info_.turn));
    if (first_turn) table.owner = table.turn;
    if (info_.table_empty) doubt_ = false;
    if (info_.table_empty && !table.table_empty()) {
      table.top = Move::pass();
      table.passed = 0;
    }
    table.revolution = info_.revolution;
    table.locked = info_.locked;
    for (int player = 0; player < kPlayers; ++player) {
      const int seat = seat_of(player);
      const int count = seat == own_.seat ? hand.size() : info_.counts[at(player)];
      table.counts[at(seat)] = static_cast<std::uint8_t>(count);
      if (count == 0 && table.is_in(seat)) {
        table.place[at(seat)] = static_cast<std::uint8_t>(kPlayers - table.players_in());
        table.in = static_cast<std::uint8_t>(table.in & ~(1U << seat));
      } else if (count > 0 && !table.is_in(seat)) {
        table.place[at(seat)] = Public::kNoPlace;
        table.in = static_cast<std::uint8_t>(table.in | 1U << seat);
      }
    }
  }

  // Does what we have seen go together, so that the player may rely on it?
  [[nodiscard]] bool consistent() const {
    const auto& counts = shared_.table.counts;
    return (own_.hand & shared_.played).empty() && shared_.table.turn == own_.seat &&
           std::accumulate(counts.begin(), counts.end(), 0) + shared_.played.size() == kCards;
  }

  // False: the server went away.
  bool make_move() {
    Move move = Move::pass();
    if (!doubt_ && !own_.hand.empty()) {
      MoveList list;
      move = consistent() ? player_.play(View{shared_, own_}) : base_play(shared_.table, own_.hand, list);
      if (!own_.hand.contains(move.cards) || !shared_.table.accepts(move)) move = Move::pass();
    }
    wire::Table answer;
    wire::put_move(move, answer);
    connection_.send(answer);
    connection_.flush();
    const auto taken = receive_number();
    if (!taken) return false;
    if (*taken != wire::kTaken && !move.is_pass()) ++report_.refused;
    return true;
  }

  // The one to move has played what now lies there, or has passed if that is what lay there before.
  void follow(const wire::Table& cards) {
    Public& table = shared_.table;
    const auto shown = wire::read_move(cards);
    if (!shown) {
      note_odd(shown.error().what);
      shared_.played |= wire::read_hand(cards, [](const Error&) {}) - own_.hand;
      doubt_ = true;
      return;
    }
    const bool passed =
        shown->is_pass() || (shown->cards == table.top.cards && shown->kind == table.top.kind);
    if (table.over() || !table.is_in(table.turn)) return;
    const Move move = passed ? Move::pass() : *shown;
    if (!table.accepts(move) || move.size > table.counts[table.turn]) {
      // The server lets more through than we know; keep at least what everybody can see.
      note_odd(to_string(move) + " does not follow " + to_string(table.top));
      shared_.played |= move.cards;
      table.top = move;
      table.owner = table.turn;
      return;
    }
    if (table.turn == own_.seat) own_.hand -= move.cards;
    shared_.apply(move);
    if (settings_.on_turn) settings_.on_turn(report_.games + 1, shared_, own_);
  }

  const ClientSettings& settings_;
  Connection& connection_;
  Player& player_;
  const std::function<bool()>& stop_;
  Random seeds_;
  ClientReport report_;
  int credited_ = 0;  // points of the last game, as far as it was seen
  wire::Info info_{.player_at = {0, 1, 2, 3, 4}};
  Shared shared_;
  Private own_;
  bool doubt_ = false;  // what lies on the table could not be read
};

}  // namespace

Result<ClientReport> join(const ClientSettings& settings, Player& player, const std::function<bool()>& stop) {
  if (settings.version != wire::kVersion && settings.version != wire::kOldVersion) {
    return Error{.what = fmt::format("expected protocol {} or {}, found {}", wire::kVersion,
                                     wire::kOldVersion, settings.version)};
  }
  auto socket = net::connect_to(settings.host, settings.port);
  if (!socket) return socket.error();
  Connection connection(std::move(*socket));
  connection.on_message(settings.on_message);
  return Client(settings, connection, player, stop).run();
}

}  // namespace yomi::daihinmin

#include "yomi/table/server.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <list>
#include <memory>

#include "yomi/formats/text.h"
#include "yomi/net/stream.h"

namespace yomi::table {
namespace {

using net::Clock;

constexpr int kTickMilliseconds = 100;
constexpr int kMostAccepted = 32;  // at a time
constexpr auto kToHearARefusal = std::chrono::seconds(1);

Clock::duration of_seconds(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

struct Peer {
  Peer(net::Socket socket, Clock::time_point until) : stream(std::move(socket)), limit(until) {}
  net::Stream stream;
  std::optional<std::pair<RoomName, Seat>> place{};
  bool refused = false;
  Clock::time_point limit;  // without a seat
};

class Server {
 public:
  Server(const ServerSettings& settings, TeamMatch& match, const ServerCalls& calls)
      : settings_(settings), match_(match), calls_(calls) {
    for (const RoomName name : {RoomName::open, RoomName::closed}) make_room(name);
  }

  Result<ServerReport> run() {
    auto listening = net::listen_on(settings_.host, settings_.port);
    if (!listening) return listening.error();
    if (calls_.on_listening) calls_.on_listening(net::port_of(*listening));
    while (!is_over()) {
      step(&*listening);
      for (auto& room : rooms_) room->tick(Clock::now());
    }
    listening->close();
    for (auto& room : rooms_) room->end_session();
    say_goodbye();
    if (trouble_) return *trouble_;
    return report_;
  }

 private:
  void log(const std::string& line) const {
    if (calls_.log) calls_.log(line);
  }

  void make_room(RoomName name) {
    Room::Settings settings = settings_.room;
    settings.seconds_used = match_.seconds(name);
    Room::Calls calls;
    calls.send = [this, name](Seat seat, const std::string& line) {
      if (Peer* peer = at(name, seat)) peer->stream.send(line + "\r\n");
    };
    calls.next_board = [this, name] { return match_.next(name); };
    calls.on_result = [this, name](const PlayedBoard& played) {
      const auto kept = calls_.on_result(match_.add(name, played));
      if (!kept) trouble_ = kept.error();
    };
    calls.log = [this, name](const std::string& line) {
      log(fmt::format("{}: {}", name == RoomName::open ? "open room" : "closed room", line));
    };
    rooms_[index(name)] = std::make_unique<Room>(settings, std::move(calls));
    name_teams();
  }

  void name_teams() {
    for (const RoomName name : {RoomName::open, RoomName::closed}) {
      if (!rooms_[index(name)]) continue;
      for (const Side side : {Side::ns, Side::ew})
        rooms_[index(name)]->set_team(side, match_.team(name, side));
    }
  }

  Peer* at(RoomName room, Seat seat) { return seats_[index(room)][seat]; }

  bool is_over() {
    report_.stopped = calls_.stop && calls_.stop();
    if (report_.stopped || trouble_) return true;
    for (const auto& room : rooms_) {
      if (room->state() != Room::State::failed) continue;
      report_.failure = room->failure();
      return true;
    }
    if (!is_played(RoomName::open)) return false;
    const bool one_room = settings_.rooms == ServerSettings::Rooms::one ||
                          (settings_.rooms == ServerSettings::Rooms::by_players && !closed_room_);
    return one_room || is_played(RoomName::closed);
  }

  // Everything is played, and every player has been told.
  bool is_played(RoomName name) {
    if (!match_.is_complete(name)) return false;
    const Room& room = *rooms_[index(name)];
    if (room.state() != Room::State::finished) {
      return std::all_of(kAllSeats.begin(), kAllSeats.end(), [&](Seat seat) { return room.is_free(seat); });
    }
    auto& since = finished_[index(name)];
    if (!since) since = Clock::now();
    return room.all_told() || Clock::now() - *since > of_seconds(settings_.seconds_to_end);
  }

  // Waits a moment for events and handles them.
  void step(const net::Socket* listening) {
    std::vector<pollfd> waiting;
    if (listening != nullptr) waiting.push_back({.fd = listening->fd(), .events = POLLIN, .revents = 0});
    for (Peer& peer : peers_) {
      peer.stream.flush();
      const auto events = static_cast<short>(POLLIN | (peer.stream.has_more_to_send() ? POLLOUT : 0));
      waiting.push_back({.fd = peer.stream.fd(), .events = events, .revents = 0});
    }
    if (poll(waiting.data(), waiting.size(), kTickMilliseconds) < 0) return;
    std::size_t i = listening != nullptr ? 1 : 0;
    for (Peer& peer : peers_) {
      if (waiting[i++].revents != 0 && peer.stream.open()) hear(peer);
    }
    if (listening != nullptr && waiting[0].revents != 0) welcome(*listening);
    for (Peer& peer : peers_) peer.stream.flush();
    part();
  }

  void welcome(const net::Socket& listening) {
    for (int i = 0; i < kMostAccepted; ++i) {
      auto socket = net::accept_from(listening);
      if (!socket) return;
      peers_.emplace_back(std::move(*socket), Clock::now() + of_seconds(settings_.seconds_for_guests));
      const auto guests = static_cast<std::size_t>(
          std::count_if(peers_.begin(), peers_.end(), [](const Peer& peer) { return !peer.place; }));
      if (guests <= settings_.most_guests) continue;
      std::find_if(peers_.begin(), peers_.end(), [](const Peer& peer) {
        return !peer.place;
      })->stream.close("too many connections without a seat");
    }
  }

  void hear(Peer& peer) {
    peer.stream.read_some();
    while (const auto line = peer.stream.take_line(kLongestLine)) {
      if (peer.place) {
        rooms_[index(peer.place->first)]->hear(peer.place->second, *line, Clock::now());
      } else if (!peer.refused) {
        seat(peer, *line);
      }
    }
  }

  // Drops closed connections, and guests whose time is up.
  void part() {
    const auto now = Clock::now();
    for (Peer& peer : peers_) {
      if (!peer.place && now > peer.limit) peer.stream.close("took no seat");
      if (peer.stream.open() || !peer.place) continue;
      const auto [room, seat] = *peer.place;
      seats_[index(room)][seat] = nullptr;
      rooms_[index(room)]->leave(seat, now);
      log(fmt::format("{}: {}", to_name(seat), peer.stream.trouble()));
    }
    peers_.remove_if([](const Peer& peer) { return !peer.stream.open(); });
  }

  void refuse(Peer& peer, const std::string& why) {
    log("a connection got no seat: " + why);
    peer.stream.send("Refused: " + why + "\r\n");
    peer.stream.finish_sending();
    peer.refused = true;
    peer.limit = Clock::now() + kToHearARefusal;
  }

  void seat(Peer& peer, const std::string& line) {
    const auto message = parse_message(line);
    if (!message) return refuse(peer, message.error().what);
    const auto* connecting = std::get_if<Connecting>(&*message);
    if (connecting == nullptr)
      return refuse(peer, "expected 'Connecting \"Team\" as North using protocol version 18'");
    std::string why;
    const auto place = place_for(*connecting, why);
    if (!place) return refuse(peer, why);
    const auto [room, seat] = *place;
    if (connecting->version != kProtocolVersion)
      log(fmt::format("{} speaks version {} of the protocol", to_name(seat), connecting->version));
    peer.place = {room, seat};
    seats_[index(room)][seat] = &peer;
    closed_room_ = closed_room_ || room == RoomName::closed;
    name_teams();
    rooms_[index(room)]->sit(seat, Clock::now());
  }

  // The seat that was asked for; whoever takes any fills the open room first.
  std::optional<std::pair<RoomName, Seat>> place_for(Connecting who, std::string& why) {
    std::optional<std::pair<RoomName, Seat>> place;
    const bool any = who.any_seat;
    for (const Seat seat : {Seat::north, Seat::south, Seat::east, Seat::west}) {
      if (any) who.seat = seat;
      const auto room = room_for(who, why);
      if (room && (!place || *room == RoomName::open)) place = {*room, who.seat};
      if (!any || (place && place->first == RoomName::open)) break;
    }
    return place;
  }

  // The room in which the team sits on the side of that seat. A team that is not known yet becomes one of the
  // two.
  std::optional<RoomName> room_for(const Connecting& who, std::string& why) {
    const Side side = side_of(who.seat);
    const bool one_room = settings_.rooms == ServerSettings::Rooms::one;
    for (const RoomName room : {RoomName::open, RoomName::closed}) {
      if (one_room && room == RoomName::closed) break;
      const std::string& name = match_.team(room, side);
      const std::string& other = match_.team(room, yomi::other(side));
      const bool is_new = name.empty() && (one_room || text::lower(other) != text::lower(who.team));
      if (!is_new && text::lower(name) != text::lower(who.team)) continue;
      if (!rooms_[index(room)]->is_free(who.seat)) {
        why = fmt::format("{} is taken", to_name(who.seat));
        if (one_room || room == RoomName::closed) return std::nullopt;
        continue;
      }
      if (is_new) match_.set_team(index(room) ^ static_cast<std::size_t>(yomi::index(side)), who.team);
      return room;
    }
    if (why.empty())
      why = fmt::format("expected a player of '{}' or '{}', found '{}'", match_.teams()[0], match_.teams()[1],
                        who.team);
    return std::nullopt;
  }

  // Waits until everybody has gone, but not for long: closing a connection while the peer still sends could
  // lose what was sent to it.
  void say_goodbye() {
    const auto limit = Clock::now() + of_seconds(settings_.seconds_to_end);
    for (Peer& peer : peers_) {
      if (!peer.place) peer.stream.close("the match is over");
      peer.stream.flush_until(limit);
      peer.stream.finish_sending();
    }
    part();
    while (!peers_.empty() && Clock::now() < limit) step(nullptr);
  }

  const ServerSettings& settings_;
  TeamMatch& match_;
  const ServerCalls& calls_;
  std::array<std::unique_ptr<Room>, kRooms> rooms_{};
  std::array<std::optional<Clock::time_point>, kRooms> finished_{};
  std::array<BySeat<Peer*>, kRooms> seats_{};
  std::list<Peer> peers_;
  bool closed_room_ = false;  // somebody sat down there
  std::optional<Error> trouble_;
  ServerReport report_;
};

}  // namespace

Result<ServerReport> serve(const ServerSettings& settings, TeamMatch& match, const ServerCalls& calls) {
  return Server(settings, match, calls).run();
}

}  // namespace yomi::table

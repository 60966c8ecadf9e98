#include "yomi/table/room.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace yomi::table {
namespace {

using For = Ready::For;

constexpr std::size_t kMostAsked = 8;
constexpr int kMostIdleLines = 500;

double seconds_between(Room::Time from, Room::Time to) {
  return std::chrono::duration<double>(to - from).count();
}

std::chrono::seconds whole(double seconds) {
  return std::chrono::seconds(std::llround(std::min(seconds, 3'500'000.0)));
}

// Dummy may be asked for by that name or by its seat, by its own program too.
bool answers(const Ready& wanted, bool dummys, const Ready& ready) {
  if (wanted.what != ready.what) return false;
  if (wanted.what == For::call) return wanted.of == ready.of;
  if (wanted.what != For::card) return true;
  return (ready.of ? wanted.of == ready.of : dummys) && (ready.trick == 0 || ready.trick == wanted.trick);
}

}  // namespace

std::string Room::name_of(Seat seat) const {
  return fmt::format("{} ({})", to_name(seat), teams_[side_of(seat)]);
}

void Room::set_team(Side side, std::string name) {
  teams_[side] = std::move(name);
}

bool Room::all_here() const {
  return std::all_of(places_.begin(), places_.end(), [](const Place& place) { return place.present; });
}

std::optional<Seat> Room::decider() const {
  if (!board_) return std::nullopt;
  if (!position_) return auction_.turn();
  return position_->turn() == contract_->dummy() ? contract_->declarer : position_->turn();
}

bool Room::is_due(Seat seat) const {
  const Place& place = places_[seat];
  if (!place.present) return false;
  if (!place.queue.empty() || place.deaf) return true;
  if (!place.ready_to_start) return all_here();
  return decider() == seat;
}

void Room::update_due(Time now) {
  for (const Seat seat : kAllSeats) {
    Place& place = places_[seat];
    const bool due = is_due(seat);
    if (due && !place.due) place.since = now;
    if (place.present) place.due = due;
  }
}

void Room::sit(Seat seat, Time now) {
  Place& place = places_[seat];
  place = {.present = true, .was_here = place.was_here, .since = now};
  calls_.send(seat, to_string(Seated{.seat = seat, .team = teams_[side_of(seat)]}));
  log(fmt::format("{} {}", name_of(seat), place.was_here ? "is back" : "sits down"));
  place.was_here = true;
  settle(now);
  update_due(now);
}

void Room::leave(Seat seat, Time now) {
  Place& place = places_[seat];
  if (!place.present) return;
  place = {.present = false, .was_here = true, .since = now};
  if (state_ == State::waiting || state_ == State::playing) log(fmt::format("{} has left", name_of(seat)));
  update_due(now);
}

// Continues whatever was waiting for a player to come or be ready.
void Room::settle(Time now) {
  if (!teams_[0].empty() && !teams_[1].empty()) {
    for (const Seat seat : kAllSeats) {
      Place& place = places_[seat];
      if (!place.present || place.told_teams) continue;
      place.told_teams = true;
      push(seat, Teams{.names = teams_}, For::teams);
    }
  }
  if (state_ != State::waiting || !all_here()) return;
  if (std::all_of(places_.begin(), places_.end(), [](const Place& place) { return place.ready_to_start; })) {
    state_ = State::playing;
    total_ = settings_.seconds_used;
    next_board(now);
  }
}

void Room::push(Seat seat, const Message& message, std::optional<For> wanted, SeatOrDummy of, int trick) {
  Place& place = places_[seat];
  if (!place.present || (!place.ready_to_start && wanted != For::teams)) return;
  Item item{.starts_board = std::holds_alternative<StartOfBoard>(message),
            .line = to_string(message),
            .start = starts_};
  if (wanted) item.wanted = Ready{.seat = seat, .what = *wanted, .of = of, .trick = trick};
  if (wanted == For::card) item.dummys = of == contract_->dummy();
  if (std::holds_alternative<EndOfSession>(message)) place.told_end = true;
  place.queue.push_back(std::move(item));
  serve(seat);
}

void Room::serve(Seat seat) {
  Place& place = places_[seat];
  while (!place.queue.empty()) {
    const Item& item = place.queue.front();
    if (item.wanted) {
      if (place.asked.empty()) return;
      const Ready asked = place.asked.front();
      place.asked.pop_front();
      if (!answers(*item.wanted, item.dummys, asked)) {
        object(seat, fmt::format("expected '{}', found '{}'", to_string(*item.wanted), to_string(asked)));
        if (state_ == State::failed) return;
        continue;
      }
    }
    const std::string line = item.line;
    if (item.starts_board) ++place.open_starts;
    place.queue.pop_front();
    calls_.send(seat, line);
  }
  // Dummy need not ask for its own cards, but some do.
  if (!place.asked.empty() && place.asked.front().what == For::dummy && position_ && !play_.empty() &&
      contract_->dummy() == seat) {
    place.asked.pop_front();
    calls_.send(seat, to_string(Hand{.seat = {}, .cards = board_->deal[seat]}));
  }
}

void Room::hear(Seat seat, std::string_view line, Time now) {
  Place& place = places_[seat];
  if (state_ == State::failed || !place.present) return;
  if (++place.idle_lines > kMostIdleLines) return fail(name_of(seat), "floods the table with lines");
  const auto message = parse_message(line);
  const Ready* ready = message ? std::get_if<Ready>(&*message) : nullptr;
  if (ready != nullptr && ready->what == For::deal && place.open_starts > 0) {
    --place.open_starts;
    place.deaf = place.open_starts > 0;
    if (place.deaf) return;
  }
  if (place.deaf) return;
  const int faults = place.faults;
  if (state_ == State::finished) {  // some may not have been told of the end yet
    if (ready != nullptr) hear_ready(seat, *ready, now);
  } else if (!message) {
    object(seat, message.error().what);
  } else if (ready != nullptr) {
    hear_ready(seat, *ready, now);
  } else if (std::holds_alternative<Received>(*message)) {
    return;
  } else if (const auto* called = std::get_if<Called>(&*message)) {
    hear_call(seat, *called, now);
  } else if (const auto* played = std::get_if<Played>(&*message)) {
    hear_card(seat, *played, now);
  } else {
    object(seat, fmt::format("expected a line of a player, found '{}'", to_string(*message)));
  }
  if (place.faults == faults && (ready == nullptr || ready->what != For::start)) {
    place.idle_lines = 0;
    place.since = now;
  }
  update_due(now);
}

void Room::hear_ready(Seat seat, const Ready& ready, Time now) {
  Place& place = places_[seat];
  if (ready.seat != seat)
    return object(seat, fmt::format("{} spoke for {}", to_name(seat), to_name(ready.seat)));
  if (ready.what == For::start) {
    if (place.ready_to_start) return;  // some programs say it again before every board
    place.ready_to_start = true;
    if (state_ == State::playing) return join(seat, now);
    return settle(now);
  }
  if (place.asked.size() >= kMostAsked) return object(seat, "asked for too much at once");
  place.asked.push_back(ready);
  serve(seat);
}

void Room::next_board(Time now) {
  board_ = calls_.next_board();
  if (board_) return open_board(now);
  for (const Seat seat : kAllSeats) push(seat, EndOfSession{});
  state_ = State::finished;
}

void Room::open_board(Time now) {
  ++starts_;
  auction_ = Auction(board_->dealer);
  spoken_.clear();
  position_.reset();
  contract_.reset();
  play_.clear();
  turn_since_ = now;
  for (const Seat seat : kAllSeats) deal_to(seat);
}

void Room::deal_to(Seat seat) {
  push(seat, StartOfBoard{});
  push(seat,
       BoardInfo{.number = board_->number, .dealer = board_->dealer, .vulnerability = board_->vulnerability},
       For::deal);
  push(seat, Hand{.seat = seat, .cards = board_->deal[seat]}, For::cards);
}

// A player is back in the middle of a session.
void Room::join(Seat back, Time now) {
  if (spoken_.empty()) return deal_to(back);
  log(fmt::format("board {} is started again", board_->number));
  for (const Seat seat : kAllSeats) {
    Place& place = places_[seat];
    if (seat == back || !place.ready_to_start) continue;
    // A player that has not heard the end of the last board has not heard of this one.
    std::erase_if(place.queue, [&](const Item& item) { return item.start == starts_; });
    place.asked.clear();
    place.deaf = place.queue.empty();
  }
  open_board(now);
}

void Room::charge(Time now) {
  seconds_[side_of(*decider())] += std::max(0.0, seconds_between(turn_since_, now));
  turn_since_ = now;
}

void Room::hear_call(Seat seat, const Called& called, Time now) {
  if (called.seat != seat)
    return object(seat, fmt::format("{} spoke for {}", to_name(seat), to_name(called.seat)));
  if (!board_ || position_) return object(seat, "out of turn: there is no auction");
  if (auction_.turn() != seat)
    return object(seat, fmt::format("out of turn: it is {}'s call", to_name(auction_.turn())));
  if (!places_[seat].queue.empty()) return object(seat, "out of turn: the calls before were not asked for");
  if (!auction_.is_legal(called.call))
    return object(seat, fmt::format("{} is not legal here", yomi::to_string(called.call)));
  charge(now);
  auction_.add(called.call);
  spoken_.push_back(called);
  for (const Seat other : kAllSeats) {
    if (other == seat) continue;
    Called told = called;
    if (other == partner(seat)) told.alert = false;  // an explanation is for the opponents
    push(other, told, For::call, seat);
  }
  if (!auction_.is_over()) return;
  contract_ = auction_.contract();
  if (!contract_) return finish_board(now);
  position_.emplace(board_->deal, contract_->strain, contract_->leader());
  push(contract_->leader(), ToLead{.seat = contract_->leader()});
}

void Room::hear_card(Seat seat, const Played& played, Time now) {
  if (!position_) return object(seat, "out of turn: there is no play");
  const Seat turn = position_->turn();
  const Seat dummy = contract_->dummy();
  // Some declarers name their own seat for dummy's card; the card itself shows whose it is.
  const bool named = played.seat.value_or(dummy) == turn ||
                     (turn == dummy && played.seat == seat && position_->hand(turn).contains(played.card));
  if (decider() != seat || !named)
    return object(seat, fmt::format("out of turn: it is {}'s card", to_name(turn)));
  if (!places_[seat].queue.empty()) return object(seat, "out of turn: the cards before were not asked for");
  if (!position_->hand(turn).contains(played.card))
    return object(seat, fmt::format("{} does not hold {}", to_name(turn), yomi::to_string(played.card)));
  if (!position_->is_legal(played.card))
    return object(
        seat, fmt::format("{} revokes: {} must follow suit", yomi::to_string(played.card), to_name(turn)));
  charge(now);
  const int trick = static_cast<int>(play_.size()) / kSeats + 1;
  position_->play(played.card);
  play_.push_back(played.card);
  for (const Seat other : kAllSeats) {
    if (other != seat) push(other, Played{.seat = turn, .card = played.card}, For::card, turn, trick);
  }
  if (play_.size() == 1) {
    for (const Seat other : kAllSeats) {
      if (other != dummy) push(other, Hand{.seat = {}, .cards = board_->deal[dummy]}, For::dummy);
    }
  }
  if (position_->is_over()) return finish_board(now);
  if (!position_->table().empty()) return;
  const Seat leader = position_->turn();
  if (leader == dummy)
    push(contract_->declarer, ToLead{.seat = {}});
  else
    push(leader, ToLead{.seat = leader});
}

void Room::finish_board(Time now) {
  PlayedBoard played{.board = *board_,
                     .calls = std::move(spoken_),
                     .contract = contract_,
                     .play = std::move(play_),
                     .seconds = seconds_};
  if (contract_) played.tricks = position_->tricks(side_of(contract_->declarer));
  Timing timing;
  for (const Side side : {Side::ns, Side::ew}) {
    total_[side] += seconds_[side];
    timing.board[side] = whole(seconds_[side]);
    timing.total[side] = whole(total_[side]);
  }
  seconds_ = {};
  board_.reset();
  spoken_.clear();
  play_.clear();
  calls_.on_result(played);
  for (const Seat seat : kAllSeats) push(seat, timing);
  next_board(now);
}

void Room::object(Seat seat, const std::string& why) {
  const std::string said = fmt::format("{}: {}", name_of(seat), why);
  log(said);
  calls_.send(seat, "Refused: " + why);
  if (++places_[seat].faults > settings_.patience) fail(name_of(seat), why);
}

void Room::fail(const std::string& who, const std::string& why) {
  if (state_ == State::failed) return;
  state_ = State::failed;
  failure_ = fmt::format("{}: {}", who, why);
}

void Room::tick(Time now) {
  if (state_ == State::finished || state_ == State::failed) return;
  for (const Seat seat : kAllSeats) {
    const Place& place = places_[seat];
    const double seconds = seconds_between(place.since, now);
    if (place.due && seconds > settings_.seconds_of_silence)
      return fail(name_of(seat), fmt::format("said nothing for {:.0f} s", seconds));
    if (!place.present && place.was_here && state_ == State::playing && seconds > settings_.seconds_away)
      return fail(name_of(seat), fmt::format("was away for {:.0f} s", seconds));
  }
  if (settings_.seconds_per_side <= 0 || !decider()) return;
  const Side side = side_of(*decider());
  const double used = total_[side] + seconds_[side] + seconds_between(turn_since_, now);
  if (used > settings_.seconds_per_side)
    fail(fmt::format("{} ({})", to_name(side), teams_[side]),
         fmt::format("used more than {:.0f} s", settings_.seconds_per_side));
}

bool Room::all_told() const {
  return std::all_of(places_.begin(), places_.end(),
                     [](const Place& place) { return !place.present || place.queue.empty(); });
}

void Room::end_session() {
  for (const Seat seat : kAllSeats) {
    Place& place = places_[seat];
    if (!place.present) continue;
    if (place.told_end && place.queue.empty()) continue;
    place.queue.clear();
    calls_.send(seat, to_string(EndOfSession{}));
  }
}

}  // namespace yomi::table

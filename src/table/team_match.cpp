#include "yomi/table/team_match.h"

#include <fmt/format.h>

#include <algorithm>

namespace yomi::table {

std::optional<int> TeamMatch::Line::imps() const {
  if (!rooms[0] || !rooms[1]) return std::nullopt;
  return yomi::imps(rooms[0]->score_ns() - rooms[1]->score_ns());
}

TeamMatch::TeamMatch(const std::vector<DealtBoard>& boards) {
  for (const DealtBoard& board : boards) lines_.push_back({.board = board});
}

TeamMatch::Line* TeamMatch::line_of(int number) {
  const auto found = std::find_if(lines_.begin(), lines_.end(),
                                  [&](const Line& line) { return line.board.number == number; });
  return found == lines_.end() ? nullptr : &*found;
}

Result<bool> TeamMatch::take(const RecordedTable& table) {
  const int number = table.played.board.number;
  Line* line = line_of(number);
  if (line == nullptr || line->board != table.played.board)
    return Error{.what = fmt::format("board {} of the record is not one of this match", number)};
  auto& place = line->rooms[index(table.room)];
  if (place)
    return Error{.what = fmt::format("board {} of the {} room is in the record twice", number,
                                     table.room == RoomName::open ? "open" : "closed")};
  for (const Side side : {Side::ns, Side::ew}) {
    std::string& name = teams_[index(table.room) ^ static_cast<std::size_t>(yomi::index(side))];
    if (!name.empty() && name != table.teams[side])
      return Error{.what = fmt::format("board {} of the record was played by the team '{}', not by '{}'",
                                       number, table.teams[side], name)};
    name = table.teams[side];
  }
  place = table.played;
  return true;
}

std::optional<DealtBoard> TeamMatch::next(RoomName room) const {
  for (const Line& line : lines_) {
    if (!line.rooms[index(room)]) return line.board;
  }
  return std::nullopt;
}

RecordedTable TeamMatch::add(RoomName room, const PlayedBoard& played) {
  Line& line = *line_of(played.board.number);
  line.rooms[index(room)] = played;
  RecordedTable made{.room = room,
                     .teams = {team(room, Side::ns), team(room, Side::ew)},
                     .played = played,
                     .imps_ns = line.imps()};
  if (made.imps_ns && room == RoomName::closed) made.imps_ns = -*made.imps_ns;
  return made;
}

int TeamMatch::boards_scored() const {
  return static_cast<int>(
      std::count_if(lines_.begin(), lines_.end(), [](const Line& line) { return line.imps().has_value(); }));
}

int TeamMatch::imps() const {
  int sum = 0;
  for (const Line& line : lines_) sum += line.imps().value_or(0);
  return sum;
}

BySide<double> TeamMatch::seconds(RoomName room) const {
  BySide<double> sum{};
  for (const Line& line : lines_) {
    if (!line.rooms[index(room)]) continue;
    for (const Side side : {Side::ns, Side::ew}) sum[side] += line.rooms[index(room)]->seconds[side];
  }
  return sum;
}

}  // namespace yomi::table

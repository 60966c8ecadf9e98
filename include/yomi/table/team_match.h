// The score sheet of a match of two teams at two tables: which boards were played where, with what results.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "yomi/table/record.h"

namespace yomi::table {

class TeamMatch {
 public:
  struct Line {
    DealtBoard board{};
    std::array<std::optional<PlayedBoard>, kRooms> rooms{};
    // For the first team, once both rooms have played it.
    [[nodiscard]] std::optional<int> imps() const;
  };

  // Boards have different numbers.
  explicit TeamMatch(const std::vector<DealtBoard>& boards);

  // Adds a result from an earlier part of the match. An error if it is a different board or a repetition.
  Result<bool> take(const RecordedTable& table);
  // The first board that the room has not played.
  [[nodiscard]] std::optional<DealtBoard> next(RoomName room) const;
  // A board that next() gave. The IMPs are those for North-South of the room, where they are known.
  RecordedTable add(RoomName room, const PlayedBoard& played);

  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }
  [[nodiscard]] const std::array<std::string, 2>& teams() const { return teams_; }
  void set_team(std::size_t number, std::string name) { teams_[number] = std::move(name); }
  // The name of the team on that side of the room; empty while it is not known.
  [[nodiscard]] const std::string& team(RoomName room, Side side) const {
    return teams_[index(room) ^ static_cast<std::size_t>(yomi::index(side))];
  }
  [[nodiscard]] bool is_complete(RoomName room) const { return !next(room); }
  // How many boards both rooms have played, and the IMPs on them for the first team.
  [[nodiscard]] int boards_scored() const;
  [[nodiscard]] int imps() const;
  // Used so far in the room.
  [[nodiscard]] BySide<double> seconds(RoomName room) const;

 private:
  Line* line_of(int number);
  std::vector<Line> lines_;
  std::array<std::string, 2> teams_{};
};

}  // namespace yomi::table

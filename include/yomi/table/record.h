// The record of a match as a PBN file that grows board by board and survives an interruption.
//
// A board is appended in one piece, followed by an empty line, and is on the disk when add() returns.
// Anything after the last empty line is an incomplete write and is dropped when the file is opened again. One
// program at a time may hold the file.
#pragma once

#include <string>
#include <vector>

#include "yomi/table/room.h"

namespace yomi::table {

// What a record has of one table. In the open room the first team sits North-South, in the closed room
// East-West.
enum class RoomName : std::uint8_t { open, closed };
inline constexpr std::size_t kRooms = 2;
constexpr std::size_t index(RoomName room) {
  return static_cast<std::size_t>(room);
}
// "Open", "Closed": as PBN has it.
std::string_view to_name(RoomName room);

struct RecordedTable {
  RoomName room = RoomName::open;
  int round = 0;  // of an event; 0: not said
  int table = 0;
  BySide<std::string> teams{};
  PlayedBoard played{};
  std::optional<int> imps_ns{};       // where the other room has played the board
  std::optional<int> double_dummy{};  // tricks of the declarer in the contract
  friend bool operator==(const RecordedTable&, const RecordedTable&) = default;
};

struct RecordHead {
  std::string event = "?";
  std::string date = "????.??.??";
};

// A board with all its tags, the calls with their explanations and the cards.
std::string to_pbn(const RecordedTable& table, const RecordHead& head);
// The boards of a record. The error names the place.
Result<std::vector<RecordedTable>> parse_record(std::string_view text, const std::string& file);

class RecordFile {
 public:
  // An existing file is accepted only with `resume`; its boards are then in `boards`.
  static Result<RecordFile> open(const std::string& path, bool resume, RecordHead head);
  ~RecordFile();
  RecordFile(RecordFile&& other) noexcept;
  RecordFile& operator=(RecordFile&&) = delete;

  [[nodiscard]] const std::vector<RecordedTable>& boards() const { return boards_; }
  // Was something at the end cut off?
  [[nodiscard]] bool was_cut() const { return was_cut_; }
  // The error says why it is not on the disk.
  Result<bool> add(const RecordedTable& table);

 private:
  RecordFile(std::string path, int fd, RecordHead head)
      : path_(std::move(path)), fd_(fd), head_(std::move(head)) {}

  std::string path_;
  int fd_;
  RecordHead head_;
  bool is_new_ = true;
  bool was_cut_ = false;
  std::vector<RecordedTable> boards_;
};

}  // namespace yomi::table

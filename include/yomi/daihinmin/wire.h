// The wire of the UEC computer Daihinmin competition: what its tables mean, without any socket.
//
// Everything is 32-bit integers; a table is 8 rows by 15 columns (480 bytes). Rows 0 to 3 are S H D C,
// columns 1 to 13 are 3 to 2; a card is 1; a joker standing for a card is 2 in that card's place (columns 0
// and 14 can occur at the ends of a run); a joker in the hand is 2 at [4][1]. A lone joker on the table is 2
// in rows 0 to 3; the joker beside four of a rank is 2 in row 4 of that column. Version 20070 sends
// big-endian, negative values as 0; 20060 sends in the order of the host, numbers as they are.
//
// Rows 5 and 6 are filled in every table of the server's, also in those that show the cards on the table:
// these carry the state before the move. Public clients read the mover and everyone's number of cards there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/daihinmin/game.h"

namespace yomi::daihinmin::wire {

inline constexpr int kPort = 42485;
inline constexpr std::int32_t kVersion = 20070;
inline constexpr std::int32_t kOldVersion = 20060;
inline constexpr int kRows = 8;
inline constexpr std::size_t kTableBytes = std::size_t{4} * kRows * kColumns;
inline constexpr std::size_t kNameLength = 9;  // characters that a server keeps

inline constexpr std::int32_t kTaken = 9;
inline constexpr std::int32_t kNotTaken = 8;
enum class After : std::int32_t { go_on = 0, game_over = 1, all_over = 2 };

enum class Order : std::uint8_t { big_endian, host };

struct Table {
  std::array<std::array<std::int32_t, kColumns>, kRows> cell{};

  friend bool operator==(const Table&, const Table&) = default;
};

void encode(std::int32_t value, Order order, std::span<std::byte, 4> out);
std::int32_t decode_number(std::span<const std::byte, 4> bytes, Order order);
void encode(const Table& table, Order order, std::span<std::byte, kTableBytes> out);
Table decode_table(std::span<const std::byte, kTableBytes> bytes, Order order);

Table profile(std::string_view name);
// The name of a profile, printable characters only, at most kNameLength; empty when there is none.
std::string profile_name(const Table& table);

// A hand, or cards to give away.
void put_hand(Cards cards, Table& table);
// Any value that cannot be a card is an error that names row and column (as line and column, from 0).
Result<Cards> read_hand(const Table& table);
// Cells that make no sense are told to `odd` and passed over.
using Odd = std::function<void(const Error&)>;
Cards read_hand(const Table& table, const Odd& odd);
void put_move(const Move& move, Table& table);
Result<Move> read_move(const Table& table);

// Rows 5 and 6, which tell the state. Players are numbered in the order of connection.
struct Info {
  bool exchanging = false;                // [5][0]
  int to_give = 0;                        // [5][1]; below 0: cards that were taken away
  bool my_turn = false;                   // [5][2]
  int turn = 0;                           // [5][3], a player; 6 in the first table of a game
  bool table_empty = false;               // [5][4]
  bool revolution = false;                // [5][6]
  bool locked = false;                    // [5][7]
  std::array<int, kPlayers> counts{};     // [6][0..4], by player
  std::array<int, kPlayers> ranks{};      // [6][5..9], by player
  std::array<int, kPlayers> player_at{};  // [6][10..14], by seat
};
inline constexpr int kNobodysTurn = 6;

void put_info(const Info& info, Table& table);
// Rubbish becomes an error; what it gives is safe to index with.
Result<Info> read_info(const Table& table);
// The same from a server of which not every cell is understood: such cells are told to `odd` and stay as they
// were `before`.
Info read_info(const Table& table, const Info& before, const Odd& odd);

// A message as it went over the wire, for sessions that are written down. As text: "> table" (to the server)
// or
// "< table" (from it) and eight lines of fifteen numbers, or "< number 9".
struct Message {
  bool to_server = false;
  bool is_table = false;
  std::int32_t number = 0;
  Table table{};

  friend bool operator==(const Message&, const Message&) = default;
};
std::string to_text(const Message& message);
// The error names the line.
Result<std::vector<Message>> parse_session(std::string_view text);

}  // namespace yomi::daihinmin::wire

// The wire of the UEC computer Daihinmin competition: what its tables mean, without any socket.
//
// Everything is 32-bit integers; a table is 8 rows by 15 columns (480 bytes). Rows 0 to 3 are S H D C,
// columns 1 to 13 are 3 to 2; a card is 1; a joker standing for a card is 2 in that card's place (columns 0
// and 14 can occur at the ends of a run); a joker in the hand is 2 at [4][1]. A lone joker on the table is 2
// in rows 0 to 3; the joker beside four of a rank is 2 in row 4 of that column. Version 20070 sends
// big-endian, 20060 in the order of the host.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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
// Negative values travel as 0.
void encode(const Table& table, Order order, std::span<std::byte, kTableBytes> out);
Table decode_table(std::span<const std::byte, kTableBytes> bytes, Order order);

Table profile(std::string_view name);
// The name of a profile, printable characters only, at most kNameLength; empty when there is none.
std::string profile_name(const Table& table);

// A hand, or cards to give away.
void put_hand(Cards cards, Table& table);
// Any value that cannot be a card is an error that names row and column (as line and column, from 0).
Result<Cards> read_hand(const Table& table);
void put_move(const Move& move, Table& table);
Result<Move> read_move(const Table& table);

// Rows 5 and 6, which tell the state. Players are numbered in the order of connection.
struct Info {
  bool exchanging = false;                // [5][0]
  int to_give = 0;                        // [5][1]
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

}  // namespace yomi::daihinmin::wire

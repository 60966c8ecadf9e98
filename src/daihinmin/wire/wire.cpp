#include "yomi/daihinmin/wire.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <optional>

namespace yomi::daihinmin::wire {
namespace {

constexpr std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}
constexpr int row_of(Suit suit) {
  return 3 - index(suit);
}
constexpr Suit suit_of(int row) {
  return suit_at(3 - row);
}

constexpr std::uint32_t swapped(std::uint32_t value) {
  if constexpr (std::endian::native == std::endian::little) return __builtin_bswap32(value);
  return value;
}

Error wrong(std::string what, int row, int column) {
  return Error{.what = fmt::format("{} at [{}][{}]", what, row, column),
               .file = {},
               .line = static_cast<std::uint32_t>(row),
               .column = static_cast<std::uint32_t>(column)};
}

}  // namespace

void encode(std::int32_t value, Order order, std::span<std::byte, 4> out) {
  auto bits = static_cast<std::uint32_t>(value < 0 ? 0 : value);
  if (order == Order::big_endian) bits = swapped(bits);
  std::memcpy(out.data(), &bits, 4);
}

std::int32_t decode_number(std::span<const std::byte, 4> bytes, Order order) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, bytes.data(), 4);
  return static_cast<std::int32_t>(order == Order::big_endian ? swapped(bits) : bits);
}

void encode(const Table& table, Order order, std::span<std::byte, kTableBytes> out) {
  std::size_t offset = 0;
  for (const auto& row : table.cell) {
    for (std::int32_t value : row) {
      encode(value, order, std::span<std::byte, 4>(out.data() + offset, 4));
      offset += 4;
    }
  }
}

Table decode_table(std::span<const std::byte, kTableBytes> bytes, Order order) {
  Table table;
  std::size_t offset = 0;
  for (auto& row : table.cell) {
    for (std::int32_t& value : row) {
      value = decode_number(std::span<const std::byte, 4>(bytes.data() + offset, 4), order);
      offset += 4;
    }
  }
  return table;
}

Table profile(std::string_view name) {
  Table table;
  table.cell[0][0] = kVersion;
  for (std::size_t i = 0; i < name.size() && i < kColumns - 1; ++i) {
    table.cell[1][i] = static_cast<unsigned char>(name[i]);
  }
  return table;
}

std::string profile_name(const Table& table) {
  std::string name;
  for (std::int32_t letter : table.cell[1]) {
    if (letter < 33 || letter > 126 || name.size() == kNameLength) break;
    name += static_cast<char>(letter);
  }
  return name;
}

void put_hand(Cards cards, Table& table) {
  for (Card card : cards) {
    if (card.is_joker()) {
      table.cell[4][1] = 2;
    } else {
      table.cell[at(row_of(card.suit()))][at(card.column())] = 1;
    }
  }
}

namespace {

// The cards a table shows: naturals, and the joker's place if any (bit; 64 + column for row 4).
struct Shown {
  Cards naturals;
  std::optional<int> joker;
};

Result<Shown> read_cards(const Table& table) {
  Shown shown;
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const std::int32_t value = table.cell[at(row)][at(column)];
      if (value == 0) continue;
      if (value == 1 && row < 4 && column >= kLowColumn && column <= kHighColumn) {
        shown.naturals |= Cards::of(Card(suit_of(row), column));
      } else if (value == 2 && !shown.joker) {
        shown.joker = row < 4 ? Card(suit_of(row), column).bit() : 64 + column;
      } else {
        return wrong(fmt::format("expected 0, 1 for a card or 2 for the one joker, found {}", value), row,
                     column);
      }
    }
  }
  return shown;
}

}  // namespace

Result<Cards> read_hand(const Table& table) {
  auto shown = read_cards(table);
  if (!shown) return shown.error();
  return shown->joker ? shown->naturals | Cards::joker() : shown->naturals;
}

void put_move(const Move& move, Table& table) {
  for (Card card : move.cards.without_joker()) table.cell[at(row_of(card.suit()))][at(card.column())] = 1;
  if (!move.cards.has_joker()) return;
  if (move.is_lone_joker()) {
    table.cell[0][14] = 2;
  } else if (move.stands == Move::kNoStand) {
    table.cell[4][move.low] = 2;
  } else {
    const Card place = Card::from_bit(move.stands);
    table.cell[at(row_of(place.suit()))][at(place.column())] = 2;
  }
}

Result<Move> read_move(const Table& table) {
  auto shown = read_cards(table);
  if (!shown) return shown.error();
  if (shown->naturals.empty()) return shown->joker ? Move::lone_joker() : Move::pass();
  const bool placed = shown->joker && *shown->joker < 64;
  return make_move(shown->naturals, shown->joker.has_value(), placed ? *shown->joker : -1);
}

void put_info(const Info& info, Table& table) {
  auto& five = table.cell[5];
  five[0] = info.exchanging ? 1 : 0;
  five[1] = info.to_give;
  five[2] = info.my_turn ? 1 : 0;
  five[3] = info.turn;
  five[4] = info.table_empty ? 1 : 0;
  five[5] = 0;
  five[6] = info.revolution ? 1 : 0;
  five[7] = info.locked ? 1 : 0;
  for (std::size_t i = 0; i < kPlayers; ++i) {
    table.cell[6][i] = info.counts[i];
    table.cell[6][5 + i] = info.ranks[i];
    table.cell[6][10 + i] = info.player_at[i];
  }
}

Result<Info> read_info(const Table& table) {
  const auto& five = table.cell[5];
  Info info;
  info.exchanging = five[0] == 1;
  if (five[1] < 0 || five[1] > 2) return wrong("expected 0, 1 or 2 cards to give", 5, 1);
  info.to_give = five[1];
  info.my_turn = five[2] == 1;
  if (five[3] < 0 || five[3] > kNobodysTurn) return wrong("expected the player to move", 5, 3);
  info.turn = five[3];
  info.table_empty = five[4] != 0;
  info.revolution = five[6] != 0;
  info.locked = five[7] != 0;
  unsigned seen = 0;
  for (int i = 0; i < kPlayers; ++i) {
    const std::int32_t count = table.cell[6][at(i)];
    const std::int32_t rank = table.cell[6][at(5 + i)];
    const std::int32_t player = table.cell[6][at(10 + i)];
    if (count < 0 || count > 13) return wrong("expected a number of cards", 6, i);
    if (rank < 0 || rank > 4) return wrong("expected a rank from 0 to 4", 6, 5 + i);
    if (player < 0 || player >= kPlayers || (seen >> player & 1) != 0) {
      return wrong("expected each player in one seat", 6, 10 + i);
    }
    seen |= 1U << player;
    info.counts[at(i)] = count;
    info.ranks[at(i)] = rank;
    info.player_at[at(i)] = player;
  }
  return info;
}

}  // namespace yomi::daihinmin::wire

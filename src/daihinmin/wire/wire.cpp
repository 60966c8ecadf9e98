#include "yomi/daihinmin/wire.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <optional>

namespace yomi::daihinmin::wire {
namespace {

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
  auto bits = static_cast<std::uint32_t>(value);
  if (order == Order::big_endian) bits = swapped(value < 0 ? 0 : bits);
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

Shown read_cards(const Table& table, const Odd& odd) {
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
        odd(wrong(fmt::format("expected 0, 1 for a card or 2 for the one joker, found {}", value), row,
                  column));
      }
    }
  }
  return shown;
}

// What `read` gives, or the first thing that was odd about it.
template <class Read>
auto strictly(const Read& read) -> Result<decltype(read(Odd()))> {
  std::optional<Error> first;
  auto value = read([&](const Error& error) {
    if (!first) first = error;
  });
  if (first) return *first;
  return value;
}

}  // namespace

Cards read_hand(const Table& table, const Odd& odd) {
  const Shown shown = read_cards(table, odd);
  return shown.joker ? shown.naturals | Cards::joker() : shown.naturals;
}

Result<Cards> read_hand(const Table& table) {
  return strictly([&](const Odd& odd) { return read_hand(table, odd); });
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
  auto shown = strictly([&](const Odd& odd) { return read_cards(table, odd); });
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

Info read_info(const Table& table, const Info& before, const Odd& odd) {
  Info info = before;
  const auto cell = [&](int row, int column) { return table.cell[at(row)][at(column)]; };
  const auto number = [&](int& into, int row, int column, int least, int most, const char* what) {
    if (cell(row, column) >= least && cell(row, column) <= most) {
      into = cell(row, column);
    } else {
      odd(wrong(fmt::format("expected {}, found {}", what, cell(row, column)), row, column));
    }
  };
  info.exchanging = cell(5, 0) == 1;
  number(info.to_give, 5, 1, -2, 2, "cards to give (-2 to 2)");
  info.my_turn = cell(5, 2) == 1;
  number(info.turn, 5, 3, 0, kNobodysTurn, "the player to move");
  info.table_empty = cell(5, 4) != 0;
  info.revolution = cell(5, 6) != 0;
  info.locked = cell(5, 7) != 0;
  std::array<int, kPlayers> player_at{};
  unsigned seated = 0;
  for (int i = 0; i < kPlayers; ++i) {
    number(info.counts[at(i)], 6, i, 0, 13, "a number of cards");
    number(info.ranks[at(i)], 6, 5 + i, 0, 4, "a rank from 0 to 4");
    player_at[at(i)] = cell(6, 10 + i);
    if (player_at[at(i)] >= 0 && player_at[at(i)] < kPlayers) seated |= 1U << player_at[at(i)];
  }
  if (seated == 31) {
    info.player_at = player_at;
  } else {
    odd(wrong("expected each player in one seat", 6, 10));
  }
  return info;
}

Result<Info> read_info(const Table& table) {
  return strictly([&](const Odd& odd) { return read_info(table, Info{}, odd); });
}

std::string to_text(const Message& message) {
  std::string text = message.to_server ? "> " : "< ";
  if (!message.is_table) return text + fmt::format("number {}\n", message.number);
  text += "table\n";
  for (const auto& row : message.table.cell) text += fmt::format("{}\n", fmt::join(row, " "));
  return text;
}

namespace {

// A line of numbers with one space between them.
bool read_numbers(std::string_view line, std::span<std::int32_t> into) {
  for (std::size_t i = 0; i < into.size(); ++i) {
    if (i > 0 && (line.empty() || line.front() != ' ')) return false;
    if (i > 0) line.remove_prefix(1);
    const auto [after, wrong] = std::from_chars(line.data(), line.data() + line.size(), into[i]);
    if (wrong != std::errc()) return false;
    line.remove_prefix(static_cast<std::size_t>(after - line.data()));
  }
  return line.empty();
}

}  // namespace

Result<std::vector<Message>> parse_session(std::string_view text) {
  std::vector<Message> messages;
  std::uint32_t number = 0;
  std::size_t rows_left = 0;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    ++number;
    if (rows_left > 0) {
      if (!read_numbers(line, messages.back().table.cell[kRows - rows_left])) {
        return Error{.what = fmt::format("expected {} numbers", kColumns), .line = number};
      }
      --rows_left;
      continue;
    }
    if (line.empty() || line.front() == '#') continue;
    Message message{.to_server = line.front() == '>'};
    const bool begins = line.size() > 2 && (line.front() == '>' || line.front() == '<') && line[1] == ' ';
    const std::string_view rest = begins ? line.substr(2) : std::string_view();
    message.is_table = rest == "table";
    if (!message.is_table &&
        !(rest.starts_with("number ") && read_numbers(rest.substr(7), {&message.number, 1}))) {
      return Error{.what = "expected '<' or '>' and 'table' or 'number N'", .line = number};
    }
    if (message.is_table) rows_left = kRows;
    messages.push_back(message);
  }
  if (rows_left > 0) return Error{.what = fmt::format("expected {} more rows", rows_left), .line = number};
  return messages;
}

}  // namespace yomi::daihinmin::wire

// The four chairs, clockwise from north, and the two sides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/cards/indexed.h"

namespace yomi {

enum class Seat : std::uint8_t { north, east, south, west };
enum class Side : std::uint8_t { ns, ew };

inline constexpr int kSeats = 4;
inline constexpr std::array<Seat, 4> kAllSeats = {Seat::north, Seat::east, Seat::south, Seat::west};
// The order in which auctions are written in columns.
inline constexpr std::array<Seat, 4> kSeatsFromWest = {Seat::west, Seat::north, Seat::east, Seat::south};

constexpr int index(Seat seat) {
  return static_cast<int>(seat);
}
constexpr int index(Side side) {
  return static_cast<int>(side);
}
template <class T>
using BySeat = IndexedBy<Seat, T, kSeats>;
template <class T>
using BySide = IndexedBy<Side, T, 2>;

constexpr Seat seat_at(int i) {
  return static_cast<Seat>(i & 3);
}

// The chair `steps` places clockwise: next(east) is south. Negative steps go back.
constexpr Seat next(Seat seat, int steps = 1) {
  return seat_at(index(seat) + steps);
}
constexpr Seat partner(Seat seat) {
  return next(seat, 2);
}
constexpr Side side_of(Seat seat) {
  return static_cast<Side>(index(seat) & 1);
}
constexpr Side other(Side side) {
  return static_cast<Side>(1 - index(side));
}
constexpr bool on(Seat seat, Side side) {
  return side_of(seat) == side;
}
// How many places clockwise `to` sits from `from`: 0 to 3.
constexpr int distance(Seat from, Seat to) {
  return (index(to) - index(from)) & 3;
}

constexpr char to_char(Seat seat) {
  return "NESW"[index(seat)];
}
inline std::string to_string(Seat seat) {
  return {to_char(seat)};
}
constexpr std::string_view to_name(Seat seat) {
  return BySeat<std::string_view>{"North", "East", "South", "West"}[seat];
}
constexpr std::string_view to_name(Side side) {
  return side == Side::ns ? "NS" : "EW";
}
// "N", "n", "North", "NORTH".
std::optional<Seat> parse_seat(std::string_view text);

}  // namespace yomi

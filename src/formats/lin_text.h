// What LIN's reader and writer share.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/seat.h"

namespace yomi::lin {

// The order in which LIN has hands and names, and the numbers of dealers.
inline constexpr std::array<Seat, 4> kSeats = {Seat::south, Seat::west, Seat::north, Seat::east};

std::vector<std::string_view> split(std::string_view text, char at);
// "name|value|"; a bar in the value, which would end it, becomes a slash.
std::string field(std::string_view name, std::string value);

// Links to BBO's hand viewer, whole records ("?lin=...") or hands and calls one by one ("?n=...&a=..."): is
// there one, and the same as LIN, line by line.
bool has_links(std::string_view text);
std::string from_links(std::string_view text);

}  // namespace yomi::lin

// Contracts, vulnerability and the score table of duplicate bridge (Laws of Duplicate Bridge 2017, law 77),
// IMPs (law 78B) and matchpoints (law 78A).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bridge/call.h"
#include "yomi/cards/seat.h"

namespace yomi {

// Which sides are vulnerable.
enum class Vulnerability : std::uint8_t { none, ns, ew, both };

constexpr bool is_vulnerable(Vulnerability vulnerability, Side side) {
  return (static_cast<int>(vulnerability) >> index(side) & 1) != 0;
}
constexpr bool is_vulnerable(Vulnerability vulnerability, Seat seat) {
  return is_vulnerable(vulnerability, side_of(seat));
}
// "None", "NS", "EW", "All": as PBN exports them.
std::string to_string(Vulnerability vulnerability);
// Also "Love", "-", "Both", "N/S", "E/W", "Neither", "o", "n", "e", "b", in either case.
std::optional<Vulnerability> parse_vulnerability(std::string_view text);
// Dealer and vulnerability of a duplicate board, numbered from 1.
Seat board_dealer(int board);
Vulnerability board_vulnerability(int board);

enum class Doubling : std::uint8_t { none, x, xx };

struct Contract {
  int level = 1;
  Strain strain = Strain::clubs;
  Doubling doubling = Doubling::none;
  Seat declarer = Seat::north;

  [[nodiscard]] constexpr int tricks_needed() const { return level + 6; }
  [[nodiscard]] constexpr Seat leader() const { return next(declarer); }
  [[nodiscard]] constexpr Seat dummy() const { return partner(declarer); }
  friend constexpr bool operator==(const Contract&, const Contract&) = default;
};

// "4SX": level, strain, doubling; the declarer is not part of it.
std::string to_string(const Contract& contract);
// "4SX", "3NT", "2n", "1hxx"; the declarer is set to `declarer`.
std::optional<Contract> parse_contract(std::string_view text, Seat declarer);

// Points for the declaring side when it takes `tricks` of 13; negative when it goes down.
int score(const Contract& contract, bool vulnerable, int tricks);
// The same for north-south, whoever declares.
int score_ns(const Contract& contract, Vulnerability vulnerability, int tricks);

// IMPs for a difference in points, with its sign: imps(430) == 10.
int imps(int points);
// Matchpoints of each score among all: 2 for every score beaten, 1 for every equal one (other than itself).
std::vector<int> matchpoints(std::span<const int> scores);

}  // namespace yomi

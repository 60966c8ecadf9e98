// Events for any number of entrants: fixtures and standings.
//
// Entrants are numbers from 0. In a teams event two entrants meet over some boards in two rooms and the IMPs
// become victory points; in a pairs event they meet at one table, every table of a round plays the same
// boards, and a score is worth the matchpoints it takes from the other tables.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace yomi::table {

struct Fixture {
  int round = 1;
  int table = 1;
  int home = 0;  // North-South in the open room
  int visitor = 1;
  friend bool operator==(const Fixture&, const Fixture&) = default;
};

// Rounds of the circle method, from 1; everybody meets everybody once in entrants - 1 rounds (entrants, when
// their number is odd and one sits out), and then again with seats exchanged.
std::vector<Fixture> round_robin_round(int entrants, int round);
int round_robin_rounds(int entrants);

struct Standing {
  int entrant = 0;
  int rounds = 0;
  int boards = 0;
  double score = 0;  // victory points, or matchpoints in percent
  int imps = 0;      // of teams
};
// Best first; among equals the better IMPs, then the lower number.
void rank(std::vector<Standing>& standings);

// A round of a Swiss event: neighbours in the standings (best first) who have not met yet. When all have met,
// some meet again. With an odd number the lowest that has not sat out yet sits out.
std::vector<Fixture> swiss_round(std::span<const Standing> standings,
                                 std::span<const std::vector<Fixture>> rounds_before);

// Enough rounds for one to come out ahead if the better always won.
int swiss_rounds(int entrants);

// The continuous scale of the World Bridge Federation (2013): 20 victory points shared out by the IMPs won
// over so many boards. Rounded to hundredths.
std::pair<double, double> victory_points(int imps, int boards);
inline constexpr double kVictoryPointsOfABye = 12;

// The matchpoints of each of the scores (for North-South, of one board) as a share, 0 to 1.
std::vector<double> matchpoint_shares(std::span<const int> scores);

}  // namespace yomi::table

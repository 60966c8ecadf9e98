// The result of a match: IMPs with an interval, victory points, and where they were won.
//
// A board's IMPs are split in two. Bidding: the difference of the two contracts when both are played
// double-dummy. Play: the rest. At a table the result against the double-dummy value of its contract tells
// how declarer and defence did against each other.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "yomi/formats/json.h"
#include "yomi/jobs/statistics.h"
#include "yomi/table/sitting.h"

namespace yomi::table {

// Tables at which one of the two declared.
struct Declaring {
  std::size_t tables = 0;
  std::size_t made = 0;
  jobs::Mean tricks{};  // more than double-dummy
  jobs::Mean imps{};    // for the declarer, against double-dummy play
};

struct MatchReport {
  std::array<std::string, 2> names{};
  std::size_t boards = 0;         // played in both rooms
  std::size_t same_contract = 0;  // of these with one contract and declarer
  int total = 0;                  // IMPs of the first
  std::array<double, 2> victory_points{};
  jobs::Mean imps{};  // a board, for the first
  jobs::Mean bidding{};
  jobs::Mean play{};
  jobs::Mean same_contract_imps{};
  std::array<Declaring, 2> declaring{};
  struct Kind {
    std::string name;
    std::array<Declaring, 2> declaring{};
  };
  std::vector<Kind> kinds{};                  // part-scores, games, slams, grand slams, doubled ones
  std::size_t passed_out = 0;                 // tables
  std::array<double, 2> seconds_per_board{};  // of both chairs of a side at a table
};

// The sittings of two entrants that are done in both rooms. The first entrant is at home.
MatchReport report_of(std::span<const Sitting> sittings, std::span<const std::string> names);

// Adds a finished round to the standings and ranks them again. A team that sits out gets
// kVictoryPointsOfABye.
void add_teams_round(std::vector<Standing>& standings, std::span<const Sitting> round);
void add_pairs_round(std::vector<Standing>& standings, std::span<const Sitting> round);

// "+0.31 ± 0.60"; of one value the error is not known.
std::string to_string(const jobs::Mean& mean);
std::string to_text(const MatchReport& report);
Json to_json(const MatchReport& report);

}  // namespace yomi::table

#include "yomi/table/event.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "yomi/bridge/contract.h"

namespace yomi::table {
namespace {

// Pairs off `rest` (best first) without rematches, depth first; false if that is impossible or not found
// within the step limit.
bool pair_off(std::vector<int> rest, const std::set<std::pair<int, int>>& met,
              std::vector<std::pair<int, int>>& made, int& steps) {
  if (rest.empty()) return true;
  if (--steps < 0) return false;
  const int first = rest.front();
  for (std::size_t i = 1; i < rest.size(); ++i) {
    const int second = rest[i];
    if (met.contains(std::minmax(first, second))) continue;
    std::vector<int> others = rest;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    others.erase(others.begin());
    made.emplace_back(first, second);
    if (pair_off(std::move(others), met, made, steps)) return true;
    made.pop_back();
  }
  return false;
}

}  // namespace

int round_robin_rounds(int entrants) {
  return entrants - 1 + entrants % 2;
}

std::vector<Fixture> round_robin_round(int entrants, int round) {
  const int places = entrants + entrants % 2;
  const int cycle = (round - 1) / (places - 1);
  const int turn = (round - 1) % (places - 1);
  // The last place stays, the others move round it.
  const auto at = [&](int place) { return place == places - 1 ? place : (place + turn) % (places - 1); };
  std::vector<Fixture> made;
  for (int i = 0; i < places / 2; ++i) {
    int home = at(i);
    int visitor = at(places - 1 - i);
    if (home >= entrants || visitor >= entrants) continue;
    const bool swap = i == 0 ? turn % 2 == 1 : i % 2 == 1;  // seats are shared out evenly
    if (swap != (cycle % 2 == 1)) std::swap(home, visitor);
    made.push_back(
        {.round = round, .table = static_cast<int>(made.size()) + 1, .home = home, .visitor = visitor});
  }
  return made;
}

void rank(std::vector<Standing>& standings) {
  std::sort(standings.begin(), standings.end(), [](const Standing& a, const Standing& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.imps != b.imps) return a.imps > b.imps;
    return a.entrant < b.entrant;
  });
}

std::vector<Fixture> swiss_round(std::span<const Standing> standings,
                                 std::span<const std::vector<Fixture>> rounds_before) {
  std::set<std::pair<int, int>> met;
  std::vector<int> order;
  for (const Standing& one : standings) order.push_back(one.entrant);
  std::vector<int> sat_out(order.size(), static_cast<int>(rounds_before.size()));
  std::vector<int> at_home(order.size(), 0);
  for (const auto& round : rounds_before) {
    for (const Fixture& fixture : round) {
      met.insert(std::minmax(fixture.home, fixture.visitor));
      --sat_out[static_cast<std::size_t>(fixture.home)];
      --sat_out[static_cast<std::size_t>(fixture.visitor)];
      ++at_home[static_cast<std::size_t>(fixture.home)];
    }
  }
  if (order.size() % 2 == 1) {
    const auto least = *std::min_element(sat_out.begin(), sat_out.end());
    const auto lowest = std::find_if(order.rbegin(), order.rend(), [&](int one) {
      return sat_out[static_cast<std::size_t>(one)] == least;
    });
    order.erase(std::next(lowest).base());
  }
  std::vector<std::pair<int, int>> pairs;
  int steps = 100'000;
  if (!pair_off(order, met, pairs, steps)) {
    pairs.clear();
    steps = static_cast<int>(order.size()) + 1;
    pair_off(order, {}, pairs, steps);
  }
  std::vector<Fixture> made;
  for (auto [home, visitor] : pairs) {
    if (at_home[static_cast<std::size_t>(home)] > at_home[static_cast<std::size_t>(visitor)])
      std::swap(home, visitor);
    made.push_back({.round = static_cast<int>(rounds_before.size()) + 1,
                    .table = static_cast<int>(made.size()) + 1,
                    .home = home,
                    .visitor = visitor});
  }
  return made;
}

int swiss_rounds(int entrants) {
  int rounds = 1;
  while (rounds < 30 && (1 << rounds) < entrants) ++rounds;
  return rounds;
}

std::pair<double, double> victory_points(int imps, int boards) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  const double blitz = 15 * std::sqrt(std::max(boards, 1));
  const double share = std::min(std::abs(imps) / blitz, 1.0);
  const double won = 10 + 10 * (1 - std::pow(golden, 3 * share)) / (1 - std::pow(golden, 3));
  const double winner = std::round(100 * std::min(won, 20.0)) / 100;
  const double loser = std::round(100 * (20 - winner)) / 100;
  return imps >= 0 ? std::pair(winner, loser) : std::pair(loser, winner);
}

std::vector<double> matchpoint_shares(std::span<const int> scores) {
  std::vector<double> made;
  for (const int points : yomi::matchpoints(scores))
    made.push_back(scores.size() < 2 ? 0.5 : points / (2.0 * static_cast<double>(scores.size() - 1)));
  return made;
}

}  // namespace yomi::table

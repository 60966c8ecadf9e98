#include <algorithm>
#include <map>

#include "yomi/table/match_report.h"

namespace yomi::table {
namespace {

Standing& of(std::vector<Standing>& standings, int entrant) {
  return *std::find_if(standings.begin(), standings.end(),
                       [&](const Standing& one) { return one.entrant == entrant; });
}

}  // namespace

void add_teams_round(std::vector<Standing>& standings, std::span<const Sitting> round) {
  // By table: the IMPs of the team at home, and the boards.
  struct Sum {
    Fixture fixture{};
    int imps = 0;
    int boards = 0;
  };
  std::map<int, Sum> tables;
  std::map<std::pair<int, int>, int> open_scores;
  for (const Sitting& one : round) {
    if (one.room == RoomName::open && one.done)
      open_scores[{one.fixture.table, one.board.number}] = one.done->played.score_ns();
  }
  for (const Sitting& one : round) {
    Sum& sum = tables[one.fixture.table];
    sum.fixture = one.fixture;
    if (one.room != RoomName::closed || !one.done) continue;
    const auto open = open_scores.find({one.fixture.table, one.board.number});
    if (open == open_scores.end()) continue;
    sum.imps += imps(open->second - one.done->played.score_ns());
    ++sum.boards;
  }
  for (Standing& one : standings) {
    ++one.rounds;
    one.score += kVictoryPointsOfABye;
  }
  for (const auto& [table, sum] : tables) {
    const auto [home, visitor] = victory_points(sum.imps, sum.boards);
    for (const bool is_home : {true, false}) {
      Standing& standing = of(standings, is_home ? sum.fixture.home : sum.fixture.visitor);
      standing.score += (is_home ? home : visitor) - kVictoryPointsOfABye;
      standing.imps += is_home ? sum.imps : -sum.imps;
      standing.boards += sum.boards;
    }
  }
  rank(standings);
}

void add_pairs_round(std::vector<Standing>& standings, std::span<const Sitting> round) {
  std::map<int, std::vector<const Sitting*>> boards;
  std::map<int, bool> here;
  for (const Sitting& one : round) {
    if (!one.done) continue;
    boards[one.board.number].push_back(&one);
    here[one.fixture.home] = here[one.fixture.visitor] = true;
  }
  for (Standing& one : standings) one.rounds += here.contains(one.entrant) ? 1 : 0;
  for (const auto& [number, tables] : boards) {
    std::vector<int> scores;
    for (const Sitting* one : tables) scores.push_back(one->done->played.score_ns());
    const auto shares = matchpoint_shares(scores);
    for (std::size_t i = 0; i < tables.size(); ++i) {
      for (const Side side : {Side::ns, Side::ew}) {
        Standing& standing = of(standings, tables[i]->entrant(side));
        const double share = side == Side::ns ? shares[i] : 1 - shares[i];
        standing.score = (standing.score * standing.boards + 100 * share) / (standing.boards + 1);
        ++standing.boards;
      }
    }
  }
  rank(standings);
}

}  // namespace yomi::table

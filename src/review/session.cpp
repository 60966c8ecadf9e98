#include <algorithm>
#include <cmath>
#include <map>

#include "yomi/review/report.h"

namespace yomi::review {
namespace {

// The mean of the scores to the nearest ten, without the best and the worst where there are many.
int datum(std::vector<int> scores) {
  std::sort(scores.begin(), scores.end());
  if (scores.size() >= 8) {
    scores.erase(scores.begin());
    scores.pop_back();
  }
  double sum = 0;
  for (int one : scores) sum += one;
  return static_cast<int>(std::lround(sum / static_cast<double>(scores.size()) / 10)) * 10;
}

// Tables at which one deal was played.
bool compare(std::vector<BoardReport*>& tables) {
  std::vector<int> scores;
  std::vector<BoardReport*> scored;
  for (BoardReport* table : tables) {
    if (!table->score_ns) continue;
    scores.push_back(*table->score_ns);
    scored.push_back(table);
  }
  if (scored.size() < 2) return false;
  const std::vector<int> points = matchpoints(scores);
  const int mean = datum(scores);
  for (std::size_t i = 0; i < scored.size(); ++i) {
    BoardReport& table = *scored[i];
    table.matchpoints_ns = static_cast<double>(points[i]) / (2.0 * static_cast<double>(scored.size() - 1));
    table.datum_ns = mean;
    // Two tables are a match: each against the other.
    table.imps_ns = imps(scores[i] - (scored.size() == 2 ? scores[1 - i] : mean));
  }
  return true;
}

// Who chose a card, and in which part of the play.
void charge(std::map<std::string, PlayerReport>& players, const BoardReport& report) {
  const Board& board = report.board;
  for (Seat seat : kAllSeats) {
    if (board.names[seat].empty()) continue;
    PlayerReport& player = players[board.names[seat]];
    player.name = board.names[seat];
    ++player.boards;
    if (board.declarer == seat) ++player.declared;
  }
  if (!report.analysis || !board.declarer) return;
  for (std::size_t i = 0; i < report.analysis->cards.size(); ++i) {
    const dd::PlayedCard& card = report.analysis->cards[i];
    const bool declares = side_of(card.seat) == side_of(*board.declarer);
    const std::string& name = board.names[declares ? *board.declarer : card.seat];
    if (name.empty()) continue;
    const auto phase = static_cast<std::size_t>(i == 0     ? Phase::lead
                                                : declares ? Phase::declarer
                                                           : Phase::defence);
    ++players[name].cards[phase];
    players[name].tricks[phase] += card.cost;
  }
}

}  // namespace

Session make_session(std::vector<BoardReport> boards) {
  Session session{.boards = std::move(boards)};
  std::map<std::string, std::vector<BoardReport*>> deals;
  std::map<std::string, PlayerReport> players;
  for (BoardReport& report : session.boards) {
    if (session.title.empty()) {
      const std::string* event = report.board.tag("Event");
      if (event != nullptr && *event != "-") session.title = *event;
    }
    if (report.board.deal.is_full())
      deals[report.board.number + to_string(report.board.deal)].push_back(&report);
    charge(players, report);
  }
  for (auto& [deal, tables] : deals) session.compared = compare(tables) || session.compared;
  for (auto& [name, player] : players) session.players.push_back(player);
  return session;
}

}  // namespace yomi::review

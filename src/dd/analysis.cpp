#include "yomi/dd/analysis.h"

namespace yomi::dd {
namespace {

// What the declaring side takes in all, from the bounds of the side to move; nothing when stopped.
std::optional<int> declarer_total(Solver& solver, const Position& position, Side declaring, int guess) {
  const int left = position.tricks_left();
  const int done = position.tricks(declaring);
  if (left == 0) return done;
  const bool own = on(position.turn(), declaring);
  const int rest = guess - done;
  const Bounds bounds = solver.tricks(position, own ? rest : left - rest);
  if (!bounds.exact()) return std::nullopt;
  return done + (own ? bounds.lower : left - bounds.lower);
}

}  // namespace

Result<Analysis> analyse(Solver& solver, const Position& start, Seat declarer, std::span<const Card> play) {
  const Side declaring = side_of(declarer);
  // The end first: positions near the end are cheap, and what is stored there serves the earlier ones.
  std::vector<Position> positions{start};
  positions.reserve(play.size() + 1);
  for (std::size_t i = 0; i < play.size(); ++i) {
    Position position = positions.back();
    const std::string name = "card " + std::to_string(i + 1) + ", " + to_string(play[i]);
    if (position.is_over()) return Error{.what = name + ": the play is over already"};
    const Seat seat = position.turn();
    if (!position.hand(seat).contains(play[i])) {
      return Error{.what = name + ": " + std::string(to_name(seat)) + " does not hold it"};
    }
    if (!position.is_legal(play[i])) {
      return Error{.what = name + ": " + std::string(to_name(seat)) + " revokes, it can follow to " +
                           to_string(position.table()[0])};
    }
    position.play(play[i]);
    positions.push_back(position);
  }
  std::vector<int> trace(positions.size());
  std::size_t known_from = positions.size();
  int guess = positions.back().tricks(declaring) + positions.back().tricks_left() / 2;
  for (std::size_t i = positions.size(); i-- > 0;) {
    const auto total = declarer_total(solver, positions[i], declaring, guess);
    if (!total) break;
    trace[i] = guess = *total;
    known_from = i;
  }
  Analysis analysis;
  if (known_from > 0) return analysis;  // stopped
  analysis.trace = std::move(trace);
  for (std::size_t i = 0; i < play.size(); ++i) {
    const Seat seat = positions[i].turn();
    const int change = analysis.trace[i] - analysis.trace[i + 1];
    analysis.cards.push_back({.card = play[i], .seat = seat, .cost = on(seat, declaring) ? change : -change});
  }
  return analysis;
}

}  // namespace yomi::dd

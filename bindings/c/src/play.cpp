// AnalysePlay and its batches.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "board.h"
#include "pool.h"
#include "yomi/bridge/play_history.h"

namespace yomi::dds {
namespace {

// A position in the play and what the declaring side has won on the way to it.
struct Moment {
  Position position;
  int won = 0;
};

// As Position::play, but a revoke is taken as it lies. Nothing when the hand to play does not hold the card.
std::optional<Moment> after(const Moment& now, Card card, Side declaring) {
  const Position& position = now.position;
  Deal hands = position.hands();
  if (!hands[position.turn()].contains(card)) return std::nullopt;
  hands[position.turn()].erase(card);
  PlayHistory trick(position.strain(), position.leader(), position.table());
  trick.add(card);
  const auto next =
      make_position(hands, position.strain(), trick.leader(), trick.table(), Revokes::taken_as_played);
  return Moment{*next, now.won + trick.tricks(declaring)};
}

// What the declaring side takes in all with best play from each moment on. The end first: positions near the
// end are cheap, and what is stored there serves the earlier ones.
std::vector<int> totals(dd::Solver& solver, const std::vector<Moment>& moments, Side declaring) {
  std::vector<int> result(moments.size());
  int guess = moments.back().won + moments.back().position.tricks_left() / 2;
  for (std::size_t i = moments.size(); i-- > 0;) {
    const auto& [position, won] = moments[i];
    const int left = position.tricks_left();
    const bool own = on(position.turn(), declaring);
    const int tricks = solver.tricks(position, own ? guess - won : left - (guess - won)).lower;
    result[i] = guess = won + (own ? tricks : left - tricks);
  }
  return result;
}

}  // namespace

int analyse_play(const deal& board, const playTraceBin& play, solvedPlay& result) {
  const CheckedBoard checked = read_board(board, {});
  if (checked.code != RETURN_NO_FAULT) return checked.code;
  result.number = 0;
  if (play.number < 0 || play.number > 52) return RETURN_PLAY_FAULT;
  const Position& start = *checked.position;
  const Side declaring = side_of(next(seat_at(board.first), 3));

  // As in DDS: `number` counts the cards on the table too (which `play` does not repeat), and the last trick,
  // which is forced, is not followed. A number that does not reach past the table gives one that is not
  // positive.
  const int on_table = static_cast<int>(start.table().size());
  const int count = std::min(play.number, 4 * (start.tricks_left() - 1)) - on_table;
  std::vector<Moment> moments{{start}};
  for (int i = 0; i < count; ++i) {
    const auto card = card_of(play.suit[i], play.rank[i]);
    const auto next = card ? after(moments.back(), *card, declaring) : std::nullopt;
    if (!next) return RETURN_PLAY_FAULT;
    moments.push_back(*next);
  }
  const Pool::Loan solver(Pool::shared());
  const std::vector<int> tricks = totals(*solver, moments, declaring);
  result.number = count + 1;
  result.tricks[0] = tricks[0];
  for (std::size_t i = 1; i < moments.size(); ++i) {
    // A card cannot gain a trick unless it revokes. DDS relies on it, so a revoke gains nothing there either;
    // only before the last trick does it count anew.
    const int before = result.tricks[i - 1];
    const bool own = on(moments[i - 1].position.turn(), declaring);
    const bool last = moments[i].position.tricks_left() == 1 && moments[i].position.table().empty();
    result.tricks[i] = last ? tricks[i] : own ? std::min(before, tricks[i]) : std::max(before, tricks[i]);
  }
  return RETURN_NO_FAULT;
}

namespace {

int analyse_all(const boards& batch, const playTracesBin& plays, solvedPlays& solved) {
  if (batch.noOfBoards > MAXNOOFBOARDS) return RETURN_TOO_MANY_BOARDS;
  if (batch.noOfBoards != plays.noOfBoards) return RETURN_UNKNOWN_FAULT;
  const int count = std::max(batch.noOfBoards, 0);
  std::vector<int> codes(static_cast<std::size_t>(count), RETURN_NO_FAULT);
  in_parallel(count, [&](int i) {
    solvedPlay result{};
    const int code = guarded([&] { return analyse_play(batch.deals[i], plays.plays[i], result); });
    codes[static_cast<std::size_t>(i)] = code;
    if (code == RETURN_NO_FAULT) solved.solved[i] = result;
  });
  solved.noOfBoards = batch.noOfBoards;
  for (int code : codes) {
    if (code != RETURN_NO_FAULT) return code;
  }
  return RETURN_NO_FAULT;
}

int analyse_all(const boardsPBN& batch, const playTracesPBN& plays, solvedPlays& solved) {
  if (batch.noOfBoards > MAXNOOFBOARDS || plays.noOfBoards > MAXNOOFBOARDS) return RETURN_TOO_MANY_BOARDS;
  auto read_boards = std::make_unique<boards>();
  auto read_plays = std::make_unique<playTracesBin>();
  read_boards->noOfBoards = batch.noOfBoards;
  for (int i = 0; i < batch.noOfBoards; ++i) {
    const auto board = read_deal(batch.deals[i]);
    if (!board) return RETURN_PBN_FAULT;
    read_boards->deals[i] = *board;
  }
  read_plays->noOfBoards = plays.noOfBoards;
  for (int i = 0; i < plays.noOfBoards; ++i) {
    if (!read_play(plays.plays[i], read_plays->plays[i])) return RETURN_PLAY_FAULT;
  }
  return analyse_all(*read_boards, *read_plays, solved);
}

}  // namespace
}  // namespace yomi::dds

using yomi::dds::guarded;

int AnalysePlayBin(deal dl, playTraceBin play, solvedPlay* solved, int) {
  return guarded(
      [&] { return solved == nullptr ? RETURN_UNKNOWN_FAULT : yomi::dds::analyse_play(dl, play, *solved); });
}

int AnalysePlayPBN(dealPBN dlPBN, playTracePBN playPBN, solvedPlay* solvedp, int) {
  return guarded([&] {
    if (solvedp == nullptr) return RETURN_UNKNOWN_FAULT;
    const auto board = yomi::dds::read_deal(dlPBN);
    if (!board) return RETURN_PBN_FAULT;
    playTraceBin play{};
    if (!yomi::dds::read_play(playPBN, play)) return RETURN_PLAY_FAULT;
    return yomi::dds::analyse_play(*board, play, *solvedp);
  });
}

int AnalyseAllPlaysBin(boards* bop, playTracesBin* plp, solvedPlays* solvedp, int) {
  return guarded([&] {
    if (bop == nullptr || plp == nullptr || solvedp == nullptr) return RETURN_UNKNOWN_FAULT;
    return yomi::dds::analyse_all(*bop, *plp, *solvedp);
  });
}

int AnalyseAllPlaysPBN(boardsPBN* bopPBN, playTracesPBN* plpPBN, solvedPlays* solvedp, int) {
  return guarded([&] {
    if (bopPBN == nullptr || plpPBN == nullptr || solvedp == nullptr) return RETURN_UNKNOWN_FAULT;
    return yomi::dds::analyse_all(*bopPBN, *plpPBN, *solvedp);
  });
}

// AnalysePlay and its batches.
#include <algorithm>
#include <memory>
#include <vector>

#include "board.h"
#include "pool.h"
#include "yomi/dd/analysis.h"

namespace yomi::dds {

int analyse_play(const deal& board, const playTraceBin& play, solvedPlay& result) {
  const Board checked = read_board(board, {});
  if (checked.code != RETURN_NO_FAULT) return checked.code;
  if (play.number < 0 || play.number > 52) return RETURN_PLAY_FAULT;
  const Position& start = *checked.position;

  // As in DDS: `number` counts the cards on the table too (which `play` does not repeat), and the last trick,
  // which is forced, is not followed. A number that does not reach past the table gives one that is not
  // positive.
  const int on_table = static_cast<int>(start.table().size());
  const int count = std::min(play.number, 4 * (start.tricks_left() - 1)) - on_table;
  std::vector<Card> cards;
  for (int i = 0; i < count; ++i) {
    const auto card = card_of(play.suit[i], play.rank[i]);
    if (!card) return RETURN_PLAY_FAULT;
    cards.push_back(*card);
  }
  const Pool::Loan solver(Pool::shared());
  const auto analysis = dd::analyse(*solver, start, next(seat_at(board.first), 3), cards);
  if (!analysis) return RETURN_PLAY_FAULT;
  result.number = count + 1;
  std::copy(analysis->trace.begin(), analysis->trace.end(), result.tricks);
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

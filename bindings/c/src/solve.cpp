// SolveBoard and its batches.
#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "board.h"
#include "move_order.h"
#include "pool.h"

namespace yomi::dds {
namespace {

void put(futureTricks& result, int at, const Run& run, int score) {
  result.suit[at] = to_dds(run.top.suit());
  result.rank[at] = to_dds(run.top.rank());
  result.equals[at] = holding(run.lower, run.top.suit());
  result.score[at] = score;
}

void put_all(futureTricks& result, const std::vector<Run>& all, int score) {
  result.cards = 0;
  for (const Run& run : all) put(result, result.cards++, run, score);
}

class Answer {
 public:
  Answer(const Position& position, std::vector<Run> all, dd::Solver& solver, futureTricks& result)
      : position_(position),
        side_(side_of(position.turn())),
        all_(std::move(all)),
        solver_(solver),
        result_(result) {}

  void score_every_card() {
    const auto scores = solver_.cards(position_);
    std::vector<std::pair<int, Run>> scored;
    for (const Run& run : all_) {
      const auto found = std::find_if(scores.begin(), scores.end(), [&run](const dd::CardTricks& tricks) {
        return tricks.card == run.top || tricks.equals.contains(run.top);
      });
      scored.emplace_back(found == scores.end() ? 0 : found->tricks.lower, run);
    }
    std::stable_sort(scored.begin(), scored.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    result_.cards = 0;
    for (const auto& [score, run] : scored) put(result_, result_.cards++, run, score);
  }

  void best(bool only_one) {
    const int tricks = solver_.tricks(position_).lower;
    if (tricks > 0) {
      reaching(tricks, only_one);
    } else if (only_one) {
      one(all_.front(), 0);
    } else {
      put_all(result_, all_, 0);
    }
  }

  // The cards that take at least `tricks`, all scored with just that; or the first of them in the list.
  void reaching(int tricks, bool only_one) {
    result_.cards = 0;
    const auto verdict = solver_.can_take(position_, side_, tricks);
    if (verdict.can.value_or(false)) {
      for (const Run& run : all_) {
        const bool proved =
            verdict.proof && (run.top == *verdict.proof || run.lower.contains(*verdict.proof));
        if (!proved && !reaches(run.top, tricks)) continue;
        put(result_, result_.cards++, run, tricks);
        if (only_one) break;
      }
    }
    if (result_.cards == 0) result_.score[0] = tricks > 1 ? -1 : 0;
  }

  void one(const Run& run, int score) {
    result_.cards = 1;
    put(result_, 0, run, score);
  }

 private:
  bool reaches(Card card, int tricks) {
    Position after = position_;
    after.play(card);
    const int missing = tricks - (after.tricks(side_) - position_.tricks(side_));
    if (missing <= 0) return true;
    if (missing > after.tricks_left()) return false;
    return solver_.can_take(after, side_, missing).can.value_or(false);
  }

  const Position& position_;
  Side side_;
  std::vector<Run> all_;
  dd::Solver& solver_;
  futureTricks& result_;
};

void answer(const Position& position, const Question& question, futureTricks& result) {
  result.nodes = 0;
  std::vector<Run> all = listed_moves(position);
  const bool last_trick = position.tricks_left() == 1;
  if (question.target == 0 && question.solutions < 3 &&
      (last_trick || question.mode != 0 || all.size() > 1)) {
    // Only the legal cards are asked for.
    put_all(result, all, 0);
    if (question.solutions == 1) result.cards = 1;
    return;
  }
  if (question.mode == 0 && all.size() == 1 && !last_trick) {
    put_all(result, all, -2);
    return;
  }
  const Pool::Loan solver(Pool::shared());
  const std::uint64_t before = solver->nodes();
  Answer answer(position, std::move(all), *solver, result);
  if (question.solutions == 3 ||
      last_trick) {  // in the last trick the one card is scored whatever the target
    answer.score_every_card();
  } else if (question.target == -1) {
    answer.best(question.solutions == 1);
  } else {
    answer.reaching(question.target, question.solutions == 1);
  }
  result.nodes = static_cast<int>(std::min<std::uint64_t>(
      solver->nodes() - before, static_cast<std::uint64_t>(std::numeric_limits<int>::max())));
}

int solve_all(const boards& batch, solvedBoards& solved) {
  if (batch.noOfBoards > MAXNOOFBOARDS) return RETURN_TOO_MANY_BOARDS;
  const int count = std::max(batch.noOfBoards, 0);
  for (futureTricks& result : solved.solvedBoard) result.cards = 0;
  std::vector<int> codes(static_cast<std::size_t>(count), RETURN_NO_FAULT);
  in_parallel(count, [&](int i) {
    futureTricks result{};
    const int code = guarded([&] {
      return solve(batch.deals[i], {batch.target[i], batch.solutions[i], batch.mode[i]}, result);
    });
    codes[static_cast<std::size_t>(i)] = code;
    if (code == RETURN_NO_FAULT) solved.solvedBoard[i] = result;
  });
  solved.noOfBoards = batch.noOfBoards;
  for (int code : codes) {
    if (code != RETURN_NO_FAULT) return code;
  }
  return RETURN_NO_FAULT;
}

int solve_all(const boardsPBN& batch, solvedBoards& solved) {
  if (batch.noOfBoards > MAXNOOFBOARDS) return RETURN_TOO_MANY_BOARDS;
  auto read = std::make_unique<boards>();
  read->noOfBoards = batch.noOfBoards;
  for (int i = 0; i < batch.noOfBoards; ++i) {
    const auto board = read_deal(batch.deals[i]);
    if (!board) return RETURN_PBN_FAULT;
    read->deals[i] = *board;
    read->target[i] = batch.target[i];
    read->solutions[i] = batch.solutions[i];
    read->mode[i] = batch.mode[i];
  }
  return solve_all(*read, solved);
}

}  // namespace

int solve(const deal& board, const Question& question, futureTricks& result) {
  const CheckedBoard checked = read_board(board, question);
  if (checked.code == RETURN_NO_FAULT) answer(*checked.position, question, result);
  return checked.code;
}

}  // namespace yomi::dds

using yomi::dds::guarded;

int SolveBoard(deal dl, int target, int solutions, int mode, futureTricks* futp, int) {
  return guarded([&] {
    if (futp == nullptr) return RETURN_UNKNOWN_FAULT;
    return yomi::dds::solve(dl, {target, solutions, mode}, *futp);
  });
}

int SolveBoardPBN(dealPBN dlpbn, int target, int solutions, int mode, futureTricks* futp, int) {
  return guarded([&] {
    if (futp == nullptr) return RETURN_UNKNOWN_FAULT;
    const auto board = yomi::dds::read_deal(dlpbn);
    return board ? yomi::dds::solve(*board, {target, solutions, mode}, *futp) : RETURN_PBN_FAULT;
  });
}

int SolveAllBoards(boardsPBN* bop, solvedBoards* solvedp) {
  return guarded([&] {
    if (bop == nullptr || solvedp == nullptr) return RETURN_UNKNOWN_FAULT;
    return yomi::dds::solve_all(*bop, *solvedp);
  });
}

int SolveAllBoardsBin(boards* bop, solvedBoards* solvedp) {
  return guarded([&] {
    if (bop == nullptr || solvedp == nullptr) return RETURN_UNKNOWN_FAULT;
    return yomi::dds::solve_all(*bop, *solvedp);
  });
}

int SolveAllChunksPBN(boardsPBN* bop, solvedBoards* solvedp, int chunkSize) {
  return chunkSize < 1 ? RETURN_CHUNK_SIZE : SolveAllBoards(bop, solvedp);
}

int SolveAllChunks(boardsPBN* bop, solvedBoards* solvedp, int chunkSize) {
  return SolveAllChunksPBN(bop, solvedp, chunkSize);
}

int SolveAllChunksBin(boards* bop, solvedBoards* solvedp, int chunkSize) {
  return chunkSize < 1 ? RETURN_CHUNK_SIZE : SolveAllBoardsBin(bop, solvedp);
}

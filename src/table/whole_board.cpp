#include "yomi/table/whole_board.h"

#include <fmt/format.h>

#include "yomi/jobs/cpu_time.h"
#include "yomi/table/seat.h"

namespace yomi::table {
namespace {

class WholeBoard {
 public:
  WholeBoard(const DealtBoard& board, const BySeat<agent::Player*>& players,
             const std::function<bool()>& stopped)
      : players_(players), stopped_(stopped), auction_(board.dealer) {
    played_.board = board;
    for (const Seat seat : kAllSeats) {
      agent::View& view = views_[seat];
      view.chair = seat;
      view.hand = board.deal[seat];
      view.dealer = board.dealer;
      view.vulnerability = board.vulnerability;
    }
  }

  Result<PlayedBoard> play() {
    while (!auction_.is_over()) {
      if (auto wrong = call()) return *wrong;
    }
    played_.contract = auction_.contract();
    if (!played_.contract) return played_;
    position_.emplace(played_.board.deal, played_.contract->strain, played_.contract->leader());
    while (!position_->is_over()) {
      if (auto wrong = card()) return *wrong;
    }
    played_.tricks = position_->tricks(side_of(played_.contract->declarer));
    return played_;
  }

 private:
  [[nodiscard]] Error wrong(Seat seat, const std::string& what) const {
    return {.what = fmt::format("board {}: {}: {}", played_.board.number, to_name(seat), what)};
  }
  [[nodiscard]] bool stopped() const { return stopped_ && stopped_(); }

  std::optional<Error> call() {
    const Seat seat = auction_.turn();
    if (stopped()) return wrong(seat, "stopped");
    const double start = jobs::thread_cpu_seconds();
    const auto advice = players_[seat]->call(views_[seat]);
    played_.seconds[side_of(seat)] += jobs::thread_cpu_seconds() - start;
    if (!advice) return wrong(seat, advice.error().to_string());
    if (!auction_.add(advice->call))
      return wrong(seat, fmt::format("{} is not legal here", yomi::to_string(advice->call)));
    const Called called{.seat = seat,
                        .call = advice->call,
                        .alert = advice->alert,
                        .explanation = clean_explanation(advice->explanation)};
    played_.calls.push_back(called);
    for (const Seat other : kAllSeats) {
      const bool told = !on(other, side_of(seat));
      views_[other].calls.push_back(
          {.call = called.call, .explanation = told ? heard_explanation(called) : ""});
    }
    return std::nullopt;
  }

  std::optional<Error> card() {
    const Contract& contract = *played_.contract;
    const Seat turn = position_->turn();
    const Seat seat = turn == contract.dummy() ? contract.declarer : turn;
    if (stopped()) return wrong(seat, "stopped");
    Card card = position_->legal().lowest();
    if (position_->legal().size() > 1) {
      const double start = jobs::thread_cpu_seconds();
      const auto advice = players_[seat]->play(views_[seat]);
      played_.seconds[side_of(seat)] += jobs::thread_cpu_seconds() - start;
      if (!advice) return wrong(seat, advice.error().to_string());
      card = advice->card;
    }
    if (!position_->is_legal(card))
      return wrong(seat, fmt::format("{} cannot be played here", yomi::to_string(card)));
    position_->play(card);
    played_.play.push_back(card);
    for (const Seat other : kAllSeats) {
      views_[other].play.push_back(card);
      if (played_.play.size() == 1) views_[other].dummy_hand = played_.board.deal[contract.dummy()];
    }
    return std::nullopt;
  }

  const BySeat<agent::Player*>& players_;
  const std::function<bool()>& stopped_;
  PlayedBoard played_;
  Auction auction_;
  std::optional<Position> position_;
  BySeat<agent::View> views_{};
};

}  // namespace

Result<PlayedBoard> play_board(const DealtBoard& board, const BySeat<agent::Player*>& players,
                               const std::function<bool()>& stopped) {
  return WholeBoard(board, players, stopped).play();
}

}  // namespace yomi::table

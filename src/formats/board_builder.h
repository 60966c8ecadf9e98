// Puts a board together call by call and card by card, as a record tells them, and says what cannot be.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "yomi/bridge/board.h"
#include "yomi/bridge/play_history.h"

namespace yomi {

class BoardBuilder {
 public:
  Board board;

  // Each adds to the board, or adds nothing and says why it cannot.
  std::optional<std::string> add(const BoardCall& call);
  std::optional<std::string> add(Card card);
  // How many calls and cards there are.
  [[nodiscard]] int events() const { return static_cast<int>(board.calls.size() + board.play.size()); }
  [[nodiscard]] const std::optional<Auction>& auction() const { return auction_; }
  // Cards of the trick on the table.
  [[nodiscard]] std::size_t on_table() const { return history_ ? history_->table().size() : 0; }

  // What the record leaves open: the contract from the auction, the tricks from a whole play.
  void finish();

 private:
  // False when nothing tells who leads, or the trump.
  bool start_play(Card first);

  std::optional<Auction> auction_;  // nothing after a call that is not regular
  std::optional<PlayHistory> history_;
};

// Which hands of a deal that parse_deal() read are written down, not "-": an empty hand is known, that is
// not.
BySeat<bool> written_hands(std::string_view deal);

}  // namespace yomi

// What must hold for every text whatever, as PBN. Used by the fuzzer and by the replay of its corpus.
#pragma once

#include <cstdlib>
#include <string>

#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline bool same(const pbn::Board& a, const pbn::Board& b) {
  return a.dealer == b.dealer && a.vulnerability == b.vulnerability && a.deal == b.deal &&
         a.known == b.known && a.strain == b.strain && a.contract == b.contract &&
         a.passed_out == b.passed_out && a.declarer == b.declarer && a.result == b.result &&
         a.bidding == b.bidding && a.play == b.play && a.cards == b.cards && a.leader == b.leader &&
         a.double_dummy == b.double_dummy;
}

inline void check_pbn(std::string bytes) {
  const std::string text = text::decode(std::move(bytes));
  const pbn::File file = pbn::read(text, "fuzz");
  bool whole = true;
  for (const pbn::Board& board : file.boards) {
    whole = whole && board.ok();
    for (const Error& error : board.errors)
      require(error.line > 0 && error.column > 0 && error.what.size() < 1000);
    if (board.bidding) (void)board.bidding->auction();
    if (board.ok() && board.deal && board.all_hands_known() && board.strain && board.leader) {
      Position position(*board.deal, *board.strain, *board.leader);
      for (Card card : board.cards) {
        require(!position.is_over() && position.is_legal(card));
        position.play(card);
      }
    }
  }
  const std::string written = pbn::write(file);
  const pbn::File again = pbn::read(written, "again");
  if (whole) {
    require(again.boards.size() == file.boards.size());
    for (std::size_t i = 0; i < file.boards.size(); ++i) {
      require(again.boards[i].ok());
      require(same(again.boards[i], file.boards[i]));
      require(again.boards[i].tags.size() == file.boards[i].tags.size());
    }
    require(pbn::write(again) == written);
  }
  // The strict form need only be readable text.
  (void)pbn::read(text::decode(pbn::write(file, pbn::Style::export_format)), "export");
}

}  // namespace yomi::fuzz

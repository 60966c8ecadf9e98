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

inline bool same(const pbn::Record& a, const pbn::Record& b) {
  return a.board == b.board && a.bidding == b.bidding && a.play == b.play && a.double_dummy == b.double_dummy;
}

inline void check_pbn(std::string bytes) {
  const std::string text = text::decode(std::move(bytes));
  const pbn::File file = pbn::read(text, "fuzz");
  bool whole = true;
  for (const pbn::Record& record : file.boards) {
    whole = whole && record.ok();
    for (const Error& error : record.errors)
      require(error.line > 0 && error.column > 0 && error.what.size() < 1000);
    if (record.bidding) (void)record.bidding->auction();
    if (auto position = record.board.start(); position && record.ok()) {
      for (Card card : record.board.play) {
        require(!position->is_over() && position->is_legal(card));
        position->play(card);
      }
    }
    (void)pbn::write(pbn::record_of(pbn::board_of(record)));
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

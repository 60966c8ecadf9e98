#include "yomi/formats/board_writer.h"

#include <algorithm>

#include "yomi/cards/number.h"
#include "yomi/formats/board_line.h"
#include "yomi/formats/lin.h"
#include "yomi/formats/machine.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi {

void BoardWriter::lose(const std::string& what) {
  if (std::find(lost_.begin(), lost_.end(), what) == lost_.end()) lost_.push_back(what);
}

void BoardWriter::lose_all_but_deal(const Board& board) {
  if (!board.calls.empty()) lose("auctions");
  if (board.contract || board.strain) lose("contracts");
  if (!board.play.empty()) lose("the play");
  if (board.tricks) lose("results");
  if (std::any_of(board.names.begin(), board.names.end(), [](const auto& name) { return !name.empty(); }))
    lose("names");
  for (const BoardTag& tag : board.tags) lose("the tag " + tag.name);
  if (!board.asides.empty()) lose("comments");
  // A dealing machine numbers the boards from the first; dealer and vulnerability follow from the number.
  if (format_ == BoardFormat::deal_lines && !board.number.empty()) lose("board numbers");
  if (format_ == BoardFormat::deal_lines && (board.dealer || board.vulnerability))
    lose("dealer and vulnerability");
}

std::string BoardWriter::encoded(std::string text) {
  if (encoding_ == Encoding::utf8) return text;
  const bool wanted = encoding_ == Encoding::latin1 || format_ == BoardFormat::pbn;
  if (!wanted) return text;
  auto latin = text::to_latin1(text);
  // Text whose Latin-1 bytes would be read back as UTF-8 stays in UTF-8.
  if (latin && (*latin == text || !text::is_utf8(*latin))) return std::move(*latin);
  if (encoding_ == Encoding::latin1) lose("characters that Latin-1 does not have (they stay UTF-8)");
  return text;
}

std::string BoardWriter::add(const Board& board) {
  std::string out;
  switch (format_) {
    case BoardFormat::pbn:
      if (!any_) out = "% PBN 2.1\n";
      any_ = true;
      return out + encoded(pbn::write(pbn::record_of(board))) + "\n";
    case BoardFormat::json_lines:
      return to_board_line(board) + "\n";
    case BoardFormat::deal_lines:
      lose_all_but_deal(board);
      if (!board.any_hand_known()) break;
      return to_deal_line(board) + "\n";
    case BoardFormat::bri:
    case BoardFormat::dge:
      lose_all_but_deal(board);
      if (!board.deal.is_full()) break;
      return machine_text(board.deal, format_, 1, 1);
    case BoardFormat::dup:
      lose_all_but_deal(board);
      if (!board.deal.is_full()) break;
      [[fallthrough]];
    case BoardFormat::lin:
    case BoardFormat::rbn:
      waiting_.push_back(board);
      return out;
  }
  ++left_out_;
  return out;
}

std::string BoardWriter::finish() {
  std::string out;
  if (format_ == BoardFormat::lin) out = encoded(lin::write(waiting_, &lost_));
  if (format_ == BoardFormat::dup && !waiting_.empty()) {
    int first = leading_number<int>(waiting_.front().number).value_or(1);
    constexpr int kMostBoards = 999;  // the field has three places; a number beyond them means nothing
    if (first < 1 || first > kMostBoards) first = 1;
    const int last = first + static_cast<int>(waiting_.size()) - 1;
    for (const Board& board : waiting_) out += machine_text(board.deal, format_, first, last);
  }
  waiting_.clear();
  return out;
}

}  // namespace yomi

// Writes boards to a file of a format. What the format cannot hold is reported, each kind once.
#pragma once

#include <string>
#include <vector>

#include "yomi/formats/board_reader.h"

namespace yomi {

// The character set of a text. PBN's own is Latin-1 (ISO 8859-1); automatic takes that for PBN where it has
// all characters of a board, and UTF-8 everywhere else.
enum class Encoding : std::uint8_t { automatic, utf8, latin1 };

class BoardWriter {
 public:
  explicit BoardWriter(BoardFormat format, Encoding encoding = Encoding::automatic)
      : format_(format), encoding_(encoding) {}

  // The bytes that the board adds to the file. LIN and DUP name their last board at the start, so all their
  // bytes come from finish().
  std::string add(const Board& board);
  std::string finish();
  // "the tag Site", "auctions": what was left out.
  [[nodiscard]] const std::vector<std::string>& lost() const { return lost_; }
  // Boards that the format cannot hold at all, for want of four hands.
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  void lose(const std::string& what);
  void lose_all_but_deal(const Board& board);
  std::string encoded(std::string text);

  BoardFormat format_;
  Encoding encoding_;
  std::vector<Board> waiting_;
  std::vector<std::string> lost_;
  std::size_t left_out_ = 0;
  bool any_ = false;
};

// Fields that are not understood are kept if the format has a place for them. RBN is not written.
constexpr bool can_write(BoardFormat format) {
  return format != BoardFormat::rbn;
}

}  // namespace yomi

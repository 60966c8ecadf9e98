// Boards from a text in any format that holds boards, one after the other.
//
// Reading never fails as a whole: a board that is wrong carries its errors and what could be read of it, and
// the next board is read as usual.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bridge/board.h"
#include "yomi/cards/result.h"

namespace yomi {

enum class BoardFormat : std::uint8_t { pbn, json_lines };

// By what the text looks like; nothing when it looks like none of them. `text` is decoded (text.h).
std::optional<BoardFormat> guess_format(std::string_view text);

struct ReadBoard {
  Board board;
  std::uint32_t line = 0;  // where it starts, from 1
  std::vector<Error> errors;
  std::uint32_t deal_line = 0;  // where the hands are, if that is elsewhere
  std::uint32_t deal_column = 0;
  [[nodiscard]] bool ok() const { return errors.empty(); }
  // What is wrong with the board as a whole, with its place.
  [[nodiscard]] Error error(std::string what, const std::string& file) const {
    return {.what = std::move(what), .file = file, .line = line};
  }
  // The same for the hands.
  [[nodiscard]] Error deal_error(std::string what, const std::string& file) const {
    return {.what = std::move(what),
            .file = file,
            .line = deal_line == 0 ? line : deal_line,
            .column = deal_line == 0 ? 1 : deal_column};
  }
};

class BoardReader {
 public:
  // `text` (decoded) must outlive the reader; `file` is for messages.
  BoardReader(std::string_view text, std::string file, BoardFormat format);
  ~BoardReader();
  BoardReader(BoardReader&&) noexcept;
  BoardReader& operator=(BoardReader&&) noexcept;

  std::optional<ReadBoard> next();
  // How far in the text it is.
  [[nodiscard]] std::size_t offset() const;

  class Source;

 private:
  std::unique_ptr<Source> source_;
};

}  // namespace yomi

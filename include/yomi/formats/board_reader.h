// Boards from a text in any format that holds boards, one after the other.
//
// Reading never fails as a whole: a board that is wrong carries its errors and what could be read of it, and
// the next board is read as usual. PBN, lines and the files of dealing machines are read in constant memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bridge/board.h"
#include "yomi/cards/result.h"
#include "yomi/formats/window.h"

namespace yomi {

// deal_lines: a line a deal, as PBN or the dealer tool writes it. rbn is only read.
enum class BoardFormat : std::uint8_t { pbn, lin, rbn, json_lines, deal_lines, bri, dge, dup };

// "pbn", "lin", "rbn", "jsonl", "deals", "bri", "dge", "dup".
std::string_view to_string(BoardFormat format);
std::optional<BoardFormat> parse_board_format(std::string_view name);
// By the end of a file's name: also ".json", ".txt" for deals; nothing when it is none of these.
std::optional<BoardFormat> format_of_name(std::string_view file);
// By the contents; nothing if they look like none of the text formats.
std::optional<BoardFormat> guess_format(std::string_view text);
// Are its files bytes and not text?
constexpr bool is_machine_format(BoardFormat format) {
  return format == BoardFormat::bri || format == BoardFormat::dge || format == BoardFormat::dup;
}

struct ReadBoard {
  Board board;
  std::uint32_t line = 0;  // where it starts, from 1
  std::vector<Error> errors;
  std::uint32_t deal_line = 0;  // where the hands are, if that is elsewhere
  std::uint32_t deal_column = 0;
  [[nodiscard]] bool ok() const { return errors.empty(); }
  // An error about the board as a whole, with its place.
  [[nodiscard]] Error error(std::string what, const std::string& file) const {
    return {.what = std::move(what), .file = file, .line = line};
  }
  // The same, for errors that may know their line better.
  [[nodiscard]] Error error(const Error& found, const std::string& file) const {
    return {.what = found.what, .file = file, .line = found.line == 0 ? line : found.line};
  }
  // The same for the hands.
  [[nodiscard]] Error deal_error(std::string what, const std::string& file) const {
    return {.what = std::move(what),
            .file = file,
            .line = deal_line == 0 ? line : deal_line,
            .column = deal_line == 0 ? 1 : deal_column};
  }
};

class RecordSource;

class BoardReader {
 public:
  // The window must outlive the reader; `file` is for messages.
  BoardReader(text::Window& window, std::string file, BoardFormat format);
  // The whole of a decoded text, which must outlive the reader.
  BoardReader(std::string_view text, std::string file, BoardFormat format);
  ~BoardReader();
  BoardReader(BoardReader&&) noexcept;
  BoardReader& operator=(BoardReader&&) noexcept;

  std::optional<ReadBoard> next();

 private:
  std::unique_ptr<text::Window> own_;
  std::unique_ptr<RecordSource> source_;
};

}  // namespace yomi

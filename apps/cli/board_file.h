// A file of boards, in any of the formats that hold boards.
#pragma once

#include <memory>
#include <string>

#include "yomi/formats/board_reader.h"

namespace yomi::cli {

class BoardFile {
 public:
  // "-" is standard input. The error names the file and why it cannot be read.
  static Result<BoardFile> open(const std::string& path);

  std::optional<ReadBoard> next() { return reader_.next(); }
  // Its name in messages.
  [[nodiscard]] const std::string& name() const { return name_; }
  // The format it looks like. Nothing if it looks like none; it is then read as PBN.
  [[nodiscard]] std::optional<BoardFormat> format() const { return format_; }
  // The share read so far, 0 to 1; 0 if unknown.
  [[nodiscard]] double part() const;
  // Bytes read so far.
  [[nodiscard]] std::uint64_t bytes() const { return window_->pulled(); }
  // The whole text, for callers that also read other formats; use it instead of next().
  std::string_view text();

 private:
  BoardFile(std::string name, std::unique_ptr<text::Window> window, std::optional<BoardFormat> format,
            std::uint64_t size);
  std::string name_;
  std::unique_ptr<text::Window> window_;
  std::optional<BoardFormat> format_;
  std::uint64_t size_;
  BoardReader reader_;
};

// The first of the boards that --board names (board_numbers.h), with a deal in it. Otherwise fails (fail.h).
ReadBoard read_one_board(const std::string& path, const std::string& numbers);

}  // namespace yomi::cli

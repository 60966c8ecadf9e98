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
  // How messages call it.
  [[nodiscard]] const std::string& name() const { return name_; }
  // How much of it was read, 0 to 1.
  [[nodiscard]] double part() const;

 private:
  BoardFile(std::string name, std::unique_ptr<const std::string> text);
  std::string name_;
  std::unique_ptr<const std::string> text_;
  BoardReader reader_;
};

}  // namespace yomi::cli

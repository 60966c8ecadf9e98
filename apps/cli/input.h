// Files for commands.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

#include "yomi/cards/result.h"

namespace yomi::cli {

// The whole of a file, "-" for standard input, decoded (yomi/formats/text.h). The error names the file and
// why it could not be read.
Result<std::string> read_input(const std::string& path);
// A file line by line, "-" for standard input, for inputs too long to hold. One that cannot be opened is said
// on stderr and throws Exit(2).
class InputLines {
 public:
  explicit InputLines(const std::string& path);
  // The next line; false at the end.
  bool next(std::string& line);
  // Of the last line, from 1.
  [[nodiscard]] std::int64_t number() const { return number_; }

 private:
  std::ifstream file_;
  std::istream* in_;
  std::int64_t number_ = 0;
};

// How messages call it.
std::string input_name(const std::string& path);

// Before long work: a path that cannot be written is said on stderr, and Exit(2) is thrown. What is in the
// file stays.
void expect_writable(const std::string& path);
// The whole of a file. One that cannot be written is said on stderr and throws Exit(2).
void write_output(const std::string& path, const std::string& text);

}  // namespace yomi::cli

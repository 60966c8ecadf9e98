// What commands read.
//
// No input costs more memory than its size: files and lines have limits, and what is not text is refused
// after its first bytes. A signal ends a wait for a terminal or a pipe (interrupt.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "yomi/cards/result.h"
#include "yomi/formats/window.h"

namespace yomi::cli {

// The whole of a file, "-" for standard input, decoded (yomi/formats/text.h). The error names the file and
// why it could not be read. Stopped while it waits, it throws Exit(kStoppedStatus).
Result<std::string> read_input(const std::string& path);
// The same for files that are not text: the bytes as they are.
Result<std::string> read_binary(const std::string& path);

// The same one part at a time, for files of any length. A later read error, or bytes that are not text where
// text is expected, is reported on stderr and throws Exit(2).
struct OpenInput {
  text::Pull pull;
  std::size_t size = 0;  // of the file; 0 where that is not known
};
Result<OpenInput> open_input(const std::string& path, bool is_text = true);

// Bytes of a file as they come.
class ByteSource;

// Reads a file line by line ("-" for standard input), for inputs that are too long to hold or arrive piece by
// piece. A file that cannot be read is reported on stderr and throws Exit(2).
class InputLines {
 public:
  // The rest of a longer line is dropped; parsers refuse lines of this length.
  static constexpr std::size_t kMaxLine = std::size_t{2} << 20;

  explicit InputLines(const std::string& path);
  ~InputLines();
  InputLines(const InputLines&) = delete;
  InputLines& operator=(const InputLines&) = delete;

  // The next line; false at the end, and when the command was stopped.
  bool next(std::string& line);
  // Of the last line, from 1.
  [[nodiscard]] std::int64_t number() const { return number_; }

 private:
  bool fill();

  std::unique_ptr<ByteSource> source_;
  std::string buffer_;
  std::size_t at_ = 0;  // read up to here
  std::int64_t number_ = 0;
};

// Ends a command that found nothing to work on: with "PATH: expected WHAT, found none" on stderr and Exit(2),
// or as stopped if a signal came while it was reading.
[[noreturn]] void nothing_read(const std::string& path, const std::string& what);

// How messages call it.
std::string input_name(const std::string& path);

}  // namespace yomi::cli

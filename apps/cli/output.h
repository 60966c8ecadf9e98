// What commands write. Nothing that could not be written goes by without a word: every function here says on
// stderr which file it was and why, and throws Exit(2).
//
// Standard output is printed with fmt::print, which throws std::system_error where it fails, and is flushed a
// last time by main(); flush_output() sends what was printed on its way before.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "yomi/cards/result.h"

namespace yomi::cli {

// Before long work: a path that cannot be written. What is in the file stays.
void expect_writable(const std::string& path);

// The whole of a file, by way of a new one beside it that takes its name when it is complete: what was there
// stays until then. A device or a pipe is written straight to.
void write_output(const std::string& path, std::string_view text);

// The same piece by piece. Without commit() nothing changes.
class NewFile {
 public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view piece);
  void commit();

 private:
  [[noreturn]] void fail(int error);

  std::string path_;    // as messages have it
  std::string target_;  // the file itself
  std::string beside_;  // empty: written straight to
  int descriptor_ = -1;
  std::optional<unsigned> mode_;  // of the file that it replaces
};

// A file written piece by piece. A piece is with the system when write() returns; one that does not fit is
// taken back where that is possible, so that the file ends with a whole piece.
class OutputFile {
 public:
  enum class Mode : std::uint8_t { replace, append };

  OutputFile() = default;  // nowhere
  OutputFile(const std::string& path, Mode mode);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  // False when this or an earlier piece could not be written; says nothing and does not throw, so that any
  // thread may call it, one at a time.
  bool write(std::string_view piece);
  [[nodiscard]] bool good() const { return !error_; }
  // Says what went wrong, and throws.
  void expect_good() const;

 private:
  std::string path_;
  int descriptor_ = -1;
  std::optional<int> error_;
};

// The date (UTC) with this sign in it: 2026-11-18.
std::string today(char between);

// Throws std::system_error when standard output cannot be written.
void flush_output();

}  // namespace yomi::cli

// What commands write. No write fails silently: every function here reports the file and the cause on stderr
// and throws Exit(2).
//
// Standard output goes through fmt::print, which throws std::system_error on failure; main() flushes it at
// the end, flush_output() earlier.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "yomi/cards/result.h"

namespace yomi::cli {

// Called before long work: checks that the path can be written, without changing the file.
void expect_writable(const std::string& path);

// Writes a whole file by way of a new one beside it that takes its name once complete; until then the old one
// stays. Devices and pipes are written to directly.
void write_output(const std::string& path, std::string_view text);

// The same in pieces. Without commit() nothing changes.
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

// A file written in pieces. When write() returns, the system has the piece. A piece that does not fit is
// removed again where possible, so that the file ends with a whole piece.
class OutputFile {
 public:
  enum class Mode : std::uint8_t { replace, append };

  OutputFile() = default;  // nowhere
  OutputFile(const std::string& path, Mode mode);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  // False if this or an earlier piece could not be written. Neither prints nor throws, so any thread may call
  // it, one at a time.
  bool write(std::string_view piece);
  [[nodiscard]] bool good() const { return !error_; }
  // Says what went wrong, and throws.
  void expect_good() const;

 private:
  std::string path_;
  int descriptor_ = -1;
  std::optional<int> error_;
};

// The date (UTC) with this separator: 2026-11-18.
std::string today(char between);

// Throws std::system_error when standard output cannot be written.
void flush_output();

}  // namespace yomi::cli

// A progress bar on the terminal. It appears on stderr, only where that is a terminal, and only for work that
// has already taken a second; ordinary output goes through clear() so that the two do not mix.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace yomi::cli {

class Progress {
 public:
  explicit Progress(std::string unit);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `part` is the share of the work done, 0 to 1, `count` the units done, `note` an interim result. Draws at
  // most ten times a second.
  void show(double part, std::size_t count, std::string_view note = {});
  // Removes the bar, before something else is printed.
  void clear();

 private:
  std::string unit_;
  bool on_terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace yomi::cli

#include "progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace yomi::cli {

Progress::Progress(std::string unit)
    : unit_(std::move(unit)),
      on_terminal_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  clear();
}

void Progress::show(double part, std::size_t count, std::string_view note) {
  using namespace std::chrono_literals;
  if (!on_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - start_ < 1s || (shown_ && now - last_ < 100ms)) return;
  last_ = now;
  shown_ = true;
  constexpr int width = 30;
  part = std::clamp(part, 0.0, 1.0);
  const auto full = static_cast<std::size_t>(part * width);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string left = part > 0.001 ? fmt::format("{:.0f} s left", seconds / part - seconds) : "";
  fmt::print(stderr, "\r\033[K[{}{}] {:3.0f} %  {} {}  {}  {}", std::string(full, '#'),
             std::string(width - full, '.'), 100 * part, count, unit_, left, note);
  std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  shown_ = false;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace yomi::cli

#include "progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>

namespace yomi::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

Progress::Progress(std::string what) : what_(std::move(what)), started_(now()) {
  interrupted = 0;
  before_ = std::signal(SIGINT, [](int) { interrupted = 1; });
}

Progress::~Progress() {
  clear();
  std::signal(SIGINT, before_);
}

bool Progress::show(double share) {
  if (interrupted != 0) return false;
  const double time = now();
  if (time - shown_ < 0.1) return true;
  shown_ = time;
  if (time - started_ < 1 || ::isatty(STDERR_FILENO) == 0) return true;
  const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * 30);
  fmt::print(stderr, "\r{} [{:30}] {:3.0f}% ", what_, std::string(static_cast<std::size_t>(filled), '#'), share * 100);
  visible_ = true;
  return true;
}

void Progress::clear() {
  if (visible_) fmt::print(stderr, "\r{:60}\r", "");
  visible_ = false;
}

}  // namespace yomi::cli

#include "interrupt.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace yomi::cli {
namespace {

// A signal handler can reach nothing but statics.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> caught{0};
std::array<int, 2> ends{-1, -1};  // of a pipe: what waits in poll() also wakes
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<int>::is_always_lock_free);

constexpr int kLookMilliseconds = 50;  // how often the watcher checks whether it is still needed

void on_signal(int signal) {
  const int before = errno;
  caught.store(signal);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  [[maybe_unused]] const auto written = write(ends[1], "!", 1);
  errno = before;
}

}  // namespace

Interrupt::Interrupt() {
  caught.store(0);
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) ends = {-1, -1};
  // System calls that wait are interrupted, not restarted.
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

Interrupt::~Interrupt() {
  if (watcher_.joinable()) {
    watcher_.request_stop();
    watcher_.join();
  }
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  for (int& end : ends) {
    if (end >= 0) close(end);
    end = -1;
  }
}

std::stop_token Interrupt::token() const {
  if (watcher_.joinable()) return stop_.get_token();
  try {
    watcher_ = std::jthread([this](const std::stop_token& done) {
      while (!done.stop_requested() && !requested()) {
        pollfd end{.fd = ends[0], .events = POLLIN, .revents = 0};
        poll(&end, 1, kLookMilliseconds);
      }
      if (requested()) stop_.request_stop();
    });
  } catch (const std::system_error&) {  // no thread to be had: code that asks requested() still ends
  }
  return stop_.get_token();
}

bool Interrupt::requested() {
  return caught.load() != 0;
}
int Interrupt::descriptor() {
  return ends[0];
}
int Interrupt::status() {
  const int signal = caught.load();
  return signal == 0 ? kStoppedStatus : 128 + signal;
}

}  // namespace yomi::cli

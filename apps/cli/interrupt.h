// Ctrl-C and SIGTERM: the first one asks the command to end in order, the second one ends it at once.
#pragma once

#include <stop_token>
#include <thread>

namespace yomi::cli {

// Catches SIGINT and SIGTERM while it lives. One at a time in a process, made on the main thread.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Any thread.
  [[nodiscard]] static bool requested();
  // A descriptor that can be read from once it was requested, for poll() beside others; -1 where none lives.
  [[nodiscard]] static int descriptor();
  // Asked to stop once it was requested: for work that can be stopped in mid-thought. Main thread.
  [[nodiscard]] std::stop_token token() const;
  // The exit status of a command that was stopped: 128 and the signal, 130 or 143.
  [[nodiscard]] static int status();

 private:
  // Waits for the signal, since a handler cannot ask anybody to stop; started by the first token().
  mutable std::stop_source stop_;
  mutable std::jthread watcher_;
};

// What a command that was stopped leaves with; main() tells the two signals apart.
inline constexpr int kStoppedStatus = 130;

}  // namespace yomi::cli

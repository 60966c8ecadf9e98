// Ctrl-C and SIGTERM: the first asks the command to end cleanly, the second kills it.
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
  // A descriptor for poll() that becomes readable once a stop was requested; -1 if no Interrupt exists.
  [[nodiscard]] static int descriptor();
  // A token that is triggered by the signal, for work that can be stopped midway. Main thread.
  [[nodiscard]] std::stop_token token() const;
  // The exit status of a command that was stopped: 128 and the signal, 130 or 143.
  [[nodiscard]] static int status();

 private:
  // Waits for the signal, since a handler cannot trigger a token itself; started by the first token().
  mutable std::stop_source stop_;
  mutable std::jthread watcher_;
};

// The Exit that a stopped command throws; main() tells the two signals apart.
inline constexpr int kStoppedStatus = 130;

}  // namespace yomi::cli

// Ctrl-C: the first one asks the command to end in order (exit status 130), the second one ends it at once.
#pragma once

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
};

inline constexpr int kStoppedStatus = 130;

}  // namespace yomi::cli

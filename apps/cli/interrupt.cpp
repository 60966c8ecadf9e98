#include "interrupt.h"

#include <csignal>

namespace yomi::cli {
namespace {

// A signal handler can reach nothing but a static flag.
volatile std::sig_atomic_t requested_flag = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void on_signal(int signal) {
  requested_flag = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  requested_flag = 0;
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool Interrupt::requested() {
  return requested_flag != 0;
}

}  // namespace yomi::cli

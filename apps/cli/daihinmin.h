// What the subcommands of `yomi daihinmin` share.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "command.h"
#include "yomi/cards/result.h"
#include "yomi/daihinmin/players.h"

namespace yomi::cli {

void add_daihinmin_match(CLI::App& app);
void add_daihinmin_learn(CLI::App& app);
void add_daihinmin_table(CLI::App& app);
void add_daihinmin_watch(CLI::App& app);
void add_daihinmin_bench(CLI::App& app);
void add_daihinmin_experiments(CLI::App& app);

// Set by Ctrl-C after catch_interrupt(); a second Ctrl-C ends the program at once.
extern std::atomic<bool> interrupted;
void catch_interrupt();

// The learnt set, built in or from a folder; leaves with status 2 when the folder is no good.
daihinmin::Learnt learnt_or_exit(const std::string& folder);

// Prints "yomi: what" to stderr and leaves with status 2.
[[noreturn]] void bad_input(const Error& error);

// A bar on stderr, only when that is a terminal.
class Progress {
 public:
  Progress(std::string what, std::size_t total);
  ~Progress();
  void step(std::size_t done, const std::string& note = {});

 private:
  std::string what_;
  std::size_t total_;
  bool shown_;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace yomi::cli

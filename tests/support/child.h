// Runs the built program under conditions that a shell cannot set up: closed descriptors, limits, signals at
// a given time, an end to waiting.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "support/program.h"

namespace yomi::testing {

struct Conditions {
  std::string in = "/dev/null";  // the file on standard input
  bool waits_for_input = false;  // a pipe that nothing comes from instead
  std::string out{};             // the file on standard output; empty: kept in `Child::out`
  bool closes_out = false;
  std::size_t memory = 0;  // bytes of address space; 0: no limit
  int signal = 0;          // sent after `signal_after`
  std::chrono::milliseconds signal_after{300};
  std::chrono::milliseconds limit{20'000};  // then it is killed
};

struct Child {
  int status = -1;  // 128 and the signal where one ended it
  bool timed_out = false;
  std::chrono::milliseconds took{0};  // in all
  std::chrono::milliseconds after_signal{0};
  std::string out{};
  std::string err{};
};

namespace detail {

inline void place(int descriptor, int target) {
  dup2(descriptor, target);
  if (descriptor != target) close(descriptor);
}

[[noreturn]] inline void become(const std::vector<std::string>& arguments, const Conditions& conditions,
                                int waiting, const std::string& out, const std::string& err) {
  std::vector<char*> words;
  std::string program = YOMI_PROGRAM;
  words.push_back(program.data());
  std::vector<std::string> copies = arguments;
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  place(conditions.waits_for_input ? waiting : open(conditions.in.c_str(), O_RDONLY), STDIN_FILENO);
  place(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  place(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  if (conditions.closes_out) close(STDOUT_FILENO);
  if (conditions.memory > 0) {
    const rlimit limit{.rlim_cur = conditions.memory, .rlim_max = conditions.memory};
    setrlimit(RLIMIT_AS, &limit);
  }
  execv(program.c_str(), words.data());
  _exit(127);
}

}  // namespace detail

inline Child run_child(const std::vector<std::string>& arguments, const Conditions& conditions) {
  using namespace std::chrono_literals;
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
  };
  const Folder folder;
  const std::string kept = (folder.path() / "out").string();
  const std::string err = (folder.path() / "err").string();
  int silent[2] = {-1, -1};
  [[maybe_unused]] const int piped = pipe2(silent, O_CLOEXEC);
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child == 0)
    detail::become(arguments, conditions, silent[0], conditions.out.empty() ? kept : conditions.out, err);
  close(silent[0]);
  Child made;
  std::optional<Clock::time_point> signalled;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (conditions.signal != 0 && !signalled && since(start) >= conditions.signal_after) {
      signalled = Clock::now();
      kill(child, conditions.signal);
    }
    if (!made.timed_out && since(start) > conditions.limit) {
      made.timed_out = true;
      kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(5ms);
  }
  close(silent[1]);
  made.took = since(start);
  if (signalled) made.after_signal = since(*signalled);
  made.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (conditions.out.empty()) made.out = content(kept);
  made.err = content(err);
  return made;
}

}  // namespace yomi::testing

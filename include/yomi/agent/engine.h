// The player on a pipe: one JSON object a line in, one a line out, in the order asked
// (docs/reference/engine.md).
//
// A thread of the engine works off the requests. `stop` takes effect at once: every request before it is
// answered with the best result so far. A faulty line is answered with an error, so the engine runs until its
// input ends.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "yomi/agent/level.h"

namespace yomi::agent {

class Engine {
 public:
  struct Settings {
    int threads = 0;               // 0: all cores
    std::optional<Level> level{};  // for requests with neither level nor time; nothing: no limit
    std::size_t longest_line = std::size_t{1} << 20;
    std::size_t most_waiting = 1000;  // then ask() waits
  };

  // `answer` is called from the engine's thread, with a line without its end.
  Engine(const Settings& settings, std::function<void(const std::string& line)> answer);
  // Waits until everything is answered.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // One thread.
  void ask(const std::string& line);
  // Ends the request in progress and has the waiting ones answered without search. Any thread.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::agent

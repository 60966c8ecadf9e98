// The player on a pipe: one JSON object a line in, one a line out, in the order asked
// (docs/reference/engine.md).
//
// What is asked for is worked off by a thread of the engine's own. `stop` is heard at once, whatever is being
// thought about: everything asked before it is answered with the best so far. Whatever is wrong with a line
// is an answer too, so that the pipe never ends before its input does.
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
    std::optional<Level> level{};  // where a request names neither a level nor a time; nothing: no limit
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
  // Ends what is being thought about, and lets what is waiting be answered without thinking. Any thread.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::agent

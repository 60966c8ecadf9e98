// The threads that think for the page, shared fairly: clients that wait take turns, so that one who asks for
// much does not keep the others waiting, and nobody may have more than some questions waiting.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "yomi/agent/requests.h"

namespace yomi::web {

// Passes an event on; false when nobody listens any more. An empty name is a sign of life.
using Emit = std::function<bool(std::string_view event, const Json& data)>;
// How work tells of its progress, from its own thread.
using Tell = std::function<void(std::string event, Json data)>;
using Work = std::function<void(agent::Requests& engine, const std::stop_token& stop, const Tell& tell)>;

class Thinkers {
 public:
  struct Limits {
    int threads = 0;  // 0: as many as there are cores, at most eight
    std::size_t waiting = 400;
    std::size_t per_client = 32;
    std::chrono::seconds longest{60};  // then work is asked to stop
  };
  explicit Thinkers(const Limits& limits);
  // Asks all work to stop, and waits for it.
  ~Thinkers();
  Thinkers(const Thinkers&) = delete;
  Thinkers& operator=(const Thinkers&) = delete;

  // Has the work done and returns at its end. `emit` is called in the calling thread, every second at least.
  // When it says that nobody listens, the work is asked to stop. An error: too much is waiting.
  std::optional<Error> run(const std::string& client, Work work, const Emit& emit);
  // Asks all work to stop; what comes later is refused. Any thread.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::web

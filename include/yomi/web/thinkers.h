// The page's search threads, shared fairly: waiting clients take turns, so that a busy one does not keep the
// others waiting, and each may have only a limited number of questions waiting.
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

// Sends an event; false if nobody listens any more. An empty name is a keep-alive.
using Emit = std::function<bool(std::string_view event, const Json& data)>;
// Called by the work, on its own thread, to report progress.
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

  // Runs the work and returns when it ends. `emit` is called on the calling thread, at least every second; if
  // it returns false, the work is asked to stop. An error if too much is waiting.
  std::optional<Error> run(const std::string& client, Work work, const Emit& emit);
  // Asks all work to stop and refuses new work. Any thread.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::web

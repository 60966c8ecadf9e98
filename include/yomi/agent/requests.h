// The requests that the engine answers, one function each (docs/reference/engine.md). The pipe, the page and
// the bindings pass them on unchanged.
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <utility>

#include "yomi/agent/player.h"
#include "yomi/dd/solver.h"

namespace yomi::agent {

// Keeps solvers, systems and players between questions. One question at a time.
class Requests {
 public:
  // Defaults for what a request leaves open, including the threads.
  explicit Requests(Settings defaults) : defaults_(std::move(defaults)) {}

  // The answer, or an error whose text begins with the field that is wrong.
  Result<Json> answer(const Json& request, const std::stop_token& stop);
  // A player made with these settings; the few last ones are kept. Valid until the next question.
  Result<Player*> player(const Settings& settings);

 private:
  Result<Json> call(const Json& request, const std::stop_token& stop);
  Result<Json> play(const Json& request, const std::stop_token& stop);
  Result<Json> explain(const Json& request, const std::stop_token& stop);
  Result<Json> solve(const Json& request, const std::stop_token& stop);
  Result<Json> table(const Json& request, const std::stop_token& stop);
  Result<Json> review(const Json& request, const std::stop_token& stop);
  Result<Json> deal(const Json& request, const std::stop_token& stop);
  Result<Json> believe(const Json& request, const std::stop_token& stop);

  Settings defaults_;
  dd::Solver solver_;
  std::map<std::string, std::unique_ptr<Player>> players_;
};

}  // namespace yomi::agent

// --time and --level: how long a player may think.
#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "yomi/agent/level.h"

namespace yomi::cli {

struct TimeOptions {
  std::string time{};
  std::string level{};

  void add_to(Command& command);
  // Nothing: no limit. Prints the reason and throws Exit{2} when the time cannot be read.
  [[nodiscard]] std::optional<agent::ThinkingTime> limit() const;
  [[nodiscard]] std::optional<std::chrono::milliseconds> for_card() const;
  // As it was given: "200ms", "strong", "off".
  [[nodiscard]] std::string name() const;
};

}  // namespace yomi::cli

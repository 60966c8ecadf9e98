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
  // Nothing if there is no limit. A time that cannot be read is reported and throws Exit{2}.
  [[nodiscard]] std::optional<agent::ThinkingTime> limit() const;
  [[nodiscard]] std::optional<std::chrono::milliseconds> for_card() const;
  // As it was given: "200ms", "strong", "off".
  [[nodiscard]] std::string name() const;
};

}  // namespace yomi::cli

#include "time_options.h"

#include <fmt/core.h>

#include "fail.h"
#include "yomi/formats/text.h"

namespace yomi::cli {

void TimeOptions::add_to(Command& command) {
  command.add_option("--time", time, "Time limit for a card or a call, such as 2s or 200ms");
  command
      .add_option(
          "--level", level,
          "A time limit by name. fast: 0.05 s; normal: 0.5 s per card, 0.3 s per call; strong: 3 s and 2 s")
      ->check(one_of(agent::level_names()))
      ->excludes("--time");
}

std::optional<agent::ThinkingTime> TimeOptions::limit() const {
  if (const auto named = agent::parse_level(level)) return agent::thinking_time(*named);
  if (time.empty()) return std::nullopt;
  const auto read = text::parse_duration(time);
  if (!read) fail("", fmt::format("--time: expected a time such as 2s or 200ms, found '{}'", time));
  return agent::ThinkingTime{.card = *read, .call = *read};
}

std::optional<std::chrono::milliseconds> TimeOptions::for_card() const {
  const auto found = limit();
  return found ? std::optional(found->card) : std::nullopt;
}

std::string TimeOptions::name() const {
  return !level.empty() ? level : time.empty() ? "off" : time;
}

}  // namespace yomi::cli

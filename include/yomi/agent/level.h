// How long a player thinks, by name: the levels of every command, table and page.
//
//   fast    0.05 s for a card, 0.05 s for a call
//   normal  0.5 s and 0.3 s
//   strong  3 s and 2 s
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/agent/player.h"

namespace yomi::agent {

enum class Level : std::uint8_t { fast, normal, strong };
std::string_view to_string(Level level);
std::optional<Level> parse_level(std::string_view text);
std::vector<std::string> level_names();

struct ThinkingTime {
  std::chrono::milliseconds card;
  std::chrono::milliseconds call;
};
ThinkingTime thinking_time(Level level);
// Sets the time for a card and for a call, in place of one for a board.
void set_level(Settings& settings, Level level);

}  // namespace yomi::agent

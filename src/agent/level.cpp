#include "yomi/agent/level.h"

#include <array>

namespace yomi::agent {
namespace {

using std::chrono::milliseconds;

struct Named {
  std::string_view name;
  ThinkingTime time;
};
constexpr std::array<Named, 3> kLevels = {{{"fast", {milliseconds(50), milliseconds(50)}},
                                           {"normal", {milliseconds(500), milliseconds(300)}},
                                           {"strong", {milliseconds(3000), milliseconds(2000)}}}};

const Named& named(Level level) {
  return kLevels[static_cast<std::size_t>(level)];
}

}  // namespace

std::string_view to_string(Level level) {
  return named(level).name;
}

std::optional<Level> parse_level(std::string_view text) {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (kLevels[i].name == text) return static_cast<Level>(i);
  }
  return std::nullopt;
}

std::vector<std::string> level_names() {
  std::vector<std::string> made;
  for (const Named& one : kLevels) made.emplace_back(one.name);
  return made;
}

ThinkingTime thinking_time(Level level) {
  return named(level).time;
}

void set_level(Settings& settings, Level level) {
  settings.play.time = named(level).time.card;
  settings.bidding.seconds = std::chrono::duration<double>(named(level).time.call).count();
  settings.seconds_per_board = 0;
}

}  // namespace yomi::agent

#include "yomi/agent/spec.h"

#include <algorithm>

#include "yomi/agent/level.h"
#include "yomi/formats/text.h"
#include "yomi/play/contestant.h"

namespace yomi::agent {
namespace {

// Sets a setting that only whole players have; false if the value is wrong, nothing if it is a card-player's
// setting.
std::optional<bool> set(Settings& settings, std::string_view name, std::string_view value) {
  if (name == "system") {
    settings.system = value;
    return !value.empty();
  }
  if (name == "opponents") {
    settings.their_system = value;
    return !value.empty();
  }
  if (name == "carding" && value != "on" && value != "off") {
    settings.carding = value;
    return !value.empty();
  }
  if (name == "their-carding") {
    settings.their_carding = value;
    return !value.empty();
  }
  if (name == "board") {
    const auto time = text::parse_duration(value);
    if (time) settings.seconds_per_board = std::chrono::duration<double>(*time).count();
    return time.has_value();
  }
  if (name == "level") {
    const auto level = parse_level(value);
    if (level) set_level(settings, *level);
    return level.has_value();
  }
  if (name == "reading") {
    settings.read_by_policy = value == "policy";
    return value == "rules" || value == "policy";
  }
  if (name == "bidding") {
    settings.look_ahead = value != "rules";
    return value == "rules" || value == "ahead";
  }
  return std::nullopt;
}

}  // namespace

std::string spec_knobs() {
  return "level board system opponents their-carding bidding reading " + play::setting_names();
}

Result<Settings> parse_spec(std::string_view text, const Settings& defaults) {
  Settings made = defaults;
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto level = parse_level(text.substr(0, colon));
  if (level) set_level(made, *level);
  // The card-player's settings keep their places in the text, so that columns in errors are right.
  std::string cards(text);
  for (std::size_t at = colon + 1; at <= text.size() && colon < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view item = text.substr(at, end - at);
    const std::size_t sign = std::min(item.find('='), item.size());
    const std::string_view value = item.substr(std::min(sign + 1, item.size()));
    if (const auto good = set(made, item.substr(0, sign), value)) {
      if (!*good)
        return Error{.what = std::string(item.substr(0, sign)) + ": " + text::quote(value) + " is not one",
                     .column = static_cast<std::uint32_t>(at + 1)};
      for (std::size_t i = at; i < std::min(end + 1, text.size()); ++i) cards[i] = ' ';
    }
    at = end + 1;
  }
  std::erase(cards, ' ');
  if (level) cards.replace(0, colon, "reader");
  while (!cards.empty() && (cards.back() == ',' || cards.back() == ':')) cards.pop_back();
  const auto player = play::parse_contestant(cards, made.play);
  if (!player) return player.error();
  if (player->kind != play::ContestantSpec::Kind::engine)
    return Error{.what = "expected pimc, alphamu, abc, reader or a level, found " + text::quote(player->name),
                 .column = 1};
  if (text.find(":time=") != std::string_view::npos || text.find(",time=") != std::string_view::npos)
    made.seconds_per_board = 0;
  const int threads = made.play.threads;
  const auto by_level = made.play.time;
  made.play = player->settings;
  made.play.threads = threads;
  if (text.find("clock=") == std::string_view::npos) made.play.clock = defaults.play.clock;
  if (made.play.time && made.play.time != by_level)
    made.bidding.seconds = std::chrono::duration<double>(*made.play.time).count();
  return made;
}

}  // namespace yomi::agent

#include "yomi/bidding/convention_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "yomi/cards/number.h"

namespace yomi::bidding {
namespace {

// The systems that ship, in the order of Setting::plays.
constexpr std::array<std::string_view, 4> kSystems = {"two-over-one", "sayc", "acol", "precision"};
// "System type" of a card, and the system of that kind. Polish Club has none.
constexpr std::array<std::string_view, 5> kTypes = {"two-over-one", "sayc", "", "precision", "acol"};

struct Setting {
  std::string_view name;
  std::array<bool, kSystems.size()> plays;
  std::string_view part{};  // switches it on where the system does not play it
};

constexpr bool Y = true;
constexpr bool N = false;
constexpr std::array kSettings = {
    Setting{"1NT opening range 12-14", {N, N, Y, N}},
    Setting{"1NT opening range 13-15", {N, N, N, Y}},
    Setting{"1NT opening range 14-16", {N, N, N, N}},
    Setting{"1NT opening range 15-17", {Y, Y, N, N}},
    Setting{"1M-3M inviting", {Y, Y, Y, Y}},
    Setting{"1M-3M blocking", {N, N, N, N}},
    Setting{"Bergen", {N, N, N, N}},
    Setting{"Blackwood 0123", {N, Y, N, N}, "parts/blackwood.toml"},
    Setting{"Blackwood 0314", {N, N, N, N}},
    Setting{"Blackwood 1430", {Y, N, Y, Y}, "parts/keycard.toml"},
    Setting{"Cappelletti", {N, Y, N, N}, "parts/cappelletti.toml"},
    Setting{"Forcing 1NT", {Y, N, N, N}},
    Setting{"Fourth suit game force", {Y, Y, Y, N}},
    Setting{"Gerber", {Y, Y, Y, Y}},
    Setting{"Inverted minors", {N, N, N, N}},
    Setting{"Jacoby 2NT", {Y, Y, Y, Y}},
    Setting{"Landy", {N, N, N, N}},
    Setting{"Lebensohl after 1NT", {Y, Y, Y, Y}},
    Setting{"Lebensohl after double", {Y, N, N, N}},
    Setting{"Michaels Cuebid", {Y, Y, Y, Y}},
    Setting{"Multi", {N, N, N, N}},
    Setting{"New Minor Forcing", {Y, N, N, N}},
    Setting{"Ogust", {N, N, N, N}},
    Setting{"Quantitative 4NT", {Y, Y, Y, Y}},
    Setting{"Responsive double", {Y, Y, Y, Y}},
    Setting{"Reverse drury", {Y, N, N, N}},
    Setting{"Splinter", {Y, Y, Y, N}},
    Setting{"Strong natural 2M", {N, N, N, N}},
    Setting{"Support double redouble", {Y, Y, Y, Y}},
    Setting{"Texas", {Y, N, N, N}},
    Setting{"Unusual 2NT", {Y, Y, Y, Y}},
    Setting{"Weak natural 2D", {Y, Y, Y, N}},
    Setting{"Weak natural 2M", {Y, Y, Y, Y}},
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

struct Entry {
  std::string_view name;
  int value = 0;
};

Result<std::optional<Entry>> parse_entry(std::string_view line) {
  if (trimmed(line).empty()) return std::optional<Entry>{};
  const std::size_t sign = line.rfind('=');
  if (sign == std::string_view::npos)
    return Error{.what = "expected a setting: name = number", .line = 1, .column = 1};
  const auto value = parse_number<int>(trimmed(line.substr(sign + 1)));
  if (!value)
    return Error{.what = "expected a number", .line = 1, .column = static_cast<std::uint32_t>(sign + 2)};
  return std::optional(Entry{.name = trimmed(line.substr(0, sign)), .value = *value});
}

Result<std::string_view> system_of(int type) {
  if (type < 0 || type >= static_cast<int>(kTypes.size()))
    return Error{.what = "expected a system type of 0 to 4", .line = 1, .column = 1};
  if (const std::string_view name = kTypes[static_cast<std::size_t>(type)]; !name.empty()) return name;
  return Error{.what = "a Polish Club: no system of that kind ships", .line = 1, .column = 1};
}

void judge(const Entry& entry, ConventionCard& card) {
  const auto* const known = std::find_if(kSettings.begin(), kSettings.end(),
                                         [&](const Setting& one) { return one.name == entry.name; });
  const bool wanted = entry.value != 0;
  if (known == kSettings.end()) {
    card.unknown += wanted ? 1 : 0;
    return;
  }
  const auto* const at = std::find(kSystems.begin(), kSystems.end(), card.system);
  const bool plays = known->plays[static_cast<std::size_t>(at - kSystems.begin())];
  if (wanted && !plays && !known->part.empty()) {
    card.parts.emplace_back(known->part);
  } else if (wanted != plays) {
    card.differing.push_back(fmt::format("{} = {}", known->name, entry.value));
    return;
  }
  if (wanted) card.played.emplace_back(known->name);
}

}  // namespace

Result<ConventionCard> parse_convention_card(std::string_view text) {
  ConventionCard card;
  std::vector<Entry> entries;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto entry = parse_entry(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (!entry) return Error{.what = entry.error().what, .line = number, .column = entry.error().column};
    if (!*entry) continue;
    if ((*entry)->name != "System type") {
      entries.push_back(**entry);
      continue;
    }
    const auto system = system_of((*entry)->value);
    if (!system) return Error{.what = system.error().what, .line = number, .column = 1};
    card.system = *system;
  }
  if (card.system.empty())
    return Error{.what = "expected a line 'System type = ...'", .line = 1, .column = 1};
  for (const Entry& entry : entries) judge(entry, card);
  // A part that is switched on instead of what the system has leaves that one out.
  const bool aces =
      std::find(card.parts.begin(), card.parts.end(), "parts/blackwood.toml") != card.parts.end();
  const bool keycards =
      std::find(card.parts.begin(), card.parts.end(), "parts/keycard.toml") != card.parts.end();
  std::erase_if(card.differing, [&](const std::string& one) {
    return (aces && one == "Blackwood 1430 = 0") || (keycards && one == "Blackwood 0123 = 0");
  });
  return card;
}

std::string in_words(const ConventionCard& card) {
  std::string text = card.system;
  if (!card.played.empty()) text += fmt::format("; played as on the card: {}", fmt::join(card.played, ", "));
  if (!card.differing.empty()) text += fmt::format("; played otherwise: {}", fmt::join(card.differing, ", "));
  if (card.unknown > 0) text += fmt::format("; {} settings switched on are not known here", card.unknown);
  return text;
}

std::string system_text(const ConventionCard& card, std::string_view name) {
  std::string text =
      fmt::format("name = '{}'\nabout = '{}'\ninclude = ['{}.toml'", name, in_words(card), card.system);
  for (const std::string& part : card.parts) text += fmt::format(", '{}'", part);
  return text + "]\n";
}

}  // namespace yomi::bidding
